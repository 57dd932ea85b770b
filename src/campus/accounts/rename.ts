import { asc, eq, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { forgetAccount, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit } from '../../ground/audit/audit'
import { isPseudonym, namesLeft, pseudonym, uniqueUsername } from '../../ground/names/pseudonyms'
import { putNameInSearch } from '../../ground/names/searched-names'
import { tell } from '../../ground/parts'
import { dropAllCaches } from '../../lib/process/cache'
import { today } from '../../lib/text/coarse-time'
import { animalIn } from '../../lib/text/faces'
import type { OwnUser } from './record'
import { readOwnUser } from './users'

/**
 * Gives the account another name, with another animal. 409 `CONFLICT` when it may draw no more. The audit log has
 * neither name. The former one is free again: nobody saw it, or it is not on the list and is never drawn.
 */
export async function drawName(user: Viewer): Promise<OwnUser> {
  return writeAs(user, 'session', (tx, user) => {
    const { id } = user
    const named = pick(users, 'username', 'status', 'nameDraws')
    const before = tx.orm.select(named).from(users).where(eq(users.id, id)).get()!
    if (namesLeft(before) === 0) refuse('CONFLICT', 'accounts.nameStays')
    const username = uniqueUsername(tx, () => pseudonymUnlike(before.username))
    const nameDraws = sql`${users.nameDraws} + 1`
    tx.orm.update(users).set({ username, nameDraws, updatedAt: today() }).where(eq(users.id, id)).run()
    putNameInSearch(tx, { id, username })
    const metadata = { fields: 'username' }
    audit(tx, user, { action: 'user:updated:profile', entityType: 'user', entityId: id, metadata })
    forgetAccount(tx, id)
    // Cached posts carry the name. An account does this once.
    if (before.status === 'ACTIVE') tx.afterCommit(dropAllCaches)
    return readOwnUser(tx, id)
  })
}

/** The face of a new name is a new one, too. */
function pseudonymUnlike(former: string): string {
  for (;;) {
    const name = pseudonym()
    if (animalIn(name) !== animalIn(former)) return name
  }
}

/** Ids of the users whose username has words that are not on the present list. */
export const findUsersToRename = (db: Connection): string[] =>
  db.orm
    .select(pick(users, 'id', 'username'))
    .from(users)
    .orderBy(asc(users.id))
    .all()
    .flatMap(({ id, username }) => (isPseudonym(username) ? [] : [id]))

/**
 * Renames those of the users who still need it and returns how many. The audit log has neither name: the old one can be
 * an insult and would stay there for ever, and the new one is in the user's row. Aliases are renamed without
 * a notice: their owners see the new name in the thread.
 */
export function renameUsers(tx: Tx, actor: Actor, ids: readonly string[]): number {
  let renamed = 0
  for (const id of ids) {
    const user = tx.orm
      .select(pick(users, 'username', 'status'))
      .from(users)
      .where(eq(users.id, id))
      .get()
    if (!user || isPseudonym(user.username)) continue
    const username = uniqueUsername(tx)
    tx.orm.update(users).set({ username, updatedAt: today() }).where(eq(users.id, id)).run()
    audit(tx, actor, { action: 'operator:renamed:user', entityType: 'user', entityId: id })
    if (user.status !== 'ALIAS') {
      putNameInSearch(tx, { id, username })
      tell(tx, 'account.renamed', { id })
    }
    renamed++
  }
  return renamed
}
