/** What a rate came to. */
export type Rung<Detail> = { rate: number; isKept: boolean; detail: Detail }

const RAISE = 1.5
/** The rate that is kept and the next one that is not are no further apart. */
const PRECISION = 1.06

/**
 * Raises the rate until it is not kept, then halves the span between; all that was tried, in that order. Stops at `most`,
 * and below an eighth of `from`, where nothing is found.
 */
export async function findKnee<Detail>(
  from: number,
  most: number,
  attempt: (rate: number) => Promise<{ isKept: boolean; detail: Detail }>,
): Promise<Rung<Detail>[]> {
  const rungs: Rung<Detail>[] = []
  let [kept, lost, rate] = [0, Number.POSITIVE_INFINITY, from]
  while (rate >= from / 8 && kept < most && lost / Math.max(kept, 1e-9) > PRECISION) {
    const { isKept, detail } = await attempt(rate)
    rungs.push({ rate, isKept, detail })
    if (isKept) kept = rate
    else lost = rate
    rate = lost === Number.POSITIVE_INFINITY ? Math.min(most, kept * RAISE) : kept === 0 ? lost / 2 : (kept + lost) / 2
    rate = Math.round(rate)
  }
  return rungs
}

/** The highest rate that was kept. */
export const knee = <Detail>(rungs: readonly Rung<Detail>[]): Rung<Detail> | undefined =>
  rungs.filter(({ isKept }) => isKept).toSorted((a, b) => b.rate - a.rate)[0]

/** What a visit asks, and how many of those who are enrolled are here at the busiest moment. */
export type Habits = { requestsOfVisit: number; secondsOfVisit: number; onlineShare: number }

/** Of the requests a second that are kept. */
export function studentsFor(rate: number, { requestsOfVisit, secondsOfVisit, onlineShare }: Habits) {
  const online = rate / (requestsOfVisit / secondsOfVisit)
  return { online: Math.floor(online), enrolled: Math.floor(online / onlineShare) }
}
