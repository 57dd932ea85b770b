import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/program'
import { isUp } from '../support/until'

export type Server = {
  port: number
  pid: number
  database: string
  /** Milliseconds from its start to the first 200 of its probe. */
  startedIn: number
  stop(): Promise<void>
}

const running = new Set<Server>()

/** Stops what a part has left running, after a failure too. */
export async function stopServers() {
  await Promise.all([...running].map((server) => server.stop()))
}

const root = join(import.meta.dir, '../..')
const PATIENCE_MS = 60_000

/** Quad over the data directory, as `bun start` runs it. */
export function startQuad(
  dataDir: string,
  synchronous: 'full' | 'normal' = 'full',
  variables: Record<string, string> = {},
): Promise<Server> {
  return start('src/main.ts', '/readyz', join(dataDir, 'quad.db'), {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    SYNCHRONOUS: synchronous,
    ...variables,
  })
}

/** The floor over its own database with the same rows. */
export function startFloor(file: string, synchronous: 'full' | 'normal' = 'full'): Promise<Server> {
  return start('tests/bench/floor/server.ts', '/healthz', file, { DBF: file, SYNC: synchronous.toUpperCase() })
}

async function start(script: string, probe: string, database: string, env: Record<string, string>): Promise<Server> {
  const port = freePort()
  const began = performance.now()
  const child = Bun.spawn([process.execPath, script], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  while (!(await isUp(`http://127.0.0.1:${port}${probe}`))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with status ${child.exitCode}`)
    if (performance.now() - began > PATIENCE_MS) {
      child.kill('SIGKILL')
      throw new Error(`${script} is not ready after a minute`)
    }
    await Bun.sleep(1)
  }
  const server: Server = {
    port,
    pid: child.pid,
    database,
    startedIn: performance.now() - began,
    async stop() {
      running.delete(server)
      child.kill('SIGTERM')
      await child.exited
    },
  }
  running.add(server)
  return server
}

/**
 * Reads the database once, so that no run begins with what the machine has thrown out of its memory meanwhile: a
 * server that waits for a page of the disk serves nobody.
 */
export async function readThrough({ database }: Server) {
  for await (const _ of Bun.file(database).stream()) {
  }
}

/** Linux counts processor time in hundredths of a second, whatever its kernel does (man 5 proc_pid_stat, USER_HZ). */
const TICK_MS = 10

/** Milliseconds of processor time that the process has used, user and system; undefined where there is no /proc. */
export function processorTime(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  // The name of the program, in brackets, may hold spaces; what follows it begins with the third field.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Megabytes of memory: what is resident now, and the most that ever was. */
export function memory(pid: number): { now: number; most: number } | undefined {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const of = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024)
  return { now: of('VmRSS'), most: of('VmHWM') }
}
