import { isSameOrLater } from '../../../db/commit-numbers'
import { type Moment, msSince } from '../process/clock'

type Mark = { asked: Moment; commit: number }

/** More than are asked for while a copy may answer; the oldest says nothing that the next does not. */
const MOST_MARKS = 100

/**
 * Since the last moment for which the copy is known to have all commits: an idle primary makes no more, and a copy that
 * stands still falls behind a busy one.
 */
export class CopyAge {
  #applied: number | undefined
  #currentAt: Moment | undefined
  #waiting: Mark[] = []

  /** The primary said, when it was asked or later, what it had committed. */
  heard(mark: Mark): void {
    this.#waiting.push(mark)
    if (this.#waiting.length > MOST_MARKS) this.#waiting.shift()
    this.#settle()
  }

  /** Everything that is answered from now on has this commit and those before it. */
  applied(commit: number): void {
    this.#applied = commit
    this.#settle()
  }

  has(commit: number): boolean {
    return this.#applied !== undefined && isSameOrLater(this.#applied, commit)
  }

  forget(): void {
    this.#applied = undefined
    this.doubt()
  }

  /** What the primary has committed says nothing of the copy. */
  doubt(): void {
    this.#currentAt = undefined
    this.#waiting = []
  }

  get ms(): number {
    return this.#currentAt === undefined ? Number.POSITIVE_INFINITY : msSince(this.#currentAt)
  }

  #settle(): void {
    for (let mark = this.#waiting[0]; mark !== undefined && this.has(mark.commit); mark = this.#waiting[0]) {
      this.#waiting.shift()
      this.#currentAt = mark.asked
    }
  }
}

// A follower answers reads from a copy that Litestream keeps, and passes everything else on (docs/operating.md#followers).

/** Reads are answered from the copy while it has all that the primary had committed so long ago. */
export const COPY_WITHIN_MS = 5000

/** The primary is away when it has not said what it has committed for so long; it is asked four times a second. */
const AWAY_AFTER_MS = 2000

export const COPY_STATES = {
  current: 'reads are answered from the copy',
  behind: 'the copy is behind: every request is for the primary',
  alone: 'the primary does not answer: reads are answered from the copy for a while, writes are refused',
  other:
    'the primary is of another version, the copy of another database, or their clocks are apart: the primary gets every request',
} as const

export type CopyState = keyof typeof COPY_STATES

export class Following {
  readonly age = new CopyAge()
  #heardAt = Number.NEGATIVE_INFINITY
  #isAlike = true

  /** `aloneMs`: how long the copy answers while nobody knows what the primary does. */
  constructor(
    readonly primary: string,
    readonly aloneMs: number,
  ) {}

  /** `isAlike`: not where its program is of another version, the copy of another database, or a clock is wrong. */
  heard({ isAlike, ...mark }: Mark & { isAlike: boolean }): void {
    this.#heardAt = performance.now()
    this.#isAlike = isAlike
    if (isAlike) this.age.heard(mark)
    else this.age.doubt()
  }

  get isPrimaryAway(): boolean {
    return performance.now() - this.#heardAt > AWAY_AFTER_MS
  }

  get copy(): CopyState {
    const { ms } = this.age
    if (ms <= COPY_WITHIN_MS) return 'current'
    if (!this.#isAlike) return 'other'
    return this.isPrimaryAway && ms <= this.aloneMs ? 'alone' : 'behind'
  }
}

let following: Following | undefined

export const asFollower = (): Following | undefined => following

export function follow(primary: Following | undefined): void {
  following = primary
}

/** Thrown where only the primary can tell: the follower passes the request on. */
export class ForPrimary extends Error {
  override name = 'ForPrimary'
}
