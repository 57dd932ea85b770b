import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../db/lock'
import { unseal } from '../../src/lib/sealing'
import { borrowKeys, operator, quad, type Ran, temporaryFolder } from '../support/operator'

const folder = temporaryFolder()
const above = join(folder.path, 'home')
const DATA_DIR = join(above, 'data')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
beforeEach(() => rmSync(above, { recursive: true, force: true }))

const PASSWORD = 'seventeen brave herons'
const COLLEGE = '--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')

const addCollege = (...more: string[]) => desk.quad(['college', 'add', ...COLLEGE, ...more])
const create = (email: string, ...more: string[]) => createWith(PASSWORD, email, ...more)
const createWith = (password: string, email: string, ...more: string[]) =>
  desk.quad(['admin', 'create', '--email', email, ...more], undefined, `${password}\n`)

function query<Row>(text: string): Row[] {
  const database = new Database(join(DATA_DIR, 'quad.db'), { readonly: true })
  const rows = database.query<Row, []>(text).all()
  database.close()
  return rows
}

type User = {
  id: string
  email: string
  role: string
  status: string
  branch: string
  termsAcceptedAt: string | null
  passwordHash: string
}
function users(): User[] {
  if (existsSync(join(DATA_DIR, 'keys'))) borrowKeys(DATA_DIR)
  return query<User & { authId: string; sealed: string }>(
    `SELECT u.id, i.id AS authId, i.email_sealed AS sealed, u.role, u.status, u.branch,
       u.terms_accepted_at AS termsAcceptedAt, i.password_hash AS passwordHash
     FROM users u JOIN identities i ON i.id = u.auth_id`,
  )
    .map(({ authId, sealed, ...user }) => ({ ...user, email: unseal(authId, sealed) ?? '' }))
    .sort((one, other) => one.email.localeCompare(other.email))
}
const actions = () => query<{ action: string }>('SELECT action FROM audit_log ORDER BY id').map(({ action }) => action)

