import type { Random } from '../../db/seed/context'
import type { Remains } from './attacks/attack'
import { candidatesOf, type Game, SECOND, type Target, WAIT } from './game'
import type { Upload } from './wire'

/** The shares of the candidates by what remains legitimately: they sum to 1. */
export function sharesOf(game: Game, target: Target, remains: Remains): Map<string, number> {
  const candidates = candidatesOf(game, target).concat(target.group === 'named' ? [target.account] : [])
  const sent = remains === 'online' ? waysOf(game, target.texts) : undefined
  const weight = (candidate: string) =>
    typeof remains === 'function' ? remains(game, target, candidate) : sent ? (sent.get(candidate) ?? 0) : 1
  const weights = candidates.map((candidate) => [candidate, weight(candidate)] as const)
  const sum = weights.reduce((before, [, each]) => before + each, 0)
  return new Map(weights.map(([candidate, each]) => [candidate, sum === 0 ? 1 / weights.length : each / sum]))
}

/** How much an upload counts where it may have been a text. */
export type Kernel = (upload: Upload, text: Pick<Target['texts'][number], 'kind' | 'at'>) => number

/** Account and moment of the uploads that were texts and appeared in that second. */
type Sent = Set<string>
const textUploads = new WeakMap<Game, Sent>()
function sentAtOnce(game: Game): Sent {
  const known: Sent = textUploads.get(game) ?? new Set()
  if (!textUploads.has(game))
    for (const { group, account, texts } of game.targets.values())
      for (const { sentAt } of texts) if (group !== 'delayed') known.add(`${account} ${sentAt}`)
  textUploads.set(game, known)
  return known
}

/**
 * For each account in how many ways its uploads can have been the texts, all of which it must have sent, each by another
 * upload: one that was a text before counts less for the next.
 */
export function waysOf(
  game: Game,
  texts: readonly Target['texts'][number][],
  kernel: Kernel = () => 1,
): Map<string, number> {
  const sent = sentAtOnce(game)
  let product: Map<string, number> | undefined
  const left = new Map<Upload, number>()
  for (const text of texts) {
    const sums = new Map<string, number>()
    const found: [Upload, number][] = []
    for (const upload of game.wire.between(text.at - WAIT[text.kind], text.at)) {
      // Everybody saw what appeared at once; of this second it may be the text itself.
      if (text.at - upload.at > 2 * SECOND && sent.has(`${upload.account} ${upload.at}`)) continue
      const weight = kernel(upload, text) * (left.get(upload) ?? 1)
      found.push([upload, weight])
      sums.set(upload.account, (sums.get(upload.account) ?? 0) + weight)
    }
    for (const [upload, weight] of found)
      if (weight > 0) left.set(upload, (left.get(upload) ?? 1) * (1 - weight / (sums.get(upload.account) ?? 1)))
    const before = product
    product = before === undefined ? sums : new Map([...sums].map(([id, sum]) => [id, sum * (before.get(id) ?? 0)]))
  }
  return product ?? new Map()
}

/** The probability of at least `hits` successes, each with a probability of its own. */
export function tailOf(probabilities: readonly number[], hits: number) {
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

/** Those of one score: their share, and how much stands above the middle of them. */
export type Ranked = { share: number; place: number }

/** A name as an attack ranked it: of each candidate the share and the place, and whom it guessed. */
export type Guessed = { account: string; candidates: ReadonlyMap<string, Ranked>; guess: string }

/**
 * The probability of so many hits, and of places so good, by chance: of the less probable of both. For each account
 * somebody else is drawn, by the shares of who it may be. For all of its names together, because who looks like the one
 * behind one of them mostly looks so for the next: they are no evidence each.
 */
export function probabilityOf(names: readonly Guessed[], hits: number, places: number, random: Random) {
  const accounts = [...Map.groupBy(names, ({ account }) => account).values()].map(drawnTogether)
  const tail = (times: number) => {
    let [asMany, asGood] = [1, 1]
    for (let n = 0; n < times; n++) {
      const drawn = { hits: 0, places: 0 }
      for (const draw of accounts) draw(random, drawn)
      if (drawn.hits >= hits) asMany++
      if (drawn.places <= places + 1e-9) asGood++
    }
    return Math.min(asMany, asGood) / (times + 1)
  }
  const rough = tail(500)
  return rough > 0.02 ? rough : tail(20_000)
}

/** Each name draws by its shares, and with the same luck for each candidate (https://en.wikipedia.org/wiki/Gumbel_distribution). */
function drawnTogether(names: readonly Guessed[]) {
  const ids = [...new Set(names.flatMap(({ candidates }) => [...candidates.keys()]))]
  const at = new Map(ids.map((id, index) => [id, index]))
  const luck = new Float64Array(ids.length)
  const lists = names.map(({ candidates, guess }) => {
    const possible = [...candidates].filter(([, { share }]) => share > 0)
    return {
      ids: Uint32Array.from(possible, ([id]) => at.get(id) ?? 0),
      weights: Float64Array.from(possible, ([, { share }]) => Math.log(share)),
      places: Float64Array.from(possible, ([, { place }]) => place),
      guess: at.get(guess) ?? -1,
    }
  })
  return (random: Random, drawn: { hits: number; places: number }) => {
    for (let n = 0; n < luck.length; n++) luck[n] = -Math.log(-Math.log(random.fraction() || Number.MIN_VALUE))
    for (const { ids, weights, places, guess } of lists) {
      let [best, highest] = [0, Number.NEGATIVE_INFINITY]
      for (let n = 0; n < ids.length; n++) {
        const height = weights[n]! + luck[ids[n]!]!
        if (height > highest) [best, highest] = [n, height]
      }
      drawn.places += places[best] ?? 0.5
      if (ids[best] === guess) drawn.hits++
    }
  }
}
