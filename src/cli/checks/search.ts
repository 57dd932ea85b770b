import type { Connection } from '../../../db/connection'
import { agrees } from '../../core/search/agreement'
import { type Finding, ok, warn } from './finding'

/** Whether the search index is of the rows that are there. */
export function* checkSearch(db: Connection): Generator<Finding> {
  const wrong = (['posts', 'comments'] as const).filter((subject) => !agrees(db, subject))
  if (wrong.length === 0) yield ok('search', 'its index has the rows of the database')
  else yield warn('search', `its index of ${wrong.join(' and ')} is of other rows: the next start makes it anew`)
}
