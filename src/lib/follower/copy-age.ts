import { isSameOrLater } from '../../../db/commit-numbers'

/** A moment by both clocks: one stands still while the machine is suspended, the other may be set. */
export type Moment = { steady: number; wall: number }

export const thisMoment = (): Moment => ({ steady: performance.now(), wall: Date.now() })

const msSince = ({ steady, wall }: Moment): number => Math.max(performance.now() - steady, Date.now() - wall)

/** What the primary had committed when it was asked. */
type Mark = { asked: Moment; commit: number }

/** More than are asked for while a copy may answer; the oldest says nothing that the next does not. */
const MOST_MARKS = 100

/**
 * How old the copy may be: since the last moment for which it is known to have all that the primary had committed. An
 * idle primary commits nothing more, and a copy that stands still falls behind a busy one.
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

  /** Whether the copy has this commit. */
  has(commit: number): boolean {
    return this.#applied !== undefined && isSameOrLater(this.#applied, commit)
  }

  /** The copy is another file: nothing is known any more. */
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
