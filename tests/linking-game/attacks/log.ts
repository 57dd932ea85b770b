import type { Data } from '../../support/kit'
import { type Game, SECOND, type Shown, sampleOf, WAIT } from '../game'
import type { Attack } from './attack'
import { amongSample, Readings } from './readings'
import { product } from './times'

// What a moderator reads in the audit log, by all of its filters.

type Log = { entries: Data[]; moments: Map<string, number[]> }
const logs = new WeakMap<Game, Promise<Log>>()

/** The log, read once. */
function logOf(game: Game): Promise<Log> {
  const known = logs.get(game) ?? readLog(game)
  logs.set(game, known)
  return known
}

async function readLog({ administrator, students }: Game): Promise<Log> {
  const entries = await administrator.all('admin/manage/logs?sortBy=timestamp&sortOrder=asc', (data) => data.data)
  const moments = new Map<string, number[]>()
  for (const { actorId, timestamp } of entries)
    if (students.has(actorId)) moments.set(actorId, [...(moments.get(actorId) ?? []), Date.parse(timestamp)])
  return { entries, moments }
}

/** The entries of an account in the time in which a text may have been written, those of the text itself excepted. */
const near = ({ moments }: Log, account: string, { at, kind }: Shown['texts'][number]) =>
  0.2 + (moments.get(account) ?? []).filter((moment) => moment > at - WAIT[kind] && moment < at - SECOND).length

export const besideInLog: Attack = {
  name: 'the log: what an entry names',
  by: 'administrator',
  tries: 'accounts in the entries about the name and its texts, by name, text, actor and sorting',
  remains: 'college',
  async prepare(game) {
    const readings = new Readings(game)
    const { entries } = await logOf(game)
    for (const entry of entries) readings.take(entry)
    for (const { nameId, texts } of sampleOf(game))
      for (const id of [nameId, ...texts.map((text) => text.id)])
        for (const filter of ['entityId', 'actorId'])
          readings.take((await game.administrator.get(`admin/manage/logs?limit=100&${filter}=${id}`)).data)
    return amongSample(game, readings)
  },
}

export const nearInLog: Attack = {
  name: 'the log: entries around the same time',
  by: 'administrator',
  tries: 'whose entries, to the millisecond, stand in the time in which the text may have been written',
  remains: 'online',
  async prepare(game) {
    const log = await logOf(game)
    return (target) => product(game, target, (account, text) => near(log, account, text))
  },
}
