import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../../db/lock'
import { plainFault } from '../../../src/lib/process/faults'
import { logIn, noteIn } from '../../support/audit-log'
import { ADD_COLLEGE, operator, quad, type Ran, sqlIn, temporaryFolder } from '../../support/operator'
import { startSmtp } from '../../support/smtp'

const folder = temporaryFolder()
const whole = join(folder.path, 'whole')
const above = join(folder.path, 'home')
const home = join(above, 'data')
const file = join(home, 'quad.db')
/** Gives all commands in one process; what that holds of one configuration for good is tried in others. */
const desk = operator({ DATA_DIR: home })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

beforeAll(async () => {
  await desk.done(ADD_COLLEGE)
  await desk.done('admin create --email root@campus.edu', undefined, 'seventeen brave herons')
  cpSync(home, whole, { recursive: true })
})

/** A data directory with a college and an administrator in it, and nothing of what another test did. */
beforeEach(() => {
  rmSync(above, { recursive: true, force: true })
  cpSync(whole, home, { recursive: true })
  chmodSync(home, 0o700)
})

const doctor = async (changes: Record<string, string> = {}) => findings(await desk.quad('doctor', changes))

function findings({ status, stdout, stderr }: Ran) {
  expect(stderr).toBe('')
  expect(stdout).not.toMatch(/\n\s+at /)
  const lines = stdout.trim().split('\n')
  for (const line of lines) expect(line).toMatch(/^(ok {2}|warn|FAIL) {2}\S.* {2}— \S/)
  const of = (what: string) => lines.filter((line) => line.slice(6).startsWith(`${what}  —`)).join('\n')
  return { status, stdout, of }
}

/** What doctor says of something, and that it fails for nothing but what it says. */
async function finding(what: string, changes?: Record<string, string>): Promise<string> {
  const { status, of } = await doctor(changes)
  const line = of(what)
  expect([line, status]).toEqual([line, line.startsWith('FAIL') ? 1 : 0])
  return line
}

const change = (...texts: string[]) => Object.values(sqlIn(home, ...texts)[0] ?? {})[0]
const metadataOf = (action: string) => logIn(home).find((entry) => entry.action === action)?.metadata

describe('the installation', () => {
  test('that is sound has nothing that fails', async () => {
    const { status, stdout, of } = findings(await quad(['doctor'], { DATA_DIR: home }))
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('FAIL')])
    const checks =
      'configuration|data directory|disk space|database|migrations|counters|audit log|times|mail|mail load|clock'
    for (const what of checks.split('|')) expect(of(what)).toStartWith('ok')
  })

  test('that has never been started is no failure, and is left alone', async () => {
    rmSync(home, { recursive: true })
    const { status, of } = await doctor()
    const found = [status, of('data directory'), of('database')]
    expect(found).toEqual([0, expect.stringContaining('is not there yet'), expect.stringContaining('none yet')])
    expect(readdirSync(above)).toEqual([])
  })

  test('that is seen from outside without TLS or without mail is warned about', async () => {
    expect(await finding('https', { PUBLIC_URL: 'http://quad.campus.edu' })).toContain(
      'passwords and sessions cross the network',
    )
    expect(await finding('https', { HOST: '0.0.0.0' })).toStartWith('warn')
    for (const HOST of ['127.0.0.2', '::1', 'localhost']) expect(await finding('https', { HOST })).toBe('')
    const scorer = (TOXICITY_URL: string) =>
      finding('scores without https', { TOXICITY_PROVIDER: 'perspective', TOXICITY_URL })
    expect(await scorer('http://scores.campus.edu')).toStartWith('warn')
    for (const url of ['https://scores.campus.edu', 'http://127.0.0.1:1']) expect(await scorer(url)).toBe('')
    expect(await finding('perspective', { TOXICITY_PROVIDER: 'perspective', TOXICITY_API_KEY: 'k' })).toContain(
      'on 2026-12-31: set TOXICITY_PROVIDER=off',
    )
    const own = { TOXICITY_PROVIDER: 'perspective', TOXICITY_URL: 'https://scores.campus.edu' }
    expect(await finding('perspective', own)).toBe('')
    const mute = await doctor({ PUBLIC_URL: 'https://quad.campus.edu' })
    for (const what of ['https without mail', 'mail']) expect(mute.of(what)).toStartWith('warn')
  })
})

