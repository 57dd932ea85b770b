import type { Connection, Tx } from '../../../db/storage'
import { dayOf, monthOf } from '../../lib/coarse-time'
import { correctHotScores } from '../posts/stats'

// What was written while the clock was ahead is from the future once it is set right, and leads its list until then. An
// operator who knows that the clock is right gives it the present time (`bun quad doctor --fix`). Quad does not do that
// by itself: if the clock is behind, everything is from the future. Ids keep their time, and with it their order.

/**
 * The times by which lists are ordered, and those from which something counts. Not those at which something is due
 * (delayed texts, the ends of aliases): each gets a moment of its own again by itself, and one for all would show which
 * are of one person.
 */
const COLUMNS = {
  posts: ['created_at', 'updated_at'],
  comments: ['created_at', 'updated_at'],
  bookmarks: ['created_at'],
  follows: ['through', 'created_at'],
  follow_news: ['through'],
  mutes: ['created_at'],
  notifications: ['created_at'],
  account_notices: ['created_at'],
  reports: ['created_at', 'updated_at', 'closed_at'],
  moderation_records: ['created_at'],
  appeals: ['created_at', 'decided_at'],
  held_texts: ['created_at', 'refused_at'],
  feedbacks: ['created_at', 'updated_at'],
  users: ['verified_at', 'reminded_at'],
  aliases: ['created_at'],
} as const

/** Those whose times are milliseconds. */
const IN_MS = new Set(['comments', 'bookmarks', 'aliases'])
const storedTime = (table: string, time: string): string | number => (IN_MS.has(table) ? Date.parse(time) : time)

/** What of a time an account has. */
const COARSE: Record<string, (time: string) => string> = { verified_at: monthOf, reminded_at: dayOf }

/** A synchronized clock may be corrected by less. */
const TOLERANCE_MS = 3_600_000

const latest = (now: number): string => new Date(now + TOLERANCE_MS).toISOString()

/** Rows with a time of the future, by table. Reads every row. */
export function futureRows({ sqlite }: Connection, now = Date.now()): Record<string, number> {
  const counts = Object.entries(COLUMNS).map(([table, columns]) => {
    const isFuture = columns.map((column) => `${column} > ?1`).join(' OR ')
    const query = sqlite.query<{ rows: number }, [string | number]>(
      `SELECT count(*) AS rows FROM ${table} WHERE ${isFuture}`,
    )
    return [table, query.get(storedTime(table, latest(now)))?.rows ?? 0] as const
  })
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0))
}

/** Gives them the present time. */
export async function correctFutureTimes(tx: Tx, now = Date.now()): Promise<Record<string, number>> {
  const rows = futureRows(tx, now)
  const [present, limit] = [new Date(now).toISOString(), latest(now)]
  const presentOf = (column: string) => COARSE[column]?.(present) ?? present
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns)
      tx.sqlite.run(`UPDATE ${table} SET ${column} = ?1 WHERE ${column} > ?2`, [
        storedTime(table, presentOf(column)),
        storedTime(table, limit),
      ])
  correctHotScores(tx)
  return rows
}
