import { join } from 'node:path'
import type { FaultyFolder } from '../filesystem'
import type { Verdict } from '../image'
import { Random } from '../random'
import { EndedEarly, startServer } from '../server'
import { type Campus, makeCampus, TRIAL_VARIABLES } from './campus'
import { judge } from './check'
import { Client, crowdDuring } from './client'
import { acknowledged } from './faults'
import { inspectFiles } from './inspect'
import { type Observation, observed } from './observation'
import { isRead, type Operation, Recorder, toAct } from './operation'
import { newToken } from './texts'
import { finished, isUnfinished } from './unfinished'
import { World } from './world'

/**
 * The server starts on each third image, and where it has something to finish. On the others SQLite alone reads what the
 * cut left, in a tenth of the time.
 */
const STARTS = 3

/** Knows how much had been recorded at each of its moments. */
class PositionedRecorder extends Recorder {
  readonly positions: number[] = []

  constructor(readonly folder: FaultyFolder) {
    super()
  }

  override tick() {
    const now = super.tick()
    this.positions[now] = this.folder.position()
    return now
  }
}

/** A load on a recording folder, and how to judge the folder as it was at a moment of the load. */
type RecordedLoad = {
  acknowledged: number
  /** How much had been recorded when that began which is cut. */
  since: number
  judgeAt: (path: string, position: number, number: number) => Promise<Verdict>
}

type Load = {
  /** How many students the campus has. */
  students: number
  /** Acts on the server; may return the operation from which on the power is cut. */
  act: (url: string, campus: Campus, base: Observation, recorder: Recorder) => Promise<Operation | undefined>
}

/** Ten clients and the moderator act until so many writes have been acknowledged. */
export const mixedLoad =
  (writes: number): Load['act'] =>
  async (url, campus, base, recorder) => {
    const crowd = { url, campus, world: new World(base), recorder, name: 'recorded' }
    await crowdDuring(crowd, () => acknowledged(recorder, writes))
    return undefined
  }

/** A student publishes a post, comments on it so often that it is deleted in steps, and deletes it, which is cut. */
export const deletedThread =
  (comments: number): Load['act'] =>
  async (url, { students: [author] }, base, recorder) => {
    if (author === undefined) throw new Error('nobody studies there')
    const client = new Client(author, new World(base), recorder, new Random('deleted thread'))
    const { answer } = await client.perform(url, toAct({ kind: 'publish', token: newToken(1, 1) }))
    const id = answer.post?.id ?? ''
    for (let n = 0; n < comments; n++) await client.perform(url, toAct({ kind: 'comment', id, token: newToken(2, n) }))
    return client.perform(url, toAct({ kind: 'delete-post', id }))
  }

/** A load on a server whose data is in the folder. */
export async function recordLoad(folder: FaultyFolder, { students, act }: Load): Promise<RecordedLoad> {
  const campus = await makeCampus(join(folder.path, 'data'), students)
  const recorder = new PositionedRecorder(folder)
  const { dataDir } = campus
  const base = observed(dataDir)
  let since = folder.position()
  {
    await using server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
    const first = await act(server.url, campus, base, recorder)
    if (first !== undefined) since = recorder.positions[first.start] ?? since
    await server.stop()
  }
  const { acknowledged: count } = recorder
  const operations = recorder.take()
  const judgeAt = async (path: string, position: number, number: number): Promise<Verdict> => {
    const image = join(path, 'data')
    try {
      if (number % STARTS === 0 || isUnfinished(image)) {
        await using server = await startServer({ dataDir: image, variables: TRIAL_VARIABLES })
        await finished(image, server)
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
  return { acknowledged: count, since, judgeAt }
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
