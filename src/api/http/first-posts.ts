/** Exactly the address that the web client requests for the feed of a stranger: any other would be loaded twice. */
export const FIRST_POSTS = '/api/v1/posts?limit=20&sortBy=hot'
