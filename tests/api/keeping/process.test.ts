import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { readServerNote } from '../../../src/lib/process/server-note'
import { expectWithout } from '../../support/kit'
import { quad, type Running, runScript, start, startInVain, temporaryFolder } from '../../support/operator'
import { CAMPUS_VARIABLES } from '../../support/program'
import { until } from '../../support/until'

const PASSWORD = 'seventeen brave herons'
const METRICS_TOKEN = 'a token of forty letters for the monitoring'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function newDataDir() {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  return join(folder.path, 'data')
}

const get = (server: Running, path: string) => fetch(`${server.url}${path}`)
const signIn = (server: Running, email: string, password: string) =>
  fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

/** A request of which half is sent; the answer comes after the rest. */
async function slowRequest(server: Running, host = '127.0.0.1') {
  const socket = connect(server.port, '127.0.0.1')
  await new Promise<void>((done) => socket.once('connect', done))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  const body = JSON.stringify({ token: 'none', to: 'root@campus.edu' })
  const head = [
    'POST /api/v1/setup/mail HTTP/1.1',
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  // An answer to what came later shows that the server has this.
  await get(server, '/healthz')
  return { finish: () => socket.write(body.slice(5)), answer: () => answer, closed, socket }
}

async function refusesConnections({ port }: Running): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(false)
    })
    socket.once('error', () => done(true))
  })
}

describe('from the first start to a signal to stop', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const env = { DATA_DIR: dataDir, METRICS_TOKEN }
  let server: Running
  beforeAll(async () => {
    server = await start({ ...env, PUBLIC_URL: 'http://quad.localhost' }, ['serve'])
  })
  afterAll(async () => {
    await server.kill()
    folder.remove()
  })
  test('a server is made and guarded, works beside commands, and stops in order', async () => {
    expect((await get(server, '/readyz')).status).toBe(200)
    expect(server.said()).toMatch(/http:\/\/quad\.localhost\/setup#[\w-]{43}\n/)
    expect(server.said()).not.toContain('"level":"warn"')
    for (const name of ['quad.db', 'limits.db', 'keys', 'uploads', 'outbox', 'lock'])
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    // Commands work beside the server.
    {
      const college = '--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')
      const branches = ['--branches', 'CSE:Computer Science,ME:Mechanics']
      expect(await quad(['college', 'add', ...college, ...branches], env)).toMatchObject({ status: 0, stderr: '' })
      const made = await quad(['admin', 'create', '--email', 'Root@campus.edu'], env, PASSWORD)
      expect(made).toMatchObject({ status: 0, stderr: '' })
      const needed = async () => (await (await get(server, '/api/v1/setup')).json()).data.needed
      await until(async () => !(await needed()), 'the end of the set-up')
      const { data } = await (await signIn(server, 'root@campus.edu', PASSWORD)).json()
      expect(data.user).toMatchObject({ role: 'superadmin', status: 'ACTIVE', isAcceptedTerms: true })
      expect(['CSE', 'ME']).toContain(data.user.branch)

      await until(() => readServerNote(dataDir) !== undefined, 'the note of the server')
      const status = await quad(['status', '--json'], env)
      expect(status).toMatchObject({ status: 0, stderr: '' })
      expect(JSON.parse(status.stdout)).toMatchObject({
        server: { isReady: true, problem: null, version, url: server.url },
        content: { users: 1, posts: 0, comments: 0 },
      })
      const { jobs } = JSON.parse((await quad(['jobs', '--json'], env)).stdout)
      expect(jobs).toContainEqual(expect.objectContaining({ task: 'maintenance', everyMs: 86_400_000 }))

      const doctor = await quad(['doctor'], env)
      expect(doctor).toMatchObject({ status: 0, stderr: '' })
      for (const text of [server.said(), made.stdout, doctor.stdout]) expectWithout(text, PASSWORD)
    }
    // A second server is kept out of the data directory, and off the port.
    {
      const second = await startInVain(env)
      expect(second.status).toBe(1)
      expect(second.stderr).toBe(
        `Quad cannot start: Another server is using the data directory ${dataDir}. Stop it first, or give this server another directory.\n`,
      )
      const elsewhere = newDataDir()
      const third = await startInVain({ DATA_DIR: elsewhere, PORT: `${server.port}` })
      expect(third.status).toBe(1)
      expect(third.stderr).toContain(`Port ${server.port} of 127.0.0.1 is in use by another program`)
      expect(existsSync(join(elsewhere, 'quad.db-wal'))).toBe(false)
      expect((await get(server, '/readyz')).status).toBe(200)
    }
    // A signal lets the request under way finish, takes no new one, and leaves one whole database.
    {
      const request = await slowRequest(server)
      server.signal('SIGTERM')
      await until(() => refusesConnections(server), 'the end of listening')
      expect(request.answer()).toBe('')
      request.finish()
      await request.closed
      expect(request.answer()).toStartWith('HTTP/1.1 404')
      expect(request.answer()).toContain('Quad is already set up')
      expect(await server.exited).toBe(0)
      for (const left of ['quad.db-wal', 'quad.db-shm', 'limits.db-wal'])
        expect(existsSync(join(dataDir, left))).toBe(false)
      const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
      expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      database.close()
    }
  })
})

