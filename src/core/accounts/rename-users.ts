import { asc, eq } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { today } from '../../lib/coarse-time'
import { type Actor, audit } from '../audit/audit'
import { isPseudonym } from '../names/pseudonyms'
import { putNameInSearch } from '../names/searched-names'
import { uniqueUsername } from '../names/unique-username'
import { notifyRename } from '../notifications/notify'

const usernames = statement((orm) =>
  orm.select({ id: users.id, username: users.username }).from(users).orderBy(asc(users.id)).prepare(),
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
 * an insult and would stay there for ever, and the new one is in the user's row. Aliases are renamed without
 * a notice: their owners see the new name in the thread.
 */
export async function renameUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<number> {
  let renamed = 0
  for (const id of ids) {
    const user = tx.orm
      .select({ username: users.username, status: users.status })
      .from(users)
      .where(eq(users.id, id))
      .get()
    if (!user || isPseudonym(user.username)) continue
    const username = uniqueUsername(tx)
    tx.orm.update(users).set({ username, updatedAt: today() }).where(eq(users.id, id)).run()
    await audit(tx, actor, { action: 'operator:renamed:user', entityType: 'user', entityId: id })
    if (user.status !== 'ALIAS') {
      putNameInSearch(tx, { id, username })
      notifyRename(tx, id)
    }
    renamed++
  }
  return renamed
}
