import { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'

export type Orm = BunSQLiteDatabase<Record<string, never>>

/** One SQLite connection: raw, and as Drizzle sees it. */
export type Connection = { readonly sqlite: Database; readonly orm: Orm }

/**
 * `full`: a write has resolved only once it is on disk. `normal` may lose the last commits when the machine (not the
 * process) dies.
 */
export type Synchronous = 'full' | 'normal'

/** Above this size the writer runs the checkpoint itself, so that the write-ahead log stays bounded under any load. */
const walLimitBytes = 64 * 1024 * 1024

/** A page of 4096 bytes and its header (https://sqlite.org/fileformat2.html#walformat). */
const walFrameBytes = 4096 + 24

/** How long a connection waits for another process (an operator's command) before it fails with SQLITE_BUSY. */
const busyTimeoutMs = 5000

/** The process grows by these once the page caches are full. Twice as much made nothing faster. */
const readerCacheKiB = 8 * 1024
const writerCacheKiB = 4 * 1024

/**
 * Opens the connection that writes; creates the file when it is missing. `hasCheckpointer`: a thread moves the
 * write-ahead log into the file, and this connection does so only when the log reaches its limit.
 */
export function openWriter(file: string, synchronous: Synchronous, hasCheckpointer: boolean): Connection {
  const sqlite = withStablePlans(new Database(file, { create: true, readwrite: true, strict: true }))
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run(`PRAGMA synchronous = ${synchronous}`)
  sqlite.run('PRAGMA foreign_keys = ON')
  // What was deleted is overwritten: the file goes into backups, and tells nothing of deleted accounts.
  sqlite.run('PRAGMA secure_delete = ON')
  sqlite.run(`PRAGMA journal_size_limit = ${walLimitBytes}`)
  if (hasCheckpointer) sqlite.run(`PRAGMA wal_autocheckpoint = ${Math.floor(walLimitBytes / walFrameBytes)}`)
  sqlite.run(`PRAGMA cache_size = -${writerCacheKiB}`)
  return { sqlite, orm: drizzle(sqlite) }
}

/**
 * Moves the write-ahead log into the file and empties it: until then it holds the former content of pages. Does nothing
 * while a transaction is open or another process reads, rather than wait. Run by the writer, whose `data_version` stays
 * as it is.
 */
export function emptyLog({ sqlite }: Connection): void {
  if (sqlite.inTransaction) return
  sqlite.run('PRAGMA busy_timeout = 0')
  try {
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  }
}

/** Opens the connection that only reads: a statement that would change something fails. */
export function openReader(file: string): Connection {
  const sqlite = withStablePlans(new Database(file, { readwrite: true, strict: true }))
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run(`PRAGMA cache_size = -${readerCacheKiB}`)
  // What is sorted needs no room on a disk, which may be full.
  sqlite.run('PRAGMA temp_store = MEMORY')
  sqlite.run('PRAGMA query_only = 1')
  return { sqlite, orm: drizzle(sqlite) }
}

/** Text, quoted name or comment, in which nothing is a parameter; or a parameter. */
const LITERAL_OR_PARAMETER = /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|\?\d*|\$\w+/g

const plusBeforeParameters = (text: string): string =>
  text.replace(LITERAL_OR_PARAMETER, (part) => (part.startsWith('?') || part.startsWith('$') ? `+${part}` : part))

/**
 * Stable query plans: writes a unary plus before every parameter, which changes neither value nor affinity. SQLite
 * plans a prepared statement anew after a binding when the value could lead to another plan
 * (https://sqlite.org/c3ref/prepare.html), and the SQLite in Bun 1.4.5 assumes so for every join and union; behind a
 * plus it ignores the value. A comment with its author takes 5.5 microseconds instead of 25, a look-up in two tables
 * 2.5 instead of 10. No plan here depends on a value: `db/plans/` records them without values.
 */
export function withStablePlans(database: Database): Database {
  const prepare = database.prepare.bind(database)
  database.prepare = ((text, params) => prepare(plusBeforeParameters(text), params)) as Database['prepare']
  return database
}
