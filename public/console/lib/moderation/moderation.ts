import { api, envelope, type ResponseData } from '../../../app/lib/api'

export type PostState = 'active' | 'banned' | 'shadow_banned'
export type CommentState = 'active' | 'banned'

/** As many letters as the API takes for why. */
export const MAX_REASON_LENGTH = 500

const because = (reason: string | undefined) => (reason?.trim() ? { reason: reason.trim() } : {})

/** Decides what becomes of a post; a ban resolves its open reports. */
export const moderatePost = (postId: string, state: PostState, reason?: string) =>
  envelope(api.moderation.posts({ postId })['moderation-state'].put({ state, ...because(reason) }))

/** Decides what becomes of a comment; a ban resolves its open reports. */
export const moderateComment = (commentId: string, state: CommentState, reason?: string) =>
  envelope(api.moderation.comments({ commentId })['moderation-state'].put({ state, ...because(reason) }))

const userState = (userId: string) => api.moderation.users({ userId })['moderation-state']

/** Keeps a user from taking part until somebody lifts it. */
export const banUser = (userId: string, reason?: string) =>
  envelope(userState(userId).put({ blocked: true, ...because(reason) }))

/** Keeps a user from taking part until `ends`, which they are told with the reason. */
export const suspendUser = (userId: string, ends: Date, reason: string) =>
  envelope(userState(userId).put({ blocked: true, suspension: { ends: ends.toISOString(), reason } }))

/** Lets a user take part again. */
export const liftSanction = (userId: string, reason?: string) =>
  envelope(userState(userId).put({ blocked: false, ...because(reason) }))

/** What moderators decided about a post, a comment or a user, newest first. */
export const readHistory = (resourceId: string) => envelope(api.moderation.history({ resourceId }).get())

export type History = ResponseData<ReturnType<typeof readHistory>>
export type Decision = History['history'][number]
