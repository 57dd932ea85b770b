import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../errors'

/** At most `max` in a window of `seconds`, which opens with the first. */
export type Limit = { name: string; max: number; seconds: number }
export type RateLimitResult = RateLimit & { allowed: boolean }

export type Count = { count: number; resetAt: number }

export function rateLimitResult({ max }: Limit, { count, resetAt }: Count, allowed: boolean): RateLimitResult {
  return {
    allowed,
    limit: max,
    remaining: Math.max(0, max - count),
    resetSeconds: Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)),
  }
}

const MAX_KEYS = 200_000

/**
 * Counts the volume of requests: fixed windows in memory. Beyond `MAX_KEYS` it forgets the subject that was idle for
 * longest, and a restart forgets all: windows are a minute. What must not be forgotten is counted by `securityLimiter`.
 */
class RateLimiter {
  private loaded: LRUCache<string, Count> | undefined

  /** Counts one, if it is within the limit. */
  consume(limit: Limit, subject: string): RateLimitResult {
    const entry = this.current(limit, subject)
    if (entry.count >= limit.max) return rateLimitResult(limit, entry, false)
    entry.count++
    return rateLimitResult(limit, entry, true)
  }

  clear(): void {
    this.loaded?.clear()
  }

  /** Made with the first key: it allocates room for all keys, which would cost a start 14 ms. */
  private get counts(): LRUCache<string, Count> {
    this.loaded ??= new LRUCache({ max: MAX_KEYS })
    return this.loaded
  }

  private current(limit: Limit, subject: string): Count {
    const key = `${limit.name}\0${subject}`
    const now = Date.now()
    const fresh = { count: 0, resetAt: now + limit.seconds * 1000 }
    const entry = this.counts.get(key)
    if (entry && entry.resetAt > now) {
      // The clock was ahead when the window opened.
      entry.resetAt = Math.min(entry.resetAt, fresh.resetAt)
      return entry
    }
    this.counts.set(key, fresh)
    return fresh
  }
}

export const rateLimiter = new RateLimiter()
