import { api, envelope, type ResponseData } from '../../../app/lib/api'

const PAGE_SIZE = 20

export const REQUEST_STATES = ['waiting', 'approved', 'refused'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

export const readSignUps = (state: RequestState, page: number) =>
  envelope(api.admin['sign-up-requests'].get({ query: { state, page, limit: PAGE_SIZE } }))

export type SignUpRequest = ResponseData<ReturnType<typeof readSignUps>>['requests'][number]

export const approveSignUp = (id: string) =>
  envelope(api.admin['sign-up-requests']({ id }).put({ decision: 'approve' }))
export const refuseSignUp = (id: string, reason: string) =>
  envelope(api.admin['sign-up-requests']({ id }).put({ decision: 'refuse', reason }))
