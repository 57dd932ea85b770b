import { type Query, raw, sql } from '../../../db/sql'

/** SQL: the ids of the names of an account, its own and those of its aliases. SQLite reads them once for a query. */
export const namesOf = (userId: string): string =>
  `(SELECT ${userId} UNION ALL SELECT n.id FROM aliases a CROSS JOIN users n ON n.key = a.alias
    WHERE a.account = (SELECT self.key FROM users self WHERE self.id = ${userId}))`

export const NAMES = namesOf('$userId')
/** The same by their keys. */
export const NAME_KEYS = `(SELECT key FROM users WHERE id = $userId UNION ALL
    SELECT alias FROM aliases WHERE account = (SELECT key FROM users WHERE id = $userId))`

/** The same for the tag `sql`. */
export const idsOfNames = (userId: string): Query<never> =>
  sql`(SELECT ${userId} UNION ALL SELECT n.id FROM aliases a CROSS JOIN users n ON n.key = a.alias
    WHERE a.account = (SELECT self.key FROM users self WHERE self.id = ${userId}))`

/** What is not by the viewer, under any name; also what has no author any more. */
export const notBy = (viewer: string, authorId: string): Query<never> =>
  sql`(${raw(authorId)} IN ${idsOfNames(viewer)}) IS NOT TRUE`

/** The same by their keys. */
export const nameKeysOf = (userId: string): Query<never> => sql`(
  SELECT key FROM users WHERE id = ${userId} UNION ALL
  SELECT alias FROM aliases WHERE account = (SELECT key FROM users WHERE id = ${userId}))`
