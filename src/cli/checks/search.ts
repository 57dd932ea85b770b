import type { Connection } from '../../../db/connection'
import { agrees, NEWEST, SPREAD } from '../../core/search/agreement'
import { type Finding, ok, warn } from './finding'

/** Of each subject. */
const SAMPLE = `the newest ${NEWEST} posts and comments, and ${SPREAD} of each from all along`

/**
 * Whether the search index is of the rows that are there, by some of them: rows move together, from one number on. FTS5's
 * own `integrity-check` reads every text, is a write, which a command beside the server must not wait for, and takes rows
 * that are not indexed yet for damage.
 */
export function* checkSearch(db: Connection): Generator<Finding> {
  const wrong = (['posts', 'comments'] as const).filter((subject) => !agrees(db, subject))
  if (wrong.length === 0) yield ok('search', `its index has the rows of the database that were looked at: ${SAMPLE}`)
  else yield warn('search', `its index of ${wrong.join(' and ')} is of other rows: the next start makes it anew`)
}
