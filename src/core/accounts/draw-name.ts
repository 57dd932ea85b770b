import { eq, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/users'
import { refuse } from '../../errors'
import { dropAllCaches } from '../../lib/cache'
import { today } from '../../lib/coarse-time'
import { animalIn } from '../../lib/faces'
import { forgetAccount, type Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { namesLeft, pseudonym } from '../names/pseudonyms'
import { putNameInSearch } from '../names/searched-names'
import { uniqueUsername } from '../names/unique-username'
import type { OwnUser } from './record'
import { readOwnUser } from './users'

/**
 * Gives the account another name, with another animal. 409 `CONFLICT` when it may draw no more. The audit log has
 * neither name. The former one is free again: nobody saw it, or it is not on the list and is never drawn.
 */
export async function drawName(user: Viewer): Promise<OwnUser> {
  return writeAs(user, 'session', async (tx, user) => {
    const { id } = user
    const before = tx.orm
      .select({ username: users.username, status: users.status, nameDraws: users.nameDraws })
      .from(users)
      .where(eq(users.id, id))
      .get()!
    if (namesLeft(before) === 0) refuse('CONFLICT', 'accounts.nameStays')
    const username = uniqueUsername(tx, () => pseudonymUnlike(before.username))
    const nameDraws = sql`${users.nameDraws} + 1`
    tx.orm.update(users).set({ username, nameDraws, updatedAt: today() }).where(eq(users.id, id)).run()
    putNameInSearch(tx, { id, username })
    const metadata = { fields: 'username' }
    await audit(tx, user, { action: 'user:updated:profile', entityType: 'user', entityId: id, metadata })
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
