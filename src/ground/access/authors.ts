import { colleges } from '../../../db/schema/colleges'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { FLAG, pick, type Raw } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/process/cache'

const COLUMNS = {
  ...pick(users, 'id', 'username', 'collegeId'),
  branch: users.publicBranch,
  name: colleges.name,
  profile: colleges.profile,
  isAlias: FLAG,
}
type Row = Raw<typeof COLUMNS>

/** Who wrote a text, as everybody sees it. */
type KnownAuthor = {
  shown: Pick<Row, 'id' | 'username' | 'branch' | 'collegeId'> & { college: Pick<Row, 'id' | 'name' | 'profile'> }
  isAlias: boolean
}

const authors = new Cache<string, KnownAuthor>('authors', 20_000)

/** In the order of the schema. */
function readAuthor(db: Connection, id: string): KnownAuthor | undefined {
  const row = sql(COLUMNS)`
    SELECT u.id, u.username, u.college_id AS collegeId, u.public_branch AS branch, c.name, c.profile,
      u.status = 'ALIAS' AS isAlias
    FROM users u CROSS JOIN colleges c ON c.id = u.college_id WHERE u.id = ${id}`.get(db)
  if (row === undefined) return undefined
  const { username, branch, collegeId, name, profile, isAlias } = row
  return {
    shown: { id, username, branch, collegeId, college: { id: collegeId, name, profile } },
    isAlias: isAlias === 1,
  }
}

/**
 * Cached; every write that changes it calls `forgetAccount`, or drops all caches. `db`: the write that may have made the
 * account, which a cache must not know before it is committed.
 */
export const knownAuthor = (id: string, db: Connection): KnownAuthor | undefined =>
  authors.get(id, () => readAuthor(storage.reader, id)) ?? readAuthor(db, id)

export const forgetAuthor = (tx: Tx, id: string): void => authors.dropIn(tx, id)
