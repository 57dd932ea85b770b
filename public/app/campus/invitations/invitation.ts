import { api, envelope } from '../../lib/api'
import { useLinkToken } from '../../lib/link-token'

/** Kept in this tab's memory while its owner signs in, and nowhere else. */
let kept = ''

/** The token of the link with which this page, or its sign-in, was opened. */
export function useInvitationToken(): string {
  const { value } = useLinkToken()
  if (value !== '') kept = value
  return kept
}

export const readInvitation = (token: string) => envelope(api.invitations.read.post({ token }))

export const takeInvitation = (token: string) => envelope(api.invitations.take.post({ token }))
