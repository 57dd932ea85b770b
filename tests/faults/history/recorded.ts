import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { FaultyFolder } from '../filesystem'
import type { Verdict } from '../image'
import { Random } from '../random'
import { EndedEarly, startServer } from '../server'
import { cast, makeCampus, TRIAL_VARIABLES } from './campus'
import { judge } from './check'
import { Client } from './client'
import { inspectFiles } from './inspect'
import { type Observation, observe } from './observation'
import { isRead, type Operation, Recorder } from './operation'
import { World } from './world'

const CLIENTS = 10

/** The server starts on each third image. On the others SQLite alone reads what the cut left, in a tenth of the time. */
const STARTS = 3

/** Knows how much had been recorded at each of its moments. */
class PositionedRecorder extends Recorder {
  readonly positions: number[] = []

  constructor(readonly folder: FaultyFolder) {
    super()
  }

  override tick(): number {
    const now = super.tick()
    this.positions[now] = this.folder.position()
    return now
  }
}

/** A load on a recording folder, and how to judge the folder as it was at a moment of the load. */
export type RecordedLoad = {
  acknowledged: number
  /** How much had been recorded when it began. */
  since: number
  judgeAt: (path: string, position: number, number: number) => Promise<Verdict>
}

/** Clients act on a server whose data is in the folder until so many writes have been acknowledged. */
export async function recordLoad(folder: FaultyFolder, writes: number, students: number): Promise<RecordedLoad> {
  const campus = await makeCampus(join(folder.path, 'data'), students)
  const recorder = new PositionedRecorder(folder)
  const { dataDir } = campus
  const base = observed(dataDir)
  const since = folder.position()
  let acknowledged = 0
  {
    await using server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
    const world = new World(base)
    const over = new AbortController()
    const authors = [...world.posts.values()].flatMap(({ authorId }) => authorId ?? [])
    const accounts = [campus.moderator, ...cast(campus, authors, CLIENTS, new Random('cast'))]
    const clients = accounts.map((account, n) => new Client(account, world, recorder, new Random(`recorded ${n}`)))
    const onOperation = (operation: Operation) => {
      if (operation.outcome === 'acknowledged' && !isRead(operation)) acknowledged++
      if (acknowledged >= writes) over.abort()
    }
    for (const client of clients) client.onOperation = onOperation
    await Promise.all(clients.map((client) => client.run(server.url, over.signal)))
    await server.stop()
  }
  const operations = recorder.take()
  const judgeAt = async (path: string, position: number, number: number): Promise<Verdict> => {
    const image = join(path, 'data')
    try {
      if (number % STARTS === 0) {
        await using server = await startServer({ dataDir: image, variables: TRIAL_VARIABLES })
        await server.stop()
      }
    } catch (error) {
      return { lost: 0, problems: [error instanceof EndedEarly ? error.message : `${error}`] }
    }
    const known = operations.flatMap((operation) => knownAt(operation, recorder.positions, position))
    const { violations } = judge(base, known, observed(image, base.lastEntry))
    const problems = [...violations.map(({ rule, what }) => `${rule}: ${what}`), ...(await inspectFiles(image))]
    return { lost: violations.length, problems }
  }
  return { acknowledged, since, judgeAt }
}

/**
 * What of an operation the clients knew at the cut. A read may have seen what was not on disk yet: that is promised to
 * its writer alone, so reads are left out.
 */
function knownAt(operation: Operation, positions: readonly number[], cut: number): Operation[] {
  if (isRead(operation) || positions[operation.start]! > cut) return []
  if (positions[operation.end]! <= cut) return [operation]
  return [{ ...operation, outcome: 'unknown', status: undefined, code: undefined, answer: {} }]
}

function observed(dataDir: string, after?: number): Observation {
  const sqlite = new Database(join(dataDir, 'quad.db'), { readwrite: true, strict: true })
  try {
    return observe(sqlite, after)
  } finally {
    sqlite.close()
  }
}
