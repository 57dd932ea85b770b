import { type Context, inserter } from './context'
import type { Student } from './people'
import { Ids, Random, shares } from './random'

/** All posts or all comments, by number: the targets of votes and bookmarks. */
export class Targets {
  readonly times: Float64Array
  /** Of the rows, once they are written. */
  readonly keys: Float64Array
  readonly #ids: Ids

  constructor(
    seed: number,
    readonly kind: 'post' | 'comment',
    readonly count: number,
  ) {
    this.times = new Float64Array(count)
    this.keys = new Float64Array(count)
    this.#ids = new Ids(seed, kind)
  }

  id(number: number): string {
    return this.#ids.v7(number, this.times[number] ?? 0)
  }
}

/**
 * Votes or bookmarks: pairs of a student and a target, each packed into one number. Millions of them are sorted by
 * user, the order of their tables, before the first is written: in the order of the posts each would touch another page.
 */
export class Pairs {
  count = 0
  readonly #packed: Float64Array

  constructor(
    readonly table: 'post_votes' | 'comment_votes' | 'bookmarks',
    readonly targets: Targets,
    readonly capacity: number,
  ) {
    this.#packed = new Float64Array(capacity)
  }

  add({ number }: Student, target: number, isUp = true): void {
    this.#packed[this.count++] = (number * this.targets.count + target) * 2 + Number(isUp)
  }

  /**
   * Writes each pair once, on average `delay` after its target; returns their number. All targets are written.
   */
  write(context: Context, students: readonly Student[], delay: number, progress?: (written: number) => void): number {
    const { sqlite, seed, until } = context
    const { table, targets } = this
    const [random, insert] = [new Random(seed, table), inserter(sqlite, table)]
    let written = 0
    let last = -1
    for (const packed of this.#packed.subarray(0, this.count).sort()) {
      const pair = Math.floor(packed / 2)
      if (pair === last) continue
      last = pair
      if (written % 1000 === 0) progress?.(written)
      const target = pair % targets.count
      const user = students[Math.floor(pair / targets.count)]?.key ?? 0
      const at = Math.floor(Math.min((targets.times[target] ?? 0) + random.exponential(delay), until - 1))
      const row = { user, [targets.kind]: targets.keys[target] ?? 0, created_at: at }
      insert(table === 'bookmarks' ? row : { ...row, value: packed % 2 === 1 ? 1 : -1 })
      written++
    }
    return written
  }
}

/** `id` is that of the target. */
type Cast = { id: string; ups: number; downs: number }

/** The votes on posts or on comments, distributed by the weights of the targets. */
export class Votes extends Pairs {
  readonly #random: Random
  readonly #shares: Int32Array
  /** Votes for which a target had too few voters: the next target gets them. */
  #surplus = 0

  constructor({ seed }: Context, kind: 'post' | 'comment', total: number, weights: Float64Array) {
    super(`${kind}_votes`, new Targets(seed, kind, weights.length), total)
    this.#random = new Random(seed, `voters of a ${kind}`)
    this.#shares = shares(total, weights)
  }

  /** Different `voters` vote on one target. Nine of ten targets get mostly upvotes. */
  cast(target: number, at: number, author: { karma: number }, voters: readonly Student[]): Cast {
    const random = this.#random
    const upvoteChance = random.chance(0.1) ? 0.45 : 0.8 + random.fraction() * 0.2
    const share = (this.#shares[target] ?? 0) + this.#surplus
    const count = Math.min(share, voters.length)
    this.#surplus = share - count
    let ups = 0
    // Takes one voter from each of `count` equal parts, so that nobody votes twice.
    for (let part = 0; part < count; part++) {
      const start = Math.floor((part * voters.length) / count)
      const end = Math.floor(((part + 1) * voters.length) / count)
      const isUp = random.chance(upvoteChance)
      ups += Number(isUp)
      this.add(voters[start + random.below(end - start)] as Student, target, isUp)
    }
    const downs = count - ups
    author.karma += ups - downs
    this.targets.times[target] = at
    return { id: this.targets.id(target), ups, downs }
  }
}
