import { invitations } from '../../../db/schema/invitations'
import { pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'

/** Index: invitations_invited_by. */
const revokeOpen = sqlStatement(
  "UPDATE invitations SET ending = 'revoked' WHERE invited_by = $invitedBy AND ending IS NULL",
  { params: pick(invitations, 'invitedBy') },
)

/** Call when somebody may not invite any more: who is restored later does not bring old links to life. */
export const revokeInvitationsOf = (tx: Tx, invitedBy: string): void => void revokeOpen(tx).run({ invitedBy })