describe('how it is called', () => {
  const wrongEnv = { PORT: 'many', DATA_DIR: join(folder.path, 'untouched') }

  const helps: [string, string[]][] = [
    ['--help', ['serve', 'admin', 'college', 'doctor']],
    ['serve --help', ['bun quad serve']],
    ['admin --help', ['create', 'set-role', 'passkeys']],
    [
      'admin create --help',
      ['bun quad admin create', '--email', '--set-password', '--password', '--role', '(Required)'],
    ],
    ['admin set-role --help', ['--email', '--role']],
    ['college --help', ['add']],
    ['college add --help', ['--name', '--domain', '--city', '--state', '--branches', 'CODE:Name']],
    ['doctor --help', ['bun quad doctor', '--fix']],
    ['backup --help', ['bun quad backup', 'FILE', 'BACKUP_TO', '--list']],
    ['restore --help', ['bun quad restore', 'FILE', 'stopped']],
    ['audit verify --help', ['bun quad audit verify', '--head']],
    ['pseudonyms rename --help', ['bun quad pseudonyms rename', '--dry-run']],
  ]
  const mistakes: [string, string][] = [
    ['', 'Which command?'],
    ['admin', 'Which command?'],
    ['administer', 'There is no command "administer"'],
    ['admin remove', 'There is no command "remove"'],
    ['admin create', 'Missing required argument: --email'],
    ['admin create --email', '--email needs a value'],
    ['admin create --mail a@campus.edu', 'There is no option --mail'],
    ['admin create a@campus.edu', 'There is a word too many'],
    ['admin create --email a@campus.edu --role owner', 'Invalid value for argument: --role'],
    ['college add --name Campus', 'Missing required argument: --domain'],
    ['college add --name Ca --domain campus.edu --city Ab --state Cd --branches CSE', '"CSE" is not CODE:Name'],
    ['doctor --quick', 'There is no option --quick'],
    ['backup one.tar two.tar', 'There is a word too many'],
    ['audit verify --head 1234', '--head must be a hash'],
  ]
  const words = (line: string) => line.split(' ').filter(Boolean)
  const said = new Map<string, Ran>()
  let careless: Ran
  beforeAll(async () => {
    const other = operator(wrongEnv)
    for (const [line] of [...helps, ...mistakes]) said.set(line, await other.quad(words(line)))
    careless = await other.quad(['admin', 'create', '--email', 'a@campus.edu', '--password', ...PASSWORD.split(' ')])
    await other.leave()
  })

  test.each(helps)('%s explains itself, whatever the configuration is', (line, words) => {
    const { status, stdout, stderr } = said.get(line)!
    expect([status, stderr]).toEqual([0, ''])
    for (const word of words) expect(stdout).toContain(word)
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('healthcheck')
  })

  test.each(mistakes)('"%s" is wrong usage', (line, words) => {
    const { status, stdout, stderr } = said.get(line)!
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('\u001b')
    expect(existsSync(wrongEnv.DATA_DIR)).toBe(false)
  })

  test('help is the same in a process of its own', async () => {
    expect(await quad(['--help'], wrongEnv)).toEqual(said.get('--help')!)
  })

  test('a wrong configuration is wrong usage, too', async () => {
    const args = ['admin', 'create', '--email', 'a@campus.edu']
    const { status, stderr } = await quad(args, wrongEnv, PASSWORD)
    expect(status).toBe(2)
    expect(stderr).toContain('- PORT must be')
    expect(stderr).not.toContain(PASSWORD)
  })

  test('a password without its quotes is not repeated', () => {
    const { status, stdout, stderr } = careless
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('There is a word too many')
    for (const word of PASSWORD.split(' ')) expect(stderr).not.toContain(word)
  })

  test('the script `quad` does not repeat the command line', async () => {
    const root = join(import.meta.dir, '../..')
    const child = Bun.spawn([process.execPath, 'quad', 'admin', 'create', '--email', 'x'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR },
      stdin: new Blob([PASSWORD]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
    expect(await child.exited).toBe(2)
    expect(said).toContain('--email: Enter a valid email')
    expect(said).not.toContain(PASSWORD)
  })
})

describe('admin create', () => {
  test('takes a password as an argument where nobody else reaches the server, and nowhere else', async () => {
    await addCollege()
    const args = ['admin', 'create', '--email', 'root@campus.edu', '--password', PASSWORD]
    for (const [name, value] of [
      ['PUBLIC_URL', 'https://quad.campus.edu'],
      ['HOST', '0.0.0.0'],
    ] as const) {
      const { status, stderr } = await desk.quad(args, { [name]: value })
      expect([status, stderr]).toEqual([2, expect.stringContaining('--password is for a trial')])
      expect(stderr).not.toContain(PASSWORD)
      expect(users()).toEqual([])
    }
    expect(await desk.quad(args, {})).toMatchObject({ status: 0, stderr: '' })
    expect(await Bun.password.verify(PASSWORD, users()[0]!.passwordHash)).toBe(true)
  })

  test('makes the database, but needs a college', async () => {
    const { status, stderr } = await create('root@campus.edu')
    expect(status).toBe(1)
    expect(stderr).toBe('There’s no college yet, and every admin belongs to one. Add it first.\n')
    expect(users()).toEqual([])
    for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).mode & 0o077).toBe(0)
  })

  test('makes an administrator who is ready to work, of the college of the address or the first one', async () => {
    expect(await addCollege('--branches', 'ME:Mechanics')).toMatchObject({ status: 0, stderr: '' })
    const made = await create('Root@elsewhere.org')
    expect(made.stdout).toMatch(/^Created the superadmin [a-z]+-[a-z]+-\d{4}\.\n$/)
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const piped = await quad(
      ['admin', 'create', '--email', 'mod@campus.edu', '--role', 'admin'],
      { DATA_DIR },
      `${PASSWORD}\n`,
    )
    expect(piped).toMatchObject({ status: 0, stderr: '' })
    const [mod, root] = users()
    expect(mod).toMatchObject({ email: 'mod@campus.edu', role: 'admin', status: 'ACTIVE', branch: 'ME' })
    expect(root).toMatchObject({ email: 'root@elsewhere.org', role: 'superadmin', status: 'ACTIVE', branch: 'ME' })
    for (const { termsAcceptedAt, passwordHash } of [mod!, root!]) {
      expect(termsAcceptedAt).not.toBeNull()
      expect(await Bun.password.verify(PASSWORD, passwordHash)).toBe(true)
    }
    expect(actions().filter((action) => action === 'operator:created:administrator')).toHaveLength(2)
    expect(readFileSync(join(DATA_DIR, 'quad.db')).includes(PASSWORD)).toBe(false)
  })

  test.each([
    ['root', PASSWORD, '--email: Enter a valid email'],
    ['root@campus.edu', 'short', 'password: Use 8 to 128 characters'],
    ['root@campus.edu', 'password1', 'password: That password is too easy to guess'],
    ['root@campus.edu', 'Root@campus.edu', 'password: Your password can’t be your email'],
  ])('refuses %p with %p', async (email, password, words) => {
    const { status, stderr } = await createWith(password, email)
    expect(status).toBe(2)
    expect(stderr).toStartWith(words)
  })
  test('a new account without a password is wrong usage', async () => {
    const { status, stderr } = await quad(['admin', 'create', '--email', 'root@campus.edu'], { DATA_DIR }, '')
    expect(status).toBe(2)
    expect(stderr).toContain('needs a password')
  })

  test('promotes an account: onboards it, keeps its password unless told, frees it from sanctions', async () => {
    await addCollege()
    await create('a@campus.edu')
    await create('b@campus.edu')
    const id = users()[1]?.id ?? ''
    change(
      `UPDATE users SET role = 'user', status = 'ONBOARDING', branch = '', terms_accepted_at = NULL WHERE id = '${id}'`,
    )
    change(
      `INSERT INTO sanctions (user_id, kind, reason, imposed_at) VALUES ('${id}', 'block', 'spam', '2026-01-01T00:00:00.000Z')`,
    )
    change(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ('s', '${id}', '2026', '2026', '2099')`,
    )

    const promoted = await create('B@campus.edu', '--role', 'admin')
    expect(promoted).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^[\w-]+ is admin now\.\n$/),
    })
    const [, after] = users()
    expect(after).toMatchObject({
      id,
      role: 'admin',
      status: 'ACTIVE',
      branch: 'General',
      termsAcceptedAt: expect.any(String),
    })
    expect(await Bun.password.verify(PASSWORD, after!.passwordHash)).toBe(true)
    expect(query('SELECT * FROM sanctions')).toEqual([])
    expect(query('SELECT id FROM sessions')).toHaveLength(1)
    expect(actions()).toEqual(expect.arrayContaining(['operator:changed:role', 'operator:lifted:sanction']))

    await createWith('another brave heron', 'b@campus.edu', '--set-password')
    expect(await Bun.password.verify('another brave heron', users()[1]!.passwordHash)).toBe(true)
    expect(query('SELECT id FROM sessions')).toEqual([])
    expect(actions()).toContain('operator:changed:password')
  })
})

function change(text: string): void {
  const database = new Database(join(DATA_DIR, 'quad.db'), { readwrite: true })
  database.run(text)
  database.close()
}

test('the last superadmin stays one, whichever way is tried', async () => {
  await addCollege()
  await create('a@campus.edu')
  const setRole = (email: string, role: string) => desk.quad(['admin', 'set-role', '--email', email, '--role', role])
  for (const refused of [await setRole('a@campus.edu', 'user'), await create('a@campus.edu', '--role', 'admin')]) {
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('the last superadmin')
  }
  expect(await setRole('nobody@campus.edu', 'admin')).toMatchObject({
    status: 1,
    stderr: 'No account has this email.\n',
  })
  await create('b@campus.edu')
  expect(await setRole('a@campus.edu', 'user')).toMatchObject({ status: 0, stderr: '' })
  expect(users().map(({ role }) => role)).toEqual(['user', 'superadmin'])
})

test('admin passkeys switches the requirement, for who has lost the last passkey', async () => {
  await addCollege()
  const needed = (word: string) => desk.quad(['admin', 'passkeys', '--needed', word])
  const stored = () =>
    query<{ value: string }>("SELECT value FROM settings WHERE key = 'administratorPasskeys'").map(({ value }) => value)
  expect(await needed('yes')).toMatchObject({ status: 0, stdout: 'Administrators need a passkey now.\n' })
  expect(stored()).toEqual(['true'])
  expect(await needed('no')).toMatchObject({ status: 0, stdout: 'Administrators need no passkey now.\n' })
  expect(stored()).toEqual(['false'])
})

test('college add says what it added, and refuses what is taken or wrong', async () => {
  const added = await addCollege('--branches', 'CSE:Computer Science,ME:Mechanics: Applied')
  expect(added).toMatchObject({
    status: 0,
    stderr: '',
    stdout: 'Added Campus University (campus.edu) with 2 branches.\n',
  })
  expect(query('SELECT code, name FROM branches ORDER BY code')).toEqual([
    { code: 'CSE', name: 'Computer Science' },
    { code: 'ME', name: 'Mechanics: Applied' },
  ])
  expect(await addCollege()).toMatchObject({ status: 1, stderr: 'Campus University already has this email domain.\n' })
  const wrong = await addCollege('--name', 'X', '--domain', '@campus.edu')
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toContain('--name: Use 2 to 200 characters')
  expect(wrong.stderr).toContain('--domain: Enter a domain like campus.edu')
})

test('no command changes the schema beneath a server of an older version', async () => {
  expect((await addCollege()).status).toBe(0)
  const database = new Database(join(DATA_DIR, 'quad.db'))
  database.run('DELETE FROM _migrations WHERE rowid = (SELECT max(rowid) FROM _migrations)')
  database.close()
  const before = query('SELECT tag FROM _migrations')
  const release = acquireLock(DATA_DIR)
  try {
    const { status, stderr } = await desk.quad(['pseudonyms', 'rename', '--dry-run'])
    expect([status, stderr]).toEqual([1, expect.stringContaining('of an older version. Restart it')])
  } finally {
    release()
  }
  expect(query('SELECT tag FROM _migrations')).toEqual(before)
})

test('a directory that cannot be written is said plainly', async () => {
  await Bun.write(above, '')
  const { status, stderr } = await addCollege()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^\S+ cannot be a directory: it, or a part of it, is a file/)
})
