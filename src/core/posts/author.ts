import { type Static, t } from 'elysia'
import { colleges } from '../../../db/schema/colleges'
import { users } from '../../../db/schema/users'
import { orNull, pick, type Raw } from '../../../db/statement'
import { named, nullable, recordId } from '../../lib/schema'
import { collegeSummary } from '../colleges/schemas'

/** An author as posts and comments show it. */
export const author = named(
  'Author',
  t.Object({
    id: recordId,
    username: t.String(),
    branch: nullable(t.String({ minLength: 1 })),
    collegeId: recordId,
    college: collegeSummary,
  }),
)

export type Author = Static<typeof author>

/** With a null `authorId` all other columns are null, too. */
export const AUTHOR_TYPES = {
  authorId: orNull(users.id),
  ...pick(users, 'username', 'collegeId'),
  branch: users.publicBranch,
  collegeName: colleges.name,
  collegeProfile: colleges.profile,
}

export type AuthorRow = Raw<typeof AUTHOR_TYPES>

export const AUTHOR_COLUMNS = `
  u.id AS authorId, u.username, u.public_branch AS branch, u.college_id AS collegeId, c.name AS collegeName, c.profile AS collegeProfile`

/** Outer joins keep rows without an author, and the planner cannot begin with the users. By primary keys. */
export const authorJoins = (table: string): string => `
  LEFT JOIN users u ON u.id = ${table}.author_id
  LEFT JOIN colleges c ON c.id = u.college_id`

/** Null for a deleted account. */
export function toAuthor({
  authorId,
  username,
  branch,
  collegeId,
  collegeName,
  collegeProfile,
}: AuthorRow): Author | null {
  if (authorId === null) return null
  return {
    id: authorId,
    username,
    branch,
    collegeId,
    college: { id: collegeId, name: collegeName, profile: collegeProfile },
  }
}
