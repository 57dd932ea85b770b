import { userStats, users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import type { Tx } from '../../../db/storage'
import { dayOf, monthOf } from '../../lib/text/coarse-time'

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

// What people are searched by (accounts/search-users.ts): their names, and the trigrams of those under random numbers,
// which say nothing about when anybody joined. Not of aliases.

const takeOut = (id: string) => sql`
  INSERT INTO user_name_trigrams (user_name_trigrams, rowid, name)
  SELECT 'delete', number, name || '  ' FROM user_names WHERE user_id = ${id}`

/** Of a new account, and of one with a new name. */
export function putNameInSearch(tx: Tx, { id, username }: { id: string; username: string }): void {
  takeOut(id).run(tx)
  sql`
    INSERT INTO user_names (number, user_id, name) VALUES (random() & 9007199254740991, ${id}, lower(${username}))
    ON CONFLICT (user_id) DO UPDATE SET name = excluded.name`.run(tx)
  // With two spaces, so that the last two letters begin a trigram, too.
  sql`
    INSERT INTO user_name_trigrams (rowid, name) SELECT number, name || '  ' FROM user_names
      WHERE user_id = ${id}`.run(tx)
}

/** Before the account is deleted, and the row of its name by the foreign key. */
export function takeNameOutOfSearch(tx: Tx, id: string): void {
  takeOut(id).run(tx)
}
