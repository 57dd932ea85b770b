import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../db/lock'
import { plainFault } from '../../src/lib/faults'
import { operator, quad, type Ran, temporaryFolder } from '../support/operator'
import { startSmtp } from '../support/smtp'

const folder = temporaryFolder()
const whole = join(folder.path, 'whole')
const above = join(folder.path, 'home')
const home = join(above, 'data')
/** Gives all commands in one process; what that holds of one configuration for good is tried in others. */
const desk = operator({ DATA_DIR: home })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

beforeAll(async () => {
  const college = '--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')
  const admin = ['--email', 'root@campus.edu']
  for (const args of [
    ['college', 'add', ...college],
    ['admin', 'create', ...admin],
  ])
    expect(await desk.quad(args, undefined, 'seventeen brave herons')).toMatchObject({ status: 0 })
  cpSync(home, whole, { recursive: true })
})

/** A data directory with a college and an administrator in it, and nothing of what another test did. */
function afresh(): void {
  rmSync(above, { recursive: true, force: true })
  cpSync(whole, home, { recursive: true })
  chmodSync(home, 0o700)
}
beforeEach(afresh)

const doctor = async (changes: Record<string, string> = {}) => findings(await desk.quad(['doctor'], changes))

function findings({ status, stdout, stderr }: Ran) {
  expect(stderr).toBe('')
  expect(stdout).not.toMatch(/\n\s+at /)
  const lines = stdout.trim().split('\n')
  for (const line of lines) expect(line).toMatch(/^(ok {2}|warn|FAIL) {2}\S.* {2}— \S/)
  const of = (what: string) => lines.filter((line) => line.slice(6).startsWith(`${what}  —`)).join('\n')
  return { status, stdout, of, failed: lines.filter((line) => line.startsWith('FAIL')) }
}

describe('the installation', () => {
  test('that is sound has nothing that fails', async () => {
    const { status, failed, of } = findings(await quad(['doctor'], { DATA_DIR: home }))
    expect([status, failed]).toEqual([0, []])
    const checks =
      'configuration|data directory|disk space|database|migrations|counters|audit log|times|search|mail|mail load|clock'
    for (const what of checks.split('|')) expect(of(what)).toStartWith('ok')
  })

  test('that has never been started is no failure, and is left alone', async () => {
    rmSync(home, { recursive: true })
    const { status, of } = await doctor()
    expect(status).toBe(0)
    expect(of('data directory')).toContain('is not there yet')
    expect(of('database')).toContain('none yet')
    expect(existsSync(home)).toBe(false)
    expect(readdirSync(above)).toEqual([])
  })

  test('that is seen from outside without TLS or without mail is warned about', async () => {
    const open = await doctor({ PUBLIC_URL: 'http://quad.campus.edu' })
    expect([open.status, open.of('https')]).toEqual([
      0,
      expect.stringContaining('passwords and sessions cross the network'),
    ])
    const container = await doctor({ HOST: '0.0.0.0' })
    expect(container.of('https')).toStartWith('warn')
    for (const HOST of ['127.0.0.2', '::1', 'localhost']) expect((await doctor({ HOST })).of('https')).toBe('')
    const scorer = (TOXICITY_URL: string) => doctor({ TOXICITY_PROVIDER: 'perspective', TOXICITY_URL })
    expect((await scorer('http://scores.campus.edu')).of('scores without https')).toStartWith('warn')
    for (const url of ['https://scores.campus.edu', 'http://127.0.0.1:1'])
      expect((await scorer(url)).of('scores without https')).toBe('')
    const mute = await doctor({ PUBLIC_URL: 'https://quad.campus.edu' })
    expect(mute.of('https without mail')).toStartWith('warn')
    expect(mute.of('mail')).toStartWith('warn')
  })
})