test('what an operator should think twice about is a warning; a second signal to stop ends the wait', async () => {
  const risks = { PUBLIC_URL: 'https://quad.campus.edu', RATE_LIMITS: 'off' }
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o755)
  const server = await start({ DATA_DIR: dataDir, ...risks })
  cleanups.push(server.kill)
  expect(server.said()).toContain('"level":"warn"')
  expect(server.said()).toContain('others on this machine may enter')
  expect(server.said()).toContain('SMTP_URL is not set')
  expect(server.said()).toContain('RATE_LIMITS=off')
  const request = await slowRequest(server, 'quad.campus.edu')
  // One Ctrl-C, which the package runner passes on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) server.signal(signal)
  await until(() => server.said().includes('Quad is stopping'), 'the stop')
  expect(await Promise.race([server.exited, Bun.sleep(350)])).toBeUndefined()
  server.signal('SIGINT')
  expect(await server.exited).toBe(1)
  request.socket.destroy()
})

describe('a signal that stops nothing at other programs', () => {
  const isWhole = (dataDir: string) =>
    ['quad.db-wal', 'limits.db-wal'].every((name) => !existsSync(join(dataDir, name)))
  test('HUP stops in order; USR1 and USR2 are logged and do nothing', async () => {
    const dataDir = newDataDir()
    const server = await start({ DATA_DIR: dataDir })
    cleanups.push(server.kill)
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
      server.signal(signal)
      await until(() => server.said().includes(`Quad ignores ${signal}`), signal)
    }
    const request = await slowRequest(server)
    server.signal('SIGHUP')
    await until(() => refusesConnections(server), 'the end of listening')
    server.signal('SIGHUP')
    request.finish()
    await request.closed
    expect(request.answer()).toStartWith('HTTP/1.1 403')
    expect([await server.exited, isWhole(dataDir)]).toEqual([0, true])
  })
  test('the terminal that closes stops in order, though nobody reads the log any more', async () => {
    const dataDir = newDataDir()
    let said = ''
    const child = Bun.spawn([process.execPath, 'src/main.ts'], {
      cwd: join(import.meta.dir, '../../..'),
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0' },
      terminal: {
        data(_, chunk) {
          said += Buffer.from(chunk).toString()
        },
      },
    })
    cleanups.push(() => child.kill('SIGKILL'))
    while (!said.includes('Quad is listening')) await Bun.sleep(10)
    child.terminal?.close()
    expect([await child.exited, isWhole(dataDir)]).toEqual([0, true])
  })
  test.skipIf(!existsSync('/proc/self/status'))('HUP does nothing under nohup', async () => {
    const server = await start({ DATA_DIR: newDataDir() }, undefined, ['nohup'])
    cleanups.push(server.kill)
    server.signal('SIGHUP')
    expect(await Promise.race([server.exited, Bun.sleep(300)])).toBeUndefined()
    expect((await get(server, '/readyz')).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

test('a server that has stopped leaves nothing open; what its variables name is made once, at the first start', async () => {
  const dataDir = newDataDir()
  const { status, stdout, stderr } = await runScript('start-twice.ts', {
    DATA_DIR: dataDir,
    ...CAMPUS_VARIABLES,
    ADMIN_EMAIL: 'root@campus.edu',
    ADMIN_PASSWORD: PASSWORD,
  })
  expect([status, stderr]).toEqual([0, 'first 200, root@campus.edu 200, gone\nsecond 200, two@campus.edu 401, gone\n'])
  expect(stdout).toContain('Quad is listening')
  expectWithout(stdout, '/setup#', PASSWORD)
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
  expect(database.query('SELECT email_domain FROM colleges').values()).toEqual([['campus.edu']])
  database.close()
})

test('a database that is none is said plainly', async () => {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  await Bun.write(join(folder.path, 'quad.db'), 'This is no database. '.repeat(400))
  const damaged = await startInVain({ DATA_DIR: folder.path })
  expect(damaged.status).toBe(1)
  expect(damaged.stderr).toMatch(/^Quad cannot start: The database in .* is damaged/)
  expect(damaged.stderr).not.toContain('    at ')
})

test('a first superadmin with a password that anybody would try is refused', async () => {
  const { status, stderr } = await startInVain({
    DATA_DIR: newDataDir(),
    ...CAMPUS_VARIABLES,
    ADMIN_EMAIL: 'root@campus.edu',
    ADMIN_PASSWORD: 'password1',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('- ADMIN_EMAIL, ADMIN_PASSWORD: That password is too easy to guess')
})
