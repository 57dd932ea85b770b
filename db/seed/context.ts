import type { Database } from 'bun:sqlite'

export type SeedOptions = {
  /** The same number makes the same campus, if the database has the same users before. */
  seed: number
  users: number
  posts: number
  comments: number
  votes: number
  /** The share of authors of a thread, from 0 to 1, who write there under an alias. */
  aliased: number
  /** The time of the last activity; the first post is two years older. */
  until: Date
  /** With null, students sign in by code only. */
  passwordHash: string | null
  /** What a table has instead of an address. */
  sealAddress: (id: string, email: string) => { index: string; sealed: string }
  /** `below` draws a whole number below its argument. */
  drawPseudonym: (below: (bound: number) => number) => string
  /** SQL that counts the list totals. */
  countedPosts: string
  /** Of a post, by its time and what its votes and comments are. */
  hotScore: (publishedAt: string, parts: { votes: number; comments: number }) => number
}

export type Context = Omit<SeedOptions, 'until'> & { sqlite: Database; from: number; until: number; identities: number }

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const iso = (time: number): string => new Date(time).toISOString()

/** What an account has of a time. */
export const month = (time: number): string => `${iso(time).slice(0, 7)}-01T00:00:00.000Z`
export const day = (time: number): string => `${iso(time).slice(0, 10)}T00:00:00.000Z`

/** Inserts rows into a table and returns their keys; all of them have the columns of the first, in the same order. */
export function inserter(sqlite: Database, table: string, verb = 'INSERT') {
  let statement: ReturnType<Database['prepare']> | undefined
  return (row: Record<string, string | number | null>) => {
    const columns = Object.keys(row)
    statement ??= sqlite.prepare(
      `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    return Number(statement.run(...Object.values(row)).lastInsertRowid)
  }
}
