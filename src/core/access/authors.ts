import { colleges } from '../../../db/schema/colleges'
import { users } from '../../../db/schema/users'
import { FLAG, pick, type Raw, sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'

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

const byId = sqlStatement(
  `SELECT u.id, u.username, u.college_id AS collegeId, u.public_branch AS branch, c.name, c.profile,
    u.status = 'ALIAS' AS isAlias
  FROM users u CROSS JOIN colleges c ON c.id = u.college_id WHERE u.id = $id`,
  { returns: COLUMNS, params: { id: users.id } },
)

// Joined, authors take a third of the time of a page of comments.
const authors = new Cache<string, KnownAuthor>('authors', 20_000)

/** Cached; every write that changes it calls `forgetAccount`, or drops all caches. */
export const knownAuthor = (id: string): KnownAuthor | undefined =>
  authors.getNow(id, () => {
    const row = byId(storage.reader).get({ id })
    if (row === undefined) return undefined
    const { isAlias, name, profile, ...shown } = row
    return { shown: { ...shown, college: { id: shown.collegeId, name, profile } }, isAlias: isAlias === 1 }
  })

export const forgetAuthor = (tx: Tx, id: string): void => authors.dropIn(tx, id)
