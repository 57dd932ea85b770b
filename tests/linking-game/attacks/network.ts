import { type Kernel, likelihoods, textsAlone, waysOf } from '../chance'
import { type Game, SECOND, type Shown, type Target, WAIT } from '../game'
import { shapeOf, type Upload } from '../wire'
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
function known(game: Game): {
  names: Set<Shown>
  texts: { target: Target; upload: Upload; text: Target['texts'][number] }[]
} {
  const own = new Set([...game.students.keys()].filter((_, index) => index % 3 === 0))
  const targets = [...game.targets.values()].filter(({ account, group }) => own.has(account) && group !== 'named')
  const byMoment = game.wire.firsts()
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
    const weight: Kernel = (upload, text) => {
      const { at: appeared, kind } = text
      const bin = binOf(appeared - upload.at, kind)
      const seconds = bin === 'at once' ? 2 : WAIT[kind] / SECOND / BINS
      return ((counts.get(bin) ?? 0) + 0.5) / all[kind] / seconds
    }
    return (target) => (names.has(target) ? null : waysOf(game, target.texts, weight))
  },
}

const shapes: Attack = {
  name: 'what a device asks for around it',
  by: 'network',
  tries:
    'uploads before, by what devices of own accounts asked for before and after they sent an aliased text, and otherwise',
  remains: 'texts',
  async prepare(game) {
    const { names, texts } = known(game)
    const sent = (kind: string) =>
      texts.filter(({ target, text }) => target.group === 'delayed' && text.kind === kind).map(({ upload }) => upload)
    const { uploads } = game.wire
    const ratios = { post: likelihoods(sent('post'), uploads), comment: likelihoods(sent('comment'), uploads) }
    const kernel: Kernel = (upload, { kind }) => ratios[kind](shapeOf(upload))
    return (target) => (names.has(target) ? null : waysOf(game, target.texts, kernel))
  },
}

const sizes: Attack = {
  name: 'whose device sent a text',
  by: 'network',
  tries:
    'uploads that were a post or a comment, as their size shows, and that did not appear at once under an own name',
  remains: 'texts',
  async prepare(game) {
    const kernel = textsAlone(game)
    return (target) => waysOf(game, target.texts, kernel)
  },
}

const asking: Attack = {
  name: 'who asks for something when a text appears',
  by: 'network',
  tries: 'the devices that send a request in the second in which a text of the name appears',
  remains: 'online',
  prepare: async (game) => (target) => {
    const asked = (account: string) => target.texts.filter(({ at }) => game.wire.reads.has(account, at)).length
    return new Map([...game.students.keys()].map((id) => [id, asked(id)]))
  },
}

export const network: readonly Attack[] = [uploads, delays, shapes, sizes, asking]
