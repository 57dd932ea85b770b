import { api, envelope, type ResponseData } from '../../../app/lib/api'

export type PostState = 'active' | 'banned' | 'shadow_banned'
export type CommentState = 'active' | 'banned'

/** The API's limit. */
export const MAX_REASON_LENGTH = 500

const because = (reason: string | undefined) => (reason?.trim() ? { reason: reason.trim() } : {})

/** Sets the moderation state of a post; removing it closes its open reports. */
export const moderatePost = (postId: string, state: PostState, reason?: string) =>
  envelope(api.moderation.posts({ postId })['moderation-state'].put({ state, ...because(reason) }))

/** Sets the moderation state of a comment; removing it closes its open reports. */
export const moderateComment = (commentId: string, state: CommentState, reason?: string) =>
  envelope(api.moderation.comments({ commentId })['moderation-state'].put({ state, ...because(reason) }))

const userState = (userId: string) => api.moderation.users({ userId })['moderation-state']

/** Makes a user read-only until a moderator lifts it. */
export const banUser = (userId: string, reason?: string) =>
  envelope(userState(userId).put({ blocked: true, ...because(reason) }))

/** Makes a user read-only until `ends`; the user reads the reason. */
export const suspendUser = (userId: string, ends: Date, reason: string) =>
  envelope(userState(userId).put({ blocked: true, suspension: { ends: ends.toISOString(), reason } }))

export const liftSanction = (userId: string, reason?: string) =>
  envelope(userState(userId).put({ blocked: false, ...because(reason) }))

/** The moderation records of a post, comment or user, newest first. */
export const readHistory = (resourceId: string) => envelope(api.moderation.history({ resourceId }).get())

export type History = ResponseData<ReturnType<typeof readHistory>>
export type Decision = History['history'][number]
