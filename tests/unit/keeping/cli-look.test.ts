import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../../db/lock'
import { version } from '../../../package.json'
import { codeOf, sourcesUnder } from '../../support/conventions/source'
import { ADD_COLLEGE, operator, quad, sqlIn, temporaryFolder } from '../../support/operator'

// What an operator looks at, and how scripts read it.

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const desk = operator({ DATA_DIR, PORT: '1' })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

/** The only document on stdout, and how the command ended. */
async function json(line: string, changes?: Record<string, string>, input?: string) {
  const { status, stdout } = await desk.quad(`${line} --json`, changes, input)
  return { status, data: JSON.parse(stdout) }
}
const said = async (line: string) => (await json(line)).data
const errorOf = async (line: string) => (await said(line)).error.message

let pseudonym = ''
beforeAll(async () => {
  const added = await desk.done([...ADD_COLLEGE, '--branches', 'CSE:Computer Science', '--json'])
  expect(JSON.parse(added)).toMatchObject({ emailDomain: 'campus.edu', branches: [{ code: 'CSE' }] })
  const created = await json('admin create --email root@campus.edu', undefined, 'seventeen brave herons\n')
  expect(created).toMatchObject({ status: 0, data: { role: 'superadmin', outcome: 'created' } })
  pseudonym = created.data.username
})

describe('--json', () => {
  test('prints what a command did, in one document, wherever it stands', async () => {
    const [keys, dryRun] = [[{ isCurrent: true, isFromSecret: false }], { users: 0, dryRun: true }]
    expect(await said('keys list')).toMatchObject({ keys })
    expect(JSON.parse(await desk.done('--json keys list'))).toMatchObject({ keys })
    expect(await said('audit verify')).toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await said('pseudonyms rename --dry-run')).toEqual(dryRun)
    const { findings, isWell } = await said('doctor')
    expect(findings).toContainEqual({ verdict: 'ok', what: 'keys', explanation: expect.any(String) })
    expect(isWell).toBe(true)
    expect(await said('--version')).toEqual({ version })
    expect((await said('keys --help')).usage).toContain('rotate')
  })

  test('prints errors, too, with the status that the command ends with', async () => {
    for (const [line, status, message] of [
      ['college add --name Again --domain campus.edu --city Springfield --state Oregon', 1, expect.any(String)],
      ['keys list --al', 2, 'There is no option --al.'],
      ['keys lost', 2, 'There is no command "lost".'],
      ['admin create --email root@campus.edu --role owner', 2, expect.any(String)],
    ] as const)
      expect(await json(line)).toEqual({ status, data: { error: { message, status } } })
  })

  test('prints a wrong configuration as an error', async () => {
    const { status, stdout, stderr } = await quad(['college', 'list', '--json'], { DATA_DIR, PORT: 'many' })
    expect([status, stderr]).toEqual([2, ''])
    expect(JSON.parse(stdout).error.message).toContain('- PORT must be')
  })
})

test('no command prints past what it returns, which `--json` could not tell from it', () => {
  const printing = /\bconsole\s*\.|\bprocess\s*\.\s*stdout\s*\.\s*write\b/
  const files = sourcesUnder('src/cli').filter(({ text }) => printing.test(codeOf(text)))
  expect(files.map(({ path }) => path)).toEqual(['src/cli/run.ts'])
})

test('lists are of colleges and of administrators, without an address', async () => {
  const college = { name: 'Campus University', emailDomain: 'campus.edu', city: 'Springfield', state: 'Oregon' }
  expect((await said('college list')).colleges).toEqual([
    { id: expect.any(String), ...college, branches: [{ code: 'CSE', name: 'Computer Science' }] },
  ])
  expect(await desk.done('admin list')).toBe(`${pseudonym}  superadmin  active\n`)
})

test('user show has what others see, role and sanction, and nothing that leads to a person, nor is led by it', async () => {
  expect(await said(`user show ${pseudonym.toUpperCase()}`)).toEqual({
    ...{ username: pseudonym, role: 'superadmin', state: 'active', suspension: null, branch: null },
    ...{ college: 'Campus University', joined: expect.stringMatching(/^\d{4}-\d\d$/), karma: 0 },
  })
  const text = await desk.done(`user show ${pseudonym}`)
  expect(text).toContain(pseudonym)
  expect(text).not.toContain('@')
  expect(await errorOf('user show root@campus.edu')).toBe(
    'Accounts are found by their pseudonym alone, not by an address.',
  )
  expect(await errorOf(`user show ${pseudonym.slice(0, -1)}`)).toBe('Nobody has that pseudonym.')
})

/** A copy of the data directory, changed by statements. */
function copyWith(name: string, ...texts: string[]): string {
  const copy = join(folder.path, name)
  cpSync(DATA_DIR, copy, { recursive: true })
  sqlIn(copy, ...texts)
  return copy
}

