import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../../db/lock'
import { unseal } from '../../../src/lib/crypto/sealing'
import { logIn } from '../../support/audit-log'
import { ADD_COLLEGE, borrowKeys, operator, quad, type Ran, sqlIn, temporaryFolder } from '../../support/operator'
import { placeDatabase } from '../../support/template'

const folder = temporaryFolder()
const above = join(folder.path, 'home')
const DATA_DIR = join(above, 'data')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
const removeAll = () => rmSync(above, { recursive: true, force: true })
beforeEach(async () => {
  removeAll()
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  await placeDatabase(join(DATA_DIR, 'quad.db'))
})

const PASSWORD = 'seventeen brave herons'
type Asked = Parameters<typeof desk.quad>
const creating = (email: string, more = '', password = PASSWORD): Asked => [
  `admin create --email ${email} ${more}`,
  undefined,
  `${password}\n`,
]

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
  return sqlIn<User & { authId: string; sealed: string }>(
    DATA_DIR,
    `SELECT u.id, i.id AS authId, i.email_sealed AS sealed, u.role, u.status, u.branch,
       u.terms_accepted_at AS termsAcceptedAt, i.password_hash AS passwordHash
     FROM users u JOIN identities i ON i.id = u.auth_id`,
  )
    .map(({ authId, sealed, ...user }) => ({ ...user, email: unseal(authId, sealed) ?? '' }))
    .sort((one, other) => one.email.localeCompare(other.email))
}
const isPassword = ({ passwordHash }: User, password = PASSWORD) => Bun.password.verify(password, passwordHash)
const actions = () => logIn(DATA_DIR).map(({ action }) => action)

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
  // What is not repeated is a password without its quotes.
  const mistakes: [string, string][] = [
    ['', 'Which command?'],
    ['admin', 'Which command?'],
    ['administer', 'There is no command "administer"'],
    ['admin remove', 'There is no command "remove"'],
    ['admin create', 'Missing required argument: --email'],
    ['admin create --email', '--email needs a value'],
    ['admin create --mail a@campus.edu', 'There is no option --mail'],
    ['admin create a@campus.edu', 'There is a word too many'],
    [`admin create --email a@campus.edu --password ${PASSWORD}`, 'There is a word too many'],
    ['admin create --email a@campus.edu --role owner', 'Invalid value for argument: --role'],
    ['college add --name Campus', 'Missing required argument: --domain'],
    ['college add --name Ca --domain campus.edu --city Ab --state Cd --branches CSE', '"CSE" is not CODE:Name'],
    ['doctor --quick', 'There is no option --quick'],
    ['backup one.tar two.tar', 'There is a word too many'],
    ['audit verify --head 1234', '--head must be a hash'],
  ]
  const said = new Map<string, Ran>()
  beforeAll(async () => {
    const other = operator(wrongEnv)
    for (const [line] of [...helps, ...mistakes]) said.set(line, await other.quad(line))
    await other.leave()
  })

  test.each(helps)('%s explains itself, whatever the configuration is', (line, words) => {
    const { status, stdout, stderr } = said.get(line)!
    expect([status, stderr]).toEqual([0, ''])
    for (const word of words) expect(stdout).toContain(word)
    for (const word of ['\u001b', 'healthcheck']) expect(stdout).not.toContain(word)
  })

  test.each(mistakes)('"%s" is wrong usage', (line, words) => {
    const { status, stdout, stderr } = said.get(line)!
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
    for (const word of ['\u001b', ...PASSWORD.split(' ')]) expect(stderr).not.toContain(word)
    expect(existsSync(wrongEnv.DATA_DIR)).toBe(false)
  })

  test('help is the same in a process of its own', async () => {
    expect(await quad(['--help'], wrongEnv)).toEqual(said.get('--help')!)
  })

  test('a wrong configuration is wrong usage, too', async () => {
    const args = ['admin', 'create', '--email', 'a@campus.edu']
    const { status, stderr } = await quad(args, wrongEnv, PASSWORD)
    expect([status, stderr]).toEqual([2, expect.stringContaining('- PORT must be')])
    expect(stderr).not.toContain(PASSWORD)
  })

  test('the script `quad` does not repeat the command line', async () => {
    const child = Bun.spawn([process.execPath, 'quad', 'admin', 'create', '--email', 'x'], {
      cwd: join(import.meta.dir, '../../..'),
      env: { PATH: process.env.PATH, DATA_DIR },
      stdin: new Blob([PASSWORD]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
    expect([await child.exited, said]).toEqual([2, expect.stringContaining('--email: Enter a valid email')])
    expect(said).not.toContain(PASSWORD)
  })
})

describe('admin create', () => {
  test('takes a password as an argument where nobody else reaches the server, and nowhere else', async () => {
    await desk.done(ADD_COLLEGE)
    const args = ['admin', 'create', '--email', 'root@campus.edu', '--password', PASSWORD]
    const exposed: Record<string, string>[] = [{ PUBLIC_URL: 'https://quad.campus.edu' }, { HOST: '0.0.0.0' }]
    for (const changes of exposed) {
      const complaint = await desk.misused(args, changes)
      expect(complaint).toContain('--password is for a trial')
      expect(complaint).not.toContain(PASSWORD)
      expect(users()).toEqual([])
    }
    await desk.done(args, {})
    expect(await isPassword(users()[0]!)).toBe(true)
  })

  test('makes the database, but needs a college', async () => {
    removeAll()
    expect(await desk.refused(...creating('root@campus.edu'))).toBe(
      'There’s no college yet, and every admin belongs to one. Add it first.\n',
    )
    expect(users()).toEqual([])
    for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).mode & 0o077).toBe(0)
  })

  test('makes an administrator who is ready to work, of the college of the address or the first one', async () => {
    await desk.done([...ADD_COLLEGE, '--branches', 'ME:Mechanics'])
    expect(await desk.done(...creating('Root@elsewhere.org'))).toMatch(
      /^Created the superadmin [a-z]+-[a-z]+-\d{4}\.\n$/,
    )
    await desk.done(...creating('mod@campus.edu', '--role admin'))
    const [mod, root] = users() as [User, User]
    expect(mod).toMatchObject({ email: 'mod@campus.edu', role: 'admin', status: 'ACTIVE', branch: 'ME' })
    expect(root).toMatchObject({ email: 'root@elsewhere.org', role: 'superadmin', status: 'ACTIVE', branch: 'ME' })
    for (const user of [mod, root])
      expect([user.termsAcceptedAt, await isPassword(user)]).toEqual([expect.any(String), true])
    expect(actions().filter((action) => action === 'operator:created:administrator')).toHaveLength(2)
    expect(readFileSync(join(DATA_DIR, 'quad.db')).includes(PASSWORD)).toBe(false)
  })

  test.each([
    ['root', PASSWORD, '--email: Enter a valid email'],
    ['root@campus.edu', 'short', 'password: Use 8 to 128 characters'],
    ['root@campus.edu', 'password1', 'password: That password is too easy to guess'],
    ['root@campus.edu', 'Root@campus.edu', 'password: Your password can’t be your email'],
  ])('refuses %p with %p', async (email, password, words) => {
    expect(await desk.misused(...creating(email, '', password))).toStartWith(words)
  })
  test('a new account without a password is wrong usage', async () => {
    expect(await desk.misused('admin create --email root@campus.edu', undefined, '')).toContain('needs a password')
  })

  test('promotes an account: onboards it, keeps its password unless told, frees it from sanctions', async () => {
    await desk.done(ADD_COLLEGE)
    for (const email of ['a@campus.edu', 'b@campus.edu']) await desk.done(...creating(email))
    const id = users()[1]?.id ?? ''
    sqlIn(
      DATA_DIR,
      `UPDATE users SET role = 'user', status = 'ONBOARDING', branch = '', terms_accepted_at = NULL WHERE id = '${id}'`,
      `INSERT INTO sanctions (user_id, kind, reason, imposed_at) VALUES ('${id}', 'block', 'spam', '2026-01-01T00:00:00.000Z')`,
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ('s', '${id}', '2026', '2026', '2099')`,
    )

    expect(await desk.done(...creating('B@campus.edu', '--role admin'))).toMatch(/^[\w-]+ is admin now\.\n$/)
    const [, after] = users() as [User, User]
    const onboarded = { status: 'ACTIVE', branch: 'General', termsAcceptedAt: expect.any(String) }
    expect(after).toMatchObject({ id, role: 'admin', ...onboarded })
    expect(await isPassword(after)).toBe(true)
    expect(sqlIn(DATA_DIR, 'SELECT * FROM sanctions')).toEqual([])
    expect(sqlIn(DATA_DIR, 'SELECT id FROM sessions')).toHaveLength(1)
    expect(actions()).toEqual(expect.arrayContaining(['operator:changed:role', 'operator:lifted:sanction']))

    await desk.done(...creating('b@campus.edu', '--set-password', 'another brave heron'))
    expect(await isPassword(users()[1]!, 'another brave heron')).toBe(true)
    expect(sqlIn(DATA_DIR, 'SELECT id FROM sessions')).toEqual([])
    expect(actions()).toContain('operator:changed:password')
  })
})

test('the last superadmin stays one, whichever way is tried', async () => {
  await desk.done(ADD_COLLEGE)
  await desk.done(...creating('a@campus.edu'))
  const demotion = 'admin set-role --email a@campus.edu --role user'
  const ways: Asked[] = [[demotion], creating('a@campus.edu', '--role admin')]
  for (const asked of ways) expect(await desk.refused(...asked)).toContain('the last superadmin')
  expect(await desk.refused('admin set-role --email nobody@campus.edu --role admin')).toBe(
    'No account has this email.\n',
  )
  await desk.done(...creating('b@campus.edu'))
  await desk.done(demotion)
  expect(users().map(({ role }) => role)).toEqual(['user', 'superadmin'])
})

test('admin passkeys switches the requirement, for who has lost the last passkey', async () => {
  await desk.done(ADD_COLLEGE)
  for (const [word, said, value] of [
    ['yes', 'Administrators need a passkey now.\n', 'true'],
    ['no', 'Administrators need no passkey now.\n', 'false'],
  ] as const) {
    expect(await desk.done(`admin passkeys --needed ${word}`)).toBe(said)
    expect(sqlIn(DATA_DIR, "SELECT value FROM settings WHERE key = 'administratorPasskeys'")).toEqual([{ value }])
  }
})

test('college add says what it added, and refuses what is taken or wrong', async () => {
  expect(await desk.done([...ADD_COLLEGE, '--branches', 'CSE:Computer Science,ME:Mechanics: Applied'])).toBe(
    'Added Campus University (campus.edu) with 2 branches.\n',
  )
  expect(sqlIn(DATA_DIR, 'SELECT code, name FROM branches ORDER BY code')).toEqual([
    { code: 'CSE', name: 'Computer Science' },
    { code: 'ME', name: 'Mechanics: Applied' },
  ])
  expect(await desk.refused(ADD_COLLEGE)).toBe('Campus University already has this email domain.\n')
  const wrong = await desk.misused([...ADD_COLLEGE, '--name', 'X', '--domain', '@campus.edu'])
  for (const words of ['--name: Use 2 to 200 characters', '--domain: Enter a domain like campus.edu'])
    expect(wrong).toContain(words)
})

test('no command changes the schema beneath a server of an older version', async () => {
  await desk.done(ADD_COLLEGE)
  sqlIn(DATA_DIR, 'DELETE FROM _migrations WHERE rowid = (SELECT max(rowid) FROM _migrations)')
  const migrations = () => sqlIn(DATA_DIR, 'SELECT tag FROM _migrations')
  const before = migrations()
  const release = acquireLock(DATA_DIR)
  try {
    expect(await desk.refused('pseudonyms rename --dry-run')).toContain('of an older version. Restart it')
  } finally {
    release()
  }
  expect(migrations()).toEqual(before)
})

test.if(process.getuid?.() === 0)(
  'what root runs leaves nothing of root in the directory of another user',
  async () => {
    removeAll()
    mkdirSync(DATA_DIR, { recursive: true })
    chownSync(DATA_DIR, 1234, 1235)
    const backup = join(above, 'backup')
    for (const command of [ADD_COLLEGE, ['backup', backup], ['restore', backup]]) {
      expect((await quad(command, { DATA_DIR })).status).toBe(0)
      const owners = readdirSync(above, { recursive: true, encoding: 'utf8' })
        .filter((name) => name !== 'backup')
        .map((name) => statSync(join(above, name)))
      expect([command[0], ...new Set(owners.map(({ uid, gid }) => `${uid}:${gid}`))]).toEqual([command[0], '1234:1235'])
    }
    expect(statSync(backup).uid).toBe(0)
  },
)
