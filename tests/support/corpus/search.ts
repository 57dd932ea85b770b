import corpus from './search.json'

/** Posts as students write them, in English, Hindi and Hinglish: what the relevance of the search is measured with. */
export const POSTS = corpus.posts as unknown as Readonly<Record<string, readonly [title: string, content: string]>>

type Queries = Readonly<Record<string, readonly string[]>>
/** What is searched for, and the posts that answer it. */
export const QUERIES: Readonly<Record<'English' | 'Hindi' | 'Hinglish', Queries>> = corpus.queries
