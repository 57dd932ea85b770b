// What clients do and what they learn of it, in the order in which it happened. A checker (check.ts) judges it.

export type Vote = 'upvote' | 'downvote'
export type TargetType = 'post' | 'comment'

export type Kind =
  | 'publish'
  | 'view'
  | 'comment'
  | `${'edit' | 'delete' | 'moderate'}-${TargetType}`
  | 'cast'
  | 'switch'
  | 'withdraw'
  | 'bookmark'
  | 'unbookmark'
  | 'report'
  | 'decide-report'
  | 'language'
  | 'mark-seen'
  | 'sign-in'
  | 'sign-out'
  | `read-${'post' | 'thread' | 'feed' | 'me'}`

export type Act = {
  kind: Kind
  /** What it is done to. */
  id: string
  type: TargetType
  parentId: string | null
  /** Every text that a client writes carries one like no other, by which its write is recognised wherever it went. */
  token: string
  /** What is chosen: a vote, a state, a language. */
  value: string
}

export const toAct = (act: Partial<Act> & Pick<Act, 'kind'>): Act => ({
  id: '',
  type: 'post',
  parentId: null,
  token: '',
  value: '',
  ...act,
})

/**
 * `acknowledged`: a whole 2xx. `refused`: the server says that it did nothing. `unknown`: the connection died, the
 * answer was incomplete, or a fault was answered that promises neither.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** The fields of responses that the checker reads. */
type Counts = { upvoteCount: number; downvoteCount: number }
export type Content = { id: string; content: string; userVote: Vote | null } & Counts &
  Partial<Record<'title' | 'topic' | 'moderationState', string>> &
  Partial<Record<'views' | 'commentsCount', number>> &
  Partial<Record<'bookmarked' | 'isBanned' | 'isDeleted', boolean>>
export type Answer = Partial<{
  post: Content
  posts: Content[]
  comment: Content
  comments: Content[]
  meta: { total: number }
  vote: { target: Counts }
  before: { voteType: Vote }
  target: Counts
  report: { id: string }
  session: { id: string }
  user: { language: string }
  updated: number
}>

export type Operation = {
  /** Who acts: the account, and the session whose cookie the request carries. */
  actor: { userId: string; isAdmin: boolean; sessionId: string }
  act: Act
  /** Moments of one clock of the whole process, which only counts. */
  start: number
  end: number
  outcome: Outcome
  status: number | undefined
  code: string | undefined
  answer: Answer
}

export const isRead = ({ act: { kind } }: Operation) => kind.startsWith('read-')

/** Whatever a client does, in one order across all clients and restarts of the server. */
export class Recorder {
  #now = 0
  #operations: Operation[] = []

  /** Writes of the chapter that were acknowledged so far. */
  get acknowledged() {
    return this.#operations.filter((each) => each.outcome === 'acknowledged' && !isRead(each)).length
  }

  tick() {
    return ++this.#now
  }

  add(operation: Operation) {
    this.#operations.push(operation)
  }

  /** What was recorded since the last time. */
  take(): Operation[] {
    return this.#operations.splice(0)
  }
}
