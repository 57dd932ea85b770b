import { Database, type Statement } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { LRUCache } from 'lru-cache'
import { confirmLog } from './confirm-log'
import { isUnsynced, StorageUnavailable } from './storage-unavailable'
import type { Report } from './timers'

export type Orm = BunSQLiteDatabase<Record<string, never>>

export type Connection = { readonly sqlite: Database; readonly orm: Orm }

/** `full`: a write has resolved only once it is on disk. `normal` may lose the last commits when the machine dies. */
export type Synchronous = 'full' | 'normal'

/** When the write-ahead log begins anew, its file is cut to this size. */
export const walLimitBytes = 64 * 1024 * 1024

/** How long a connection waits for another process (an operator's command) before it fails with SQLITE_BUSY. */
export const busyTimeoutMs = 5000

/**
 * Waits for other processes. Throws StorageUnavailable when the disk does not confirm the log: then end without
 * closing.
 */
export function openWriter(file: string, synchronous: Synchronous, hasCheckpoints: boolean): Connection {
  const sqlite = open(file, { create: true, readwrite: true }, busyTimeoutMs)
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

/** A statement that would change something fails. */
export function openReader(file: string, waitMs: number): Connection {
  const sqlite = open(file, { readwrite: true }, waitMs)
  sqlite.run('PRAGMA foreign_keys = ON')
  // What is sorted needs no room on a disk, which may be full.
  sqlite.run('PRAGMA temp_store = MEMORY')
  sqlite.run('PRAGMA query_only = 1')
  // SQLite opens the log at the first query: not later, when it may be another file.
  sqlite.query('SELECT 1 FROM sqlite_schema LIMIT 1').get()
  return connection(sqlite)
}

/** Cannot run a checkpoint when it closes: only the next start may move the log of a server whose disk failed. */
export function openReadOnly(file: string): Connection & Disposable {
  const sqlite = open(file, { readonly: true }, busyTimeoutMs)
  return { ...connection(sqlite), [Symbol.dispose]: () => sqlite[Symbol.dispose]() }
}

/** How long a follower's event loop waits for the program that changes its copy, which locks it for some milliseconds. */
const copyWaitMs = 250

/** What a follower reads: it has no log, and another program changes it. */
export function openCopy(file: string): Connection {
  const sqlite = open(file, { readonly: true }, copyWaitMs)
  sqlite.run('PRAGMA temp_store = MEMORY')
  return connection(sqlite)
}

function open(file: string, mode: { create?: true; readwrite?: true; readonly?: true }, waitMs: number): Database {
  const sqlite = withTimes(withStablePlans(new Database(file, { ...mode, strict: true })))
  sqlite.run(`PRAGMA busy_timeout = ${waitMs}`)
  return sqlite
}

/** Of each connection, the `most` statements used last, by their names. A prepared one takes about 12 KB. */
function keptStatements<Made extends object>(
  most: number,
): (database: Database, name: string, make: () => Made) => Made {
  const kept = new WeakMap<Database, LRUCache<string, Made>>()
  return (database, name, make) => {
    const statements = kept.getOrInsertComputed(database, () => new LRUCache({ max: most }))
    const known = statements.get(name)
    if (known !== undefined) return known
    const made = make()
    statements.set(name, made)
    return made
  }
}

const builtStatements = keptStatements<Statement>(300)

/** Drizzle prepares a query each time that it is built: the same text is prepared once. */
function connection(sqlite: Database): Connection {
  const client: Pick<Database, 'prepare'> = {
    prepare: ((text) => builtStatements(sqlite, text, () => sqlite.prepare(text))) as Database['prepare'],
  }
  return { sqlite, orm: drizzle(client as Database) }
}

/** Text, quoted name or comment, in which nothing is a parameter; or a parameter. */
const LITERAL_OR_PARAMETER = /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|\?\d*|\$\w+/g

const plusBeforeParameters = (text: string): string =>
  text.replace(LITERAL_OR_PARAMETER, (part) => (part.startsWith('?') || part.startsWith('$') ? `+${part}` : part))

/**
 * Writes a unary plus before every parameter: SQLite plans a statement anew after each binding of a bare one, for every
 * join (https://sqlite.org/c3ref/prepare.html). A comment with its author takes 5.5 microseconds instead of 25. No plan
 * here depends on a value.
 */
export function withStablePlans(database: Database): Database {
  const prepare = database.prepare.bind(database)
  database.prepare = ((text, params) => prepare(plusBeforeParameters(text), params)) as Database['prepare']
  return database
}

/** 0x10000: of every table, because this connection runs only the writes' queries (sqlite.org/pragma.html#pragma_optimize). */
export const renewStatistics = ({ sqlite }: Connection): void => void sqlite.run('PRAGMA optimize = 0x10002')

/** On a full disk the planner goes on with the statistics that it has. */
export function tryRenewStatistics(writer: Connection, report: Report): void {
  try {
    renewStatistics(writer)
  } catch (error) {
    if (isUnsynced(error)) throw error
    report(error, 'renewing statistics')
  }
}

/** The reader keeps the statistics that it read when it opened. */
export function reloadStatistics({ sqlite }: Connection): void {
  const statistics = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
  // Without statistics ANALYZE would create their table. With them it writes nothing, but the reader may not run it.
  if (statistics === null) return
  sqlite.run('PRAGMA query_only = 0')
  try {
    sqlite.run('ANALYZE sqlite_schema')
  } finally {
    sqlite.run('PRAGMA query_only = 1')
  }
}

/** A statement that took long: its text as the program wrote it, with a sign for each parameter and no value. */
export type SlowStatement = { text: string; rows: number; ms: number }

let limitMs = Number.POSITIVE_INFINITY
let report: (slow: SlowStatement) => void = () => {}

export function watchStatements(ms: number, noteSlow: (slow: SlowStatement) => void): void {
  limitMs = ms
  report = noteSlow
}

/** To look at the clock twice costs a hundredth of this. What takes less, as a rule, is timed once in so many times. */
const fastMs = 0.01
const timedOnceIn = 64
/** How much the last time counts. */
const weight = 0.25

type Method = 'get' | 'all' | 'values' | 'run'
const methods: readonly Method[] = ['get', 'all', 'values', 'run']

/** Times what is prepared on the connection from now on. What is iterated runs between other work, and is not timed. */
function withTimes(database: Database): Database {
  const prepare = database.prepare.bind(database)
  database.prepare = ((text, params) => timed(prepare(text, params), text)) as Database['prepare']
  return database
}

function timed<S extends Pick<Statement, Method>>(statement: S, text: string): S {
  let usualMs = 0
  let untilTimed = 1
  for (const method of methods) {
    // Bound, or with `call`, it takes three times as long.
    const run = statement[method] as (...params: unknown[]) => unknown
    const timedRun = (...params: unknown[]) => {
      if (--untilTimed > 0) return run.apply(statement, params)
      const began = performance.now()
      const result = run.apply(statement, params)
      const ms = performance.now() - began
      usualMs += (ms - usualMs) * weight
      untilTimed = usualMs < fastMs ? timedOnceIn : 1
      if (ms >= limitMs) report({ text, rows: rowsIn(result), ms })
      return result
    }
    Object.defineProperty(statement, method, { value: timedRun })
  }
  return statement
}

function rowsIn(result: unknown): number {
  if (Array.isArray(result)) return result.length
  if (typeof result !== 'object' || result === null) return 0
  return 'changes' in result && 'lastInsertRowid' in result ? Number(result.changes) : 1
}
