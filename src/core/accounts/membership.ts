import { users } from '../../../db/schema/users'
import { sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { monthOf } from '../../lib/coarse-time'
import { forgetAccount } from '../access/account'
import { type Actor, audit } from '../audit/audit'
import { regroupOf } from './branch-groups'

/** A time of a clock that was ahead stays: the membership ends later than it would. */
const renew = sqlStatement(
  "UPDATE users SET verified_at = $month, reminded_at = '' WHERE id = $id AND verified_at < $month",
  {
    params: { id: users.id, month: users.verifiedAt },
  },
)

/**
 * Call when somebody has proved the college email. `updated_at` stays, because others see its day. Nothing happens, nor
 * is audited, more than once a month.
 */
export async function renewMembership(tx: Tx, actor: Actor & { id: string }): Promise<void> {
  const { id } = actor
  if (renew(tx).run({ id, month: monthOf(new Date().toISOString()) }).changes === 0) return
  forgetAccount(tx, id)
  await regroupOf(tx, id)
  await audit(tx, actor, { action: 'user:renewed:membership', entityType: 'user', entityId: id })
}
