import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { pick, sqlStatement } from '../../../db/statement'
import { config } from '../../config'
import { refuse } from '../../errors'
import { openAddress } from '../../lib/addresses'
import { emailRevealedMail } from '../../lib/mail/templates'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { mailCampus } from '../colleges/directory'
import { tellOwner } from '../notices/notices'
import { type RevealQuota, revealQuota, reveals } from './reveal-quota'

// The one way to learn the email of another account: one at a time, with a reason, an audit entry and a notice to the
// owner. It makes no exception for administrators, accounts that are not onboarded, or one's own.

/** `email`, or `sealed` where only the holder of the offline key can open it: the value for `quad unseal`. */
export type RevealedEmail = { email: string | null; sealed: string | null; quota: RevealQuota }

const sealedEmail = sqlStatement(
  `SELECT i.id, i.email_sealed AS emailSealed FROM users u CROSS JOIN identities i ON i.id = u.auth_id
  WHERE u.id = $userId`,
  { returns: pick(identities, 'id', 'emailSealed'), params: { userId: users.id } },
)

/** 404; 429 `RATE_LIMITED` after five reveals in a day, or twenty of all superadmins. */
export async function revealEmail(superadmin: Viewer, userId: string, reason: string): Promise<RevealedEmail> {
  const campus = await mailCampus()
  const at = new Date()
  return writeAs(superadmin, 'superadmin', async (tx, superadmin) => {
    const row = sealedEmail(tx).get({ userId }) ?? refuse('NOT_FOUND', 'accounts.missing')
    const email = await openAddress(row)
    await audit(tx, superadmin, { action: 'admin:revealed:email', entityType: 'user', entityId: userId, reason })
    await tellOwner(tx, userId, { kind: 'email_revealed', reason }, ({ email, language }) =>
      emailRevealedMail(language, { to: email, campus, at, reason, publicUrl: config.publicUrl }),
    )
    // Last, because what is counted here stays counted when the transaction is rolled back.
    reveals.consume(superadmin.id)
    return { email, sealed: email === null ? row.emailSealed : null, quota: revealQuota(superadmin) }
  })
}
