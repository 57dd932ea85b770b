import { userStats, users } from '../../../db/schema/users'
import { INTEGER, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { PublicUser } from './record'
import { PUBLIC_COLUMNS } from './users'

// SQL text: the FTS5 tables are not in the Drizzle schema.

/** Interface, users: at most 10 results. */
const MAX_RESULTS = 10
/** With one character, ten searches and the alphabet would list a campus. */
const MIN_LENGTH = 2
/** Longer than any username. */
const MAX_LENGTH = 64
/** A prefix with this sorts after every text that begins with the prefix. */
const LAST_CHARACTER = '\u{10FFFF}'

const TYPES = { ...PUBLIC_COLUMNS, karma: userStats.karma }
const COLUMNS = `${selectList(PUBLIC_COLUMNS, 'u')}, s.karma`
const USER = 'CROSS JOIN users u ON u.id = n.user_id CROSS JOIN user_stats s ON s.user = u.key'

/** Onboarded, and without a block relation with the viewer. */
const VISIBLE = `
  u.status = 'ACTIVE' AND
  NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = $viewerId AND blocked_id = u.id) AND
  NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = u.id AND blocked_id = $viewerId)`

const PARAMS = { viewerId: users.id, text: TEXT, limit: INTEGER }

/** Index: user_names_name. */
const namesThatBegin = sqlStatement(
  `SELECT ${COLUMNS}
  FROM user_names n ${USER}
  WHERE n.name >= $text AND n.name < $end AND substr(n.name, 1, length($text)) = $text AND ${VISIBLE}
  ORDER BY n.name, n.number
  LIMIT $limit`,
  { returns: TYPES, params: { ...PARAMS, end: TEXT } },
)

/** By trigrams, in the order of random numbers, which says nothing about when anybody joined. Leaves out the names that begin with the text. */
const namesThatContain = sqlStatement(
  `SELECT ${COLUMNS}
  FROM user_name_trigrams t CROSS JOIN user_names n ON n.number = t.rowid ${USER}
  WHERE t.name MATCH $phrase AND instr(n.name, $text) > 1 AND ${VISIBLE}
  LIMIT $limit`,
  { returns: TYPES, params: { ...PARAMS, phrase: TEXT } },
)

/** Two letters begin a trigram. Each name counts once, at its first such trigram. */
const namesThatContainShort = sqlStatement(
  `SELECT ${COLUMNS}
  FROM user_name_trigram_list t CROSS JOIN user_names n ON n.number = t.doc ${USER}
  WHERE t.term >= $text AND t.term < $end AND t.offset > 0 AND t.offset = instr(n.name, $text) - 1 AND ${VISIBLE}
  LIMIT $limit`,
  { returns: TYPES, params: { ...PARAMS, end: TEXT } },
)

/**
 * Users by username in any case: first the names that begin with the text, then those that contain it, each in
 * alphabetical order. Finds nobody by fewer than two characters, and neither users who have not finished onboarding nor
 * those with whom the viewer has a block relation.
 */
export function searchUsers(db: Connection, viewerId: string, query: string): PublicUser[] {
  const text = query.trim().toLowerCase()
  const length = [...text].length
  if (length < MIN_LENGTH || text.length > MAX_LENGTH || text.includes('\0')) return []
  const end = text + LAST_CHARACTER
  const first = namesThatBegin(db).all({ viewerId, text, end, limit: MAX_RESULTS })
  const limit = MAX_RESULTS - first.length
  if (limit === 0) return first
  const rest =
    length < 3
      ? namesThatContainShort(db).all({ viewerId, text, end, limit })
      : namesThatContain(db).all({ viewerId, text, phrase: ftsPhrase(text), limit })
  return [...first, ...rest.toSorted((one, other) => (one.username < other.username ? -1 : 1))]
}

/** Quotes any text as a phrase of FTS5 (https://sqlite.org/fts5.html#fts5_strings). */
const ftsPhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`
