import { users } from '../../../db/schema/users'
import { pick, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { pseudonym } from './pseudonyms'

const taken = sqlStatement('SELECT id FROM users WHERE username = $username', {
  returns: pick(users, 'id'),
  params: { username: users.username },
})

/** Draws until nobody has the name. */
export function uniqueUsername(db: Connection, draw: () => string = pseudonym): string {
  for (;;) {
    const username = draw()
    if (taken(db).get({ username }) === undefined) return username
  }
}
