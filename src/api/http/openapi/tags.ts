/** What each tag of a route stands for, in the order of the document. */
const TAGS = {
  instance: 'What this Quad is and offers, before anybody signs in',
  auth: "Signing up and in, and one's own account: passwords, passkeys, sessions, the identity provider",
  users: 'Oneself and others by their pseudonyms, and blocks between them',
  posts: 'Posts, their lists, and posts that wait to appear',
  comments: 'Comments on posts, and replies to comments',
  search: 'Posts, comments and people by their words',
  events: 'Posts with a date, by that date',
  votes: "One's vote on a post or a comment",
  bookmarks: "One's bookmarked posts",
  follows: 'Posts and topics that one follows',
  mutes: 'Threads, topics and words that one wants to hear nothing of',
  notices: 'What Quad tells one about the own account, such as a suspension',
  notifications: 'Replies and votes that one may want to see',
  push: 'Web Push of notifications to browsers',
  digest: 'The weekly digest by email',
  realtime: 'Live updates over a WebSocket, which `docs/realtime.md` describes',
  reports: 'Reports of posts and comments, and what became of them',
  feedbacks: 'What users tell the operators of Quad',
  colleges: 'Colleges, their branches, and requests for a college that is not here yet',
  moderation: 'For administrators: what is banned and who is suspended, its history, banned words',
  admin: 'For administrators: the console',
  setup: 'The first start, until there are a college and an administrator',
  health: 'Probes of the process; outside `/api/v1`',
} as const

/** `tags` of the document. */
export const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
