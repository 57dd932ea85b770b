import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { keyId } from '../../src/lib/keyring'
import { sealTo } from '../../src/lib/sealing'
import { operator, temporaryFolder } from '../support/operator'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const SAFE = join(folder.path, 'safe.keys')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
beforeEach(() => {
  for (const path of [DATA_DIR, SAFE]) rmSync(path, { recursive: true, force: true })
})

const COLLEGE = '--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')
const createAdmin = (email: string) =>
  desk.quad(['admin', 'create', '--email', email], undefined, 'seventeen brave herons\n')
async function campus(): Promise<void> {
  expect((await desk.quad(['college', 'add', ...COLLEGE])).status).toBe(0)
  expect(await createAdmin('1@campus.edu')).toMatchObject({ status: 0, stderr: '' })
}

function query<Row>(text: string): Row[] {
  const database = new Database(join(DATA_DIR, 'quad.db'), { readonly: true })
  try {
    return database.query<Row, []>(text).all()
  } finally {
    database.close()
  }
}
const keyFiles = () => readdirSync(join(DATA_DIR, 'keys'))
const idsOf = (text: string) => text.match(/\b[0-9a-f]{8}\b/g) ?? []

describe('keys', () => {
  test('rotate makes a key for new values, and accounts of before are still found', async () => {
    await campus()
    const [first] = idsOf((await desk.quad(['keys', 'list'])).stdout)
    const rotated = await desk.quad(['keys', 'rotate'])
    expect(rotated).toMatchObject({ status: 0, stderr: '' })
    const listed = await desk.quad(['keys', 'list'])
    expect(idsOf(listed.stdout)).toEqual([idsOf(rotated.stdout)[0]!, first!])
    expect(listed.stdout.split('\n')[0]).toEndWith('current')
    expect(keyFiles()).toHaveLength(2)
    expect(await createAdmin('1@campus.edu')).toMatchObject({ status: 0 })
    expect(await createAdmin('2@campus.edu')).toMatchObject({ status: 0 })
    const keysOf = query<{ key: string }>('SELECT substr(email_index, 1, 8) AS key FROM identities ORDER BY rowid')
    expect(keysOf.map(({ key }) => key)).toEqual([first!, idsOf(rotated.stdout)[0]!])
    expect(query("SELECT metadata FROM audit_log WHERE action = 'operator:rotated:keys'")).toHaveLength(1)
  })

  test('rotate leaves a key of the environment to the operator', async () => {
    const refused = await desk.quad(['keys', 'rotate'], { SECRET: 'x'.repeat(40) })
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('SECRET is the current key')])
    expect(existsSync(join(DATA_DIR, 'keys'))).toBe(false)
  })

  test('an export brings a database without keys back to life, and overwrites nothing', async () => {
    await campus()
    await desk.quad(['keys', 'rotate'])
    expect(await desk.quad(['keys', 'export', SAFE])).toMatchObject({ status: 0, stderr: '' })
    expect(statSync(SAFE).mode & 0o777).toBe(0o600)
    const exported = readFileSync(SAFE, 'utf8')
    const again = await desk.quad(['keys', 'export', SAFE])
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('overwrites nothing')])
    expect(readFileSync(SAFE, 'utf8')).toBe(exported)

    rmSync(join(DATA_DIR, 'keys'), { recursive: true })
    const refused = await createAdmin('2@campus.edu')
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/key [0-9a-f]{8} is missing.*keys import/),
    ])
    const doctor = await desk.quad(['doctor'])
    expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringMatching(/FAIL {2}keys .*is missing/)])
    expect(existsSync(join(DATA_DIR, 'keys'))).toBe(false)

    expect(await desk.quad(['keys', 'import', SAFE])).toMatchObject({ status: 0, stderr: '' })
    expect(keyFiles()).toHaveLength(2)
    for (const name of keyFiles()) expect(statSync(join(DATA_DIR, 'keys', name)).mode & 0o777).toBe(0o600)
    expect(await createAdmin('2@campus.edu')).toMatchObject({ status: 0 })
    expect((await desk.quad(['doctor'])).stdout).toMatch(/ok {4}keys /)
    expect((await desk.quad(['keys', 'import', SAFE])).stdout).toContain('none')
  })

  test('a key of the environment that became a file serves what was made with it', async () => {
    const SECRET = ' a former secret, with spaces around it '
    expect((await desk.quad(['college', 'add', ...COLLEGE], { SECRET })).status).toBe(0)
    const create = (email: string, env: Record<string, string>) =>
      desk.quad(['admin', 'create', '--email', email], env, 'seventeen brave herons\n')
    expect((await create('1@campus.edu', { SECRET })).status).toBe(0)
    const next = { SECRET: 'quite another secret of the environment' }
    expect((await create('2@campus.edu', next)).stderr).toContain('is missing')
    expect((await desk.quad(['keys', 'export', SAFE], { SECRET })).status).toBe(0)
    expect((await desk.quad(['keys', 'import', SAFE], next)).status).toBe(0)
    expect((await create('2@campus.edu', next)).stdout).toContain('superadmin')
    // Found, so promoted again rather than made.
    expect((await create('1@campus.edu', next)).stdout).toContain('is superadmin now')
  })

  test('an import mends the file of a key that was cut off', async () => {
    await campus()
    expect((await desk.quad(['keys', 'export', SAFE])).status).toBe(0)
    const file = join(DATA_DIR, 'keys', keyFiles()[0]!)
    const secret = readFileSync(file, 'utf8')
    for (const damage of ['', secret.slice(1)]) {
      writeFileSync(file, damage)
      const refused = await createAdmin('2@campus.edu')
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/\.key (is empty|.*cut off).*import/)])
      expect((await desk.quad(['doctor'])).stdout).toMatch(/^FAIL .*\.key (is empty|.*cut off)/m)
      expect(await desk.quad(['keys', 'import', SAFE])).toMatchObject({ status: 0, stderr: '' })
      expect([readFileSync(file, 'utf8'), keyFiles().length]).toEqual([secret, 1])
    }
    expect(await createAdmin('2@campus.edu')).toMatchObject({ status: 0 })
  })

  test.each([
    ['nothing', ''],
    [
      'a key that is too short',
      `{"quadKeys":[{"id":"${keyId('short')}","createdAt":"2026-01-02T03:04:05.678Z","secret":"short"}]}`,
    ],
    ['no JSON', 'AGE-SECRET-KEY-1'],
    [
      'another key than it says',
      '{"quadKeys":[{"id":"00000000","createdAt":"2026-01-02T03:04:05.678Z","secret":"0123456789abcdef0123456789abcdef"}]}',
    ],
    [
      'a path in its date',
      '{"quadKeys":[{"id":"00000000","createdAt":"../../2026","secret":"0123456789abcdef0123456789abcdef"}]}',
    ],
  ])('an import of %s is refused', async (_, content) => {
    writeFileSync(SAFE, content)
    const refused = await desk.quad(['keys', 'import', SAFE])
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('quad keys export')])
    expect(existsSync(join(DATA_DIR, 'keys'))).toBe(false)
  })
})

