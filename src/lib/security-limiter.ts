import { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'
import { after, afterTurn } from './background'
import { keyedHash } from './keys'
import { log } from './log'
import { networkWidths } from './network'
import { type Count, type Limit, type RateLimitResult, rateLimitResult } from './rate-limiter'

/** About 40 MB of disk. Nobody has as many subjects who is not under attack. */
const MAX_ROWS = 500_000
/** Buckets of one limit that subjects beyond `MAX_ROWS` share. */
const BUCKETS = 1024
/** Sorts after every hash in base64url. */
const BUCKET_MARK = '~'

const SWEEP_MS = 1_000
const NEXT_SWEEP_MS = 20
/** Writing as many blocks the event loop for some two milliseconds. */
const MOST_PENDING = 500
/** Deleting as many blocks the event loop for a millisecond. */
const SWEEP_ROWS = 100

/** A limit whose subjects nobody can make up (accounts, sessions, devices): it needs no bound on their number. */
export type CeilingLimit = Limit & { boundedSubjects?: true }

type Found = { key: string; count: Count; isNew: boolean; isShared: boolean }
type Row = { count: number; reset_at: number }

/**
 * Counts what protects accounts: fixed windows like those of `rateLimiter`, which forget nothing. What a turn of the event
 * loop counts is written to a SQLite file at its end, in one transaction, so that it survives a crash.
 *
 * Whoever invents subjects (addresses, networks) fills the file, never pushes another out: beyond `maxRows` new subjects
 * share buckets by hash, which errs on the side of refusing. Keys are hashed: no address is on disk.
 */
export class SecurityLimiter {
  private connection: Database | undefined
  private cancelSweep = () => {}
  /** Not written yet. */
  private readonly pending = new Map<string, Count>()
  private isScheduled = false
  private rows = 0
  /** Until then a bucket may hold the count of a subject that has no row. */
  private bucketsUntil = 0

  constructor(private readonly maxRows = MAX_ROWS) {}

  /** Without a file, counts are in memory: in commands and tests. */
  open(path: string): void {
    this.close()
    if (!isSound(path)) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    this.connect(path)
    this.sweepFrom(SWEEP_MS)
  }

  /** Counts one, if it is within the limit. */
  consume(limit: CeilingLimit, subject: string): RateLimitResult {
    const { key, count, isNew } = this.find(limit, subject)
    if (count.count >= limit.max) return rateLimitResult(limit, count, false)
    const counted = { ...count, count: count.count + 1 }
    this.put(key, counted, isNew)
    return rateLimitResult(limit, counted, true)
  }

  /** Like `consume`, without counting. */
  peek(limit: CeilingLimit, subject: string): RateLimitResult {
    const { count } = this.find(limit, subject)
    return rateLimitResult(limit, count, count.count < limit.max)
  }

  refund(limit: CeilingLimit, subject: string): void {
    const { key, count } = this.find(limit, subject)
    if (count.count > 0) this.put(key, { ...count, count: count.count - 1 })
  }

  reset(limit: CeilingLimit, subject: string): void {
    const { key, count, isShared } = this.find(limit, subject)
    // What others counted in a bucket stays.
    if (count.count > 0 && !isShared) this.put(key, { ...count, count: 0 })
  }

  /**
   * Counts one on behalf of a client at each width of its network (lib/network.ts), if all are within their limits, and
   * returns how it stands with the one nearest to its limit. `scope` counts it for a subject from that network.
   */
  consumeFrom(limit: Limit, ip: string | null, scope = ''): RateLimitResult {
    const widths = widthsOf(limit, ip, scope)
    const refused = widths.map((each) => this.peek(...each)).find(({ allowed }) => !allowed)
    if (refused) return refused
    return nearest(widths.map((each) => this.consume(...each)))
  }

  /** Like `consumeFrom`, without counting. */
  peekFrom(limit: Limit, ip: string | null, scope = ''): RateLimitResult {
    return nearest(widthsOf(limit, ip, scope).map((each) => this.peek(...each)))
  }

  refundFrom(limit: Limit, ip: string | null, scope = ''): void {
    for (const each of widthsOf(limit, ip, scope)) this.refund(...each)
  }

  resetFrom(limit: Limit, ip: string | null, scope = ''): void {
    for (const each of widthsOf(limit, ip, scope)) this.reset(...each)
  }

  clear(): void {
    this.pending.clear()
    this.connection?.run('delete from counts')
    this.rows = 0
    this.bucketsUntil = 0
  }

  close(): void {
    this.cancelSweep()
    this.write()
    this.connection?.close()
    this.connection = undefined
  }

  /** Deletes some counts whose window has passed; returns whether there are more. */
  sweep(): boolean {
    try {
      this.writePending()
      return this.deleteExpired()
    } catch (err) {
      log.error({ err }, 'limits.db cannot be swept')
      return false
    }
  }

  private deleteExpired(): boolean {
    const { changes } = this.database
      .query('delete from counts where key in (select key from counts where reset_at <= ? limit ?)')
      .run(Date.now(), SWEEP_ROWS)
    this.rows -= changes
    return changes === SWEEP_ROWS
  }

  private sweepFrom(pauseMs: number): void {
    this.cancelSweep = after(pauseMs, 'sweeping limits.db', () =>
      this.sweepFrom(this.sweep() ? NEXT_SWEEP_MS : SWEEP_MS),
    )
  }

  private get database(): Database {
    return this.connection ?? this.connect(':memory:')
  }

  private connect(path: string): Database {
    const database = new Database(path, { create: true, strict: true })
    database.run('pragma journal_mode = wal')
    // A count survives the process. A sync, for what survives a power cut, would block the event loop.
    database.run('pragma synchronous = off')
    database.run(
      'create table if not exists counts (key text primary key, count integer not null, reset_at integer not null) strict, without rowid',
    )
    database.run('create index if not exists counts_reset_at on counts (reset_at)')
    database.query('delete from counts where reset_at <= ?').run(Date.now())
    const select = 'select count(*) as rows, max(reset_at) filter (where key >= ?) as until from counts'
    const found = database.query<{ rows: number; until: number | null }, [string]>(select).get(BUCKET_MARK)
    this.rows = found?.rows ?? 0
    this.bucketsUntil = found?.until ?? 0
    this.connection = database
    return database
  }

  private find(limit: CeilingLimit, subject: string): Found {
    const now = Date.now()
    const hash = keyedHash('rate-limit', `${limit.name}\0${subject}`)
    const key = hash.slice(0, 22)
    const own = this.get(key)
    const fresh = { count: 0, resetAt: now + limit.seconds * 1000 }
    if (own) return { key, count: own.resetAt > now ? own : fresh, isNew: false, isShared: false }
    const isFull = this.rows >= this.maxRows
    const first = { key, count: fresh, isNew: true, isShared: false }
    if (limit.boundedSubjects || (!isFull && this.bucketsUntil <= now)) return first
    const bucket = `${BUCKET_MARK}${limit.name}:${Buffer.from(hash.slice(-4), 'base64url').readUInt16BE() % BUCKETS}`
    const shared = this.get(bucket)
    // A bucket is used until its window has passed, even if there is room again: it may hold the subject's count.
    if (shared && shared.resetAt > now) return { key: bucket, count: shared, isNew: false, isShared: true }
    return isFull ? { key: bucket, count: fresh, isNew: shared === undefined, isShared: true } : first
  }

  private get(key: string): Count | undefined {
    const pending = this.pending.get(key)
    if (pending) return pending
    const row = this.database.query<Row, [string]>('select count, reset_at from counts where key = ?').get(key)
    return row ? { count: row.count, resetAt: row.reset_at } : undefined
  }

  private schedule(): void {
    this.isScheduled = true
    afterTurn('writing limits.db', () => {
      this.isScheduled = false
      this.write()
    })
  }

  private put(key: string, count: Count, isNew = false): void {
    if (!this.isScheduled) this.schedule()
    this.pending.set(key, count)
    if (isNew) this.rows++
    if (key.startsWith(BUCKET_MARK)) this.bucketsUntil = Math.max(this.bucketsUntil, count.resetAt)
    // One turn of the loop may count more than should be written at once.
    if (this.pending.size >= MOST_PENDING) this.write()
  }

  /** On a full disk counts stay in memory, and are written with a later one. */
  private write(): void {
    try {
      this.writePending()
    } catch (err) {
      log.error({ err }, 'limits.db cannot be written')
    }
  }

  private writePending(): void {
    if (this.pending.size === 0) return
    const put = this.database.query(
      'insert into counts values (?1, ?2, ?3) on conflict (key) do update set count = ?2, reset_at = ?3',
    )
    this.database.transaction(() => {
      for (const [key, { count, resetAt }] of this.pending) put.run(key, count, resetAt)
    })()
    this.pending.clear()
  }
}

/** Whether the file is a sound database or not there yet; a power cut may have broken it. */
function isSound(path: string): boolean {
  if (!existsSync(path)) return true
  try {
    using database = new Database(path)
    const [first] = database.query<{ quick_check: string }, []>('pragma quick_check(1)').all()
    if (first?.quick_check === 'ok') return true
  } catch (err) {
    log.warn({ err }, 'limits.db cannot be read')
  }
  log.warn('limits.db was broken: counts of sign-ins, codes and mail begin anew')
  return false
}

const widthsOf = (limit: Limit, ip: string | null, scope: string): [Limit, string][] =>
  networkWidths(ip ?? '').map(({ key, factor }) => [{ ...limit, max: limit.max * factor }, `${scope}\0${key}`])

function nearest(results: RateLimitResult[]): RateLimitResult {
  const [first, ...others] = results
  if (!first) throw new Error('an address without a width')
  return others.reduce((least, each) => {
    if (least.allowed !== each.allowed) return least.allowed ? each : least
    return each.remaining < least.remaining ? each : least
  }, first)
}

export const securityLimiter = new SecurityLimiter()
