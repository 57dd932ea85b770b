import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { Random } from '../random'
import { type Server, startServer } from '../server'
import { type Campus, cast, TRIAL_VARIABLES } from './campus'
import { type Judgement, judge } from './check'
import { Client } from './client'
import type { Violation } from './facts'
import { inspectFiles } from './inspect'
import { type Observation, observe } from './observation'
import { type Operation, Recorder } from './operation'
import { World } from './world'

/** What happens to a server while clients use it. Whether it lives afterwards is all the same. */
export type Fault = (server: Server, random: Random) => Promise<void>

export type Tally = Omit<Judgement, 'violations'> & { chapters: number }

type Options = { clients?: number; start?: typeof startServer }

/**
 * Clients and a server on one data directory, chapter after chapter: each has a start, a load, a fault and a quiet moment
 * after it, at which everything that the clients learned is judged.
 */
export class Trial {
  readonly tally: Tally = { chapters: 0, acknowledged: 0, refused: 0, unknown: 0, unknownHappened: 0, reads: 0 }
  readonly violations: Violation[] = []
  /** Of the last chapter, for whoever looks into a violation. */
  lastOperations: Operation[] = []
  readonly #recorder = new Recorder()
  readonly #clients: number
  readonly #start: typeof startServer
  #base: Observation | undefined

  constructor(
    readonly campus: Campus,
    { clients = 10, start = startServer }: Options = {},
  ) {
    this.#clients = clients
    this.#start = start
  }

  /** Lets clients at a started server until the fault is over, and judges after the next start. */
  async chapter(fault: Fault, random = new Random(`chapter ${this.tally.chapters}`)): Promise<void> {
    const server = await this.open()
    const world = new World(this.#base ?? this.#observe())
    const over = new AbortController()
    const authors = [...world.posts.values()].flatMap(({ authorId }) => authorId ?? [])
    const accounts = [this.campus.moderator, ...cast(this.campus, authors, this.#clients, random)]
    const clients = accounts.map(
      (account, n) => new Client(account, world, this.#recorder, new Random(`client ${this.tally.chapters} ${n}`)),
    )
    const running = Promise.all(clients.map((client) => client.run(server.url, over.signal)))
    try {
      await fault(server, random)
    } finally {
      over.abort()
    }
    await running
    await server.stop()
    this.tally.chapters++
  }

  /** Starts the server, and judges what the clients did before. */
  async open(): Promise<Server> {
    const server = await this.#start({ dataDir: this.campus.dataDir, variables: TRIAL_VARIABLES })
    this.lastOperations = this.#recorder.take()
    const base = this.#base
    this.#base = this.#observe(base?.lastEntry)
    if (base === undefined) return server
    const { violations, ...counts } = judge(base, this.lastOperations, this.#base)
    for (const [name, count] of Object.entries(counts)) this.tally[name as keyof typeof counts] += count
    this.violations.push(...violations)
    return server
  }

  /** Judges the last chapter, and the files as they are on disk. */
  async finish(): Promise<void> {
    await this.inspect()
    const server = await this.open()
    await server.stop()
    await this.inspect()
  }

  async inspect(): Promise<void> {
    this.violations.push(...(await inspectFiles(this.campus.dataDir)))
  }

  #observe(after?: number): Observation {
    const sqlite = new Database(join(this.campus.dataDir, 'quad.db'), { readonly: true, strict: true })
    try {
      return observe(sqlite, after)
    } finally {
      sqlite.close()
    }
  }
}

/** Waits for a while, and kills. */
export const killed =
  (mostMs: number): Fault =>
  async (server, random) => {
    await Bun.sleep(20 + random.below(mostMs))
    await server.kill()
  }
