import { type Static, t } from 'elysia'
import { colleges } from '../../../db/schema/colleges'
import { users } from '../../../db/schema/users'
import { FLAG, orNull, pick, type Raw } from '../../../db/statement'
import { namedObject, nullable, recordId } from '../../lib/schema'
import { type Account, isSelf } from '../access/account'
import { collegeSummary } from '../colleges/schemas'

/** An author as posts and comments show it. */
export const author = namedObject('Author', {
  id: recordId,
  username: t.String(),
  branch: nullable(t.String({ minLength: 1 })),
  collegeId: recordId,
  college: collegeSummary,
  alias: t.Optional(
    t.UnionEnum(['other', 'own'], {
      description: 'A name for this thread alone, without a profile; `own`: the viewer’s',
    }),
  ),
})

type Author = Static<typeof author>

/** With a null `authorId` all other columns are null, too. */
export const AUTHOR_TYPES = {
  authorId: orNull(users.id),
  ...pick(users, 'username', 'collegeId'),
  branch: users.publicBranch,
  collegeName: colleges.name,
  collegeProfile: colleges.profile,
  isAlias: FLAG,
}

type AuthorRow = Raw<typeof AUTHOR_TYPES>

export const AUTHOR_COLUMNS = `
  u.id AS authorId, u.username, u.public_branch AS branch, u.college_id AS collegeId, c.name AS collegeName, c.profile AS collegeProfile,
  u.status IS 'ALIAS' AS isAlias`

/** An author as its own account sees it, of what it just wrote. */
export const ownAuthor = (
  { id, username, publicBranch: branch, collegeId, status }: Account,
  college: Author['college'],
): Author => ({ id, username, branch, collegeId, college, ...(status === 'ALIAS' ? { alias: 'own' } : {}) })

/**
 * `isAuthor`: what joins `users u`. Outer joins keep rows without an author, and the planner cannot begin with the users. By
 * primary keys.
 */
export const authorJoins = (isAuthor: string): string => `
  LEFT JOIN users u ON ${isAuthor}
  LEFT JOIN colleges c ON c.id = u.college_id`

/** Null for a deleted account. */
export function toAuthor(
  { authorId, username, branch, collegeId, collegeName, collegeProfile, isAlias }: AuthorRow,
  viewer: Pick<Account, 'id' | 'aliases'> | null,
): Author | null {
  if (authorId === null) return null
  return {
    id: authorId,
    username,
    branch,
    collegeId,
    college: { id: collegeId, name: collegeName, profile: collegeProfile },
    ...(isAlias === 1 ? { alias: isSelf(viewer, authorId) ? 'own' : 'other' } : {}),
  }
}
