import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { keyId } from '../../../src/lib/crypto/keys'
import { sealTo } from '../../../src/lib/crypto/sealing'
import { logIn } from '../../support/audit-log'
import { ADD_COLLEGE, operator, sqlIn, temporaryFolder } from '../../support/operator'
import { placeDatabase } from '../../support/template'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const KEYS = join(DATA_DIR, 'keys')
const SAFE = join(folder.path, 'safe.keys')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
beforeEach(() => {
  for (const path of [DATA_DIR, SAFE]) rmSync(path, { recursive: true, force: true })
})

type Asked = Parameters<typeof desk.quad>
const asAdministrator = (email: string, changes?: Asked[1]): Asked => [
  `admin create --email ${email}`,
  changes,
  'seventeen brave herons\n',
]
async function campus(changes?: Asked[1]): Promise<void> {
  mkdirSync(DATA_DIR, { mode: 0o700 })
  await placeDatabase(join(DATA_DIR, 'quad.db'))
  await desk.done(ADD_COLLEGE, changes)
  await desk.done(...asAdministrator('1@campus.edu', changes))
}

const keyFiles = () => readdirSync(KEYS)
const idsOf = (text: string) => text.match(/\b[0-9a-f]{8}\b/g) ?? []
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('keys', () => {
  test('rotate makes a key for new values, and accounts of before are still found', async () => {
    await campus()
    const [first] = idsOf(await desk.done('keys list'))
    const [second] = idsOf(await desk.done('keys rotate'))
    const listed = await desk.done('keys list')
    expect(idsOf(listed)).toEqual([second!, first!])
    expect(listed.split('\n')[0]).toEndWith('current')
    expect(keyFiles()).toHaveLength(2)
    for (const email of ['1@campus.edu', '2@campus.edu']) await desk.done(...asAdministrator(email))
    expect(sqlIn(DATA_DIR, 'SELECT substr(email_index, 1, 8) AS key FROM identities ORDER BY rowid')).toEqual([
      { key: first! },
      { key: second! },
    ])
    expect(logIn(DATA_DIR).filter(({ action }) => action === 'operator:rotated:keys')).toHaveLength(1)
  })

  test('rotate leaves a key of the environment to the operator', async () => {
    expect(await desk.refused('keys rotate', { SECRET: 'x'.repeat(40) })).toContain('SECRET is the current key')
    expect(existsSync(KEYS)).toBe(false)
  })

  test('an export brings a database without keys back to life, and overwrites nothing', async () => {
    await campus()
    await desk.done('keys rotate')
    await desk.done(`keys export ${SAFE}`)
    expect(modeOf(SAFE)).toBe(0o600)
    const exported = readFileSync(SAFE, 'utf8')
    expect(await desk.refused(`keys export ${SAFE}`)).toContain('overwrites nothing')
    expect(readFileSync(SAFE, 'utf8')).toBe(exported)

    rmSync(KEYS, { recursive: true })
    expect(await desk.refused(...asAdministrator('2@campus.edu'))).toMatch(/key [0-9a-f]{8} is missing.*keys import/)
    const doctor = await desk.quad('doctor')
    expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringMatching(/FAIL {2}keys .*is missing/)])
    expect(existsSync(KEYS)).toBe(false)

    await desk.done(`keys import ${SAFE}`)
    expect(keyFiles().map((name) => modeOf(join(KEYS, name)))).toEqual([0o600, 0o600])
    await desk.done(...asAdministrator('2@campus.edu'))
    expect(await desk.done('doctor')).toMatch(/ok {4}keys /)
    expect(await desk.done(`keys import ${SAFE}`)).toContain('none')
  })

  test('a key of the environment that became a file serves what was made with it', async () => {
    const former = { SECRET: ' a former secret, with spaces around it ' }
    const next = { SECRET: 'quite another secret of the environment' }
    await campus(former)
    expect(await desk.refused(...asAdministrator('2@campus.edu', next))).toContain('is missing')
    await desk.done(`keys export ${SAFE}`, former)
    await desk.done(`keys import ${SAFE}`, next)
    expect(await desk.done(...asAdministrator('2@campus.edu', next))).toContain('superadmin')
    // Found, so promoted again rather than made.
    expect(await desk.done(...asAdministrator('1@campus.edu', next))).toContain('is superadmin now')
  })

  const kept = (id: string, secret: string, createdAt = '2026-01-02T03:04:05.678Z') =>
    JSON.stringify({ quadKeys: [{ id, createdAt, secret }] })
  test.each([
    ['nothing', ''],
    ['a key that is too short', kept(keyId('short'), 'short')],
    ['no JSON', 'AGE-SECRET-KEY-1'],
    ['another key than it says', kept('00000000', '0123456789abcdef0123456789abcdef')],
    ['a path in its date', kept('00000000', '0123456789abcdef0123456789abcdef', '../../2026')],
  ])('an import of %s is refused', async (_, content) => {
    writeFileSync(SAFE, content)
    expect(await desk.refused(`keys import ${SAFE}`)).toContain('quad keys export')
    expect(existsSync(KEYS)).toBe(false)
  })
})

test('unseal prints the addresses of sealed values, for the right identity only', async () => {
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
  const [file, wrong] = [join(folder.path, 'identity.txt'), join(folder.path, 'wrong.txt')]
  writeFileSync(file, `# created: today\n# public key: …\n${identity}\n`)
  writeFileSync(wrong, other)
  const recipient = await identityToRecipient(identity)
  const [one, two] = [await sealTo(recipient, '1@campus.edu'), await sealTo(recipient, '2@campus.edu')]
  const withFile = `unseal --identity ${file}`
  expect(await desk.done(`${withFile} ${one}`)).toBe('1@campus.edu\n')
  expect(await desk.done(withFile, undefined, `${one}\n\n${two}\n`)).toBe('1@campus.edu\n2@campus.edu\n')
  for (const words of [`unseal --identity ${wrong} ${one}`, `${withFile} nonsense`, `${withFile} ${one.slice(0, -20)}`])
    expect(await desk.refused(words)).toContain('another identity')
  expect((await desk.quad(`unseal --identity ${SAFE} ${one}`)).stderr).toContain('There is no file')
  writeFileSync(wrong, 'no identity')
  expect((await desk.quad(`unseal --identity ${wrong} ${one}`)).stderr).toContain('holds no identity')
})
