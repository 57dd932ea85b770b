import { type Signal, signal } from '@preact/signals'
import { type Comment, commentsOn } from '../../../app/forum/comments/requests'
import { feedFilter, type Post } from '../../../app/forum/posts/posts'
import { api, envelope, type Failure, type ResponseData, under } from '../../../app/lib/api'
import { sendingKey } from '../../../app/lib/draft-forms'
import { Listing } from '../../../app/lib/listing'

export type PostState = 'active' | 'banned' | 'shadow_banned'
export type CommentState = 'active' | 'banned'

/** The API's limit. */
export const MAX_REASON_LENGTH = 500

const because = (reason: string | undefined) => (reason?.trim() ? { reason: reason.trim() } : {})

/** `version`: that of the target in the report queue, or of the person. */
export type Why = { reason?: string; rule?: string; preset?: string }
type Versioned = Why & { version?: string | undefined }

const inBody = ({ reason, rule, preset, version }: Versioned) => ({
  ...because(reason),
  ...(preset ? { preset } : {}),
  ...(rule ? { rule } : {}),
  ...(version ? { version } : {}),
})

export const moderatePost = (postId: string, state: PostState, why: Versioned = {}) =>
  envelope(api.moderation.posts({ postId })['moderation-state'].put({ state, ...inBody(why) }))

export const moderateComment = (commentId: string, state: CommentState, why: Versioned = {}) =>
  envelope(api.moderation.comments({ commentId })['moderation-state'].put({ state, ...inBody(why) }))

const userState = (userId: string) => api.moderation.users({ userId })['moderation-state']

/** Makes a user read-only until a moderator lifts it. */
export const banUser = (userId: string, why: Versioned = {}) =>
  envelope(userState(userId).put({ blocked: true, ...inBody(why) }))

/** Makes a user read-only until `ends`; the user reads the reason. */
export const suspendUser = (userId: string, ends: Date, reason: string, version?: string) =>
  envelope(
    userState(userId).put({ blocked: true, suspension: { ends: ends.toISOString(), reason }, ...inBody({ version }) }),
  )

export const liftSanction = (userId: string, why: Versioned = {}) =>
  envelope(userState(userId).put({ blocked: false, ...inBody(why) }))

export const readHistory = (resourceId: string) => envelope(api.moderation.history({ resourceId }).get())

export type History = ResponseData<ReturnType<typeof readHistory>>
export type Decision = History['history'][number]

type Query = Record<string, string | undefined>

const PAGE = 20

export async function listPosts({ topic = '', sort = 'newest', collegeId, state }: Query, page: number) {
  const filter = { ...feedFilter({ topic, sort }, null), ...(collegeId ? { collegeId } : {}) }
  const query = { ...filter, state: readStateFilter({ state }), page, limit: PAGE }
  const answer = await envelope(api.posts.get({ query }))
  return answer.success ? { ...answer, data: { ...answer.data, pagination: answer.data.meta } } : answer
}

const FEW = 10

export const listPostsByUser = (userId: string): Listing<Post> =>
  new Listing(
    async (cursor) => {
      const query = { state: 'all' as const, limit: FEW, ...(cursor ? { cursor } : {}) }
      const answer = await envelope(api.posts.user({ userId }).get({ query }))
      return answer.success ? { items: answer.data.posts, next: answer.data.meta.nextCursor } : answer
    },
    ({ id }) => id,
  )

type CommentsPage<Each> = { comments: readonly Each[]; meta: { nextCursor: string | null } }

/** A signal each, so that decisions update them. */
const listComments = <Each extends Comment>(
  read: (from: { cursor?: string }) => Promise<{ success: true; data: CommentsPage<Each> } | Failure>,
) =>
  new Listing(
    async (cursor) => {
      const answer = await read(cursor ? { cursor } : {})
      if (!answer.success) return answer
      return { items: answer.data.comments.map((each) => signal(each)), next: answer.data.meta.nextCursor }
    },
    (comment) => comment.peek().id,
  )

/** The comments of a user in all threads, removed ones too. */
export const listCommentsByUser = (userId: string) =>
  listComments((from) =>
    envelope(api.moderation.users({ userId }).comments.get({ query: { page: 1, limit: FEW, ...from } })),
  )

/** The comments on a post with their replies, newest first. */
export class CommentList {
  readonly asked = signal<CommentStateFilter>('all')
  readonly list: Signal<Listing<Signal<Comment>>>
  readonly #postId: string

  constructor(postId: string) {
    this.#postId = postId
    this.list = signal(this.#listing())
  }

  narrow(asked: CommentStateFilter): void {
    this.asked.value = asked
    this.list.value = this.#listing()
    this.list.value.more()
  }

  #listing(): Listing<Signal<Comment>> {
    const state = this.asked.peek()
    return listComments((from) => envelope(commentsOn(this.#postId).get({ query: { state, limit: PAGE, ...from } })))
  }
}

export async function readPost(id: string): Promise<{ success: true; data: Post } | Failure> {
  const answer = await envelope(api.posts({ id }).get())
  return answer.success ? { success: true, data: answer.data.post } : answer
}

export const POST_STATES = ['active', 'banned', 'shadow_banned'] as const satisfies readonly PostState[]

export const COMMENT_STATES = ['active', 'banned'] as const satisfies readonly CommentState[]

export type StateFilter = PostState | 'all'

export type CommentStateFilter = CommentState | 'all'

export const readStateFilter = ({ state }: { state?: string }): StateFilter =>
  POST_STATES.find((each) => each === state) ?? 'all'

/** A private post of another college: reading it writes an audit entry. */
export const isForeign = ({ isPrivate, postedBy }: Pick<Post, 'isPrivate' | 'postedBy'>, collegeId: string): boolean =>
  isPrivate && postedBy?.collegeId !== collegeId

/** The states that a moderator can set: not the current one, and nobody restores their own content. */
export const allowedStates = <State extends PostState>(
  states: readonly State[],
  present: State,
  isOwn: boolean,
): State[] => states.filter((each) => each !== present && !(isOwn && present !== 'active' && each !== 'banned'))

// All that somebody wrote in the last 24 hours, removed and restored at once.

export type Written = { posts: number; comments: number }

export const draftOf = (userId: string): string => `removal ${userId}`

/** Once, also where no answer came and it is sent again. */
export const removeRecent = async (userId: string, why: Why) =>
  envelope(api.moderation.users({ userId }).removals.post(why, under(await sendingKey(draftOf(userId)))))

/** Restores what nobody has decided about since. */
export async function undoRemoval(id: string): Promise<{ restored: Written; kept: number } | Failure> {
  const answer = await envelope(api.moderation.removals({ id }).delete())
  return answer.success ? answer.data.removal : answer
}
