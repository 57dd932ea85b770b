import { LRUCache } from 'lru-cache'
import { atFirstUse } from '../../config/lazy'
import type { RateLimit } from '../../errors'
import { keyedHash } from '../crypto/keys'
import { type Count, CountFile } from '../files/count-file'
import { addressKey, networkWidths } from './network'

export type Limit = { name: string; max: number; seconds: number }
export type RateLimitResult = RateLimit & { allowed: boolean }

function rateLimitResult({ max }: Limit, { count, resetAt }: Count, allowed: boolean): RateLimitResult {
  return {
    allowed,
    limit: max,
    remaining: Math.max(0, max - count),
    resetSeconds: Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)),
  }
}

const MAX_KEYS = 200_000

/**
 * Counts requests in fixed windows, in memory. Beyond `MAX_KEYS` it forgets who was idle for longest, and a restart
 * forgets all: windows are a minute.
 */
class VolumeLimiter {
  /** Made with the first key: it allocates room for all keys, which would cost a start 14 ms. */
  readonly #counts = atFirstUse(() => new LRUCache<string, Count>({ max: MAX_KEYS }))

  consume(limit: Limit, subject: string): RateLimitResult {
    const key = `${limit.name}\0${subject}`
    const now = Date.now()
    const latest = now + limit.seconds * 1000
    let count = this.#counts().get(key)
    if (count === undefined || count.resetAt <= now) {
      count = { count: 0, resetAt: latest }
      this.#counts().set(key, count)
    }
    // A window that ends later was opened while the clock was ahead.
    count.resetAt = Math.min(count.resetAt, latest)
    const allowed = count.count < limit.max
    if (allowed) count.count++
    return rateLimitResult(limit, count, allowed)
  }

  consumeFrom(limit: Limit, ip: string | null): RateLimitResult {
    return this.consume(limit, addressKey(ip ?? ''))
  }

  clear(): void {
    this.#counts().clear()
  }
}

export const rateLimiter = new VolumeLimiter()

/** About 40 MB of disk. Nobody has as many subjects who is not under attack. */
const MAX_ROWS = 500_000
/** Buckets of one limit that subjects beyond `MAX_ROWS` share, with a mark that sorts after every hash in base64url. */
const BUCKETS = 1024
const BUCKET_MARK = '~'

/** A limit whose subjects nobody can make up (accounts, sessions, devices): it needs no bound on their number. */
export type CeilingLimit = Limit & { boundedSubjects?: true }

type Found = { key: string; count: Count; isNew: boolean }

/**
 * Counts what protects accounts: it forgets nothing, and survives the process. Whoever invents subjects (addresses,
 * networks) fills the file, never pushes another out: beyond `maxRows` new subjects share buckets by hash, which errs
 * on the side of refusing. Keys are hashed: no address is on disk.
 */
export class SecurityLimiter {
  private readonly counts = new CountFile(() => {
    this.bucketsUntil = Math.max(this.bucketsUntil, this.counts.latestEnd(BUCKET_MARK))
  })
  /** Until then a bucket may hold the count of a subject that has no row. */
  private bucketsUntil = 0

  constructor(private readonly maxRows = MAX_ROWS) {}

  /** Without a file, counts are in memory: in commands and tests. */
  open(path: string): void {
    this.bucketsUntil = 0
    this.counts.open(path)
  }

  consume(limit: CeilingLimit, subject: string): RateLimitResult {
    const found = this.find(limit, subject)
    const allowed = found.count.count < limit.max
    if (allowed) this.count(found, found.count.count + 1)
    return rateLimitResult(limit, found.count, allowed)
  }

  /** Like `consume`, without counting. */
  peek(limit: CeilingLimit, subject: string): RateLimitResult {
    const { count } = this.find(limit, subject)
    return rateLimitResult(limit, count, count.count < limit.max)
  }

  refund(limit: CeilingLimit, subject: string): void {
    const found = this.find(limit, subject)
    if (found.count.count > 0) this.count({ ...found, isNew: false }, found.count.count - 1)
  }

  reset(limit: CeilingLimit, subject: string): void {
    const { key, count } = this.find(limit, subject)
    // What others counted in a bucket stays.
    if (count.count > 0 && !key.startsWith(BUCKET_MARK)) this.put(key, { ...count, count: 0 }, { isReset: true })
  }

  /** Counts at each width of the network, if all are within their limits; returns the one nearest to its limit. */
  consumeFrom(limit: Limit, ip: string | null, scope = ''): RateLimitResult {
    const widths = widthsOf(limit, ip, scope)
    const refused = widths.map((each) => this.peek(...each)).find(({ allowed }) => !allowed)
    if (refused) return refused
    return nearest(widths.map((each) => this.consume(...each)))
  }

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
    this.counts.clear()
    this.bucketsUntil = 0
  }

  close(): void {
    this.counts.close()
  }

  sweep(): boolean {
    return this.counts.sweep()
  }

  private find(limit: CeilingLimit, subject: string): Found {
    const now = Date.now()
    const hash = keyedHash('rate-limit', `${limit.name}\0${subject}`)
    const key = hash.slice(0, 22)
    const fresh = { count: 0, resetAt: now + limit.seconds * 1000 }
    const own = this.getUntil(key, fresh.resetAt)
    if (own) return { key, count: own.resetAt > now ? own : fresh, isNew: false }
    const isFull = this.counts.rows >= this.maxRows || this.counts.isCrowded
    const first = { key, count: fresh, isNew: true }
    if (limit.boundedSubjects || (!isFull && this.bucketsUntil <= now)) return first
    const bucket = `${BUCKET_MARK}${limit.name}:${Buffer.from(hash.slice(-4), 'base64url').readUInt16BE() % BUCKETS}`
    const shared = this.getUntil(bucket, fresh.resetAt)
    // A bucket is used until its window has passed, even if there is room again: it may hold the subject's count.
    if (shared && shared.resetAt > now) return { key: bucket, count: shared, isNew: false }
    return isFull ? { key: bucket, count: fresh, isNew: shared === undefined } : first
  }

  private count(found: Found, count: number): void {
    found.count = { ...found.count, count }
    this.put(found.key, found.count, { isNew: found.isNew })
  }

  /** The count; a window that ends after `latest` is cut, and stays cut. */
  private getUntil(key: string, latest: number): Count | undefined {
    const count = this.counts.get(key)
    if (!count || count.resetAt <= latest) return count
    const cut = { ...count, resetAt: latest }
    this.put(key, cut)
    return cut
  }

  private put(key: string, count: Count, how?: { isNew?: boolean; isReset?: boolean }): void {
    this.counts.put(key, count, how)
    if (key.startsWith(BUCKET_MARK)) this.bucketsUntil = Math.max(this.bucketsUntil, count.resetAt)
  }
}

const widthsOf = (limit: Limit, ip: string | null, scope: string): [Limit, string][] =>
  networkWidths(ip ?? '').map(({ key, factor }) => [{ ...limit, max: limit.max * factor }, `${scope}\0${key}`])

const nearest = (results: RateLimitResult[]): RateLimitResult =>
  results.reduce((least, each) => {
    if (least.allowed !== each.allowed) return least.allowed ? each : least
    return each.remaining < least.remaining ? each : least
  })

export const securityLimiter = new SecurityLimiter()