describe('config', () => {
  test('says what applies and where it is from, and no secret', async () => {
    const secrets = { METRICS_TOKEN: 'a-token-that-nobody-may-read', SMTP_URL: 'smtp://me:hush@mail.campus.edu:587' }
    const file = join(folder.path, 'idp')
    writeFileSync(file, 'whisper\n')
    const provider = { IDP_CLIENT_SECRET_FILE: file, IDP_CLIENT_ID: 'quad', IDP_ISSUER: 'https://idp.campus.edu' }
    const { status, stdout } = await quad(['config', '--json'], { ...secrets, ...provider, DATA_DIR, PORT: '4711' })
    expect(status).toBe(0)
    for (const [name, value, source] of [
      ['PORT', '4711', 'environment'],
      ['PUBLIC_URL', 'http://localhost:4711', 'default'],
      ['MIN_GROUP', '10', 'default'],
      ['CAMPUS_NAME', null, 'unset'],
      ['SMTP_URL', '(hidden)', 'environment'],
      ['IDP_CLIENT_SECRET', '(hidden)', 'IDP_CLIENT_SECRET_FILE'],
    ])
      expect(JSON.parse(stdout).variables).toContainEqual({ name, value, source })
    for (const secret of ['nobody-may-read', 'hush', 'mail.campus.edu', 'whisper']) expect(stdout).not.toContain(secret)
  })

  test('knows the file .env from the environment', async () => {
    writeFileSync(join(folder.path, '.env'), 'MIN_GROUP=7\n')
    const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../../src/cli.ts'), 'config', '--json'], {
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
    const changed = copyWith(
      'changed',
      "INSERT INTO settings (key, value, updated_at) VALUES ('signUp', '\"closed\"', '2026-01-01T00:00:00.000Z')",
    )
    const { settings } = (await json('config', { DATA_DIR: changed })).data
    expect(settings).toContainEqual({ name: 'signUp', value: 'closed', source: 'console' })
    expect(settings).toContainEqual({ name: 'readers', value: 'public', source: 'default' })
  })
})

describe('status and jobs', () => {
  const server = { version: '9.9.9', pid: 4711, url: 'http://127.0.0.1:1', startedAt: '2026-01-01T00:00:00.000Z' }
  const times = { startedAt: '2026-01-01T00:00:30.000Z', tookMs: 12, nextAt: '2026-01-01T00:01:30.000Z' }
  const digests = { task: 'digests', everyMs: 60_000, isRunning: false, outcome: 'failed', ...times }
  const noted = { notedAt: '2026-01-01T00:01:00.000Z', jobs: [digests] }
  const noteFile = join(DATA_DIR, 'server.json')

  test('without a server say so, and exit with 1, whatever a killed one left behind', async () => {
    writeFileSync(noteFile, JSON.stringify({ ...server, ...noted }))
    const content = { users: 1, posts: 0, comments: 0, mail: { queued: 0 }, backups: null }
    expect(await json('status')).toMatchObject({ status: 1, data: { version, server: null, content } })
    expect((await desk.quad('status')).stdout).toStartWith('Quad does not run on this data directory.\n')
    expect(await errorOf('jobs')).toContain('does not run')
  })

  test.each([
    ['an older', 'DELETE FROM _migrations WHERE tag = (SELECT max(tag) FROM _migrations)'],
    ['a newer', "INSERT INTO _migrations VALUES ('9999_future', 'x', '2030-01-01T00:00:00.000Z')"],
  ])('of a database of %s version say whether Quad runs', async (age, change) => {
    const changes = { DATA_DIR: copyWith(age, change) }
    const { status, stdout } = await desk.quad('status', changes)
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^Quad does not run .*\n.*\ncontent {2}unknown: .*another version/),
    ])
    expect((await json('status', changes)).data.content).toBeNull()
  })

  test('of a server that nobody reaches say who it is, and what ran when', async () => {
    writeFileSync(noteFile, JSON.stringify({ ...server, ...noted }))
    const release = acquireLock(DATA_DIR)
    try {
      const { status, data } = await json('status')
      expect([status, data.server]).toEqual([1, { isReady: false, problem: 'unreachable', ...server }])
      expect(await said('jobs')).toEqual(noted)
      expect(await desk.done('jobs')).toContain(
        'digests  FAILED  2026-01-01T00:00:30.000Z, 12 ms  next 2026-01-01T00:01:30.000Z',
      )
      rmSync(noteFile)
      expect(await errorOf('jobs')).toContain('noted no jobs')
      writeFileSync(noteFile, '{"version":')
      expect((await said('status')).server).toMatchObject({ problem: 'unreachable', version: null })
    } finally {
      release()
    }
  })

  test('name the last backup that is proven, and what is wrong with the newest', async () => {
    const backedUp = copyWith(
      'backed-up',
      `INSERT INTO backups (started_at, outcome, reason, bytes, make_ms, prove_ms, store_ms)
       VALUES ('2026-01-01T00:00:00.000Z', 'proven', NULL, 5, 1, 1, 1), ('2026-01-02T00:00:00.000Z', 'failed', 'full', 5, 1, 1, 1)`,
    )
    const changes = { DATA_DIR: backedUp, BACKUP_TO: join(folder.path, 'backups') }
    const backups = { lastProvenAt: '2026-01-01T00:00:00.000Z', lastBytes: 5, problem: 'full', isOverdue: true }
    expect((await json('status', changes)).data.content.backups).toEqual(backups)
    expect((await desk.quad('status', changes)).stdout).toContain('the last proven one is of 2026-01-01T00:00:00.000Z')
  })

  test('before the first start there is nothing, and nothing is made', async () => {
    const none = join(folder.path, 'none')
    const data = { version, server: null, data: null, copy: null, content: null }
    expect(await json('status', { DATA_DIR: none })).toEqual({ status: 1, data })
    expect(existsSync(none)).toBe(false)
  })
})
