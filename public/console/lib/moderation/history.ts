import { api, envelope, type ResponseData } from '../../../app/lib/api'

/** What moderators decided about a post, a comment or a user, newest first. */
export const readHistory = (resourceId: string) => envelope(api.moderation.history({ resourceId }).get())

export type History = ResponseData<ReturnType<typeof readHistory>>
export type Decision = History['history'][number]
