import { storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import type { OwnUser } from '../accounts/record'
import { readOwnUser, renewMembership } from '../accounts/users'
import { refuseCode } from '../auth/codes'
import { consumeProof, resetProofs } from '../auth/otp-rate-limits'
import { ownEmail } from '../auth/reauthenticate'
import { redeemLoginCode, sendLoginCode } from '../auth/sign-in'

// How somebody stays a member. Apart from reminders.ts, because the command line needs that without a configuration.
// Who is a member is ground/access; campus/accounts/users.ts renews, for every proof of the email.

/** Mails a code to the account's own email, which has to be typed where this server cannot read it. */
export const sendMembershipCode = async (user: Viewer, email: string | undefined): Promise<{ digits: number }> =>
  sendLoginCode(user.origin, ownEmail(user, email), user.sessionId, 'membership')

/** Renews the membership by the code, which works once. */
export async function renewByCode(
  user: Viewer,
  { otp, email: typed }: { otp: string; email?: string | undefined },
): Promise<{ user: OwnUser }> {
  const email = ownEmail(user, typed)
  consumeProof('code', user.sessionId)
  const refusal = await writeAs(user, 'session', async (tx, user) => {
    const { verdict, identity } = redeemLoginCode(tx, email, otp, user.sessionId)
    if (verdict === 'matched' && identity?.userId === user.id) return void (await renewMembership(tx, user))
    // A refusal would roll back the counted attempt.
    const entry = { action: 'user:renewed:membership', entityType: 'user', entityId: user.id } as const
    audit(tx, user, { ...entry, status: 'failure', metadata: { verdict } })
    // It matches where the address is somebody else's by now.
    return verdict === 'matched' ? 'expired' : verdict
  })
  if (refusal !== undefined) return refuseCode(refusal)
  resetProofs(user.sessionId)
  return { user: readOwnUser(storage.reader, user.id) }
}
