import { eq } from 'drizzle-orm'
import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { refuse } from '../../errors'
import { addressIndexes, openAddress } from '../../lib/addresses'
import { withdrawMail } from '../../lib/mail/mail'
import { forgetAccount, type Viewer } from '../access/account'
import { retainSanction } from '../access/sanctions'
import { writeAs } from '../access/write-as'
import { keepingBranchGroups } from '../accounts/branch-groups'
import { deleteContent } from '../accounts/delete-content'
import { isLastSuperadmin } from '../accounts/roles'
import { audit } from '../audit/audit'
import { forgetRequester } from '../colleges/requests'
import { forgetReporter } from '../reports/erase'
import { reportReasons } from '../settings/settings'
import { identityById } from './password-queries'
import { revokeSessions } from './sessions'
import { removeSignups } from './sign-up-queries'

/**
 * Deletes the account and its texts. Texts with replies stay without author and words, and its reports stay. An active
 * sanction applies to the next account of the same email. 409 `CONFLICT` for the last superadmin.
 */
export async function deleteAccount(user: Viewer): Promise<void> {
  const reasons = await reportReasons()
  await writeAs(user, 'session', async (tx, user) => {
    const identity = await identityById(tx, user.authId)
    if (!identity) return refuse('UNAUTHENTICATED')
    if (user.role === 'superadmin' && (await isLastSuperadmin(tx, user.id)))
      refuse('CONFLICT', 'auth.lastSuperadminLeaves')
    const email = await openAddress(identity)
    const emailIndexes = email === null ? [identity.emailIndex] : addressIndexes(email)
    await retainSanction(tx, user.id, identity.emailIndex)
    await deleteContent(tx, user.id)
    await forgetReporter(tx, user.id, reasons)
    await revokeSessions(tx, user.id)
    for (const emailIndex of emailIndexes) await removeSignups(tx, emailIndex)
    await forgetRequester(tx, emailIndexes)
    await withdrawMail(tx, emailIndexes)
    await keepingBranchGroups(tx, user.id, async () => tx.orm.delete(users).where(eq(users.id, user.id)).run())
    tx.orm.delete(identities).where(eq(identities.id, user.authId)).run()
    await audit(tx, user, { action: 'user:deleted:account', entityType: 'user', entityId: user.id })
    forgetAccount(tx, user.id)
  })
}
