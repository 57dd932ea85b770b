import { api, envelope, type ResponseData } from '../../../app/lib/api'

export const readInvitations = () => envelope(api.admin.invitations.get())

export type Invitation = ResponseData<ReturnType<typeof readInvitations>>['invitations'][number]

export const createInvitation = () => envelope(api.admin.invitations.post())

export const revokeInvitation = (id: string) => envelope(api.admin.invitations({ id }).delete())

/** The token behind the `#`, which browsers send nowhere. */
export const invitationLink = (token: string): string => `${location.origin}/invitation#${token}`
