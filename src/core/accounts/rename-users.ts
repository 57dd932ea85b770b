import { asc, eq, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { type Actor, audit } from '../audit/audit'
import { notifyRename } from '../notifications/notify'
import { isPseudonym } from './pseudonyms'
import { uniqueUsername } from './users'

const usernames = statement((orm) =>
  orm.select({ id: users.id, username: users.username }).from(users).orderBy(asc(users.id)).prepare(),
)
const usernameById = statement((orm) =>
  orm
    .select({ username: users.username })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)
const setUsername = statement((orm) =>
  orm
    .update(users)
    .set({ username: sql`${sql.placeholder('username')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** Ids of the users whose username has words that are not on the present list. */
export function findUsersToRename(db: Connection): string[] {
  return usernames(db)
    .all()
    .filter(({ username }) => !isPseudonym(username))
    .map(({ id }) => id)
}

/**
 * Renames those of the users who still need it and returns how many. The audit log has neither name: the old one can be
 * an insult and would stay there for ever, and the new one is in the user's row.
 */
export async function renameUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<number> {
  let renamed = 0
  for (const id of ids) {
    const user = usernameById(tx).get({ id })
    if (!user || isPseudonym(user.username)) continue
    setUsername(tx).run({ id, username: uniqueUsername(tx), now: new Date().toISOString() })
    await audit(tx, actor, { action: 'operator:renamed:user', entityType: 'user', entityId: id })
    notifyRename(tx, id)
    renamed++
  }
  return renamed
}
