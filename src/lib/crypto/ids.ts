import { randomBytes, randomInt } from 'node:crypto'
import { keyedHash } from './keys'

// UUIDv7 (RFC 9562 §5.7). Those that others see have whole minutes, so that an id does not tell the exact time.

const MINUTE_MS = 60_000

/** What every UUIDv7 of that millisecond or later is not below: 48 bits of time come first. */
export function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

const minuteAt = (time: number): number => time - (time % MINUTE_MS)

export function idsOfMinute(now: number): { from: string; until: string } {
  const from = minuteAt(now)
  return { from: firstIdAt(from), until: firstIdAt(from + MINUTE_MS) }
}

/** 12 bits in `rand_a` and 30 at the beginning of `rand_b`; the last 32 bits are random. */
const COUNTER_LIMIT = 2 ** 42
const LOW_BITS = 2 ** 30
const LARGEST_STEP_BITS = 24

type Parts = { time: number; counter: number }

function formatId({ time, counter }: Parts): string {
  const [high, low] = [Math.floor(counter / LOW_BITS), counter % LOW_BITS]
  const variant = 8 + Math.floor(low / 2 ** 28)
  const rest = (low % 2 ** 28).toString(16).padStart(7, '0')
  const [random, randA] = [randomBytes(4).toString('hex'), high.toString(16).padStart(3, '0')]
  return `${firstIdAt(time)}-7${randA}-${variant.toString(16)}${rest.slice(0, 3)}-${rest.slice(3)}${random}`
}

/** Also reads ids of other UUIDv7 generators: their random bits are read as a counter. */
function parseId(id: string): Parts {
  const high = Number.parseInt(id.slice(15, 18), 16)
  const variant = Number.parseInt(id.slice(19, 20), 16) % 4
  const rest = Number.parseInt(id.slice(20, 23) + id.slice(24, 28), 16)
  return {
    time: Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16),
    counter: high * LOW_BITS + variant * 2 ** 28 + rest,
  }
}

/** From 1 to 2^24, each power of two as likely as the others: a gap of any size may be one step or several. */
const step = (): number => Math.floor(2 ** ((randomInt(2 ** 32) / 2 ** 32) * LARGEST_STEP_BITS))

/** Below the middle, so that a minute has room for millions. */
const firstCounter = (): number => randomInt(COUNTER_LIMIT / 2)

/** The id after `last`, the greatest of the minute: random steps (RFC 9562 §6.2) do not tell how many were given. */
export function idAfter(last: string | null, now: number): string {
  if (last === null) return formatId({ time: minuteAt(now), counter: firstCounter() })
  return formatId(partsAfter(parseId(last)))
}

function partsAfter({ time, counter }: Parts): Parts {
  const next = counter + step()
  return next < COUNTER_LIMIT ? { time, counter: next } : { time: time + 1, counter: firstCounter() }
}

/** Gives ids in order, also after a restart. `greatest` finds the greatest stored id of a minute, once a minute. */
export function orderedIds<Db>(
  greatest: (db: Db, minute: ReturnType<typeof idsOfMinute>) => string | null,
): (db: Db, now: number) => string {
  let [minute, last]: [number, string | null] = [Number.NaN, null]
  return (db, now) => {
    const current = minuteAt(now)
    if (current !== minute) last = greatest(db, idsOfMinute(now))
    minute = current
    last = idAfter(last, now)
    return last
  }
}

const unstored = orderedIds<null>(() => null)

/** An id for records with an exact time of their own, which orders them after a restart. */
export const minuteId = (now = Date.now()): string => unstored(null, now)

let latest: Parts = { time: 0, counter: 0 }

/** An id of the millisecond. Unlike `Bun.randomUUIDv7` it follows a clock that is set back by more than a minute. */
export function exactId(now = Date.now()): string {
  const ahead = latest.time - now
  latest = ahead >= 0 && ahead <= MINUTE_MS ? partsAfter(latest) : { time: now, counter: firstCounter() }
  return formatId(latest)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As it is stored: 16 bytes for a UUID, any other id as it is. */
export const packId = (id: string | null): Uint8Array | string | null =>
  id !== null && UUID.test(id) ? Uint8Array.fromHex(id.replaceAll('-', '')) : id

export function unpackId(packed: Uint8Array | string | null): string | null {
  if (!(packed instanceof Uint8Array)) return packed
  return packed.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The id of a vote or a bookmark, which is stored nowhere: a UUIDv8 (RFC 9562 §5.8), until another key is the current one. */
export function markId(
  kind: 'vote' | 'bookmark',
  mark: { userId: string; targetId: string; createdAt: number },
): string {
  const hash = keyedHash(`${kind} id`, `${mark.userId}\0${mark.targetId}\0${mark.createdAt}`)
  const hex = Buffer.from(hash, 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
