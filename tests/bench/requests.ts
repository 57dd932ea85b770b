import type { DataSet, Workspace } from './data'

/** Enough to be told apart by any cache, and few enough to be read in a moment. */
const LINES = 20_000
/** No account may write the same twice, so comments are not sent over and over. */
const COMMENT_LINES = 100_000

/** Any of them. */
export const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

export const PAGE = '/api/v1/posts?page=1&limit=10&sortBy=createdAt&sortOrder=desc'
const WORDS =
  'library open late weekdays ask front desk exam week hours garden lecture canteen hostel notes bus gate film cricket'.split(
    ' ',
  )
const HINDI =
  'पुस्तकालय देर तक खुला है परीक्षा सप्ताह समय बगीचा व्याख्यान भोजनालय छात्रावास टिप्पणी बस द्वार फिल्म क्रिकेट मित्र कल'.split(' ')
/** A comment of about a hundred characters, unlike the others. */
export const newComment = (words = WORDS) =>
  JSON.stringify({ content: Array.from({ length: 17 }, () => pick(words)).join(' '), parentCommentId: null })

type Line = readonly [method: string, path: string, cookie: string, body?: string]
type Maker = (data: DataSet) => Line

const signedIn =
  (path: (data: DataSet) => string): Maker =>
  (data) => ['GET', path(data), pick(data.cookies)]
const stranger =
  (path: (data: DataSet) => string): Maker =>
  (data) => ['GET', path(data), '']

const onePost = ({ publicPosts }: DataSet) => `/api/v1/posts/${pick(publicPosts)}`
const hotPost = ({ hotPosts }: DataSet) => `/api/v1/posts/${pick(hotPosts)}`

const vote = (data: DataSet, posts: readonly string[]): Line => [
  'POST',
  '/api/v1/votes',
  pick(data.cookies),
  JSON.stringify({ targetType: 'post', targetId: pick(posts), voteType: 'upvote' }),
]
const comment = (data: DataSet, posts: readonly string[], words = WORDS): Line => [
  'POST',
  `/api/v1/comments/post/${pick(posts)}`,
  pick(data.cookies),
  newComment(words),
]

/** What one request of an operation looks like. */
export const MAKERS = {
  health: stranger(() => '/healthz'),
  feed: signedIn(() => PAGE),
  post: signedIn(onePost),
  comments: signedIn(({ publicPosts }) => `/api/v1/comments/post/${pick(publicPosts)}?page=1&limit=10`),
  vote: (data) => vote(data, data.publicPosts),
  comment: (data) => comment(data, data.publicPosts),
  strangersFeed: stranger(() => PAGE),
  strangersHotPost: stranger(hotPost),
  anonymousPost: stranger(onePost),
  pageThousand: signedIn(() => PAGE.replace('page=1&', 'page=1000&')),
  byTopic: signedIn(() => `${PAGE}&topic=${encodeURIComponent('Ask Campus')}`),
  byCollege: signedIn(({ largestCollege }) => `/api/v1/posts/college/${largestCollege}?limit=10`),
  byBranch: signedIn(() => '/api/v1/posts/branch/CSE?limit=10'),
  byAuthor: signedIn(({ mostProductive }) => `/api/v1/posts/user/${mostProductive}?limit=10`),
  byTwo: signedIn(() => `${PAGE}&topic=${encodeURIComponent('Ask Campus')}&branch=CSE`),
  byViews: signedIn(() => PAGE.replace('createdAt', 'views')),
  byHot: signedIn(() => PAGE.replace('createdAt', 'hot')),
  byTopOfMonth: signedIn(() => `${PAGE.replace('createdAt', 'top')}&window=month`),
  strangersComments: stranger((data) => `/api/v1/comments/post/${pick(data.publicPosts)}?page=1&limit=10`),
  document: stranger(() => '/'),
  searchDocument: stranger(() => '/search'),
  commentInHindi: (data) => comment(data, data.publicPosts, HINDI),
} as const satisfies Record<string, Maker>

export type Operation = keyof typeof MAKERS

/** Votes and comments: each request of them is another one. */
export const isWrite = (operation: Operation) => ['vote', 'comment', 'commentInHindi'].includes(operation)

/** A file of requests of the operation. */
export function requestsOf(operation: Operation, data: DataSet, workspace: Workspace) {
  const lines = isWrite(operation) && operation !== 'vote' ? COMMENT_LINES : LINES
  return workspace.requests(Array.from({ length: lines }, () => MAKERS[operation](data)))
}

/** The same request by different readers. */
export function requestsTo(path: string, { cookies }: DataSet, workspace: Workspace) {
  return workspace.requests(cookies.map((cookie) => ['GET', path, cookie]))
}

const WRITES_IN_MIX = 0.05

/**
 * Strangers who read, a view for every post that they open; one request in twenty is a vote or a comment on what is
 * hot.
 */
export function mixedRequests(read: 'feed' | 'byHot' | 'post', data: DataSet, workspace: Workspace) {
  const lines: Line[] = []
  while (lines.length < LINES) {
    if (Math.random() < WRITES_IN_MIX)
      lines.push(Math.random() < 0.5 ? vote(data, data.publicPosts) : comment(data, data.hotPosts))
    else if (read !== 'post') lines.push(['GET', read === 'feed' ? PAGE : PAGE.replace('createdAt', 'hot'), ''])
    else {
      const path = hotPost(data)
      lines.push(['GET', path, ''], ['POST', `${path}/view`, ''])
    }
  }
  return workspace.requests(lines)
}

/** Votes and comments half and half, on anything. */
export function writeRequests(data: DataSet, workspace: Workspace) {
  return workspace.requests(
    Array.from({ length: LINES }, () => (Math.random() < 0.5 ? vote : comment)(data, data.publicPosts)),
  )
}
