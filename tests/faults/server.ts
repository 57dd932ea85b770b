import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CAMPUS_VARIABLES } from '../support/program'
import { removeAtEnd } from './leftovers'
import { scratchFolder } from './scratch'

/** The checkout whose program runs; `PROGRAM=` names another one, such as that of the version before. */
export const checkout = process.env.PROGRAM ?? join(import.meta.dir, '../..')

/** `EXECUTABLE=` names an executable that runs in place of the checkout's program. */
const { EXECUTABLE } = process.env
const programOf = (source: string, folder: string) =>
  EXECUTABLE && folder === checkout ? [resolve(EXECUTABLE)] : [process.execPath, join(folder, source)]

const PATIENCE_MS = 60_000

/** A state in `/proc/net/tcp`. */
const LISTENING = '0A'

export type Variables = Record<string, string>

type Ended = { status: number | null; signal: string | null }

export type Server = Awaited<ReturnType<typeof startServer>>

type StartOptions = {
  dataDir: string
  variables?: Variables
  /** Makes the command one of a program that runs it, such as a tracer. */
  under?: (command: string[]) => string[]
  /** The page that must return 200 before the start is over. */
  until?: string
  /** The checkout of another version. */
  program?: string
  /** Words of the command that serves. */
  command?: string[]
}

/** It ended before it was ready. */
export class EndedEarly extends Error {
  override name = 'EndedEarly'
  constructor(
    readonly ended: Ended,
    readonly said: string,
  ) {
    super(`the server ended with ${ended.status ?? ended.signal}: ${said}`)
  }
}

const builds = new Map<string, Promise<void>>()

/** Builds the program of a checkout once, if it is not built from its sources. */
function built(folder: string) {
  const build = builds.get(folder) ?? buildIfStale(folder)
  builds.set(folder, build)
  return build
}

async function buildIfStale(folder: string) {
  // Another checkout may be of before there was such a look.
  const { isBuilt }: { isBuilt?: () => boolean } = await import(join(folder, 'src/main/built.ts'))
  if (isBuilt?.() && existsSync(join(folder, 'dist/web'))) return
  const { success, stderr } = Bun.spawnSync([process.execPath, 'run', 'build'], { cwd: folder, stdout: 'ignore' })
  if (!success) throw new Error(`the program cannot be built: ${stderr}`)
}

export const environment = (dataDir: string, variables: Variables | undefined): Variables => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  MAIL_PER_HOUR: '100000',
  LOG_FORMAT: 'json',
  ...CAMPUS_VARIABLES,
  ...variables,
})

/** Starts the built program, as it ships, on a data directory. `await using` kills it at the end of the block. */
export async function startServer({
  dataDir,
  variables,
  under = (command) => command,
  until = '/readyz',
  program = checkout,
  command,
}: StartOptions) {
  await built(program)
  const words = command ? [...programOf('src/cli.ts', program), ...command] : programOf('src/main.ts', program)
  const child = Bun.spawn(under(words), {
    cwd: program,
    env: { PORT: '0', ...environment(dataDir, variables) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const gather = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) said += decoder.decode(chunk, { stream: true })
  }
  const exited = Promise.all([gather(child.stdout), gather(child.stderr), child.exited]).then((): Ended => {
    hasEnded()
    return { status: child.exitCode, signal: child.signalCode === null ? null : String(child.signalCode) }
  })
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(serverPid(child.pid), name)
  }
  const kill = async () => {
    signal('SIGKILL')
    return exited
  }
  const hasEnded = removeAtEnd(kill)
  const began = performance.now()
  let port: number | undefined
  while (port === undefined || !(await answers(`http://127.0.0.1:${port}${until}`))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new EndedEarly(await exited, said)
    if (performance.now() - began > PATIENCE_MS) {
      await kill()
      throw new Error(`the server is not ready: ${said}`)
    }
    await Bun.sleep(5)
    port ??= listeningPort(child.pid)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: serverPid(child.pid),
    /** What it has said so far, on both streams. */
    said: () => said,
    /** The lines of its log that were written as JSON. */
    lines: (): { level: string; msg: string; [field: string]: unknown }[] =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    signal,
    kill,
    async stop() {
      signal('SIGTERM')
      return exited
    },
    exited,
    [Symbol.asyncDispose]: async (): Promise<void> => void (await kill()),
  }
}

/** Starts it on a data directory of its own, in a folder that goes with it. */
export async function freshServer(options: Omit<StartOptions, 'dataDir'> = {}) {
  const { path: folder, [Symbol.dispose]: remove } = scratchFolder()
  const dataDir = join(folder, 'data')
  const server = await startServer({ dataDir, ...options })
  const dispose = async () => {
    await server.kill()
    remove()
  }
  return { ...server, folder, dataDir, [Symbol.asyncDispose]: dispose }
}

/** Runs a command of the operator in the checkout, and returns what it said; the status is null if it was killed. */
export async function quad(
  args: string[],
  dataDir: string,
  variables?: Variables,
  under: (command: string[]) => string[] = (command) => command,
  program = checkout,
): Promise<{ status: number | null; said: string }> {
  await built(program)
  const child = Bun.spawn(under([...programOf('src/cli.ts', program), ...args]), {
    cwd: program,
    env: environment(dataDir, variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const hasEnded = removeAtEnd(() => child.kill('SIGKILL'))
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  hasEnded()
  return { status: child.signalCode === null ? child.exitCode : null, said: out + errors }
}

async function answers(url: string) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}

/** Where the process listens, which it chose itself. Its log may be closed, or unread. */
function listeningPort(pidOfCommand: number): number | undefined {
  try {
    const pid = serverPid(pidOfCommand)
    const folder = `/proc/${pid}/fd`
    const open = new Set(readdirSync(folder).map((fd) => readlinkSync(join(folder, fd))))
    for (const line of readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n')) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (state === LISTENING && open.has(`socket:[${inode}]`)) return Number.parseInt(local.split(':')[1] ?? '', 16)
    }
  } catch {
    // The process or one of its files has just gone.
  }
  return undefined
}

/** The process itself, or the server that it runs, where it is a tracer. */
function serverPid(pid: number) {
  const name = `/proc/${pid}/comm`
  if (!existsSync(name) || readFileSync(name, 'utf8').trim() !== 'strace') return pid
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return child ? Number(child) : pid
}
