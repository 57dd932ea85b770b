import type { Data } from '../../support/kit'
import { type Game, type Shown, sampleOf } from '../game'
import { type Attack, membersOf, type Scores } from './attack'

// What an answer says beside a name: the id or the name of an account in the same record.

type Get = (path: string) => Promise<{ data: Data; text: string; status: number }>

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const PSEUDONYM = /[a-z]+-[a-z]+-\d+/g

function objectsIn(value: Data): Data[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value, ...inner]
}

/** By what a record is about: the accounts that it names. */
export class Readings {
  readonly #beside = new Map<string, Scores>()
  readonly #byName: Map<string, string>

  constructor(private readonly game: Game) {
    this.#byName = new Map([...game.students.values()].map(({ id, name }) => [name, id]))
  }

  take(json: Data) {
    for (const object of objectsIn(json)) {
      const about = Object.values(object).filter((value): value is string => typeof value === 'string')
      const accounts = this.accountsIn(JSON.stringify(object, (_, value) => (Array.isArray(value) ? undefined : value)))
      if (accounts.length === 0) continue
      for (const subject of about)
        for (const account of accounts) if (subject !== account) this.add(subject, account, 1 / accounts.length)
    }
  }

  accountsIn(text: string) {
    const ids = (text.match(UUID) ?? []).filter((id) => this.game.students.has(id))
    const names = (text.match(PSEUDONYM) ?? []).flatMap((name) => this.#byName.get(name) ?? [])
    return [...new Set([...ids, ...names])]
  }

  add(subject: string, account: string, score: number) {
    const scores = this.#beside.get(subject) ?? new Map()
    this.#beside.set(subject, scores.set(account, (scores.get(account) ?? 0) + score))
  }

  beside({ nameId, name, texts }: Shown): Scores {
    const all: Scores = new Map()
    for (const subject of [nameId, name, ...texts.map(({ id }) => id)])
      for (const [account, score] of this.#beside.get(subject) ?? []) all.set(account, (all.get(account) ?? 0) + score)
    return all
  }
}

/** Of own names only as many are looked at as there are aliases. */
export function amongSample(game: Game, readings: Readings): (target: Shown) => Scores | null {
  const sample = new Set<Shown>(sampleOf(game))
  return (target) => (sample.has(target) ? readings.beside(target) : null)
}

/** Reads each path once, and what it says. */
async function readPaths(readings: Readings, get: Get, paths: Iterable<string>) {
  for (const path of new Set(paths)) {
    const { data, text, status } = await get(path)
    if (status >= 400) continue
    if (data !== undefined) readings.take(data)
    // A document about one thread.
    else for (const account of readings.accountsIn(text)) readings.add(path.split('/').at(-1) ?? '', account, 1)
  }
}

const coursesOf = ({ courses }: Game) => [...courses.values()].flat()
const threadsOf = (game: Game) => [...new Set(sampleOf(game).map(({ postId }) => postId))]

export const everythingRead: Attack = {
  name: 'what is said beside the name',
  by: 'student',
  tries:
    'posts, threads, single comments, profiles, search, suggestions, documents, inbox: accounts in the same record',
  remains: 'college',
  async prepare(game) {
    const { device } = game.attacker
    const readings = new Readings(game)
    const threads = threadsOf(game).flatMap((id) => [
      `posts/${id}`,
      `comments/post/${id}/tree?limit=100`,
      `/post/${id}`,
    ])
    const names = sampleOf(game).flatMap(({ nameId, name, texts }) => [
      `users/id/${nameId}`,
      `users/search/${name}`,
      `search/suggestions?q=${name}`,
      `search/similar?title=${name}`,
      ...texts.slice(0, 1).map(({ id, kind }) => (kind === 'post' ? `posts/${id}/why?sortBy=hot` : `comments/${id}`)),
    ])
    const lists = [
      'posts?question=open&limit=50',
      ...coursesOf(game).flatMap((id) => [`courses/${id}`, `posts?course=${id}&limit=50`]),
    ]
    const own = ['notifications/list?limit=100', 'notifications/threads', 'posts/pinned', 'follows', 'users/blocked']
    await readPaths(readings, device.get, [...threads, ...names, ...lists, ...own])
    return amongSample(game, readings)
  },
}

export const consoleRead: Attack = {
  name: 'what the console says beside the name',
  by: 'administrator',
  tries: 'posts, threads, versions, lists and search of people, records of decisions, reports and their context',
  remains: 'college',
  async prepare(game) {
    const { administrator } = game
    const readings = new Readings(game)
    const threads = threadsOf(game).flatMap((id) => [`posts/${id}`, `comments/post/${id}/tree?limit=100`])
    const names = sampleOf(game).flatMap(({ nameId, name, texts }) => [
      `users/id/${nameId}`,
      `moderation/users/search?username=${name}`,
      `admin/manage/users/query?username=${name}`,
      `moderation/users/${nameId}/suspension`,
      `moderation/users/${nameId}/removals`,
      `moderation/history/${nameId}`,
      `reports/users/${nameId}`,
      ...texts.flatMap(({ id, kind }) => [
        `moderation/history/${id}`,
        ...(kind === 'post' ? [`posts/${id}/history`] : []),
      ]),
    ])
    await readPaths(readings, administrator.get, [
      ...threads,
      ...names,
      'admin/manage/reports?limit=100',
      'reports?limit=100',
    ])
    return amongSample(game, readings)
  },
}

export const heard: Attack = {
  name: 'what sockets and notifications say',
  by: 'student',
  tries: 'all messages to a device that listens to threads, and whose comments are replied to',
  remains: 'college',
  async prepare(game) {
    const readings = new Readings(game)
    const ids = new Set<string>()
    for (const message of game.attacker.device.heard) {
      const { actorUsernames = [], ...notification }: Data = message.notification ?? {}
      const flat = { ...message, ...notification, notification: actorUsernames.join(' ') }
      readings.take(flat)
      for (const id of JSON.stringify(flat).match(UUID) ?? []) ids.add(id)
    }
    return (target) =>
      target.texts.some(({ id, kind }) => kind === 'comment' && ids.has(id)) ? readings.beside(target) : null
  },
}

/** Which account's lists hold a text. */
async function listed(game: Game, get: Get, lists: readonly ((id: string) => string)[]) {
  const holders = new Map<string, string>()
  for (const { college } of game.targets.values()) {
    for (const account of membersOf(game, college))
      for (const list of lists) {
        const path = list(account)
        if (holders.has(path)) continue
        holders.set(path, account)
        for (let page = 1, isLast = false; !isLast; page++) {
          const { data } = await get(`${path}?limit=50&page=${page}`)
          const rows: Data[] = data?.posts ?? data?.comments ?? []
          for (const { id } of rows) holders.set(id, account)
          isLast = rows.length < 50
        }
      }
  }
  return ({ texts }: Shown): Scores => {
    const scores: Scores = new Map()
    for (const { id } of texts) {
      const holder = holders.get(id)
      if (holder !== undefined) scores.set(holder, (scores.get(holder) ?? 0) + 1)
    }
    return scores
  }
}

export const listsByAuthor: Attack = {
  name: 'lists by author',
  by: 'student',
  tries: 'all posts of every account of the college',
  remains: 'college',
  prepare: (game) => listed(game, game.attacker.device.get, [(id) => `posts/user/${id}`]),
}

export const consoleLists: Attack = {
  name: 'lists by author in the console',
  by: 'administrator',
  tries: 'all posts and comments of every account of the college',
  remains: 'college',
  prepare: (game) =>
    listed(game, game.administrator.get, [(id) => `posts/user/${id}`, (id) => `moderation/users/${id}/comments`]),
}

/** The pictures of the texts of a name. */
const picturesOf = async ({ attacker }: Game, { texts }: Shown): Promise<string[]> => {
  const found = texts.filter(({ kind }) => kind === 'post').map(({ id }) => attacker.device.get(`posts/${id}`))
  return (await Promise.all(found)).flatMap(({ data }) => data?.post?.picture?.id ?? [])
}

export const picturesAlike: Attack = {
  name: 'pictures whose ids are alike',
  by: 'student',
  tries: 'whose named picture has an id that begins most like that of the picture',
  remains: 'college',
  async prepare(game) {
    const named: { account: string; id: string }[] = []
    const ofTarget = new Map<Shown, string[]>()
    for (const target of sampleOf(game)) {
      const ids = await picturesOf(game, target)
      if (ids.length > 0) ofTarget.set(target, ids)
      if (target.group === 'named') named.push(...ids.map((id) => ({ account: target.account, id })))
    }
    return (target) => {
      const ids = ofTarget.get(target)
      if (ids === undefined) return null
      const scores: Scores = new Map()
      for (const { account, id } of named) {
        const alike = Math.max(...ids.map((own) => samePrefix(own, id)))
        scores.set(account, Math.max(scores.get(account) ?? 0, alike))
      }
      return scores
    }
  },
}

/** How many of the first digits of two ids are the same. */
function samePrefix(one: string, other: string) {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

export const namesAlike: Attack = {
  name: 'names and ids that are alike',
  by: 'student',
  tries: 'words of the pseudonym, its number, digits of the id',
  remains: 'college',
  prepare: async (game) => (target) => {
    const words = target.name.split('-')
    const alike = ({ id, name }: { id: string; name: string }) =>
      name.split('-').filter((word) => words.includes(word)).length + samePrefix(id, target.nameId) / 36
    return new Map([...game.students.values()].map((student) => [student.id, alike(student)]))
  },
}
