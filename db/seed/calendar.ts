export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** How busy the hours of a day are, from midnight on, in the campus' own time. */
const HOURS = [5, 3, 2, 1, 0.5, 0.5, 1, 2, 4, 5, 6, 6, 7, 7, 6, 5, 6, 7, 8, 9, 11, 13, 12, 9]
/** Sunday to Saturday. */
const DAYS = [1.2, 1, 1, 1, 1.05, 0.9, 0.95]
/** January to December: holidays are quiet, the first weeks of a term are not. */
const MONTHS = [1.1, 1.2, 1, 0.9, 0.7, 0.4, 0.6, 1.3, 1.3, 1.1, 1, 0.6]

/** When things happen on a campus between `from` and `until`: by hour, weekday and month, and more from year to year. */
export class Calendar {
  readonly #sums: Float64Array

  constructor(
    readonly from: number,
    readonly until: number,
  ) {
    const hours = Math.max(1, Math.floor((until - from) / HOUR))
    this.#sums = new Float64Array(hours)
    let sum = 0
    for (let hour = 0; hour < hours; hour++) {
      const at = new Date(from + hour * HOUR)
      const growth = 1 + hour / hours
      const weight = (HOURS[at.getUTCHours()] ?? 1) * (DAYS[at.getUTCDay()] ?? 1) * (MONTHS[at.getUTCMonth()] ?? 1)
      sum += weight * growth
      this.#sums[hour] = sum
    }
  }

  /** The moment at which the `share` (0 to 1) of everything has happened; later for a larger share. */
  moment(share: number): number {
    const sought = share * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) <= sought) low = middle + 1
      else high = middle
    }
    const before = this.#sums[low - 1] ?? 0
    const within = (sought - before) / ((this.#sums[low] ?? 1) - before)
    return Math.floor(this.from + (low + Math.min(within, 0.999_999)) * HOUR)
  }
}
