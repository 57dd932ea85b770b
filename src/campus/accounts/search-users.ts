import { userStats } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { selectList } from '../../../db/statement'
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

const FOUND = sql({ ...PUBLIC_COLUMNS, karma: userStats.karma })
const SELECT = raw(`SELECT ${selectList(PUBLIC_COLUMNS, 'u')}, s.karma FROM`)
const USER = raw('CROSS JOIN users u ON u.id = n.user_id CROSS JOIN user_stats s ON s.user = u.key')

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
  const isShown = sql`u.status = 'ACTIVE'
    AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = ${viewerId} AND blocked_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE blocker_id = u.id AND blocked_id = ${viewerId})`
  // Index: user_names_name.
  const first = FOUND`${SELECT} user_names n ${USER}
    WHERE n.name >= ${text} AND n.name < ${end} AND substr(n.name, 1, length(${text})) = ${text} AND ${isShown}
    ORDER BY n.name, n.number LIMIT ${MAX_RESULTS}`.all(db)
  const limit = MAX_RESULTS - first.length
  if (limit === 0) return first
  // By trigrams, in the order of random numbers, which says nothing about when anybody joined. Leaves out the names
  // that begin with the text. Two letters begin a trigram. Each name counts once, at its first such trigram.
  const rest =
    length < 3
      ? FOUND`${SELECT} user_name_trigram_list t CROSS JOIN user_names n ON n.number = t.doc ${USER}
          WHERE t.term >= ${text} AND t.term < ${end} AND t.offset > 0 AND t.offset = instr(n.name, ${text}) - 1
            AND ${isShown} LIMIT ${limit}`
      : FOUND`${SELECT} user_name_trigrams t CROSS JOIN user_names n ON n.number = t.rowid ${USER}
          WHERE t.name MATCH ${ftsPhrase(text)} AND instr(n.name, ${text}) > 1 AND ${isShown} LIMIT ${limit}`
  return [...first, ...rest.all(db).toSorted((one, other) => (one.username < other.username ? -1 : 1))]
}

/** Quotes any text as a phrase of FTS5 (https://sqlite.org/fts5.html#fts5_strings). */
const ftsPhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`
