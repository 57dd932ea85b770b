import { Database } from 'bun:sqlite'
import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../errors'
import { keyedHash } from './keys'

/** At most `max` in a window of `seconds`, which opens with the first. */
export type Limit = { name: string; max: number; seconds: number }
export type RateLimitResult = RateLimit & { allowed: boolean }

type Count = { count: number; resetAt: number; dirty: boolean }

const MAX_KEYS = 200_000
const FLUSH_MS = 10_000

/**
 * Fixed windows, counted in memory. A separate SQLite file carries them through restarts, so that a request never waits
 * for its limit. Keys are hashed: no address is on disk.
 */
class RateLimiter {
  private loaded: LRUCache<string, Count> | undefined
  private file: Database | undefined
  private timer: Timer | undefined

  open(path: string): void {
    this.file = new Database(path, { create: true, strict: true })
    this.file.run('pragma journal_mode = wal')
    this.file.run('pragma synchronous = normal')
    this.file.run(
      'create table if not exists counts (key text primary key, count integer not null, reset_at integer not null) strict, without rowid',
    )
    this.file.query('delete from counts where reset_at <= ?').run(Date.now())
    for (const row of this.file
      .query<{ key: string; count: number; reset_at: number }, []>('select * from counts')
      .iterate())
      this.counts.set(row.key, { count: row.count, resetAt: row.reset_at, dirty: false })
    this.timer = setInterval(() => this.flush(), FLUSH_MS)
    this.timer.unref()
  }

  /** Counts one, if it is within the limit. */
  consume(limit: Limit, subject: string): RateLimitResult {
    const entry = this.current(limit, subject)
    if (entry.count >= limit.max) return this.result(limit, entry, false)
    entry.count++
    entry.dirty = true
    return this.result(limit, entry, true)
  }

  /** Like `consume`, without counting. */
  peek(limit: Limit, subject: string): RateLimitResult {
    const entry = this.current(limit, subject)
    return this.result(limit, entry, entry.count < limit.max)
  }

  refund(limit: Limit, subject: string): void {
    const entry = this.current(limit, subject)
    if (entry.count === 0) return
    entry.count--
    entry.dirty = true
  }

  reset(limit: Limit, subject: string): void {
    const entry = this.current(limit, subject)
    entry.count = 0
    entry.dirty = true
  }

  clear(): void {
    this.loaded?.clear()
  }

  flush(): void {
    const { file } = this
    if (!file) return
    const now = Date.now()
    const put = file.query(
      'insert into counts values (?1, ?2, ?3) on conflict (key) do update set count = ?2, reset_at = ?3',
    )
    file.transaction(() => {
      for (const [key, entry] of this.loaded?.entries() ?? []) {
        if (!entry.dirty) continue
        if (entry.resetAt > now) put.run(key, entry.count, entry.resetAt)
        entry.dirty = false
      }
      file.query('delete from counts where reset_at <= ?').run(now)
    })()
  }

  close(): void {
    clearInterval(this.timer)
    this.flush()
    this.file?.close()
    this.file = undefined
  }

  /** Made with the first key: it allocates room for all keys, which would cost a start 14 ms. */
  private get counts(): LRUCache<string, Count> {
    this.loaded ??= new LRUCache({ max: MAX_KEYS })
    return this.loaded
  }

  private current(limit: Limit, subject: string): Count {
    const key = keyedHash('rate-limit', `${limit.name}\0${subject}`)
    const entry = this.counts.get(key)
    if (entry && entry.resetAt > Date.now()) return entry
    const fresh = { count: 0, resetAt: Date.now() + limit.seconds * 1000, dirty: false }
    this.counts.set(key, fresh)
    return fresh
  }

  private result(limit: Limit, entry: Count, allowed: boolean): RateLimitResult {
    return {
      allowed,
      limit: limit.max,
      remaining: Math.max(0, limit.max - entry.count),
      resetSeconds: Math.max(1, Math.ceil((entry.resetAt - Date.now()) / 1000)),
    }
  }
}

export const rateLimiter = new RateLimiter()
