// What clients do and what they learn of it, in the order in which it happened. A checker (check.ts) judges it.

export type TargetType = 'post' | 'comment'
export type Target = { type: TargetType; id: string }
export type Vote = 'upvote' | 'downvote'
export type PostState = 'active' | 'banned' | 'shadow_banned'
export type ReportStatus = 'pending' | 'resolved' | 'ignored'

/** Every text that a client writes carries a token like no other, by which its write is recognised wherever it went. */
export type Act =
  | { kind: 'publish'; token: string }
  | { kind: 'edit-post'; postId: string; token: string }
  | { kind: 'delete-post'; postId: string }
  | { kind: 'view'; postId: string }
  | { kind: 'comment'; postId: string; parentId: string | null; token: string }
  | { kind: 'edit-comment'; commentId: string; token: string }
  | { kind: 'delete-comment'; commentId: string }
  | { kind: 'cast'; target: Target; vote: Vote }
  | { kind: 'switch'; target: Target; vote: Vote }
  | { kind: 'withdraw'; target: Target }
  | { kind: 'bookmark'; postId: string }
  | { kind: 'unbookmark'; postId: string }
  | { kind: 'report'; target: Target; token: string }
  | { kind: 'language'; language: 'en' | 'hi' }
  | { kind: 'branch'; branch: string }
  | { kind: 'mark-seen' }
  | { kind: 'sign-in'; email: string; password: string }
  | { kind: 'sign-out' }
  | { kind: 'moderate-post'; postId: string; state: PostState }
  | { kind: 'moderate-comment'; commentId: string; state: 'active' | 'banned' }
  | { kind: 'decide-report'; reportId: string; status: ReportStatus }
  | { kind: 'read-post'; postId: string }
  | { kind: 'read-comment'; commentId: string }
  | { kind: 'read-thread'; postId: string }
  | { kind: 'read-feed' }
  | { kind: 'read-bookmark'; postId: string }
  | { kind: 'read-me' }
  | { kind: 'read-notifications' }

export type Kind = Act['kind']

/**
 * `acknowledged`: a whole 2xx. `refused`: the server says that it did nothing. `unknown`: the connection died, the
 * answer was incomplete, or a fault was answered that promises neither.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** The fields of responses that the checker reads. */
export type Content = {
  id: string
  title?: string
  content: string
  topic?: string
  views?: number
  upvoteCount: number
  downvoteCount: number
  commentsCount?: number
  userVote: Vote | null
  bookmarked?: boolean
  moderationState?: PostState
  isBanned?: boolean
  isDeleted?: boolean
  postId?: string
  parentCommentId?: string | null
  postedBy?: { id: string } | null
  commentedBy?: { id: string } | null
}
export type Counts = { upvoteCount: number; downvoteCount: number }
export type Answer = Partial<{
  post: Content
  posts: Content[]
  comment: Content
  comments: Content[]
  meta: { total: number }
  vote: { id: string; voteType: Vote; target: Counts }
  before: { voteType: Vote }
  target: Counts
  bookmark: { id: string }
  report: { id: string; status: ReportStatus }
  session: { id: string }
  user: { id: string; language: 'en' | 'hi'; branch: string }
  updated: number
  unread: number
}>

/** Who acts: the account, and the session whose cookie the request carries. */
export type Actor = { userId: string; isAdmin: boolean; sessionId: string }

export type Operation = {
  actor: Actor
  act: Act
  /** Moments of one clock of the whole process, which only counts. */
  start: number
  end: number
  outcome: Outcome
  status: number | undefined
  code: string | undefined
  answer: Answer
}

const WRITES_NOTHING = /^read-/
export const isRead = ({ act: { kind } }: Operation): boolean => WRITES_NOTHING.test(kind)

/** Whatever a client does, in one order across all clients and restarts of the server. */
export class Recorder {
  #now = 0
  #operations: Operation[] = []

  /** Writes of the chapter that were acknowledged so far. */
  get acknowledged(): number {
    return this.#operations.filter((each) => each.outcome === 'acknowledged' && !isRead(each)).length
  }

  tick(): number {
    return ++this.#now
  }

  add(operation: Operation): void {
    this.#operations.push(operation)
  }

  /** What was recorded since the last time. */
  take(): Operation[] {
    const operations = this.#operations
    this.#operations = []
    return operations
  }
}
