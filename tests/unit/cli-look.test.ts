import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../db/lock'
import { version } from '../../package.json'
import { codeOf, sourcesUnder } from '../support/conventions/source'
import { operator, quad, temporaryFolder } from '../support/operator'

// What an operator looks at, and how scripts read it.

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const desk = operator({ DATA_DIR, PORT: '1' })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

const PASSWORD = 'seventeen brave herons'
const ADDRESS = 'root@campus.edu'
const COLLEGE = '--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')

/** The only document on stdout, and how the command ended. */
async function json(args: string[], input?: string) {
  const { status, stdout } = await desk.quad([...args, '--json'], undefined, input)
  return { status, data: JSON.parse(stdout) }
}

let pseudonym = ''
beforeAll(async () => {
  const added = await json(['college', 'add', ...COLLEGE, '--branches', 'CSE:Computer Science'])
  expect(added).toMatchObject({ status: 0, data: { emailDomain: 'campus.edu', branches: [{ code: 'CSE' }] } })
  const created = await json(['admin', 'create', '--email', ADDRESS], `${PASSWORD}\n`)
  expect(created).toMatchObject({ status: 0, data: { role: 'superadmin', outcome: 'created' } })
  pseudonym = created.data.username
})

describe('--json', () => {
  test('prints what a command did, in one document', async () => {
    expect((await json(['keys', 'list'])).data.keys).toMatchObject([{ isCurrent: true, isFromSecret: false }])
    expect((await json(['audit', 'verify'])).data).toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await json(['pseudonyms', 'rename', '--dry-run'])).data).toEqual({ users: 0, dryRun: true })
    const { data } = await json(['doctor'])
    expect(data.findings).toContainEqual({ verdict: 'ok', what: 'keys', explanation: expect.any(String) })
    expect(data.isWell).toBe(true)
  })

  test('stands wherever it likes, and is no option of its own to a command', async () => {
    const { stdout } = await desk.quad(['--json', 'keys', 'list'])
    expect(JSON.parse(stdout).keys).toHaveLength(1)
    expect((await json(['--version'])).data).toEqual({ version })
    expect((await json(['keys', '--help'])).data.usage).toContain('rotate')
  })

  test('prints errors, too, with the status that the command ends with', async () => {
    const refused = await json(['college', 'add', ...COLLEGE])
    expect(refused.status).toBe(1)
    expect(refused.data.error).toEqual({ message: expect.any(String), status: 1 })
    const misspelt = await json(['keys', 'list', '--al'])
    expect(misspelt).toEqual({ status: 2, data: { error: { message: 'There is no option --al.', status: 2 } } })
    expect((await json(['keys', 'lost'])).data.error.message).toBe('There is no command "lost".')
    expect((await json(['admin', 'create', '--email', ADDRESS, '--role', 'owner'])).status).toBe(2)
  })

  test('prints a wrong configuration as an error', async () => {
    const { status, stdout, stderr } = await quad(['college', 'list', '--json'], { DATA_DIR, PORT: 'many' })
    expect([status, stderr]).toEqual([2, ''])
    expect(JSON.parse(stdout).error.message).toContain('- PORT must be')
  })

  test('without it people read sentences', async () => {
    const { stdout } = await desk.quad(['keys', 'list'])
    expect(stdout).toMatch(/^[0-9a-f]{8} {2}\S+ {2}current\n$/)
  })
})

test('no command prints past what it returns, which `--json` could not tell from it', () => {
  const printing = /\bconsole\s*\.|\bprocess\s*\.\s*stdout\s*\.\s*write\b/
  const files = sourcesUnder('src/cli').filter(({ text }) => printing.test(codeOf(text)))
  expect(files.map(({ path }) => path)).toEqual(['src/cli/run.ts'])
})

describe('lists', () => {
  test('of colleges and of administrators, without an address', async () => {
    const { data } = await json(['college', 'list'])
    const { id: _, ...college } = data.colleges[0]
    expect(college).toEqual({
      name: 'Campus University',
      emailDomain: 'campus.edu',
      city: 'Springfield',
      state: 'Oregon',
      branches: [{ code: 'CSE', name: 'Computer Science' }],
    })
    const { stdout } = await desk.quad(['admin', 'list'])
    expect(stdout).toBe(`${pseudonym}  superadmin  active\n`)
  })
})

