import { Database } from 'bun:sqlite'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until'

/** Who is superadmin of a program with `CAMPUS_VARIABLES`. */
export const ADMIN = { email: 'the.office@campus.edu', password: 'correct horse battery' }
export const CAMPUS_VARIABLES = {
  CAMPUS_NAME: 'Campus University',
  CAMPUS_DOMAIN: 'campus.edu',
  CAMPUS_CITY: 'Springfield',
  CAMPUS_STATE: 'Oregon',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}

/** Systems take the ports of connections, and of servers that ask for any, from above these. */
const FIRST_PORT = 20_000
const PORTS = 12_000

/**
 * A port on which nothing listens, and on which nothing will before the caller does: any port that the system gives
 * may be another connection's as soon as it is let go.
 */
export function freePort() {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).stop(true)
      return port
    } catch {
      // Somebody's service.
    }
  }
}

export type Program = {
  origin: string
  /** The database as the program left it on disk, to be read. */
  database: Database
  dataDir: string
  /** All that it has logged, once `text` is in it. */
  logWith(text: string): Promise<string>
  /** All that it has logged; once it has stopped, everything. */
  logged(): string
  stop(): Promise<void>
}

/**
 * Quad as its own process, with a configuration of its own: for what depends on variables that the other tests of
 * this process do without. `under` makes the command one of a program that runs it, such as a tracer.
 */
export async function startProgram(
  variables: Record<string, string>,
  under: (command: string[]) => string[] = (command) => command,
): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-program-'))
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'json',
  }
  const weakHashes = ['--preload', join(import.meta.dir, 'weak-hashes.ts')]
  const command = [process.execPath, ...weakHashes, join(import.meta.dir, '../../src/main.ts')]
  const child = Bun.spawn(under(command), { env: { ...env, ...variables }, stdout: 'pipe', stderr: 'inherit' })
  let log = ''
  const logged = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) log += decoder.decode(chunk, { stream: true })
  })()
  let origin: string | undefined
  while (origin === undefined) {
    if (child.exitCode !== null) {
      rmSync(dataDir, { recursive: true, force: true })
      throw new Error(`Quad ended with status ${child.exitCode}: ${log}`)
    }
    await Bun.sleep(20)
    origin = /"url":"(http:[^"]+)"/.exec(log)?.[1]
  }
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true, strict: true })
  return {
    origin,
    database,
    dataDir,
    async logWith(text) {
      await until(() => log.includes(text), `"${text}" in the log`)
      return log
    },
    logged: () => log,
    async stop() {
      database.close()
      process.kill(serverPid(child.pid), 'SIGTERM')
      await child.exited
      await logged
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process itself, or its child where it is a tracer that runs the server. */
function serverPid(pid: number) {
  // Only where there is /proc can anything be traced.
  if (!existsSync(`/proc/${pid}/comm`)) return pid
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const isTracer = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'strace'
  return isTracer ? Number(children[0]) : pid
}

/** Cookies and requests of one browser; redirects are not followed. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** The lines with which the last answer set cookies. */
  setCookies: string[] = []

  /** `publicUrl` is where the server believes to be, if that is not `origin`. */
  constructor(
    readonly origin: string,
    readonly publicUrl = origin,
  ) {}

  /** The same browser, later perhaps at another address. */
  copy(origin = this.origin): Browser {
    const other = new Browser(origin, origin === this.origin ? this.publicUrl : origin)
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }

  get = (path: string, headers: Record<string, string> = {}) => this.send(path, { method: 'GET', headers })
  delete = (path: string) => this.send(path, { method: 'DELETE' })
  post = (path: string, body: object, headers: Record<string, string> = {}) =>
    this.sendJson('POST', path, body, headers)
  put = (path: string, body: object) => this.sendJson('PUT', path, body)

  private sendJson(method: string, path: string, body: object, headers: Record<string, string> = {}) {
    const json = { 'content-type': 'application/json', ...headers }
    return this.send(path, { method, body: JSON.stringify(body), headers: json })
  }

  async send(path: string, init: RequestInit) {
    const headers = new Headers(init.headers)
    headers.set('host', new URL(this.publicUrl).host)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(path, this.origin), { ...init, headers, redirect: 'manual' })
    this.setCookies = response.headers.getSetCookie()
    for (const line of this.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}
