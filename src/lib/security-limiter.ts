import { CountFile } from './count-file'
import { keyedHash } from './keys'
import { networkWidths } from './network'
import { type Count, type Limit, type RateLimitResult, rateLimitResult } from './rate-limiter'

/** About 40 MB of disk. Nobody has as many subjects who is not under attack. */
const MAX_ROWS = 500_000
/** Buckets of one limit that subjects beyond `MAX_ROWS` share. */
const BUCKETS = 1024
/** Sorts after every hash in base64url. */
const BUCKET_MARK = '~'

/** A limit whose subjects nobody can make up (accounts, sessions, devices): it needs no bound on their number. */
export type CeilingLimit = Limit & { boundedSubjects?: true }

type Found = { key: string; count: Count; isNew: boolean; isShared: boolean }

/**
 * Counts what protects accounts: fixed windows like those of `rateLimiter`, which forget nothing, and survive the process
 * in a file (count-file.ts).
 *
 * No window ends later than its length from now: if it does, the clock was ahead when it opened, and it is cut to that.
 *
 * Whoever invents subjects (addresses, networks) fills the file, never pushes another out: beyond `maxRows` new subjects
 * share buckets by hash, which errs on the side of refusing. Keys are hashed: no address is on disk.
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

  /** Counts one, if it is within the limit. */
  consume(limit: CeilingLimit, subject: string): RateLimitResult {
    const { key, count, isNew } = this.find(limit, subject)
    if (count.count >= limit.max) return rateLimitResult(limit, count, false)
    const counted = { ...count, count: count.count + 1 }
    this.put(key, counted, { isNew })
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
    if (count.count > 0 && !isShared) this.put(key, { ...count, count: 0 }, { isReset: true })
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
    this.counts.clear()
    this.bucketsUntil = 0
  }

  close(): void {
    this.counts.close()
  }

  /** Deletes some counts whose window has passed; returns whether there are more. */
  sweep(): boolean {
    return this.counts.sweep()
  }

  private find(limit: CeilingLimit, subject: string): Found {
    const now = Date.now()
    const hash = keyedHash('rate-limit', `${limit.name}\0${subject}`)
    const key = hash.slice(0, 22)
    const fresh = { count: 0, resetAt: now + limit.seconds * 1000 }
    const own = this.getUntil(key, fresh.resetAt)
    if (own) return { key, count: own.resetAt > now ? own : fresh, isNew: false, isShared: false }
    const isFull = this.counts.rows >= this.maxRows || this.counts.isCrowded
    const first = { key, count: fresh, isNew: true, isShared: false }
    if (limit.boundedSubjects || (!isFull && this.bucketsUntil <= now)) return first
    const bucket = `${BUCKET_MARK}${limit.name}:${Buffer.from(hash.slice(-4), 'base64url').readUInt16BE() % BUCKETS}`
    const shared = this.getUntil(bucket, fresh.resetAt)
    // A bucket is used until its window has passed, even if there is room again: it may hold the subject's count.
    if (shared && shared.resetAt > now) return { key: bucket, count: shared, isNew: false, isShared: true }
    return isFull ? { key: bucket, count: fresh, isNew: shared === undefined, isShared: true } : first
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

function nearest(results: RateLimitResult[]): RateLimitResult {
  const [first, ...others] = results
  if (!first) throw new Error('an address without a width')
  return others.reduce((least, each) => {
    if (least.allowed !== each.allowed) return least.allowed ? each : least
    return each.remaining < least.remaining ? each : least
  }, first)
}

export const securityLimiter = new SecurityLimiter()
