import type { Remains } from './attacks/attack'
import { candidatesOf, type Game, type Target, WAIT } from './game'
import { shapeOf, type Upload } from './wire'

/** The shares of the candidates by what remains legitimately: they sum to 1. */
export function sharesOf(game: Game, target: Target, remains: Remains): Map<string, number> {
  const candidates = candidatesOf(game, target).concat(target.group === 'named' ? [target.account] : [])
  const sent = remains === 'online' ? sentBefore(game, target) : undefined
  const weight = (candidate: string): number =>
    remains === 'college'
      ? 1
      : sent !== undefined
        ? (sent.get(candidate) ?? 0)
        : (remains as Exclude<Remains, string>)(game, target, candidate)
  const weights = candidates.map((candidate) => [candidate, weight(candidate)] as const)
  const sum = weights.reduce((before, [, each]) => before + each, 0)
  return new Map(weights.map(([candidate, each]) => [candidate, sum === 0 ? 1 / weights.length : each / sum]))
}

const weights = new WeakMap<Game, (upload: Upload) => number>()

/**
 * How much more an upload looks like that of a text than any other does. Whoever watches knows how texts are sent from those
 * under own names, whose second everybody sees; these are no others'.
 */
export function textLikeness(game: Game): (upload: Upload) => number {
  const known = weights.get(game)
  if (known !== undefined) return known
  const named = new Set<string>()
  for (const { group, account, texts } of game.targets.values())
    if (group === 'named') for (const { sentAt } of texts) named.add(`${account} ${sentAt}`)
  const isNamed = ({ account, at }: Upload) => named.has(`${account} ${at}`)
  const { uploads } = game.wire
  const [texts, others] = [uploads.filter(isNamed), uploads].map((each) => Map.groupBy(each, shapeOf))
  const weight = (upload: Upload): number => {
    if (isNamed(upload)) return 0
    const shape = shapeOf(upload)
    return ((texts?.get(shape)?.length ?? 0) + 0.5) / ((others?.get(shape)?.length ?? 0) + 1)
  }
  weights.set(game, weight)
  return weight
}

/** For each account in how many ways its uploads can have been the texts, all of which it must have sent. */
function sentBefore(game: Game, { texts }: Target): Map<string, number> {
  const likeness = textLikeness(game)
  let product: Map<string, number> | undefined
  for (const { kind, at } of texts) {
    const counts = new Map<string, number>()
    for (const upload of game.wire.between(at - WAIT[kind], at))
      counts.set(upload.account, (counts.get(upload.account) ?? 0) + likeness(upload))
    const before = product
    product = before === undefined ? counts : new Map([...counts].map(([id, n]) => [id, n * (before.get(id) ?? 0)]))
  }
  return product ?? new Map()
}

/** The probability of at least `hits` successes, each with a probability of its own. */
export function tailOf(probabilities: readonly number[], hits: number): number {
  let distribution = [1]
  for (const p of probabilities) {
    const next = new Array<number>(distribution.length + 1).fill(0)
    for (const [n, share] of distribution.entries()) {
      next[n] = (next[n] ?? 0) + share * (1 - p)
      next[n + 1] = (next[n + 1] ?? 0) + share * p
    }
    distribution = next
  }
  return distribution.slice(hits).reduce((sum, share) => sum + share, 0)
}

/** Of a share of `n`, the interval that holds it with 95 % (Wilson's). */
export function intervalOf(hits: number, n: number): [low: number, high: number] {
  if (n === 0) return [0, 1]
  const z = 1.96
  const share = hits / n
  const middle = share + (z * z) / (2 * n)
  const half = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const whole = 1 + (z * z) / n
  return [Math.max(0, (middle - half) / whole), Math.min(1, (middle + half) / whole)]
}

/** The upper tail of the normal distribution (Abramowitz and Stegun 26.2.17). */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const t = 1 / (1 + 0.231_641_9 * z)
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
