import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { emailRevealedMail } from '../../lib/mail/templates'
import { openAddress } from '../../lib/net/addresses'
import { mailTo } from '../colleges/directory'
import { addNotice, tellOwner } from '../notices/notices'
import { scheduleModerationMail } from '../sanctions/mails'
import { DailyQuota } from './daily-quota'

// The one way to learn the email of another account: one at a time, with a reason, an audit entry and a notice to the
// owner. It makes no exception for administrators, accounts that are not onboarded, or one's own.

/**
 * `email`, or `sealed` where only the holder of the offline key can open it: the value for `quad unseal`. 404; 429
 * `RATE_LIMITED` after five reveals in a day, or twenty of all superadmins.
 */
export async function revealEmail(superadmin: Viewer, userId: string, reason: string) {
  const at = new Date()
  return writeAs(superadmin, 'superadmin', (tx, superadmin) => {
    const row =
      sql(pick(identities, 'id', 'emailSealed'))`
      SELECT i.id, i.email_sealed AS emailSealed FROM users u CROSS JOIN identities i ON i.id = u.auth_id
      WHERE u.id = ${userId}`.get(tx) ?? refuse('NOT_FOUND', 'accounts.missing')
    const email = openAddress(row)
    audit(tx, superadmin, { action: 'admin:revealed:email', entityType: 'user', entityId: userId, reason })
    tellOwner(tx, userId, { kind: 'email_revealed', reason }, (...owner) =>
      emailRevealedMail(mailTo(...owner), { at, reason }),
    )
    // Last, because what is counted here stays counted when the transaction is rolled back.
    reveals.consume(superadmin.id)
    return { email, sealed: email === null ? row.emailSealed : null, quota: revealQuota(superadmin) }
  })
}

// The one way to learn whose an alias is: one at a time, with a reason, an audit entry that names the alias alone, and a
// notice to the owner. The mail leaves at a random time of the day after and says only that there is news: the audit log
// says when the reveal was, and an administrator who sees a student's mailbox would know the rest.

/**
 * 404 for what is no alias, and where its account is deleted; 429 `RATE_LIMITED` after five reveals in a day, of emails
 * and accounts together, or twenty of all superadmins.
 */
export async function revealAccount(superadmin: Viewer, aliasId: string, reason: string) {
  return writeAs(superadmin, 'superadmin', (tx, superadmin) => {
    const account =
      sql(pick(users, 'id', 'username'))`
      SELECT u.id, u.username FROM aliases a CROSS JOIN users u ON u.key = a.account WHERE a.alias = (SELECT key FROM
      users WHERE id = ${aliasId})`.get(tx) ?? refuse('NOT_FOUND', 'accounts.noAlias')
    audit(tx, superadmin, { action: 'admin:revealed:account', entityType: 'user', entityId: aliasId, reason })
    addNotice(tx, aliasId, { kind: 'account_revealed', reason })
    scheduleModerationMail(tx, aliasId)
    // Last, because what is counted here stays counted when the transaction is rolled back.
    reveals.consume(superadmin.id)
    return { ...account, quota: revealQuota(superadmin) }
  })
}

/** Of all that is revealed, emails and the accounts behind aliases together. */
const reveals = new DailyQuota(
  'reveals',
  { each: 5, inAll: 20 },
  { each: 'accounts.reveals', inAll: 'accounts.revealsInAll' },
)

/** `remaining` is null where nothing is limited. */
export const revealQuota = ({ id }: Viewer) => ({ limit: reveals.max.each, remaining: reveals.remaining(id) })
