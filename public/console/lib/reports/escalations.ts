import type { Me } from '../../../app/lib/accounts/me'
import { api, envelope } from '../../../app/lib/api'
import type { Entry } from './queue'

export type Escalation = NonNullable<Entry['escalated']>

export const escalate = (resourceId: string, reason: string) =>
  envelope(api.moderation.escalations({ resourceId }).put({ reason }))

export const withdrawEscalation = (resourceId: string) => envelope(api.moderation.escalations({ resourceId }).delete())

/** Whoever escalated, and superadmins. */
export const mayWithdraw = ({ by }: Escalation, { id, role }: Pick<Me, 'id' | 'role'>): boolean =>
  by?.id === id || role === 'superadmin'
