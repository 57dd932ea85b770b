import { Database } from 'bun:sqlite'
import { existsSync, rmSync, statSync } from 'node:fs'
import { errorCode, isBusy, isDamage } from '../../../db/error-code'
import { after, afterTurn, reportFailure } from '../process/background'
import { log } from '../process/log'

/** `resetAt`: when its window ends. */
export type Count = { count: number; resetAt: number }

const SWEEP_MS = 1_000
const NEXT_SWEEP_MS = 20
/** Writing as many blocks the event loop for some two milliseconds. */
const WRITE_ROWS = 500
/** Deleting as many blocks the event loop for a millisecond. */
const SWEEP_ROWS = 100
/** Some 20 MB. So many counts wait in memory while the file cannot be written. */
const MOST_UNWRITTEN = 50_000

/** The longest window of all limits. A row that ends later was written while the clock was ahead. */
const LONGEST_MS = 30 * 86_400_000

/** `isBlind`: counted while the file could not be read, so that what it has of the same window is added. */
type Unwritten = Count & { isBlind?: true }

/**
 * Counts by key that survive the process, in a SQLite file that may be locked, full or broken: nothing here throws, or
 * waits for it. What cannot be read counts as nothing, so an attacker gets each limit once more at most.
 */
export class CountFile {
  private path: string | undefined
  private connection: Database | undefined
  private readonly unwritten = new Map<string, Unwritten>()
  private cancelSweep = () => {}
  private inode: number | undefined
  private isScheduled = false
  private isFailing = false
  private isReadable = true
  /** At least as many as there are. */
  rows = 0

  /** `onOpened` runs when the file is there, which may be later. */
  constructor(private readonly onOpened: () => void) {}

  /** Counts are in memory until this is called: in commands and tests. */
  open(path: string): void {
    this.close()
    this.path = path
    this.guard('opening limits.db', () => this.connect())
    this.sweepLater(SWEEP_MS)
  }

  /** Whether memory takes no more keys that anybody could make up. */
  get isCrowded(): boolean {
    return this.unwritten.size >= MOST_UNWRITTEN
  }

  get(key: string): Count | undefined {
    return this.unwritten.get(key) ?? this.read(key)
  }

  /** The latest end of a window among the keys of the file that sort after `from`; 0 without any. */
  latestEnd(from: string): number {
    const select = 'select max(reset_at) as until from counts where key >= ?'
    const found = this.guard('reading limits.db', () =>
      this.connection?.query<{ until: number | null }, [string]>(select).get(from),
    )
    return found?.until ?? 0
  }

  /** Replaces a count that was read just before. `isReset` takes the place of whatever the file has, too. */
  put(key: string, { count, resetAt }: Count, { isNew = false, isReset = false } = {}): void {
    if (isNew) this.rows++
    const last = this.unwritten.get(key)
    const isBlind = !isReset && (last === undefined ? !this.isReadable : last.isBlind === true)
    this.unwritten.set(key, isBlind ? { count, resetAt, isBlind } : { count, resetAt })
    if (this.isFailing) return
    if (!this.isScheduled)
      afterTurn('writing limits.db', () => {
        this.isScheduled = false
        this.write()
      })
    this.isScheduled = true
    // One turn of the loop may count more than should be written at once.
    if (this.unwritten.size >= WRITE_ROWS) this.write()
  }

  clear(): void {
    this.unwritten.clear()
    this.connection?.run('delete from counts')
    this.rows = 0
  }

  close(): void {
    this.cancelSweep()
    while (this.unwritten.size > 0 && this.write());
    this.disconnect()
    this.path = undefined
    this.unwritten.clear()
    this.isFailing = false
  }

  /** Deletes some counts whose window has passed; returns whether there are more. */
  sweep(): boolean {
    const { path } = this
    // Somebody may have removed the file, to forgive all attempts; what the open one counts would be lost at the end.
    if (path !== undefined && this.connection !== undefined && inodeOf(path) !== this.inode) this.disconnect()
    if (path !== undefined && this.connection === undefined) this.guard('opening limits.db', () => this.connect())
    if (!this.write()) {
      const now = Date.now()
      for (const [key, { resetAt }] of this.unwritten) if (resetAt <= now && this.unwritten.delete(key)) this.rows--
      return false
    }
    return this.unwritten.size > 0 || (this.guard('sweeping limits.db', () => this.deleteExpired()) ?? false)
  }