describe('the data directory', () => {
  test('that lies below a file', async () => {
    rmSync(above, { recursive: true })
    await Bun.write(above, '')
    expect(await finding('data directory')).toBe(
      `FAIL  data directory  — ${home} cannot be a directory: it, or a part of it, is a file. Set DATA_DIR to a directory.`,
    )
  })

  test.if(process.getuid?.() !== 0)('that belongs to somebody else', async () => {
    rmSync(home, { recursive: true })
    mkdirSync(home)
    chmodSync(home, 0o500)
    expect(await finding('data directory')).toMatch(/^FAIL .*its mode is 500/)
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
  test('an error of ours is no fault of the machine', () => {
    for (const error of [new TypeError('undefined is not a function'), { code: 'SQLITE_CONSTRAINT' }])
      expect(plainFault(error)).toBeUndefined()
  })

  test('that others may enter is warned about', async () => {
    chmodSync(home, 0o755)
    expect(await finding('data directory')).toStartWith('warn')
  })
})

describe('the database', () => {
  const hasProc = existsSync('/proc/self/fd')
  const damage = () => {
    const bytes = readFileSync(file)
    for (let at = 8192; at < bytes.length - 4096; at += 20_480) bytes.fill(0xa5, at, at + 4096)
    writeFileSync(file, bytes)
  }
  test.each<[string, arrange: () => unknown, explanation: RegExp]>([
    ['that is damaged in the middle', damage, /^FAIL .*damaged.*restore a backup/i],
    ['that is none', () => Bun.write(file, 'This is no database. '.repeat(500)), /^FAIL .*is damaged/],
    [
      'with a row that refers to nothing',
      () => change('PRAGMA foreign_keys = OFF', 'DELETE FROM colleges'),
      /a row of users refers to one of colleges that is not there/,
    ],
  ])('%s', async (_, arrange, explanation) => {
    await arrange()
    const { status, of } = await doctor()
    expect([status, of('database')]).toEqual([1, expect.stringMatching(explanation)])
    expect(of('clock')).not.toBe('')
  })
  test('whose seed was cut off is told of, and the next command that writes undoes it', async () => {
    const files = [file, `${file}-journal`]
    const sqlite = new Database(file)
    for (const text of ['PRAGMA journal_mode = DELETE', 'PRAGMA cache_size = 1', 'BEGIN EXCLUSIVE']) sqlite.run(text)
    sqlite.run('CREATE TABLE much AS SELECT randomblob(200000) AS bytes')
    for (const each of files) cpSync(each, `${each}.cut`)
    sqlite.run('ROLLBACK')
    sqlite.close()
    for (const each of files) cpSync(`${each}.cut`, each)
    expect(await finding('database')).toMatch(/^FAIL .*was cut off/)
    await desk.done('college add --name Other --domain other.edu --city Springfield --state Oregon')
    expect(await finding('database')).toBe('ok    database  — its pages, indexes and references are whole')
  })
  test.skipIf(!hasProc)('whose log grows, because another program reads, is told which', async () => {
    expect(await finding('storage', { WAL_LIMIT_MB: '128' })).toMatch(/^ok {4}storage .* 0\.0 MB$/)
    using other = new Database(file)
    other.run('CREATE TABLE of_another_program AS SELECT randomblob(34000000)')
    expect(await finding('storage', { WAL_LIMIT_MB: '128' })).toMatch(
      new RegExp(`^warn[^]*quad\\.db is open in .* \\(process ${process.pid}\\)\\.`),
    )
    expect(await finding('storage', { WAL_LIMIT_MB: '400' })).toStartWith('ok')
  })
  test('whose server does not answer is told, as by the status', async () => {
    const release = acquireLock(home)
    try {
      expect(await finding('server', { PORT: '1' })).toMatch(
        /^FAIL {2}server {2}— it runs, and nothing responds at its address\. It begins, hangs,/,
      )
      expect((await desk.quad('status', { PORT: '1' })).stdout).toContain('Nothing responds at its address')
    } finally {
      release()
    }
  })
  test.skipIf(!hasProc)('that another program locks is told which', async () => {
    const release = acquireLock(home)
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ meta: { reason: 'busy' } }, { status: 503 }),
    })
    const locker = join(import.meta.dir, '../../support/storage/foreign-lock.ts')
    const other = Bun.spawn([process.execPath, locker, file], { stdin: 'pipe', stdout: 'pipe' })
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
    expect(await finding('migrations')).toMatch(/^FAIL .*9999_future/)
    change('DELETE FROM _migrations')
    expect(await finding('migrations')).toStartWith('warn')
  })
  test('whose counters have drifted is told which, by how much', async () => {
    const id = change('UPDATE user_stats SET karma = 7 RETURNING (SELECT id FROM users WHERE key = user) AS id')
    expect(await finding('counters')).toBe(`FAIL  counters  — users.karma of ${id} says 7, and should say 0`)
    const release = acquireLock(home)
    expect(await desk.quad('doctor --fix').finally(release)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Another server is using the data directory'),
    })
    expect(await desk.done('doctor --fix')).toContain('recounted and corrected: 1 of users')
    expect(metadataOf('operator:recounted:counters')).toEqual({ users: 1 })
    expect(await finding('counters')).toStartWith('ok')
  })
  test('with rows of the future is told which, and gives them the present time if the operator says so', async () => {
    change(
      "INSERT INTO feedbacks (id, user_id, type, title, content, created_at, updated_at) SELECT 'early', id, 'bug', 'Early', 'Early', '2999-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z' FROM users",
    )
    expect(await finding('times')).toMatch(/^FAIL .*lead their lists \(1 of feedbacks\)/)
    expect(await desk.done('doctor --fix')).toContain('ok    times  — given the present time: 1 of feedbacks')
    expect(change("SELECT created_at || updated_at LIKE '%2999%' FROM feedbacks")).toBe(0)
    expect(metadataOf('operator:corrected:times')).toEqual({ feedbacks: 1 })
    expect(await finding('times')).toStartWith('ok')
  })
  test('whose clock is far ahead of the last day that Quad ran is told when that is believed', async () => {
    const note = async (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000)
      await noteIn(home, at)
      return at.toISOString()
    }
    const last = await note(40)
    expect((await doctor()).of('times')).toStartWith(
      `warn  times  — the clock is far ahead of the last day that Quad ran (${last})`,
    )
    await note(4)
    expect((await doctor()).of('times')).toStartWith('ok')
  })
  test('that has sent as much mail as it may is warned about', async () => {
    const now = new Date().toISOString()
    change(`INSERT INTO mail_sent (id, sent_at) VALUES ('a', '${now}'), ('b', '${now}')`)
    expect(await finding('mail load', { MAIL_PER_HOUR: '2' })).toMatch(/^warn .*2 of 2 mails went out.*429/)
  })
})

