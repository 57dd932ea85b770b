import { users } from '../../../db/schema/users'
import { INTEGER, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { PublicUser } from './record'

import { PUBLIC_COLUMNS } from './users'

// SQL text: the FTS5 tables are not in the Drizzle schema.

/** Interface, users: at most 10 results. */
const MOST_FOUND = 10
/** Longer than any pseudonym; what exceeds it is found nowhere. */
const LONGEST_NAME = 64
/** What sorts behind every text that begins like it. */
const AFTER_ALL = '\u{10FFFF}'

const COLUMNS = selectList(PUBLIC_COLUMNS, 'u')

const NO_BLOCK = `
  NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = $viewerId AND blocked_id = u.id) AND
  NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = u.id AND blocked_id = $viewerId)`

const PARAMS = { viewerId: users.id, wanted: TEXT, limit: INTEGER }

/** By the index user_names_name. */
const beginning = sqlStatement(
  `SELECT ${COLUMNS}
  FROM user_names n CROSS JOIN users u ON u.id = n.user_id
  WHERE n.name >= $wanted AND n.name < $end AND substr(n.name, 1, length($wanted)) = $wanted AND ${NO_BLOCK}
  ORDER BY n.name, n.number
  LIMIT $limit`,
  { returns: PUBLIC_COLUMNS, params: { ...PARAMS, end: TEXT } },
)

/** By the trigrams of what is wanted, oldest accounts first; names that begin with it are found already. */
const containing = sqlStatement(
  `SELECT ${COLUMNS}
  FROM user_name_trigrams t CROSS JOIN user_names n ON n.number = t.rowid CROSS JOIN users u ON u.id = n.user_id
  WHERE t.name MATCH $phrase AND instr(n.name, $wanted) > 1 AND ${NO_BLOCK}
  LIMIT $limit`,
  { returns: PUBLIC_COLUMNS, params: { ...PARAMS, phrase: TEXT } },
)

/** One or two letters are no trigram, but they begin some: of those of a name, the one where it first has them. */
const containingShort = sqlStatement(
  `SELECT ${COLUMNS}
  FROM user_name_trigram_list t CROSS JOIN user_names n ON n.number = t.doc CROSS JOIN users u ON u.id = n.user_id
  WHERE t.term >= $wanted AND t.term < $end AND t.offset > 0 AND t.offset = instr(n.name, $wanted) - 1 AND ${NO_BLOCK}
  LIMIT $limit`,
  { returns: PUBLIC_COLUMNS, params: { ...PARAMS, end: TEXT } },
)

/**
 * Users by pseudonym, in any case: those that begin with the text, in their order, then those that contain it. Leaves
 * out everybody with whom the viewer has a block relation.
 */
export async function usersNamedLike(db: Connection, viewerId: string, text: string): Promise<PublicUser[]> {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' || wanted.length > LONGEST_NAME || wanted.includes('\0')) return []
  const end = wanted + AFTER_ALL
  const first = beginning(db).all({ viewerId, wanted, end, limit: MOST_FOUND })
  const limit = MOST_FOUND - first.length
  if (limit === 0) return first
  const rest =
    [...wanted].length < 3
      ? containingShort(db).all({ viewerId, wanted, end, limit })
      : containing(db).all({ viewerId, wanted, phrase: quoted(wanted), limit })
  return [...first, ...rest]
}

/** A phrase of the FTS5 query language, whatever is in it (https://sqlite.org/fts5.html#fts5_strings). */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
