import { expect } from 'bun:test'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readTerm } from '../../src/lib/primary/claims'
import { Browser, freePort } from '../support/program'
import { until } from '../support/until'
import { type Account, makeCampus, TRIAL_VARIABLES } from './history/campus'
import { removeAtEnd } from './leftovers'
import { publish } from './requests'
import { scratchFolder } from './scratch'
import { quad, type Server, startServer, type Variables } from './server'

const litestream = process.env.LITESTREAM ?? Bun.which('litestream')
if (litestream === null)
  console.warn('SKIPPED: no litestream on this machine (LITESTREAM=<program>); a stand-in shows what Quad does')

/** What replicates, and keeps a follower's copy: Litestream, or what does the same in its place. */
export type Carrier = 'litestream' | 'stand-in'

export const CARRIERS: Carrier[] = litestream === null ? ['stand-in'] : ['stand-in', 'litestream']

/** The program of the stand-in, in a folder. */
function standInProgram(folder: string) {
  const program = join(folder, 'litestream')
  const script = join(import.meta.dir, 'litestream-stand-in.ts')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o700 })
  return program
}

const EVERY_MS = 100

type Process = { signal(name: NodeJS.Signals): void; kill(): Promise<void>; hasEnded(): boolean }

function start(command: string[], env: Variables = {}): Process {
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
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
  /** What replicates now. */
  replication: Process | undefined
  /** The data directory that it replicates, and the term. */
  #replicated: string | undefined
  #port = 0
  #restores = 0
  primary!: Server

  private constructor(
    readonly folder: string,
    readonly carrier: Carrier,
    readonly students: readonly Account[],
    readonly variables: Variables,
    /** Where servers claim to be primary, if they do: then their replicas have places of their own. */
    readonly claims: string | undefined,
  ) {}

  static async start(
    carrier: Carrier = 'stand-in',
    variables: Variables = {},
    isClaiming = false,
    people = 12,
  ): Promise<Pair> {
    const scratch = scratchFolder()
    const folder = scratch.path
    const students = people === 0 ? [] : (await makeCampus(join(folder, 'primary'), people)).students
    const all = { ...TRIAL_VARIABLES, LOG_LEVEL: 'info', ...variables }
    const claims = join(folder, 'claims')
    const pair = new Pair(folder, carrier, students, all, isClaiming ? claims : undefined)
    if (isClaiming) mkdirSync(claims)
    pair.#started.push(() => scratch[Symbol.dispose]())
    pair.#port = freePort()
    await pair.startPrimary()
    return pair
  }

  /** Litestream's, or what stands in for it. */
  get program() {
    return this.carrier === 'litestream' && litestream !== null ? litestream : standInProgram(this.folder)
  }

  #socketOf(dataDir: string) {
    return join(this.folder, `${basename(dataDir)}.sock`)
  }

  /** Of the servers and commands on a data directory. */
  variablesOf(dataDir: string): Variables {
    const publicUrl = { PUBLIC_URL: `http://127.0.0.1:${this.#port}` }
    const claiming = this.claims && { PRIMARY_CLAIMS: this.claims, LITESTREAM_SOCKET: this.#socketOf(dataDir) }
    return { ...this.variables, ...publicUrl, ...claiming }
  }

  get dataDir() {
    return join(this.folder, 'primary')
  }

  /** Litestream's configuration for the database of a data directory, and the one replica. */
  settingsOf(dataDir: string) {
    const file = join(this.folder, `${basename(dataDir)}.yml`)
    const place = join(this.folder, 'replica', this.claims === undefined ? '' : '$' + '{QUAD_TERM}')
    const replica = `type: file\n      path: ${place}\n      sync-interval: ${EVERY_MS}ms`
    const database = join(dataDir, 'quad.db')
    writeFileSync(
      file,
      `socket:\n  enabled: true\n  path: ${this.#socketOf(dataDir)}\ndbs:\n  - path: ${database}\n    monitor-interval: ${EVERY_MS}ms\n    replica:\n      ${replica}\n`,
    )
    return file
  }

  /** Kills the primary, and what replicates it. */
  async lose() {
    await Promise.all([this.primary.kill(), this.replication?.kill()])
  }

  async startPrimary() {
    this.primary = await this.serve(this.dataDir, this.#port)
  }

  /** Starts a primary on a data directory, and what replicates it; returns once it takes writes. */
  async serve(dataDir: string, port = 0): Promise<Server> {
    const variables = { ...this.variablesOf(dataDir), PORT: String(port) }
    const server = await startServer({ dataDir, variables, until: '/healthz' })
    this.#started.push(() => server.kill())
    if (this.carrier === 'litestream' || this.claims !== undefined) await this.#replicate(dataDir)
    await until(async () => (await fetch(`${server.url}/readyz`)).ok, 'a primary that takes writes')
    return server
  }

  async #replicate(dataDir: string) {
    const term = String(readTerm(dataDir)?.term)
    const replicated = `${dataDir} ${term}`
    if (this.replication?.hasEnded() === false) {
      if (replicated === this.#replicated) return
      // What replicates another directory is another machine's.
      if (this.#replicated?.startsWith(`${dataDir} `)) await this.replication.kill()
    }
    rmSync(this.#socketOf(dataDir), { force: true })
    const replication = start([this.program, 'replicate', '-config', this.settingsOf(dataDir)], { QUAD_TERM: term })
    this.replication = replication
    this.#replicated = replicated
    this.#started.push(() => replication.kill())
    await until(() => existsSync(this.#socketOf(dataDir)), 'the replication')
  }

  /** A data directory with what is at the replica of a term now. */
  restored(term = 1) {
    const folder = join(this.folder, `restored-${++this.#restores}`)
    mkdirSync(folder)
    const from = join(this.dataDir, 'quad.db')
    Bun.spawnSync(
      [this.program, 'restore', '-config', this.settingsOf(this.dataDir), '-o', join(folder, 'quad.db'), from],
      { env: { PATH: process.env.PATH ?? '', QUAD_TERM: String(term) }, stdio: ['ignore', 'ignore', 'ignore'] },
    )
    return folder
  }

  /** A data directory of another machine, with the keys, as an operator copies them. */
  elsewhere(name: string, dataDir = join(this.folder, name)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    cpSync(join(this.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
    return dataDir
  }

  /** Starts a follower, and what keeps its copy; returns once it answers from that. */
  async follow(name: string, at?: string): Promise<Follower> {
    const dataDir = this.elsewhere(name, at)
    const follower = new Follower(this, dataDir)
    this.#started.push(() => follower.stop())
    await follower.carry()
    await follower.start()
    return follower
  }

  /** Puts what was replicated in the place of a data directory. */
  async takeOver(dataDir: string) {
    const args = ['takeover', '--config', this.settingsOf(dataDir), '--litestream', this.program]
    return quad(args, dataDir, this.variablesOf(dataDir))
  }

  /** The browser of a student, who is signed in at every node. */
  browser({ url }: { url: string }, student: Account): Browser {
    const browser = new Browser(url, `http://127.0.0.1:${this.#port}`)
    const [name = '', token = ''] = student.cookie.split('=')
    browser.cookies.set(name, token)
    return browser
  }

  async [Symbol.asyncDispose]() {
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

  get url() {
    return this.server.url
  }

  async start() {
    this.server = await this.through(this.pair.primary.url)
    await until(() => this.said('current'), 'an answer from the copy')
  }

  /** A server on the copy, in place of the one that runs, with a way of its own to the primary. */
  async through(url: string, dataDir = this.dataDir): Promise<Server> {
    await this.server?.kill()
    const variables = { ...this.pair.variablesOf(dataDir), PRIMARY_URL: url }
    return startServer({ dataDir, variables, command: ['serve', '--follow'] })
  }

  /** Starts what keeps the copy, as often as a supervisor does: Litestream ends where nothing is replicated yet. */
  async carry() {
    const [from, to] = [join(this.pair.dataDir, 'quad.db'), join(this.dataDir, 'quad.db')]
    const command =
      this.pair.carrier === 'litestream'
        ? [
            ...[this.pair.program, 'restore', '-f', '-follow-interval', `${EVERY_MS}ms`],
            ...['-config', this.pair.settingsOf(this.pair.dataDir), '-o', to, from],
          ]
        : [process.execPath, join(import.meta.dir, 'carry-pages.ts'), from, to, String(EVERY_MS)]
    await until(() => {
      if (this.#carrier?.hasEnded() !== false) this.#carrier = start(command, { QUAD_TERM: '1' })
      return existsSync(to)
    }, 'a copy')
  }

  /** Whether what keeps the copy runs. */
  get isCarried() {
    return this.#carrier?.hasEnded() === false
  }

  /** The copy stands still, or goes on. */
  hold(isHeld: boolean) {
    this.#carrier?.signal(isHeld ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Kills what keeps the copy. */
  async drop() {
    await this.#carrier?.kill()
  }

  /** Whether that was the last thing it said of its copy. */
  said(copy: string) {
    return this.server.lines().findLast((line) => 'copy' in line)?.copy === copy
  }

  /** How many requests it has answered from its copy, and how many it has passed on. */
  answered(): { fromCopy: number; byPrimary: number } {
    const routes = this.server.lines().flatMap(({ route }) => (typeof route === 'string' ? [route] : []))
    const byPrimary = routes.filter((route) => route === '(primary)').length
    return { fromCopy: routes.length - byPrimary, byPrimary }
  }

  async stop() {
    await this.server?.kill()
    await this.drop()
  }

  /** Stops it, and puts what was replicated in the place of its copy. */
  async takeOver() {
    await this.stop()
    return this.pair.takeOver(this.dataDir)
  }
}

/** The ids of the posts that a browser is shown. */
export async function feed(browser: Browser) {
  const response = await browser.get('/api/v1/posts?limit=50')
  expect(response.status).toBe(200)
  const { data } = await response.json()
  return data.posts.map(({ id }: { id: string }) => id)
}

/** Publishes a post, and returns its id. */
export async function published(browser: Browser) {
  const { response } = await publish(browser)
  expect(response.status).toBe(201)
  return (await response.json()).data.post.id
}
