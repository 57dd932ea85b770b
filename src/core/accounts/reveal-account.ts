import { users } from '../../../db/schema/users'
import { keyOf, pick, sqlStatement } from '../../../db/statement'
import { refuse } from '../../errors'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { scheduleModerationMail } from '../moderation/mails'
import { addNotice } from '../notices/notices'
import { type RevealQuota, revealQuota, reveals } from './reveal-quota'

// The one way to learn whose an alias is: one at a time, with a reason, an audit entry that names the alias alone, and a
// notice to the owner. The mail leaves at a random time of the day after and says only that there is news: the audit log
// says when the reveal was, and an administrator who sees a student's mailbox would know the rest.

const owner = sqlStatement(
  `SELECT u.id, u.username FROM aliases a CROSS JOIN users u ON u.key = a.account WHERE a.alias = ${keyOf('users', 'aliasId')}`,
  { returns: pick(users, 'id', 'username'), params: { aliasId: users.id } },
)

export type RevealedAccount = { id: string; username: string; quota: RevealQuota }

/**
 * 404 for what is no alias, and where its account is deleted; 429 `RATE_LIMITED` after five reveals in a day, of emails
 * and accounts together, or twenty of all superadmins.
 */
export async function revealAccount(superadmin: Viewer, aliasId: string, reason: string): Promise<RevealedAccount> {
  return writeAs(superadmin, 'superadmin', async (tx, superadmin) => {
    const account = owner(tx).get({ aliasId }) ?? refuse('NOT_FOUND', 'accounts.noAlias')
    await audit(tx, superadmin, { action: 'admin:revealed:account', entityType: 'user', entityId: aliasId, reason })
    addNotice(tx, aliasId, { kind: 'account_revealed', reason })
    scheduleModerationMail(tx, aliasId)
    // Last, because what is counted here stays counted when the transaction is rolled back.
    reveals.consume(superadmin.id)
    return { ...account, quota: revealQuota(superadmin) }
  })
}
