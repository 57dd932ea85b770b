import { api, envelope, type ResponseData } from '../../../app/lib/api'

const PAGE_SIZE = 20

export const APPEAL_STATUSES = ['open', 'upheld', 'overturned', 'lapsed'] as const
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

export const readAppeals = (status: AppealStatus, page: number) =>
  envelope(api.moderation.appeals.get({ query: { status, page, limit: PAGE_SIZE } }))

export type AppealEntry = ResponseData<ReturnType<typeof readAppeals>>['appeals'][number]

export const decideAppeal = (id: string, outcome: 'upheld' | 'overturned', reason: string) =>
  envelope(api.moderation.appeals({ id }).put({ outcome, reason }))
