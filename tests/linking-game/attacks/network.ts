import { textLikeness } from '../chance'
import { type Game, SECOND, type Shown, type Target, WAIT } from '../game'
import { shapeOf, type Upload } from '../wire'
import type { Attack, Scores } from './attack'

// What the network shows of whose device sent something before a text appeared. Whoever watches it learns first from
// accounts of its own, whose texts it knows.

type Kernel = (upload: Upload, text: Shown['texts'][number]) => number

/** For each account the product, over the texts, of what its uploads before count. */
function scored(game: Game, target: Shown, kernel: Kernel): Scores {
  const scores: Scores = new Map()
  for (const [index, text] of target.texts.entries()) {
    const sums = new Map<string, number>()
    for (const upload of game.wire.between(text.at - WAIT[text.kind], text.at))
      sums.set(upload.account, (sums.get(upload.account) ?? 0) + kernel(upload, text))
    for (const { id, college } of game.students.values()) {
      if (college !== target.college) continue
      const before = index === 0 ? 0 : (scores.get(id) ?? 0)
      scores.set(id, before + Math.log((sums.get(id) ?? 0) + 1e-9))
    }
  }
  return scores
}

/** Of an aliased text one in six is published at once, by those who choose so. */
const AT_ONCE = 0.15

const uploads: Attack = {
  name: 'whose device sent something',
  by: 'network',
  tries:
    'uploads in the hour before a post or the quarter before a comment, those of the same second first; all texts of the name together',
  remains: 'online',
  async prepare(game) {
    const likeness = textLikeness(game)
    return (target) =>
      scored(game, target, (upload, { at, kind }) =>
        at - upload.at < 2 * SECOND ? AT_ONCE / 2 : likeness(upload) * (((1 - AT_ONCE) * SECOND) / WAIT[kind]),
      )
  },
}

/** The names of the accounts whose texts the attacker knows: one account in three. */
function known(game: Game): {
  names: Set<Shown>
  texts: { target: Target; upload: Upload; text: Target['texts'][number] }[]
} {
  const own = new Set([...game.students.keys()].filter((_, index) => index % 3 === 0))
  const targets = [...game.targets.values()].filter(({ account, group }) => own.has(account) && group !== 'named')
  const byMoment = new Map(game.wire.uploads.map((upload) => [`${upload.account} ${upload.at}`, upload]))
  const texts = targets.flatMap((target) =>
    target.texts.flatMap((text) => {
      const upload = byMoment.get(`${target.account} ${text.sentAt}`)
      return upload === undefined ? [] : [{ target, upload, text }]
    }),
  )
  return { names: new Set<Shown>(targets), texts }
}

const BINS = 15

const delays: Attack = {
  name: 'how long texts wait',
  by: 'network',
  tries: 'uploads before, by how long the texts of own accounts waited',
  remains: 'online',
  async prepare(game) {
    const { names, texts } = known(game)
    const binOf = (lag: number, kind: Target['texts'][number]['kind']) =>
      lag < 2 * SECOND ? 'at once' : `${kind} ${Math.floor((lag / WAIT[kind]) * BINS)}`
    const counts = new Map<string, number>()
    const all = { post: 1, comment: 1 }
    for (const { upload, text } of texts) {
      const bin = binOf(text.at - upload.at, text.kind)
      counts.set(bin, (counts.get(bin) ?? 0) + 1)
      all[text.kind]++
    }
    const likeness = textLikeness(game)
    const weight: Kernel = (upload, { at: appeared, kind }) => {
      const bin = binOf(appeared - upload.at, kind)
      const seconds = bin === 'at once' ? 2 : WAIT[kind] / SECOND / BINS
      const often = ((counts.get(bin) ?? 0) + 0.5) / all[kind] / seconds
      return bin === 'at once' ? often : often * likeness(upload)
    }
    return (target) => (names.has(target) ? null : scored(game, target, weight))
  },
}

const shapes: Attack = {
  name: 'what a device asks for before',
  by: 'network',
  tries: 'uploads before, by what devices of own accounts asked for before they sent an aliased text, and otherwise',
  remains: 'online',
  async prepare(game) {
    const { names, texts } = known(game)
    const count = (found: readonly Upload[]) => {
      const counts = new Map<string, number>()
      for (const upload of found) counts.set(shapeOf(upload), (counts.get(shapeOf(upload)) ?? 0) + 1)
      return counts
    }
    const [aliased, any] = [count(texts.map(({ upload }) => upload)), count(game.wire.uploads)]
    const likeness = textLikeness(game)
    const weight: Kernel = (upload) => {
      if (likeness(upload) === 0) return 0
      const shape = shapeOf(upload)
      return (
        ((aliased.get(shape) ?? 0) + 0.5) / texts.length / (((any.get(shape) ?? 0) + 0.5) / game.wire.uploads.length)
      )
    }
    return (target) => (names.has(target) ? null : scored(game, target, weight))
  },
}

export const network: readonly Attack[] = [uploads, delays, shapes]
