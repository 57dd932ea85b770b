import { userStats, users } from '../../../db/schema/users'
import type { Tx } from '../../../db/storage'
import { dayOf, monthOf } from '../../lib/coarse-time'
import { putNameInSearch } from './searched-names'

/** An account or an alias. Others see the month in which it was made, and the day of its last change. */
export function insertUser(
  tx: Tx,
  user: Omit<typeof users.$inferInsert, 'verifiedAt' | 'createdAt' | 'updatedAt'>,
  now = new Date().toISOString(),
): void {
  const month = monthOf(now)
  const times = { verifiedAt: month, createdAt: month, updatedAt: dayOf(now) }
  const { key } = tx.orm
    .insert(users)
    .values({ ...user, ...times })
    .returning({ key: users.key })
    .get()
  tx.orm.insert(userStats).values({ user: key }).run()
  if (user.status !== 'ALIAS') putNameInSearch(tx, user)
}
