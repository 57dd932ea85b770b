import { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { steady } from './steady'

export type Orm = BunSQLiteDatabase<Record<string, never>>

/** One SQLite connection: raw, and as Drizzle sees it. */
export type Connection = { readonly sqlite: Database; readonly orm: Orm }

/** `full`: a write that was answered is on disk. `normal` may lose the last commits when the machine (not the process) dies. */
export type Synchronous = 'full' | 'normal'

/** Above this size the writer checkpoints by itself, however busy it is, so that the write-ahead log stays bounded. */
const walLimitBytes = 64 * 1024 * 1024

/** A page of 4096 bytes and its header (https://sqlite.org/fileformat2.html#walformat). */
const walFrameBytes = 4096 + 24

/** How long a connection waits for another process (a command of the operator) before it answers SQLITE_BUSY. */
const busyTimeoutMs = 5000

/** Resident memory grows with these: a full page cache shows in the process's size. Twice as much made nothing faster. */
const readerCacheKiB = 8 * 1024
const writerCacheKiB = 4 * 1024

/**
 * Opens the connection that may write, and creates the file when it is missing. `checkpointed`: whether a thread beside
 * it moves the write-ahead log into the file; the writer leaves that to it up to the log's limit.
 */
export function openWriter(file: string, synchronous: Synchronous, checkpointed: boolean): Connection {
  const sqlite = steady(new Database(file, { create: true, readwrite: true, strict: true }))
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run(`PRAGMA synchronous = ${synchronous}`)
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run(`PRAGMA journal_size_limit = ${walLimitBytes}`)
  if (checkpointed) sqlite.run(`PRAGMA wal_autocheckpoint = ${Math.floor(walLimitBytes / walFrameBytes)}`)
  sqlite.run(`PRAGMA cache_size = -${writerCacheKiB}`)
  return { sqlite, orm: drizzle(sqlite) }
}

/** Opens the connection that only reads. Every statement that would change something fails on it. */
export function openReader(file: string): Connection {
  const sqlite = steady(new Database(file, { readwrite: true, strict: true }))
  sqlite.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run(`PRAGMA cache_size = -${readerCacheKiB}`)
  sqlite.run('PRAGMA query_only = 1')
  return { sqlite, orm: drizzle(sqlite) }
}
