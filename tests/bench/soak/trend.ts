/** How fast something grows, in its unit an hour, and by how much that may be wrong. */
type Trend = { slope: number; error: number }

const SECONDS_AN_HOUR = 3600

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * The line through values at seconds, by least squares. Values that follow each other are alike, so that they say less
 * than as many of their own would: the error is larger by how much one deviation tells about the next.
 */
export function trendOf(seconds: readonly number[], values: readonly number[]): Trend {
  const count = values.length
  if (count < 3) return { slope: Number.NaN, error: Number.NaN }
  const [middle, mean] = [sum(seconds) / count, sum(values) / count]
  const spread = sum(seconds.map((each) => (each - middle) ** 2))
  const slope = sum(seconds.map((each, n) => (each - middle) * ((values[n] ?? mean) - mean))) / spread
  const deviations = values.map((value, n) => value - mean - slope * ((seconds[n] ?? middle) - middle))
  const squares = sum(deviations.map((each) => each ** 2))
  const error = Math.sqrt(squares / (count - 2) / spread)
  const product = sum(deviations.slice(1).map((each, n) => each * (deviations[n] ?? 0)))
  const likeness = squares === 0 ? 0 : Math.min(0.98, Math.max(0, product / squares))
  const inflation = Math.sqrt((1 + likeness) / (1 - likeness))
  return { slope: slope * SECONDS_AN_HOUR, error: error * inflation * SECONDS_AN_HOUR }
}