describe('user show', () => {
  test('shows what others see, role and sanction, and nothing that leads to a person', async () => {
    const { data } = await json(['user', 'show', pseudonym.toUpperCase()])
    expect(Object.keys(data).sort()).toEqual(
      ['branch', 'college', 'joined', 'karma', 'role', 'state', 'suspension', 'username'].sort(),
    )
    expect(data).toMatchObject({ username: pseudonym, role: 'superadmin', state: 'active', branch: null })
    expect(data.joined).toMatch(/^\d{4}-\d\d$/)
    const { stdout } = await desk.quad(['user', 'show', pseudonym])
    expect(stdout).toContain(pseudonym)
    expect(stdout).not.toContain('@')
  })

  test('finds nobody by an address or by a part of a name', async () => {
    const byAddress = await json(['user', 'show', ADDRESS])
    expect(byAddress.data.error.message).toBe('Accounts are found by their pseudonym alone, not by an address.')
    expect((await json(['user', 'show', pseudonym.slice(0, -1)])).data.error.message).toBe('Nobody has that pseudonym.')
  })
})

describe('config', () => {
  test('says what applies and where it is from, and no secret', async () => {
    const secrets = { METRICS_TOKEN: 'a-token-that-nobody-may-read', SMTP_URL: 'smtp://me:hush@mail.campus.edu:587' }
    const file = join(folder.path, 'idp')
    writeFileSync(file, 'whisper\n')
    const env = { ...secrets, DATA_DIR, PORT: '4711', IDP_CLIENT_SECRET_FILE: file, IDP_CLIENT_ID: 'quad' }
    const { status, stdout } = await quad(['config', '--json'], { ...env, IDP_ISSUER: 'https://idp.campus.edu' })
    expect(status).toBe(0)
    const entries = JSON.parse(stdout).variables as { name: string; value: unknown; source: string }[]
    const of = (name: string) => entries.find((each) => each.name === name)
    expect(of('PORT')).toEqual({ name: 'PORT', value: '4711', source: 'environment' })
    expect(of('PUBLIC_URL')).toEqual({ name: 'PUBLIC_URL', value: 'http://localhost:4711', source: 'default' })
    expect(of('MIN_GROUP')).toEqual({ name: 'MIN_GROUP', value: '10', source: 'default' })
    expect(of('CAMPUS_NAME')).toEqual({ name: 'CAMPUS_NAME', value: null, source: 'unset' })
    expect(of('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: '(hidden)', source: 'environment' })
    expect(of('IDP_CLIENT_SECRET')).toMatchObject({ value: '(hidden)', source: 'IDP_CLIENT_SECRET_FILE' })
    for (const secret of ['nobody-may-read', 'hush', 'mail.campus.edu', 'whisper']) expect(stdout).not.toContain(secret)
  })

  test('knows the file .env from the environment', async () => {
    writeFileSync(join(folder.path, '.env'), 'MIN_GROUP=7\n')
    const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src/cli.ts'), 'config', '--json'], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, DATA_DIR },
      stdout: 'pipe',
    })
    const { variables } = await new Response(child.stdout).json()
    expect(variables).toContainEqual({ name: 'MIN_GROUP', value: '7', source: '.env' })
    expect(variables).toContainEqual({ name: 'DATA_DIR', value: DATA_DIR, source: 'environment' })
    expect(await child.exited).toBe(0)
  })

  test('lists settings, and which somebody changed', async () => {
    const copy = join(folder.path, 'changed')
    cpSync(DATA_DIR, copy, { recursive: true })
    const database = new Database(join(copy, 'quad.db'))
    database.run(
      "INSERT INTO settings (key, value, updated_at) VALUES ('signUp', '\"closed\"', '2026-01-01T00:00:00.000Z')",
    )
    database.close()
    const { stdout } = await desk.quad(['config', '--json'], { DATA_DIR: copy })
    const { settings } = JSON.parse(stdout)
    expect(settings).toContainEqual({ name: 'signUp', value: 'closed', source: 'console' })
    expect(settings).toContainEqual({ name: 'readers', value: 'public', source: 'default' })
  })
})