test('an outbox that takes no mail is a failure', async () => {
  const outbox = join(home, 'outbox')
  rmSync(outbox, { recursive: true, force: true })
  await Bun.write(outbox, 'in the way')
  expect(await finding('mail')).toBe('FAIL  mail  — The outbox cannot be written (EEXIST): mail is lost')
})

describe('the mail server', () => {
  const mail = (SMTP_URL: string) => finding('mail', { SMTP_URL, MAIL_FROM: 'Quad <no-reply@campus.edu>' })

  test('that takes mail from us, or does not know our password', async () => {
    const server = await startSmtp({ user: 'quad', password: 'right' })
    expect(await mail(server.url())).toMatch(/^ok .*unencrypted, and takes mail from MAIL_FROM$/)
    expect(server.messages).toEqual([])
    const said = await mail(server.url('quad', 'my-wrong-password'))
    expect(said).toMatch(/^FAIL .*did not accept the user or password of SMTP_URL/)
    expect(said).not.toContain('my-wrong-password')
    await server.stop()
  })
  test('whose name nobody knows', async () => {
    expect(await mail('smtp://mail.invalid:25')).toStartWith('FAIL')
  })
  test('that takes no mail from our address', async () => {
    const answers: Record<string, string> = { MAIL: '553 5.7.1 Sender address rejected', EHLO: '250 strict' }
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: (socket) => void socket.write('220 strict\r\n'),
        data: (socket, chunk) =>
          void socket.write(`${answers[chunk.toString().slice(0, 4).toUpperCase()] ?? '250 OK'}\r\n`),
      },
    })
    const said = await mail(`smtp://127.0.0.1:${server.port}`)
    server.stop(true)
    expect(said).toBe('FAIL  mail  — the mail server takes no mail from MAIL_FROM (553)')
  })
})
