import type { Database } from 'bun:sqlite'

/** What is kept of a picture beside its files. */
export type Drawn = {
  file: string
  width: number
  height: number
  bytes: number
  placeholder: string
  likeness: string
}

export type SeedOptions = {
  /** The same number makes the same campus, if the database has the same users before. */
  seed: number
  users: number
  posts: number
  comments: number
  votes: number
  /** The share of authors of a thread, from 0 to 1, who write there under an alias. */
  aliased: number
  until: Date
  /** With null, students sign in by code only. */
  passwordHash: string | null
  /** What a table has instead of an address. */
  sealAddress: (id: string, email: string) => { index: string; sealed: string }
  /** `below` draws a whole number below its argument. */
  drawPseudonym: (below: (bound: number) => number) => string
  /** By their names in the texts; those that are not there are left out. */
  pictures: Record<string, Drawn>
  /** What an open poll has where no choice waits. */
  sealNoChoices: (postId: string) => string
  countedPosts: string
  /** And of the open questions. */
  openQuestions: string
  /** Of a post, by its time and what its votes and comments are. */
  hotScore: (publishedAt: string, parts: { votes: number; comments: number }) => number
}

export type Context = Omit<SeedOptions, 'until'> & { sqlite: Database; from: number; until: number; identities: number }

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const iso = (time: number): string => new Date(time).toISOString()

/** What an account has of a time. */
export const month = (time: number): string => `${iso(time).slice(0, 7)}-01T00:00:00.000Z`
export const day = (time: number): string => `${iso(time).slice(0, 10)}T00:00:00.000Z`

/** Inserts rows into a table and returns their keys; all of them have the columns of the first, in the same order. */
export function inserter(sqlite: Database, table: string, verb = 'INSERT') {
  let statement: ReturnType<Database['prepare']> | undefined
  return (row: Record<string, string | number | null>) => {
    const columns = Object.keys(row)
    statement ??= sqlite.prepare(
      `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    return Number(statement.run(...Object.values(row)).lastInsertRowid)
  }
}

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the number. */
function mix(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return bits ^ (bits >>> 16)
}

/** SplitMix32: 10 million draws take 50 ms. Not for secrets. */
export class Random {
  #state: number

  /** Streams are independent: a draw from one changes no other. */
  constructor(seed: number, stream: string) {
    this.#state = Number(BigInt(Bun.hash(`${seed} ${stream}`)) & 0xffff_ffffn)
  }

  /** At least 0, less than 1. */
  fraction(): number {
    this.#state = (this.#state + 0x9e37_79b9) | 0
    return (mix(this.#state) >>> 0) / 0x1_0000_0000
  }

  /** A whole number of at least 0, less than `bound`. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound)
  }

  /** A UUIDv7 of `time`, or without one a UUIDv4 (RFC 9562 §5). */
  uuid(time?: number): string {
    const digits = (count: number) =>
      this.below(16 ** count)
        .toString(16)
        .padStart(count, '0')
    const start = time === undefined ? digits(6) + digits(6) : time.toString(16).padStart(12, '0')
    const version = `${time === undefined ? 4 : 7}${digits(3)}-${this.pick(['8', '9', 'a', 'b'])}${digits(3)}`
    return `${start.slice(0, 8)}-${start.slice(8)}-${version}-${digits(6)}${digits(6)}`
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** A larger `skew` prefers the beginning of the list. */
  pick<T>(list: readonly T[], skew = 1): T {
    return list[Math.floor(this.fraction() ** skew * list.length)] as T
  }

  /** Half of the values are below `median`; `spread` stretches the tail (normal draws by Box and Muller). */
  logNormal(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction())
    return median * Math.exp(spread * normal)
  }

  /** Waiting times with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.fraction())
  }

  /** `count` weights between 1 and `most`; large ones are rare (a truncated Pareto distribution). */
  heavyTailed(count: number, exponent: number, most: number): Float64Array {
    const weights = new Float64Array(count)
    for (let at = 0; at < count; at++) weights[at] = Math.min(most, (1 - this.fraction()) ** (-1 / exponent))
    return weights
  }
}

/** Splits `total` into whole shares in proportion to `weights`. Rounding errors cancel out: the sum is `total`. */
export function shares(total: number, weights: Float64Array): Int32Array {
  const sum = weights.reduce((before, weight) => before + weight, 0)
  let weight = 0
  let assigned = 0
  const result = new Int32Array(weights.length)
  for (let at = 0; at < weights.length; at++) {
    weight += weights[at] ?? 0
    const share = Math.round((total * weight) / sum) - assigned
    assigned += share
    result[at] = share
  }
  return result
}

/** The activity of each hour of the day, from midnight on, in the time zone of the campus. */
const HOURS = [5, 3, 2, 1, 0.5, 0.5, 1, 2, 4, 5, 6, 6, 7, 7, 6, 5, 6, 7, 8, 9, 11, 13, 12, 9]
const ALL_HOURS = HOURS.reduce((sum, weight) => sum + weight)

/** The time by which a share of all activity has happened. The last day is twice as busy as the first. */
export function momentAt(share: number, from: number, until: number): number {
  // The integral of the activity 1 + t is t + t²/2; the total is 3/2.
  const days = ((Math.sqrt(1 + 3 * share) - 1) * (until - from)) / DAY
  let hour = 0
  let rest = (days % 1) * ALL_HOURS
  for (; rest >= (HOURS[hour] ?? Infinity); hour++) rest -= HOURS[hour] ?? 0
  return Math.min(until - 1, Math.floor(from + Math.floor(days) * DAY + (hour + rest / (HOURS[hour] ?? 1)) * HOUR))
}
