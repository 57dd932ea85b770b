import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { config } from '../../../src/config'
import {
  addKey,
  allKeys,
  closeKeysToOthers,
  currentKey,
  existingKeys,
  keyId,
  keyIdOf,
  keysFolder,
  matchesStoredHash,
  refreshKeys,
  reloadKeys,
  storedHash,
  storedHashes,
} from '../../../src/lib/crypto/keys'
import { seal, unseal } from '../../../src/lib/crypto/sealing'
import { addressIndexes, isStale, openAddress, sealAddress } from '../../../src/lib/net/addresses'

const removeKeys = () => {
  for (const path of [keysFolder(), join(config.dataDir, 'secret')]) rmSync(path, { recursive: true, force: true })
  reloadKeys()
}
beforeEach(removeKeys)
afterAll(removeKeys)

const mode = (path: string) => statSync(path).mode & 0o777
const files = () => readdirSync(keysFolder()).sort()
const EMAIL = '7000000001@campus.edu'

describe('the keyring', () => {
  test('makes its first key when it is needed, readable by its owner alone', () => {
    expect(existingKeys()).toEqual([])
    const { id, secret } = currentKey()
    expect(files()).toEqual([expect.stringMatching(new RegExp(`^\\d{4}-.*-${id}\\.key$`))])
    expect(readFileSync(join(keysFolder(), files()[0]!), 'utf8')).toBe(secret)
    expect([mode(keysFolder()), mode(join(keysFolder(), files()[0]!))]).toEqual([0o700, 0o600])
    reloadKeys()
    expect(currentKey()).toMatchObject({ id, secret })
  })

  test('closes what a copy has opened to others', () => {
    currentKey()
    const file = join(keysFolder(), files()[0]!)
    chmodSync(keysFolder(), 0o755)
    chmodSync(file, 0o644)
    closeKeysToOthers()
    expect([mode(keysFolder()), mode(file)]).toEqual([0o700, 0o600])
  })

  test('has the newest key as its current one, and the others after it', async () => {
    const first = currentKey()
    await Bun.sleep(2)
    const second = addKey()
    expect(allKeys().map(({ id }) => id)).toEqual([second.id, first.id])
    // Another process of a server finds it.
    expect(refreshKeys()).toBeUndefined()
    expect(currentKey().id).toBe(second.id)
  })

  test('of a running server keeps a key whose file is gone or damaged, makes none in its place, and says so', () => {
    const { id } = currentKey()
    const [name] = files()
    const file = join(keysFolder(), name!)
    const secret = readFileSync(file, 'utf8')
    rmSync(keysFolder(), { recursive: true })
    expect(refreshKeys()).toContain(`holds ${id}`)
    expect([currentKey().id, existsSync(keysFolder())]).toEqual([id, false])
    mkdirSync(keysFolder())
    writeFileSync(file, `${secret}x`)
    expect(refreshKeys()).toContain('does not hold the key')
    expect(currentKey().id).toBe(id)
    writeFileSync(file, secret)
    expect(refreshKeys()).toBeUndefined()
    expect(currentKey().id).toBe(id)
  })

  test('of a running server is not called lost because no file handle is left', async () => {
    const script = `
      const { currentKey, refreshKeys } = await import('./src/lib/crypto/keys')
      currentKey()
      const { openSync } = await import('node:fs')
      try { for (;;) openSync('/dev/null', 'r') } catch {}
      process.stdout.write(JSON.stringify([refreshKeys() ?? null]))`
    const child = Bun.spawn(['sh', '-c', 'ulimit -n 100; exec "$@"', 'sh', process.execPath, '-e', script], {
      cwd: join(import.meta.dir, '../../..'),
      env: { PATH: process.env.PATH, DATA_DIR: config.dataDir },
      stdout: 'pipe',
    })
    expect(JSON.parse(await new Response(child.stdout).text())).toEqual([null])
  })

  test('passes over other files', () => {
    currentKey()
    writeFileSync(join(keysFolder(), 'notes.txt'), 'not a key')
    reloadKeys()
    expect(allKeys()).toHaveLength(1)
  })

  test.each([
    ['empty', () => '', /is empty.*import/],
    ['cut off', (secret: string) => secret.slice(0, -1), /is cut off.*import/],
    ['of another key', () => 'x'.repeat(43), 'does not hold the key'],
  ])('refuses a file that is %s, until it is added again', (_, change, words) => {
    const { id, secret, createdAt } = currentKey()
    const file = join(keysFolder(), files()[0]!)
    writeFileSync(file, change(secret))
    reloadKeys()
    expect(() => allKeys()).toThrow(words)
    addKey(secret, createdAt)
    expect([files().length, currentKey().id, readFileSync(file, 'utf8')]).toEqual([1, id, secret])
  })

  test('refuses a key too short to protect anything, though its name is right', () => {
    currentKey()
    for (const secret of ['', 'x', 'x'.repeat(31)])
      writeFileSync(join(keysFolder(), `2026-01-02T03-04-05-678Z-${keyId(secret)}.key`), secret)
    reloadKeys()
    expect(() => allKeys()).toThrow(/is empty|cut off/)
  })

  test('uses SECRET before all others, which stay for what was made with them', () => {
    const file = currentKey()
    const hash = storedHash('otp', '123456')
    config.secret = 'a secret of the environment, long enough'
    reloadKeys()
    try {
      expect(allKeys().map(({ id, isFile }) => [id, isFile])).toEqual([
        [keyId(config.secret), false],
        [file.id, true],
      ])
      expect(matchesStoredHash(hash, 'otp', '123456')).toBe(true)
      expect(files()).toHaveLength(1)
    } finally {
      config.secret = undefined
      reloadKeys()
    }
  })
})

