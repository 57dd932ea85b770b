import { type Kernel, waysOf } from '../chance'
import { type Game, SECOND, type Shown, type Target, WAIT } from '../game'
import type { Upload } from '../wire'
import type { Attack } from './attack'

// What the network shows of whose device sent something before a text appeared. Whoever watches it learns first from
// accounts of its own, whose texts it knows.

/** Of an aliased text one in six is published at once, by those who choose so. */
const AT_ONCE = 0.15

const uploads: Attack = {
  name: 'whose device sent something',
  by: 'network',
  tries:
    'uploads in the hour before a post or the quarter before a comment, those of the same second first; all texts of the name together',
  remains: 'online',
  async prepare(game) {
    const kernel: Kernel = (upload, text) =>
      text.at - upload.at < 2 * SECOND ? AT_ONCE / 2 : ((1 - AT_ONCE) * SECOND) / WAIT[text.kind]
    return (target) => waysOf(game, target.texts, kernel)
  },
}

/** The names of the accounts whose texts the attacker knows: one account in three. */
function known(game: Game): { names: Set<Shown>; texts: { upload: Upload; text: Target['texts'][number] }[] } {
  const own = new Set([...game.students.keys()].filter((_, index) => index % 3 === 0))
  const targets = [...game.targets.values()].filter(({ account, group }) => own.has(account) && group !== 'named')
  const byMoment = game.wire.firsts()
  const texts = targets.flatMap((target) =>
    target.texts.flatMap((text) => {
      const upload = byMoment.get(`${target.account} ${text.sentAt}`)
      return upload === undefined ? [] : [{ upload, text }]
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
    const weight: Kernel = (upload, text) => {
      const { at: appeared, kind } = text
      const bin = binOf(appeared - upload.at, kind)
      const seconds = bin === 'at once' ? 2 : WAIT[kind] / SECOND / BINS
      return ((counts.get(bin) ?? 0) + 0.5) / all[kind] / seconds
    }
    return (target) => (names.has(target) ? null : waysOf(game, target.texts, weight))
  },
}

export const network: readonly Attack[] = [uploads, delays]
