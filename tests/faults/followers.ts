import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Browser, freePort } from '../support/program'
import { until } from '../support/until'
import { type Account, makeCampus, TRIAL_VARIABLES } from './history/campus'
import { removeAtEnd } from './leftovers'
import { type Server, startServer, type Variables } from './server'

/** What keeps a follower's copy: Litestream, or what does the same in its place. */
export type Carrier = 'litestream' | 'stand-in'

/** `LITESTREAM=` names another one than the system's. */
export const litestream = process.env.LITESTREAM ?? Bun.which('litestream') ?? undefined

const EVERY_MS = 100

type Process = { signal(name: NodeJS.Signals): void; kill(): Promise<void>; hasEnded(): boolean }

function start(command: string[]): Process {
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] })
  const hasEnded = removeAtEnd(() => child.kill('SIGKILL'))
  return {
    signal: (name) => child.kill(name),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      child.kill('SIGKILL')
      await child.exited
      hasEnded()
    },
  }
}

/** A primary with students, whose sessions are open. Its log and that of its followers name every request. */
export class Pair implements AsyncDisposable {
  readonly #started: (() => unknown)[] = []
  #replication: Process | undefined
  #port = 0
  primary!: Server

  private constructor(
    readonly folder: string,
    readonly carrier: Carrier,
    readonly students: readonly Account[],
    readonly variables: Variables,
  ) {}

  static async start(folder: string, carrier: Carrier, variables: Variables = {}): Promise<Pair> {
    const { students } = await makeCampus(join(folder, 'primary'), 12)
    const pair = new Pair(folder, carrier, students, { ...TRIAL_VARIABLES, LOG_LEVEL: 'info', ...variables })
    pair.#port = freePort()
    await pair.startPrimary()
    if (carrier === 'litestream') pair.#replicate()
    return pair
  }

  get dataDir(): string {
    return join(this.folder, 'primary')
  }

  /** Litestream's configuration for the database of a data directory, and the one replica. */
  settingsOf(dataDir: string): string {
    const file = join(this.folder, `${basename(dataDir)}.yml`)
    const replica = `type: file\n      path: ${join(this.folder, 'replica')}\n      sync-interval: ${EVERY_MS}ms`
    const database = join(dataDir, 'quad.db')
    writeFileSync(
      file,
      `dbs:\n  - path: ${database}\n    monitor-interval: ${EVERY_MS}ms\n    replica:\n      ${replica}\n`,
    )
    return file
  }

  /** Kills the primary, and what replicates it. */
  async lose(): Promise<void> {
    await Promise.all([this.primary.kill(), this.#replication?.kill()])
  }

  async startPrimary(): Promise<void> {
    const variables = { ...this.variables, PUBLIC_URL: `http://127.0.0.1:${this.#port}`, PORT: String(this.#port) }
    this.primary = await startServer({ dataDir: this.dataDir, variables })
    this.#started.push(() => this.primary.kill())
  }

  #replicate(): void {
    this.#replication = start([litestream ?? '', 'replicate', '-config', this.settingsOf(this.dataDir)])
    this.#started.push(() => this.#replication?.kill())
  }

  /** Starts a follower, and what keeps its copy; returns once it answers from that. */
  async follow(name: string): Promise<Follower> {
    const dataDir = join(this.folder, name)
    mkdirSync(dataDir, { recursive: true })
    cpSync(join(this.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
    const follower = new Follower(this, dataDir)
    this.#started.push(() => follower.stop())
    await follower.carry()
    await follower.start()
    return follower
  }

  /** The browser of a student, who is signed in at every node. */
  browser({ url }: { url: string }, student: Account): Browser {
    const browser = new Browser(url, `http://127.0.0.1:${this.#port}`)
    const [name = '', token = ''] = student.cookie.split('=')
    browser.cookies.set(name, token)
    return browser
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#started.reverse()) await stop()
  }
}

export class Follower {
  server!: Server
  #carrier: Process | undefined

  constructor(
    readonly pair: Pair,
    readonly dataDir: string,
  ) {}

  get url(): string {
    return this.server.url
  }

  async start(): Promise<void> {
    const { primary, variables } = this.pair
    this.server = await startServer({
      dataDir: this.dataDir,
      variables: { ...variables, PUBLIC_URL: primary.url, PRIMARY_URL: primary.url },
      command: ['serve', '--follow'],
    })
    await until(() => this.said('current'), 'an answer from the copy')
  }

  /** Starts what keeps the copy, as often as a supervisor does: Litestream ends where nothing is replicated yet. */
  async carry(): Promise<void> {
    const [from, to] = [join(this.pair.dataDir, 'quad.db'), join(this.dataDir, 'quad.db')]
    const command =
      this.pair.carrier === 'litestream'
        ? [
            ...[litestream ?? '', 'restore', '-f', '-follow-interval', `${EVERY_MS}ms`],
            ...['-config', this.pair.settingsOf(this.pair.dataDir), '-o', to, from],
          ]
        : [process.execPath, join(import.meta.dir, 'carry-pages.ts'), from, to, String(EVERY_MS)]
    await until(() => {
      if (this.#carrier?.hasEnded() !== false) this.#carrier = start(command)
      return existsSync(to)
    }, 'a copy')
  }

  /** The copy stands still, or goes on. */
  hold(isHeld: boolean): void {
    this.#carrier?.signal(isHeld ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Kills what keeps the copy. */
  async drop(): Promise<void> {
    await this.#carrier?.kill()
  }

  /** Whether that was the last thing it said of its copy. */
  said(copy: string): boolean {
    return this.server.lines().findLast((line) => 'copy' in line)?.copy === copy
  }

  /** How many requests it has answered from its copy, and how many it has passed on. */
  answered(): { fromCopy: number; byPrimary: number } {
    const routes = this.server.lines().flatMap(({ route }) => (typeof route === 'string' ? [route] : []))
    const byPrimary = routes.filter((route) => route === '(primary)').length
    return { fromCopy: routes.length - byPrimary, byPrimary }
  }

  async stop(): Promise<void> {
    await this.server?.kill()
    await this.drop()
  }
}