test('a stored hash names its key and stays valid after a rotation, for the same text and purpose only', async () => {
  const hash = storedHash('otp', '123456')
  await Bun.sleep(2)
  addKey()
  expect(keyIdOf(hash)).not.toBe(currentKey().id)
  expect(storedHashes('otp', '123456')).toContain(hash)
  expect(matchesStoredHash(hash, 'otp', '123456')).toBe(true)
  expect(matchesStoredHash(hash, 'otp', '123457')).toBe(false)
  expect(matchesStoredHash(hash, 'login', '123456')).toBe(false)
  expect(matchesStoredHash('no hash', 'otp', '123456')).toBe(false)
})

describe('a sealed value', () => {
  test('opens in its row only, and with its key only', () => {
    const sealed = seal('row', EMAIL)
    expect(unseal('row', sealed)).toBe(EMAIL)
    expect(unseal('another row', sealed)).toBeNull()
    for (const damaged of ['', 'x', `${sealed.slice(0, -4)}AAAA`, sealed.slice(0, 20), `00000000${sealed.slice(8)}`])
      expect(unseal('row', damaged)).toBeNull()
    renameSync(keysFolder(), `${keysFolder()}-elsewhere`)
    reloadKeys()
    expect(unseal('row', sealed)).toBeNull()
    rmSync(`${keysFolder()}-elsewhere`, { recursive: true })
  })

  test('differs each time, and tells neither the text nor its length', () => {
    const values = [EMAIL, EMAIL, 'dean@campus.edu'].map((email) => seal('row', email))
    expect(new Set(values).size).toBe(3)
    expect(new Set(values.map(({ length }) => length)).size).toBe(1)
    for (const value of values) expect(value).not.toContain('campus')
  })
})

test('an address is found by its index after a rotation, and is stale until it is stored anew', async () => {
  const { id, indexes, sealed } = await sealAddress(EMAIL)
  const row = { id, emailIndex: indexes[0]!, emailSealed: sealed }
  expect(isStale(row)).toBe(false)
  await Bun.sleep(2)
  addKey()
  expect(addressIndexes(EMAIL)).toContain(row.emailIndex)
  expect(await openAddress(row)).toBe(EMAIL)
  expect(isStale(row)).toBe(true)
  const renewed = await sealAddress(EMAIL, id)
  expect(isStale({ emailIndex: renewed.indexes[0]!, emailSealed: renewed.sealed })).toBe(false)
})
