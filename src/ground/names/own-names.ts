import { type Query, type RawText, raw, sql } from '../../../db/sql'

// The names of an account: its own and those of its aliases.

const idsBy = (id: Query<never> | RawText): Query<never> =>
  sql`(SELECT ${id} UNION ALL SELECT n.id FROM aliases a CROSS JOIN users n ON n.key = a.alias
    WHERE a.account = (SELECT self.key FROM users self WHERE self.id = ${id}))`

const keysBy = (id: Query<never> | RawText): Query<never> =>
  sql`(SELECT key FROM users WHERE id = ${id} UNION ALL
    SELECT alias FROM aliases WHERE account = (SELECT key FROM users WHERE id = ${id}))`

/** Their ids. SQLite reads them once for a query. */
export const idsOfNames = (userId: string): Query<never> => idsBy(sql`${userId}`)

/** The same by their keys. */
export const nameKeysOf = (userId: string): Query<never> => keysBy(sql`${userId}`)

/** SQL: their ids, where a column or parameter says whose. */
export const namesOf = (userId: string): string => idsBy(raw(userId)).text

export const NAMES = namesOf('$userId')
/** The same by their keys. */
export const NAME_KEYS = keysBy(raw('$userId')).text

/** What is not by the viewer, under any name; also what has no author any more. */
export const notBy = (viewer: string, authorId: string): Query<never> =>
  sql`(${raw(authorId)} IN ${idsOfNames(viewer)}) IS NOT TRUE`
