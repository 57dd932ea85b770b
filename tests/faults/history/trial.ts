import type { Under } from '../killed-at'
import { Random } from '../random'
import { EndedEarly, type Server, startServer } from '../server'
import { type Campus, TRIAL_VARIABLES } from './campus'
import { type Judgement, judge } from './check'
import { crowdDuring } from './client'
import { inspectFiles } from './inspect'
import { type Observation, observed } from './observation'
import { Recorder } from './operation'
import { finished } from './unfinished'
import { World } from './world'

/** What happens to a server while clients use it. Whether it lives afterwards is all the same. */
export type Fault = (server: Server, random: Random, recorder: Recorder) => Promise<void>

type Tally = Omit<Judgement, 'violations'> & { runs: number }

type Options = {
  /** Makes the command of the server one of a program that runs it. */
  under?: Under
  /** Whether what was read must be there afterwards, though it was not acknowledged: not if the disk may forget. */
  readsLast?: boolean
}

/**
 * Clients and a server on one data directory, chapter after chapter: each has a start, a load, a fault and a quiet moment
 * after it, at which everything that the clients learned is judged.
 */
export class Trial {
  readonly #tally: Tally = { runs: 0, acknowledged: 0, refused: 0, unknown: 0 }
  readonly #problems: string[] = []
  readonly #recorder = new Recorder()
  #base: Observation | undefined
  #readsLast = true

  constructor(readonly campus: Campus) {}

  /** Lets clients at a started server until the fault is over, and judges after the next start. */
  async chapter(fault: Fault, { under, readsLast = true }: Options = {}) {
    const random = new Random(`chapter ${this.#tally.runs}`)
    const server = await this.open(under).catch((error) => {
      if (under === undefined || !(error instanceof EndedEarly)) throw error
    })
    this.#tally.runs++
    this.#readsLast = readsLast
    if (server === undefined) return
    const world = new World(this.#base ?? this.#observe())
    const { campus } = this
    const recorder = this.#recorder
    const name = `client ${this.#tally.runs}`
    await crowdDuring({ url: server.url, campus, world, recorder, name }, () => fault(server, random, recorder))
    await server.stop()
  }

  /** Starts the server, and judges what the clients did before. */
  async open(under?: Under): Promise<Server> {
    const { dataDir } = this.campus
    const server = await startServer({ dataDir, variables: TRIAL_VARIABLES, ...(under && { under }) })
    await finished(dataDir, server)
    const operations = this.#recorder.take()
    const base = this.#base
    this.#base = this.#observe(base?.lastEntry)
    if (base === undefined) return server
    const { violations, ...counts } = judge(base, operations, this.#base, this.#readsLast)
    for (const [name, count] of Object.entries(counts)) this.#tally[name as keyof typeof counts] += count
    this.#problems.push(...violations.map(({ rule, what }) => `${rule}: ${what}`))
    return server
  }

  /** Judges the last chapter, and the files as they are on disk; returns what there is to report. */
  async finish(): Promise<Tally & { problems: string[] }> {
    await this.inspect()
    const server = await this.open()
    await server.stop()
    await this.inspect()
    return { ...this.#tally, problems: this.#problems }
  }

  async inspect() {
    this.#problems.push(...(await inspectFiles(this.campus.dataDir)))
  }

  #observe(after?: number): Observation {
    return observed(this.campus.dataDir, after)
  }
}