  private read(key: string): Count | undefined {
    const row = this.guard('reading limits.db', () =>
      this.database?.query<Count, [string]>('select count, reset_at as resetAt from counts where key = ?').get(key),
    )
    this.isReadable = row !== undefined
    return row ?? undefined
  }

  /** Returns whether all of a batch is written. */
  private write(): boolean {
    if (this.unwritten.size === 0) return true
    const batch = [...this.unwritten.entries().take(WRITE_ROWS)]
    const written = this.guard('writing limits.db', () => this.writeBatch(batch)) ?? false
    this.isFailing = !written
    if (written) for (const [key] of batch) this.unwritten.delete(key)
    return written
  }

  private writeBatch(batch: [string, Unwritten][]): boolean {
    const { database } = this
    if (database === undefined) return false
    const put = database.query(
      'insert into counts values (?1, ?2, ?3) on conflict (key) do update set count = ?2, reset_at = ?3',
    )
    const add = database.query(
      `insert into counts values (?1, ?2, ?3) on conflict (key) do update
      set count = ?2 + iif(reset_at > ?4, count, 0), reset_at = max(reset_at, ?3)`,
    )
    database.transaction(() => {
      for (const [key, { count, resetAt, isBlind }] of batch)
        if (isBlind) add.run(key, count, resetAt, Date.now())
        else put.run(key, count, resetAt)
    })()
    return true
  }

  private deleteExpired(): boolean {
    const now = Date.now()
    const { database } = this
    if (database === undefined) return false
    const passed = database.query(
      'delete from counts where key in (select key from counts where reset_at <= ? limit ?)',
    )
    const { changes } = passed.run(now, SWEEP_ROWS)
    this.rows -= changes
    const { changes: cut } = database
      .query('update counts set reset_at = ?1 where key in (select key from counts where reset_at > ?1 limit ?2)')
      .run(now + LONGEST_MS, SWEEP_ROWS)
    return changes === SWEEP_ROWS || cut === SWEEP_ROWS
  }

  private sweepLater(pauseMs: number): void {
    this.cancelSweep = after(pauseMs, 'sweeping limits.db', () => {
      this.sweepLater(this.sweep() ? NEXT_SWEEP_MS : SWEEP_MS)
    })
  }

  private get database(): Database | undefined {
    if (this.connection === undefined && this.path === undefined) this.connect()
    return this.connection
  }

  private connect(): void {
    const { path = ':memory:' } = this
    const { database, rows } = openCounts(path)
    this.rows = rows + this.unwritten.size
    this.connection = database
    this.inode = inodeOf(path)
    this.onOpened()
  }

  private disconnect(): void {
    this.connection?.close()
    this.connection = undefined
  }

  /** Undefined if the work failed. After an error that does not pass by itself the file is opened anew. */
  private guard<T>(task: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      reportFailure(error, task)
      // A lock goes, and so does a full disk, without harm to the file.
      if (!isBusy(error) && errorCode(error) !== 'SQLITE_FULL') this.disconnect()
      return undefined
    }
  }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

/** Opens the file of counts, and how many it has; a broken one begins anew. Throws where it is locked or cannot be read. */
function openCounts(path: string): { database: Database; rows: number } {
  if (!isSound(path)) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  const database = new Database(path, { create: true, strict: true })
  try {
    // Nobody waits for another process.
    database.run('pragma busy_timeout = 0')
    database.run('pragma journal_mode = wal')
    // A count survives the process. A sync, for what survives a power cut, would block the event loop.
    database.run('pragma synchronous = off')
    database.run(
      'create table if not exists counts (key text primary key, count integer not null, reset_at integer not null) strict, without rowid',
    )
    database.run('create index if not exists counts_reset_at on counts (reset_at)')
    const found = database.query<{ rows: number }, []>('select count(*) as rows from counts').get()
    return { database, rows: found?.rows ?? 0 }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whether the file is a sound database or not there yet; a power cut may have broken it. */
function isSound(path: string): boolean {
  if (!existsSync(path)) return true
  try {
    using database = new Database(path)
    const [first] = database.query<{ quick_check: string }, []>('pragma quick_check(1)').all()
    if (first?.quick_check === 'ok') return true
  } catch (error) {
    // What is locked, or has no room for its `-shm`, is not broken.
    if (!isDamage(error)) throw error
  }
  log.warn('limits.db was broken: counts of sign-ins, codes and mail begin anew')
  return false
}