describe('status and jobs', () => {
  const note = {
    version: '9.9.9',
    pid: 4711,
    url: 'http://127.0.0.1:1',
    startedAt: '2026-01-01T00:00:00.000Z',
    notedAt: '2026-01-01T00:01:00.000Z',
    jobs: [
      {
        task: 'digests',
        everyMs: 60_000,
        isRunning: false,
        startedAt: '2026-01-01T00:00:30.000Z',
        tookMs: 12,
        outcome: 'failed',
        nextAt: '2026-01-01T00:01:30.000Z',
      },
    ],
  }
  const noteFile = join(DATA_DIR, 'server.json')

  test('without a server say so, and exit with 1, whatever a killed one left behind', async () => {
    writeFileSync(noteFile, JSON.stringify(note))
    const { status, data } = await json(['status'])
    expect(status).toBe(1)
    expect(data).toMatchObject({
      version,
      server: null,
      content: { users: 1, posts: 0, comments: 0, mail: { queued: 0 } },
    })
    expect(data.content.backups).toBeNull()
    expect((await desk.quad(['status'])).stdout).toStartWith('Quad does not run on this data directory.\n')
    expect((await json(['jobs'])).data.error.message).toContain('does not run')
  })

  test.each([
    ['an older', 'DELETE FROM _migrations WHERE tag = (SELECT max(tag) FROM _migrations)'],
    ['a newer', "INSERT INTO _migrations VALUES ('9999_future', 'x', '2030-01-01T00:00:00.000Z')"],
  ])('of a database of %s version say whether Quad runs', async (_age, change) => {
    using db = new Database(join(DATA_DIR, 'quad.db'))
    const before = db.query('SELECT * FROM _migrations').values() as string[][]
    db.run(change)
    try {
      const { status, stdout } = await desk.quad(['status'])
      expect([status, stdout]).toEqual([
        1,
        expect.stringMatching(/^Quad does not run .*\n.*\ncontent {2}unknown: .*another version/),
      ])
      expect((await json(['status'])).data.content).toBeNull()
    } finally {
      db.run('DELETE FROM _migrations')
      for (const row of before) db.run('INSERT INTO _migrations VALUES (?, ?, ?)', row)
    }
  })

  test('of a server that nobody reaches say who it is, and what ran when', async () => {
    writeFileSync(noteFile, JSON.stringify(note))
    const release = acquireLock(DATA_DIR)
    try {
      const { status, data } = await json(['status'])
      expect(status).toBe(1)
      expect(data.server).toEqual({
        isReady: false,
        problem: 'unreachable',
        version: '9.9.9',
        pid: 4711,
        url: note.url,
        startedAt: note.startedAt,
      })
      expect((await json(['jobs'])).data).toEqual({ notedAt: note.notedAt, jobs: note.jobs })
      const { stdout } = await desk.quad(['jobs'])
      expect(stdout).toContain('digests  FAILED  2026-01-01T00:00:30.000Z, 12 ms  next 2026-01-01T00:01:30.000Z')
      rmSync(noteFile)
      expect((await json(['jobs'])).data.error.message).toContain('noted no jobs')
      writeFileSync(noteFile, '{"version":')
      expect((await json(['status'])).data.server).toMatchObject({ problem: 'unreachable', version: null })
    } finally {
      release()
    }
  })

  test('name the last backup that is proven, and what is wrong with the newest', async () => {
    const copy = join(folder.path, 'backed-up')
    cpSync(DATA_DIR, copy, { recursive: true })
    const database = new Database(join(copy, 'quad.db'))
    const add = database.prepare(
      'INSERT INTO backups (started_at, outcome, reason, bytes, make_ms, prove_ms, store_ms) VALUES (?, ?, ?, 5, 1, 1, 1)',
    )
    add.run('2026-01-01T00:00:00.000Z', 'proven', null)
    add.run('2026-01-02T00:00:00.000Z', 'failed', 'full')
    add.finalize()
    database.close()
    const changes = { DATA_DIR: copy, BACKUP_TO: join(folder.path, 'backups') }
    const { stdout } = await desk.quad(['status', '--json'], changes)
    expect(JSON.parse(stdout).content.backups).toEqual({
      lastProvenAt: '2026-01-01T00:00:00.000Z',
      lastBytes: 5,
      problem: 'full',
      isOverdue: true,
    })
    expect((await desk.quad(['status'], changes)).stdout).toContain(
      'the last proven one is of 2026-01-01T00:00:00.000Z',
    )
  })

  test('before the first start there is nothing, and nothing is made', async () => {
    const none = join(folder.path, 'none')
    const { status, stdout } = await desk.quad(['status', '--json'], { DATA_DIR: none })
    expect([status, JSON.parse(stdout)]).toEqual([1, { version, server: null, data: null, copy: null, content: null }])
    expect(existsSync(none)).toBe(false)
  })
})