describe('the data directory', () => {
  test('that lies below a file', async () => {
    rmSync(above, { recursive: true })
    await Bun.write(above, '')
    const { status, of } = await doctor()
    expect(status).toBe(1)
    expect(of('data directory')).toBe(
      `FAIL  data directory  — ${home} cannot be a directory: it, or a part of it, is a file. Set DATA_DIR to a directory.`,
    )
  })

  test.if(process.getuid?.() !== 0)('that belongs to somebody else', async () => {
    rmSync(home, { recursive: true })
    mkdirSync(home)
    chmodSync(home, 0o500)
    const { status, of } = await doctor()
    expect(status).toBe(1)
    expect(of('data directory')).toContain('its mode is 500')
  })

  test.each([
    [
      'EACCES',
      `cannot be written: ${folder.path} belongs to user ${statSync(folder.path).uid} and its mode is 700, Quad runs as`,
    ],
    ['EPERM', 'cannot be written'],
    ['EROFS', 'is on a file system that is mounted read-only'],
    ['ENOSPC', 'There is no space left'],
    ['ENOTDIR', 'cannot be a directory'],
    ['EBUSY', 'is mounted from elsewhere'],
    ['EIO', 'The disk failed'],
    ['EMFILE', 'no file handles left'],
  ])('an error %s is put in plain words', (code, words) => {
    const path = join(folder.path, 'not-there', 'yet')
    expect(plainFault(Object.assign(new Error(`${code}: open '${path}'`), { code, path }))).toContain(words)
  })
  test('a seed that was cut off is told of, and the next command that writes undoes it', async () => {
    const file = join(home, 'quad.db')
    const files = [file, `${file}-journal`]
    const sqlite = new Database(file)
    for (const text of ['PRAGMA journal_mode = DELETE', 'PRAGMA cache_size = 1', 'BEGIN EXCLUSIVE']) sqlite.run(text)
    sqlite.run('CREATE TABLE much AS SELECT randomblob(200000) AS bytes')
    for (const each of files) cpSync(each, `${each}.cut`)
    sqlite.run('ROLLBACK')
    sqlite.close()
    for (const each of files) cpSync(`${each}.cut`, each)
    const cut = await doctor()
    expect([cut.status, cut.of('database')]).toEqual([1, expect.stringContaining('was cut off')])
    const college = '--name|Other University|--domain|other.edu|--city|Springfield|--state|Oregon'.split('|')
    expect(await desk.quad(['college', 'add', ...college])).toMatchObject({ status: 0 })
    expect((await doctor()).of('database')).toBe('ok    database  — its pages, indexes and references are whole')
  })
  test('an error of ours is no fault of the machine', () => {
    expect(plainFault(new TypeError('undefined is not a function'))).toBeUndefined()
    expect(plainFault(Object.assign(new Error(), { code: 'SQLITE_CONSTRAINT' }))).toBeUndefined()
  })

  test('that others may enter is warned about', async () => {
    chmodSync(home, 0o755)
    expect((await doctor()).of('data directory')).toStartWith('warn')
  })
})

