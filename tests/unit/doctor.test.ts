import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../db/lock'
import { plainFault } from '../../src/services/faults'
import { quad, temporaryFolder } from '../support/operator'
import { refusedPort, startSmtp } from '../support/smtp'

const folder = temporaryFolder()
afterAll(folder.remove)

const whole = join(folder.path, 'whole')
const PASSWORD = 'seventeen brave herons'
beforeAll(async () => {
  const env = { DATA_DIR: whole }
  await quad(
    [
      'college',
      'add',
      '--name',
      'Campus University',
      '--domain',
      'campus.edu',
      '--city',
      'Springfield',
      '--state',
      'Oregon',
    ],
    env,
  )
  expect(await quad(['admin', 'create', '--email', 'root@campus.edu', '--password', PASSWORD], env)).toMatchObject({
    status: 0,
  })
})

/** A data directory of one test's own, with a college and an administrator in it. */
function copy(name: string): string {
  const path = join(folder.path, name)
  cpSync(whole, path, { recursive: true })
  chmodSync(path, 0o700)
  return path
}

async function doctor(env: Record<string, string>) {
  const { status, stdout, stderr } = await quad(['doctor'], env)
  expect(stderr).toBe('')
  expect(stdout).not.toMatch(/\n\s+at /)
  const lines = stdout.trim().split('\n')
  for (const line of lines) expect(line).toMatch(/^(ok {2}|warn|FAIL) {2}\S.* {2}— \S/)
  const of = (what: string) => lines.filter((line) => line.slice(6).startsWith(`${what}  —`)).join('\n')
  return { status, stdout, of, failed: lines.filter((line) => line.startsWith('FAIL')) }
}

describe('the installation', () => {
  test('that is sound has nothing that fails', async () => {
    const { status, failed, of } = await doctor({ DATA_DIR: whole })
    expect([status, failed]).toEqual([0, []])
    const checks = [
      'configuration',
      'data directory',
      'disk space',
      'database',
      'migrations',
      'counters',
      'audit log',
      'mail',
      'mail load',
      'clock',
    ]
    for (const what of checks) expect(of(what)).toStartWith('ok')
  })

  test('that has never been started is no failure, and is left alone', async () => {
    const path = join(folder.path, 'never')
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(0)
    expect(of('data directory')).toContain('is not there yet')
    expect(of('database')).toContain('none yet')
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.doctor'))).toEqual([])
  })

  test('with a wrong configuration hears of every problem', async () => {
    const { status, stderr } = await quad(['doctor'], { DATA_DIR: whole, PORT: 'many', MAIL_FROM: 'nobody' })
    expect(status).toBe(2)
    for (const name of ['PORT', 'MAIL_FROM']) expect(stderr).toContain(`- ${name} must be`)
  })

  test('that is seen from outside without TLS or without mail is warned about', async () => {
    const open = await doctor({ DATA_DIR: whole, PUBLIC_URL: 'http://quad.campus.edu' })
    expect([open.status, open.of('https')]).toEqual([
      0,
      expect.stringContaining('passwords and sessions cross the network'),
    ])
    const mute = await doctor({ DATA_DIR: whole, PUBLIC_URL: 'https://quad.campus.edu' })
    expect(mute.of('https without mail')).toStartWith('warn')
    expect(mute.of('mail')).toStartWith('warn')
  })
})

describe('the data directory', () => {
  test('that lies below a file', async () => {
    await Bun.write(join(folder.path, 'file'), '')
    const path = join(folder.path, 'file', 'data')
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('data directory')).toBe(
      `FAIL  data directory  — ${path} cannot be a directory, for there is a file of that name (or above it). Set DATA_DIR to a directory.`,
    )
  })

  test.if(process.getuid?.() !== 0)('that belongs to somebody else', async () => {
    const path = join(folder.path, 'closed')
    mkdirSync(path)
    chmodSync(path, 0o500)
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('data directory')).toContain('its mode is 500')
  })

  test.each([
    [
      'EACCES',
      `may not be written: ${folder.path} belongs to user ${statSync(folder.path).uid} and its mode is 700, Quad runs as`,
    ],
    ['EPERM', 'may not be written'],
    ['EROFS', 'is on a file system that is mounted read-only'],
    ['ENOSPC', 'There is no space left'],
    ['ENOTDIR', 'cannot be a directory'],
  ])('an error %s is put in plain words', (code, words) => {
    const path = join(folder.path, 'not-there', 'yet')
    expect(plainFault(Object.assign(new Error(`${code}: open '${path}'`), { code, path }))).toContain(words)
  })
  test('an error of ours is no fault of the machine', () => {
    expect(plainFault(new TypeError('undefined is not a function'))).toBeUndefined()
    expect(plainFault(Object.assign(new Error(), { code: 'SQLITE_CONSTRAINT' }))).toBeUndefined()
  })

  test('that others may enter is warned about', async () => {
    const path = copy('open')
    chmodSync(path, 0o755)
    expect((await doctor({ DATA_DIR: path })).of('data directory')).toStartWith('warn')
  })
})

