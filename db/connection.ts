import { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { confirmLog } from './confirm-log'
import { oncePerText } from './once-per-text'
import { withTimes } from './slow-statements'
import { StorageUnavailable } from './storage-unavailable'

export type Orm = BunSQLiteDatabase<Record<string, never>>

/** One SQLite connection: raw, and as Drizzle sees it. */
export type Connection = { readonly sqlite: Database; readonly orm: Orm }

/**
 * `full`: a write has resolved only once it is on disk. `normal` may lose the last commits when the machine (not the
 * process) dies.
 */
export type Synchronous = 'full' | 'normal'

/** When the write-ahead log begins anew, its file is cut to this size. */
export const walLimitBytes = 64 * 1024 * 1024

/** How long a connection waits for another process (an operator's command) before it fails with SQLITE_BUSY. */
export const busyTimeoutMs = 5000

/**
 * Opens the connection that writes; creates the file when it is missing. It waits for other processes, as an open and a
 * command may. `hasCheckpoints`: the caller moves the log; otherwise SQLite does so within commits, and tells nobody when
 * that fails.
 *
 * Throws StorageUnavailable when the disk does not confirm the log: then end the process without closing anything.
 */
export function openWriter(file: string, synchronous: Synchronous, hasCheckpoints: boolean): Connection {
  const sqlite = withTimes(withStablePlans(new Database(file, { create: true, readwrite: true, strict: true })))
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  try {
    confirmLog(sqlite, file)
  } catch (error) {
    if (error instanceof StorageUnavailable) unclosed.push(sqlite)
    throw error
  }
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run(`PRAGMA synchronous = ${synchronous}`)
  sqlite.run('PRAGMA foreign_keys = ON')
  // What was deleted is overwritten: the file goes into backups, and tells nothing of deleted accounts.
  sqlite.run('PRAGMA secure_delete = ON')
  sqlite.run(`PRAGMA journal_size_limit = ${walLimitBytes}`)
  if (hasCheckpoints) sqlite.run('PRAGMA wal_autocheckpoint = 0')
  return connection(sqlite)
}

/** The garbage collector would close them. */
const unclosed: Database[] = []

/** Opens the connection that only reads: a statement that would change something fails. */
export function openReader(file: string, waitMs: number): Connection {
  const sqlite = withTimes(withStablePlans(new Database(file, { readwrite: true, strict: true })))
  sqlite.run(`PRAGMA busy_timeout = ${waitMs}`)
  sqlite.run('PRAGMA foreign_keys = ON')
  // What is sorted needs no room on a disk, which may be full.
  sqlite.run('PRAGMA temp_store = MEMORY')
  sqlite.run('PRAGMA query_only = 1')
  // SQLite opens the log at the first query: not later, when it may be another file.
  sqlite.query('SELECT 1 FROM sqlite_schema LIMIT 1').get()
  return connection(sqlite)
}

/**
 * Opens a database to look at it, beside a server or alone. When the last connection closes it runs a checkpoint, and a
 * server that ended because its disk failed has left a log that only the next start may move; this connection cannot.
 */
export function openReadOnly(file: string): Connection {
  const sqlite = withTimes(withStablePlans(new Database(file, { readonly: true, strict: true })))
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  return connection(sqlite)
}

/** How long a follower's event loop waits for the program that changes its copy, which locks it for some milliseconds. */
const copyWaitMs = 250

/** Opens the copy that a follower reads: it has no log, and another program changes it. */
export function openCopy(file: string): Connection {
  const copy = openReadOnly(file)
  copy.sqlite.run(`PRAGMA busy_timeout = ${copyWaitMs}`)
  copy.sqlite.run('PRAGMA temp_store = MEMORY')
  return copy
}

const KEPT_STATEMENTS = 300
const prepareOnce = oncePerText(KEPT_STATEMENTS, (sqlite, text) => sqlite.prepare(text))

/** Drizzle prepares a query each time that it is built: the same text is prepared once. */
function connection(sqlite: Database): Connection {
  const client: Pick<Database, 'prepare'> = { prepare: ((text) => prepareOnce(sqlite, text)) as Database['prepare'] }
  return { sqlite, orm: drizzle(client as Database) }
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