describe('the database', () => {
  const file = join(home, 'quad.db')
  const damage = () => {
    const handle = openSync(file, 'r+')
    const { size } = statSync(file)
    const noise = Buffer.alloc(4096, 0xa5)
    for (let at = 8192; at < size - 4096; at += 20_480) writeSync(handle, noise, 0, noise.length, at)
  }
  test.each<[string, arrange: () => unknown, explanation: RegExp]>([
    ['that is damaged in the middle', damage, /^FAIL .*damaged.*restore a backup/i],
    ['that is none', () => Bun.write(file, 'This is no database. '.repeat(500)), /^FAIL .*is damaged/],
    [
      'with a row that refers to nothing',
      () => change('PRAGMA foreign_keys = OFF; DELETE FROM colleges'),
      /a row of users refers to one of colleges that is not there/,
    ],
  ])('%s', async (_, arrange, explanation) => {
    await arrange()
    const { status, of, stdout } = await doctor()
    expect(status).toBe(1)
    expect(of('database')).toMatch(explanation)
    expect(stdout).toContain('clock')
  })
  test.skipIf(!existsSync('/proc/self/fd'))(
    'whose log grows, because another program reads, is told which',
    async () => {
      expect((await doctor({ WAL_WARN_MB: '1' })).of('storage')).toMatch(/^ok {4}storage .* 0\.0 MB$/)
      using other = new Database(file)
      other.run('CREATE TABLE of_another_program AS SELECT randomblob(2000000)')
      const { status, of } = await doctor({ WAL_WARN_MB: '1' })
      expect([status, of('storage').slice(0, 4)]).toEqual([0, 'warn'])
      expect(of('storage')).toMatch(new RegExp(`quad\\.db is open in .* \\(process ${process.pid}\\)\\.`))
      expect((await doctor({ WAL_WARN_MB: '100' })).of('storage')).toStartWith('ok')
    },
  )
  test('whose server does not answer is told, as by the status', async () => {
    const release = acquireLock(home)
    try {
      const { status, of } = await doctor({ PORT: '1' })
      expect([status, of('server')]).toEqual([
        1,
        expect.stringMatching(/^FAIL {2}server {2}— it runs, and nothing responds at its address\. It begins, hangs,/),
      ])
      expect((await desk.quad(['status'], { PORT: '1' })).stdout).toContain('Nothing responds at its address')
    } finally {
      release()
    }
  })
  test.skipIf(!existsSync('/proc/self/fd'))('that another program locks is told which', async () => {
    const release = acquireLock(home)
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ meta: { reason: 'busy' } }, { status: 503 }),
    })
    const held =
      "globalThis.db = new (require('bun:sqlite').Database)(process.argv[1]); db.run('BEGIN IMMEDIATE'); console.log('held'); setInterval(() => {}, 1000)"
    const other = Bun.spawn([process.execPath, '-e', held, file], { stdout: 'pipe' })
    try {
      await other.stdout.getReader().read()
      const { of } = await doctor({ PORT: String(server.port) })
      expect(of('storage')).toContain('refuses writes (busy). Another program keeps the database locked: end it.')
      expect(of('storage')).toMatch(new RegExp(`quad\\.db is open in .* \\(process ${other.pid}\\)\\.`))
    } finally {
      other.kill()
      await other.exited
      release()
    }
  })
  test('of a newer version, and of an older one', async () => {
    change("INSERT INTO _migrations VALUES ('9999_future', 'x', '2030-01-01T00:00:00.000Z')")
    const newer = await doctor()
    expect([newer.status, newer.of('migrations')]).toEqual([1, expect.stringContaining('9999_future')])
    change(
      'DELETE FROM _migrations WHERE tag = (SELECT max(tag) FROM _migrations); DELETE FROM _migrations WHERE tag > (SELECT min(tag) FROM _migrations)',
    )
    const older = await doctor()
    expect([older.status, older.of('migrations').slice(0, 4)]).toEqual([0, 'warn'])
  })
  test('whose counters have drifted is told which, by how much', async () => {
    const id = change('UPDATE users SET karma = 7 RETURNING id')
    const { status, of } = await doctor()
    expect(status).toBe(1)
    expect(of('counters')).toBe(`FAIL  counters  — users.karma of ${id} says 7, and should say 0`)

    const release = acquireLock(home)
    const refused = await desk.quad(['doctor', '--fix'])
    release()
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('Another server is using the data directory'),
    ])
    const fixed = await desk.quad(['doctor', '--fix'])
    expect([fixed.status, fixed.stderr]).toEqual([0, ''])
    expect(fixed.stdout).toContain('recounted and corrected: 1 of users')
    expect(change("SELECT metadata FROM audit_log WHERE action = 'operator:recounted:counters'")).toBe('{"users":1}')
    expect((await doctor()).of('counters')).toStartWith('ok')
  })
  test('with rows of the future is told which, and gives them the present time if the operator says so', async () => {
    change(
      "INSERT INTO feedbacks (id, user_id, type, title, content, created_at, updated_at) SELECT 'early', id, 'bug', 'Early', 'Early', '2999-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z' FROM users",
    )
    const { status, of } = await doctor()
    expect([status, of('times')]).toEqual([1, expect.stringContaining('lead their lists (1 of feedbacks)')])
    const fixed = await desk.quad(['doctor', '--fix'])
    expect([fixed.status, fixed.stderr]).toEqual([0, ''])
    expect(fixed.stdout).toContain('ok    times  — given the present time: 1 of feedbacks')
    const times = `${change('SELECT created_at FROM feedbacks')} ${change('SELECT updated_at FROM feedbacks')}`
    expect(times).not.toContain('2999')
    expect(change("SELECT metadata FROM audit_log WHERE action = 'operator:corrected:times'")).toBe('{"feedbacks":1}')
    expect((await doctor()).of('times')).toStartWith('ok')
  })
  test('whose clock is far ahead of the last day that Quad ran is told when that is believed', async () => {
    const note = (id: string, days: number) => {
      const at = new Date(Date.now() - days * 86_400_000).toISOString()
      change(
        `INSERT INTO audit_log (id, timestamp, action, entity_type, status, platform) VALUES ('${id}', '${at}', 'quad:noted:day', 'audit-log', 'success', 'system')`,
      )
      return at
    }
    const last = note('last', 40)
    expect((await doctor()).of('times')).toStartWith(
      `warn  times  — the clock is far ahead of the last day that Quad ran (${last})`,
    )
    note('since', 4)
    expect((await doctor()).of('times')).toStartWith('ok')
  })
  test('whose audit log was tampered with is told where', async () => {
    const id = change(
      "DROP TRIGGER audit_log_unchanged; UPDATE audit_log SET action = 'operator:did:nothing' WHERE rowid = 1 RETURNING id",
    )
    const { status, of } = await doctor()
    expect(status).toBe(1)
    expect(of('audit log')).toContain(`FAIL  audit log  — it is broken at the entry ${id}`)
    const verified = await desk.quad(['audit', 'verify'])
    expect([verified.status, verified.stderr]).toEqual([1, expect.stringContaining(`broken at the entry ${id}`)])
  })
  test('that has sent as much mail as it may is warned about', async () => {
    change(
      `INSERT INTO mail_sent (id, sent_at) VALUES ('a', '${new Date().toISOString()}'), ('b', '${new Date().toISOString()}')`,
    )
    const { status, of } = await doctor({ MAIL_PER_HOUR: '2' })
    expect(status).toBe(0)
    expect(of('mail load')).toMatch(/^warn .*2 of 2 mails went out.*429/)
  })
})

