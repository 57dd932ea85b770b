import { type Game, HOUR, MINUTE, type Shown, type Target, WAIT } from '../game'
import type { Attack, Scores } from './attack'

// What the public times of texts say: to the minute, for they are no finer.

type Moment = { account: string; at: number; id: string }

/** The texts under own names, in order of time. */
function namedTexts(game: Game): Moment[] {
  const named = [...game.targets.values()].filter(({ group }) => group === 'named')
  return named
    .flatMap(({ account, texts }) => texts.map(({ at, id }) => ({ account, at: at - (at % MINUTE), id })))
    .sort((a, b) => a.at - b.at)
}

/** For each account the product, over the texts, of a sum over its named texts. */
export function product(
  game: Game,
  target: Shown,
  likelihood: (account: string, text: Shown['texts'][number]) => number,
): Scores {
  const accounts = [...game.students.values()].filter(({ college }) => college === target.college)
  return new Map(
    accounts.map(({ id }) => [id, target.texts.reduce((score, text) => score + Math.log(likelihood(id, text)), 0)]),
  )
}

export const sameHour: Attack = {
  name: 'own texts around the same time',
  by: 'student',
  tries: 'who published under the own name in the time in which the text may have been written',
  remains: 'online',
  async prepare(game) {
    const named = Map.groupBy(namedTexts(game), ({ account }) => account)
    return (target) => {
      const own = new Set(target.texts.map(({ id }) => id))
      const near = (account: string, { at, kind }: Shown['texts'][number]) =>
        0.2 +
        (named.get(account) ?? []).filter(
          (each) => !own.has(each.id) && each.at >= at - WAIT[kind] - 10 * MINUTE && each.at <= at,
        ).length
      return product(game, target, near)
    }
  },
}

export const neighbourIds: Attack = {
  name: 'ids of the same minute',
  by: 'student',
  tries: 'whose named text has the nearest id',
  remains: 'online',
  async prepare(game) {
    const named = namedTexts(game)
    const tail = (id: string) => Number.parseInt(id.slice(15, 18) + id.slice(20, 23), 16)
    return (target) => {
      const scores: Scores = new Map()
      for (const { id, at } of target.texts)
        for (const other of named) {
          if (other.id === id || other.at !== at - (at % MINUTE)) continue
          const near = 1 / (1 + Math.abs(tail(id) - tail(other.id)))
          scores.set(other.account, Math.max(scores.get(other.account) ?? 0, near))
        }
      return scores
    }
  },
}

const gone = new WeakMap<Game, Map<string, number>>()

/** The posts that are gone, and since when: their threads go with them. */
function gonePosts(game: Game): Map<string, number> {
  const known = gone.get(game) ?? new Map<string, number>()
  if (!gone.has(game))
    for (const { texts } of game.targets.values())
      for (const { id, kind, goneAt } of texts) if (kind === 'post' && goneAt !== null) known.set(id, goneAt)
  gone.set(game, known)
  return known
}

/** When the last of the texts went, if none is left and the thread of somebody else still stands. */
function vanishedAt(game: Game, { texts, postId }: Shown): number | null {
  if (texts.some(({ goneAt }) => goneAt === null)) return null
  const at = Math.max(...texts.map(({ goneAt }) => goneAt ?? 0))
  const isOwn = texts.some(({ id }) => id === postId)
  return !isOwn && (gonePosts(game).get(postId) ?? at + 1) <= at ? null : at
}

const deletedBefore = (game: Game, candidate: string, at: number) => {
  const deletedAt = game.students.get(candidate)?.deletedAt ?? null
  return deletedAt !== null && deletedAt <= at && deletedAt > at - HOUR - MINUTE
}

const byHand = new WeakMap<Game, number>()

/** How often in an hour a name goes whose account stays. */
function goneByHand(game: Game) {
  const known = byHand.get(game)
  if (known !== undefined) return known
  let [count, hours] = [1, 1]
  for (const target of game.targets.values()) {
    if (target.group === 'named') continue
    const at = vanishedAt(game, target)
    if (at !== null && !deletedBefore(game, target.account, at)) count++
    hours += ((at ?? Date.now()) - (target.texts[0]?.at ?? 0)) / HOUR
  }
  byHand.set(game, count / hours)
  return count / hours
}

export const vanishing: Attack = {
  name: 'names that vanish together',
  by: 'student',
  tries: 'the texts of every name each minute, and which profile went in the hour before',
  remains: (game, target: Target, candidate) =>
    deletedBefore(game, candidate, vanishedAt(game, target) ?? 0) ? 1 : goneByHand(game),
  prepare: async (game) => (target) => {
    const at = vanishedAt(game, target)
    if (at === null) return null
    const near = [...game.students.values()].filter(
      ({ id, college }) => college === target.college && deletedBefore(game, id, at),
    )
    if (near.length === 0) return null
    return new Map(near.map(({ id, deletedAt }) => [id, 1 / (1 + at - (deletedAt ?? 0))]))
  },
}
