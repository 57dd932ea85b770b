/**
 * Whole shares of `total` in proportion to weights that come one by one: what rounding takes from one it gives to the
 * next, so that all shares together are `total`.
 */
export class Shares {
  #given = 0
  #weight = 0

  constructor(
    readonly total: number,
    readonly weights: number,
  ) {}

  next(weight: number): number {
    this.#weight += weight
    const due = Math.round((this.total * this.#weight) / this.weights)
    const share = due - this.#given
    this.#given = due
    return share
  }

  /** What one could not take goes to those that follow. */
  giveBack(share: number): void {
    this.#given -= share
  }
}
