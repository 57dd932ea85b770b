import { CopyAge, type Moment } from './copy-age'

// A follower answers reads from a copy of the primary's database, which Litestream keeps, and passes everything else on.
// docs/follower.md says what its operator does.

/** Reads are answered from the copy while it has all that the primary had committed so long ago. */
export const COPY_WITHIN_MS = 5000

/** The primary is away when it has not said what it has committed for so long; it is asked four times a second. */
const AWAY_AFTER_MS = 2000

/** What the copy is good for, as operators read it. */
export const COPY_STATES = {
  current: 'reads are answered from the copy',
  behind: 'the copy is behind: every request is for the primary',
  alone: 'the primary does not answer: reads are answered from the copy for a while, writes are refused',
  other:
    'the primary is of another version, the copy of another database, or their clocks are apart: the primary gets every request',
} as const

/** `/up` says it. */
export type CopyState = keyof typeof COPY_STATES

/** `isAlike`: not where its program is of another version, the copy of another database, or a clock is wrong. */
type Answered = { asked: Moment; commit: number; isAlike: boolean }

/** How this process follows a primary. */
export class Following {
  readonly age = new CopyAge()
  #heardAt = Number.NEGATIVE_INFINITY
  #isAlike = true

  /** `aloneMs`: how long the copy answers while nobody knows what the primary does. */
  constructor(
    readonly primary: string,
    readonly aloneMs: number,
  ) {}

  /** What the primary said. */
  heard({ asked, commit, isAlike }: Answered): void {
    this.#heardAt = performance.now()
    this.#isAlike = isAlike
    if (isAlike) this.age.heard({ asked, commit })
    else this.age.doubt()
  }

  /** It is no use to ask it. */
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

/** Undefined where this process is the primary. */
export const asFollower = (): Following | undefined => following

export function follow(primary: Following | undefined): void {
  following = primary
}

/** Thrown where only the primary can tell: the follower passes the request on. */
export class ForPrimary extends Error {
  override name = 'ForPrimary'
}