describe('the database', () => {
  test('that is damaged in the middle', async () => {
    const path = copy('damaged')
    const file = join(path, 'quad.db')
    const handle = openSync(file, 'r+')
    const { size } = statSync(file)
    const noise = Buffer.alloc(4096, 0xa5)
    for (let at = 8192; at < size - 4096; at += 20_480) writeSync(handle, noise, 0, noise.length, at)
    const { status, of, stdout } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('database')).toMatch(/^FAIL .*damaged.*restore a backup/i)
    expect(stdout).toContain('clock')
  })
  test('that is none', async () => {
    const path = copy('none')
    await Bun.write(join(path, 'quad.db'), 'This is no database. '.repeat(500))
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('database')).toMatch(/^FAIL .*is damaged/)
  })
  test('with a row that refers to nothing', async () => {
    const path = copy('orphan')
    change(path, 'PRAGMA foreign_keys = OFF; DELETE FROM colleges')
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('database')).toContain('a row of users refers to one of colleges that is not there')
  })
  test('of a newer version, and of an older one', async () => {
    const path = copy('versions')
    change(path, "INSERT INTO _migrations VALUES ('9999_future', 'x', '2030-01-01T00:00:00.000Z')")
    const newer = await doctor({ DATA_DIR: path })
    expect([newer.status, newer.of('migrations')]).toEqual([1, expect.stringContaining('9999_future')])
    change(
      path,
      'DELETE FROM _migrations WHERE tag = (SELECT max(tag) FROM _migrations); DELETE FROM _migrations WHERE tag > (SELECT min(tag) FROM _migrations)',
    )
    const older = await doctor({ DATA_DIR: path })
    expect([older.status, older.of('migrations').slice(0, 4)]).toEqual([0, 'warn'])
  })
  test('whose counters have drifted is told which, by how much', async () => {
    const path = copy('drifted')
    const id = change(path, 'UPDATE users SET karma = 7 RETURNING id')
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('counters')).toBe(`FAIL  counters  — users.karma of ${id} says 7, and should say 0`)

    const release = acquireLock(path)
    const refused = await quad(['doctor', '--fix'], { DATA_DIR: path })
    release()
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('Another server is using the data directory'),
    ])
    const fixed = await quad(['doctor', '--fix'], { DATA_DIR: path })
    expect([fixed.status, fixed.stderr]).toEqual([0, ''])
    expect(fixed.stdout).toContain('counted anew and put right: 1 of users')
    expect(change(path, "SELECT metadata FROM audit_log WHERE action = 'operator:recounted:counters'")).toBe(
      '{"users":1}',
    )
    expect((await doctor({ DATA_DIR: path })).of('counters')).toStartWith('ok')
  })
  test('whose audit log was tampered with is told where', async () => {
    const path = copy('forged')
    const id = change(
      path,
      "DROP TRIGGER audit_log_unchanged; UPDATE audit_log SET action = 'operator:did:nothing' WHERE rowid = 1 RETURNING id",
    )
    const { status, of } = await doctor({ DATA_DIR: path })
    expect(status).toBe(1)
    expect(of('audit log')).toContain(`FAIL  audit log  — it is broken at the entry ${id}`)
    const verified = await quad(['audit', 'verify'], { DATA_DIR: path })
    expect([verified.status, verified.stderr]).toEqual([1, expect.stringContaining(`broken at the entry ${id}`)])
  })
  test('that has sent as much mail as it may is warned about', async () => {
    const path = copy('mails')
    change(
      path,
      `INSERT INTO mail_sent VALUES ('a', '${new Date().toISOString()}'), ('b', '${new Date().toISOString()}')`,
    )
    const { status, of } = await doctor({ DATA_DIR: path, MAIL_PER_HOUR: '2' })
    expect(status).toBe(0)
    expect(of('mail load')).toMatch(/^warn .*2 of 2 mails went out.*429/)
  })
})

/** Changes the database behind Quad's back; answers the first value that the statements return. */
function change(dataDir: string, statements: string): unknown {
  const database = new Database(join(dataDir, 'quad.db'), { readwrite: true })
  let value: unknown
  for (const text of statements.split(';')) value = database.query(text).values()?.[0]?.[0]
  database.close()
  return value
}

describe('the mail server', () => {
  const mail = async (SMTP_URL: string, more = {}) => {
    const found = await doctor({ DATA_DIR: whole, SMTP_URL, MAIL_FROM: 'Quad <no-reply@campus.edu>', ...more })
    return [found.status, found.of('mail')]
  }

  test('that takes mail from us', async () => {
    const server = await startSmtp({ user: 'quad', password: 'right' })
    expect(await mail(server.url())).toEqual([
      0,
      expect.stringMatching(/^ok .*unencrypted, and takes mail from MAIL_FROM$/),
    ])
    expect(server.messages).toEqual([])
    await server.stop()
  })
  test('that does not know our password', async () => {
    const server = await startSmtp({ user: 'quad', password: 'right' })
    const [status, said] = await mail(server.url('quad', 'my-wrong-password'))
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^FAIL .*did not accept the user or password of SMTP_URL/),
    ])
    expect(said).not.toContain('my-wrong-password')
    await server.stop()
  })
  test('that is not there', async () => {
    const port = await refusedPort()
    expect(await mail(`smtp://127.0.0.1:${port}`)).toEqual([1, expect.stringContaining('refused the connection')])
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