describe('unseal', () => {
  test('prints the addresses of sealed values, for the right identity only', async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const [file, wrong] = [join(folder.path, 'identity.txt'), join(folder.path, 'wrong.txt')]
    writeFileSync(file, `# created: today\n# public key: …\n${identity}\n`)
    writeFileSync(wrong, other)
    const recipient = await identityToRecipient(identity)
    const [one, two] = [await sealTo(recipient, '1@campus.edu'), await sealTo(recipient, '2@campus.edu')]
    expect(await desk.quad(['unseal', '--identity', file, one])).toMatchObject({ status: 0, stdout: '1@campus.edu\n' })
    expect(await desk.quad(['unseal', '--identity', file], undefined, `${one}\n\n${two}\n`)).toMatchObject({
      status: 0,
      stdout: '1@campus.edu\n2@campus.edu\n',
    })
    for (const value of [one, 'nonsense', one.slice(0, -20)]) {
      const refused = await desk.quad(['unseal', '--identity', value === one ? wrong : file, value])
      expect([refused.status, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toContain('another identity')
    }
    expect((await desk.quad(['unseal', '--identity', SAFE, one])).stderr).toContain('There is no file')
    writeFileSync(wrong, 'no identity')
    expect((await desk.quad(['unseal', '--identity', wrong, one])).stderr).toContain('holds no identity')
  })
})