/** Changes the database behind Quad's back; answers the first value that the statements return. */
function change(statements: string): unknown {
  const database = new Database(join(home, 'quad.db'), { readwrite: true })
  let value: unknown
  for (const text of statements.split(';')) value = database.query(text).values()?.[0]?.[0]
  database.close()
  return value
}

describe('the outbox', () => {
  test('that takes no mail is a failure', async () => {
    const outbox = join(home, 'outbox')
    rmSync(outbox, { recursive: true, force: true })
    await Bun.write(outbox, 'in the way')
    const { status, of } = await doctor()
    expect(status).toBe(1)
    expect(of('mail')).toBe('FAIL  mail  — The outbox cannot be written (EEXIST): mail is lost')
  })
})

describe('the mail server', () => {
  const mail = async (SMTP_URL: string) => {
    const env = { DATA_DIR: home, SMTP_URL, MAIL_FROM: 'Quad <no-reply@campus.edu>' }
    const found = findings(await quad(['doctor'], env))
    return [found.status, found.of('mail')]
  }

  test('that takes mail from us, or does not know our password', async () => {
    const server = await startSmtp({ user: 'quad', password: 'right' })
    expect(await mail(server.url())).toEqual([
      0,
      expect.stringMatching(/^ok .*unencrypted, and takes mail from MAIL_FROM$/),
    ])
    expect(server.messages).toEqual([])
    const [status, said] = await mail(server.url('quad', 'my-wrong-password'))
    expect(status).toBe(1)
    expect(said).toMatch(/^FAIL .*did not accept the user or password of SMTP_URL/)
    expect(said).not.toContain('my-wrong-password')
    await server.stop()
  })
  test('whose name nobody knows', async () => {
    expect(await mail('smtp://mail.invalid:25')).toEqual([1, expect.stringMatching(/^FAIL/)])
  })
  test('that takes no mail from our address', async () => {
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: (socket) => void socket.write('220 strict\r\n'),
        data(socket, chunk) {
          const command = chunk.toString().slice(0, 4).toUpperCase()
          socket.write(
            command === 'MAIL'
              ? '553 5.7.1 Sender address rejected\r\n'
              : command === 'EHLO'
                ? '250 strict\r\n'
                : '250 OK\r\n',
          )
        },
      },
    })
    const [status, said] = await mail(`smtp://127.0.0.1:${server.port}`)
    server.stop(true)
    expect([status, said]).toEqual([1, 'FAIL  mail  — the mail server takes no mail from MAIL_FROM (553)'])
  })
})
