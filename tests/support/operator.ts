import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysFolder, reloadKeys } from '../../src/lib/crypto/keys'

const root = join(import.meta.dir, '../..')

/** Copies the keys of another data directory into that of this process, which can read its addresses from then on. */
export function borrowKeys(dataDir: string) {
  cpSync(join(dataDir, 'keys'), keysFolder(), { recursive: true })
  reloadKeys()
}

/** Runs statements on the database of a data directory beside Quad, and answers the rows of the last one. */
export function sqlIn<Row = Record<string, SQLQueryBindings>>(dataDir: string, ...texts: string[]): Row[] {
  using database = new Database(join(dataDir, 'quad.db'), { readwrite: true, create: false })
  const rowsOf = (text: string) => {
    // An open statement would keep the file open beyond the close.
    using statement = database.prepare<Row, []>(text)
    return statement.all()
  }
  return texts.map(rowsOf).at(-1) ?? []
}

/** The command that adds a college. */
export const ADD_COLLEGE =
  'college|add|--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')

type Environment = Record<string, string>

/** What an operator's process is sent. */
export type Asked = { args: string[]; changes: Environment | undefined; input: string | undefined }

/** A folder for one test's data directory, and what removes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'quad-operator-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function spawn(
  script: string,
  args: string[],
  env: Environment,
  stdin: 'ignore' | Blob = 'ignore',
  runner: string[] = [],
) {
  const own = { PATH: process.env.PATH ?? '', LOG_FORMAT: 'json', ...env }
  const command = [...runner, process.execPath, script, ...args]
  return Bun.spawn(command, { cwd: root, env: own, stdin, stdout: 'pipe', stderr: 'pipe' })
}

export type Ran = { status: number; stdout: string; stderr: string }

/** Runs a command of the operator as `bun quad` does. */
export async function quad(args: string[], env: Environment, input?: string): Promise<Ran> {
  const child = spawn('src/cli.ts', args, env, input === undefined ? 'ignore' : new Blob([input]))
  return ended(child)
}

type Command<Answer> = (words: string | string[], changes?: Environment, input?: string) => Promise<Answer>
export type Operator = {
  /**
   * What `quad` answers to a command, given as its words or as a line without quotes, under the configuration of
   * `changes` where they are given; `input` is what stdin holds.
   */
  quad: Command<Ran>
  /** What a command prints that does as it is told, without a complaint. */
  done: Command<string>
  /** What a command complains of that does nothing, and prints nothing else. */
  refused: Command<string>
  /** The same, of one that is used wrongly. */
  misused: Command<string>
  leave: () => Promise<void>
}

/**
 * An operator who gives commands one after another, all in one process: to start one costs more than most commands.
 * Not for a command that reads a wrong configuration: it would end the process.
 */
export function operator(env: Environment): Operator {
  let answer = Promise.withResolvers<Ran>()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'commands.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (ran: Ran) => answer.resolve(ran),
    onExit: (_, status) => answer.reject(new Error(`The commands ended with status ${status}`)),
  })
  const quad: Operator['quad'] = (words, changes, input) => {
    answer = Promise.withResolvers()
    const args = typeof words === 'string' ? words.split(' ').filter(Boolean) : words
    child.send({ args, changes, input } satisfies Asked)
    return answer.promise
  }
  const complaintOf =
    (expected: number): Operator['refused'] =>
    async (...asked) => {
      const { status, stdout, stderr } = await quad(...asked)
      if (status !== expected || stdout !== '') throw new Error(`ended with ${status}: ${stdout}${stderr}`)
      return stderr
    }
  return {
    quad,
    async done(...asked) {
      const { status, stdout, stderr } = await quad(...asked)
      if (status !== 0 || stderr !== '') throw new Error(`ended with ${status}: ${stderr}`)
      return stdout
    },
    refused: complaintOf(1),
    misused: complaintOf(2),
    async leave() {
      answer.promise.catch(() => {})
      child.disconnect()
      await child.exited
    },
  }
}

/** Starts a server of which one expects that it does not stay. */
export async function startInVain(env: Environment): Promise<Ran> {
  return ended(spawn('src/main.ts', [], { PORT: '0', ...env }))
}

/** Runs a script of this folder in a process of its own. */
export async function runScript(name: string, env: Environment): Promise<Ran> {
  return ended(spawn(join(import.meta.dir, name), [], { PORT: '0', ...env }))
}

async function ended(child: ReturnType<typeof spawn>): Promise<Ran> {
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { status, stdout, stderr }
}

export type Running = Awaited<ReturnType<typeof start>>

/** Starts a server on a free port and answers once it is ready; throws when it ends before that. `runner` runs it. */
export async function start(env: Environment, args?: string[], runner?: string[]) {
  const child = spawn(args ? 'src/cli.ts' : 'src/main.ts', args ?? [], { PORT: '0', ...env }, 'ignore', runner)
  let said = ''
  const listening = Promise.withResolvers<string>()
  const gather = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      said += decoder.decode(chunk, { stream: true })
      const url = /"url":"(http:[^"]+)"/.exec(said)?.[1]
      if (url) listening.resolve(url)
    }
  }
  const over = Promise.all([gather(child.stdout), gather(child.stderr), child.exited])
  over.then(() => listening.reject(new Error(`the server ended: ${said}`)), listening.reject)
  const url = await listening.promise
  return {
    url,
    port: Number(new URL(url).port),
    /** What it has said so far, on both streams. */
    said: () => said,
    signal: (name: NodeJS.Signals) => child.kill(name),
    exited: over.then(([, , status]) => status),
    /** Its end at any price, for after a test. */
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
