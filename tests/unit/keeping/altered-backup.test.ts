import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { addKey, allKeys, currentKey, keysFolder, reloadKeys } from '../../../src/lib/crypto/keys'
import {
  ArchiveRefused,
  describeFile,
  openManifest,
  readArchive,
  sealManifest,
  signerOf,
  writeArchive,
} from '../../../src/lib/files/archive'
import { isLong } from '../../faults/report'
import { temporaryFolder } from '../../support/operator'

// Whatever is done to the bytes of a backup: it is refused, or restores what was packed.

const folder = temporaryFolder()
afterAll(folder.remove)
const path = (name: string) => join(folder.path, name)

const FILES = {
  'quad.db': Buffer.alloc(1500, 'pages of a database '),
  [`uploads/${'a'.repeat(64)}.png`]: Buffer.from('a picture'),
  [`uploads/${'b'.repeat(64)}.webp`]: Buffer.alloc(512, 'b'),
}
const HEAD = { quad: '0.1.0', createdAt: '2026-11-22T08:00:00.000Z', migrations: ['0000_foundation'] }

let whole: Buffer
let identity: string
let encrypted: Buffer

async function packed(recipient?: string): Promise<Buffer> {
  const files = []
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(path('source'), name, '..'), { recursive: true })
    writeFileSync(join(path('source'), name), content)
    files.push(await describeFile(name, join(path('source'), name)))
  }
  rmSync(path('packed.tar'), { force: true })
  const manifest = { ...HEAD, auditHead: null, auditEntries: 0, keys: [], files }
  await writeArchive(path('packed.tar'), manifest, (name) => join(path('source'), name), undefined, recipient)
  return readFileSync(path('packed.tar'))
}

beforeAll(async () => {
  rmSync(keysFolder(), { recursive: true, force: true })
  reloadKeys()
  currentKey()
  whole = await packed()
  identity = await generateX25519Identity()
  encrypted = await packed(await identityToRecipient(identity))
})

/** What a file unpacks to, and its manifest; undefined when it is refused. */
async function unpacked(bytes: Uint8Array): Promise<object | undefined> {
  writeFileSync(path('altered.tar'), bytes)
  rmSync(path('into'), { recursive: true, force: true })
  mkdirSync(path('into'))
  try {
    const manifest = await readArchive(path('altered.tar'), path('into'), () => {}, { identities: [identity] })
    const names = readdirSync(path('into'), { recursive: true, encoding: 'utf8' }).sort()
    const files = names.filter((name) => statSync(join(path('into'), name)).isFile())
    const at = (name: string) => join(path('into'), name)
    return {
      manifest,
      contents: files.map((name) => [name, statSync(at(name)).mode & 0o777, readFileSync(at(name), 'latin1')]),
    }
  } catch (error) {
    // Not any error: the operator reads why.
    expect(error).toBeInstanceOf(ArchiveRefused)
    return undefined
  }
}

async function expectHarmless(bytes: Uint8Array, original: object, what: string): Promise<boolean> {
  const outcome = await unpacked(bytes)
  if (outcome !== undefined) expect([what, outcome]).toEqual([what, original])
  return outcome === undefined
}

/** Each byte in its turn, or every so many of them. */
async function flipEach(bytes: Buffer): Promise<number> {
  const original = (await unpacked(bytes))!
  expect(original).toBeDefined()
  let refused = 0
  for (let at = 0; at < bytes.length; at += STEP) {
    const altered = Buffer.from(bytes)
    altered[at]! ^= 1 << (at % 8)
    if (await expectHarmless(altered, original, `byte ${at}`)) refused++
  }
  return refused
}

/** All of them take a minute: `bun run faults --long`. */
const STEP = isLong ? 1 : 47

describe('a backup', () => {
  test('of which a byte was changed is refused, or restores the same; one that is encrypted is refused', async () => {
    expect(await flipEach(whole)).toBeGreaterThan((whole.length / STEP) * 0.5)
    expect(await flipEach(encrypted)).toBe(Math.ceil(encrypted.length / STEP))
  })

  test('that ends early is refused, unless only its end mark is gone; with more at its end it may restore the same', async () => {
    const original = (await unpacked(whole))!
    let refused = 0
    for (let length = 0; length < whole.length; length += 512)
      for (const cut of [length, length + 1])
        if (await expectHarmless(whole.subarray(0, cut), original, `cut at ${cut}`)) refused++
    expect(refused).toBeGreaterThan((whole.length / 512) * 1.5)
    for (const less of [1, 16, 17, 600]) expect(await unpacked(encrypted.subarray(0, -less))).toBeUndefined()
    // Or has something after its end.
    for (const more of [Buffer.alloc(1), Buffer.alloc(512), Buffer.alloc(1024, 'x'), whole])
      await expectHarmless(Buffer.concat([whole, more]), original, `${more.length} bytes more`)
    for (const more of [Buffer.alloc(1), encrypted])
      expect(await unpacked(Buffer.concat([encrypted, more]))).toBeUndefined()
  })
})

type Entry = { header: TarHeader; data?: Uint8Array }
const headers = (entries: Entry[]) => entries.map(({ header }) => header)

test.each<[string, (entries: Entry[]) => void, isRefused?: boolean]>([
  ['stand in another order', (entries) => void entries.push(...entries.splice(1, 1)), false],
  [
    'have other modes, owners and times',
    (entries) => {
      for (const header of headers(entries)) Object.assign(header, { mode: 0o4777, uid: 0, gid: 0, mtime: new Date(0) })
    },
    false,
  ],
  [
    'have each other’s names',
    (entries) => {
      const [, , one, other] = headers(entries) as [TarHeader, TarHeader, TarHeader, TarHeader]
      ;[one.name, other.name] = [other.name, one.name]
    },
  ],
  ['are there twice', (entries) => void entries.push(entries[2]!)],
  ['lack one', (entries) => void entries.pop()],
  [
    'have one more',
    (entries) => void entries.push({ header: { name: 'quad.db-wal', size: 1 }, data: Buffer.from('x') }),
  ],
  ['do not begin with the manifest', (entries) => void entries.push(entries.shift()!)],
  ['have two manifests', (entries) => void entries.splice(1, 0, entries[0]!)],
  ['lead out of the folder', (entries) => void Object.assign(entries[2]!.header, { name: '../quad.db' })],
])('a backup whose entries %s is refused, or restores the same', async (_, change, isRefused = true) => {
  const entries = (await unpackTar(whole)) as Entry[]
  change(entries)
  expect(await unpacked(await packTar(entries))).toEqual(isRefused ? undefined : await unpacked(whole))
})

describe('a manifest', () => {
  const files = [{ name: 'quad.db', size: 1, sha256: 'c'.repeat(64) }]
  const manifest = { ...HEAD, auditHead: null, auditEntries: 0, keys: [], files }
  const reseal = (changes: object): string => {
    const fields: Record<string, unknown> = JSON.parse(sealManifest(manifest))
    delete fields.sha256
    Object.assign(fields, changes)
    const body = `${JSON.stringify(fields, null, 2)}\n`
    const sha256 = new Bun.CryptoHasher('sha256').update(body).digest('hex')
    return `${JSON.stringify({ ...fields, sha256 }, null, 2)}\n`
  }

  test('is signed with the current key, also when it is a former one by then', async () => {
    allKeys()
    const sealed = sealManifest(manifest)
    expect(signerOf(openManifest(sealed))).toBe(currentKey().id)
    await Bun.sleep(2)
    const { id } = addKey()
    expect([currentKey().id, signerOf(openManifest(sealed))]).toEqual([id, expect.not.stringContaining(id)])
  })

  test('that says something else under a right hash is refused where the key is here, and only there', () => {
    allKeys()
    const forged = reseal({ createdAt: '2026-11-21T08:00:00.000Z' })
    expect(() => openManifest(forged)).toThrow('somebody has altered it')
    const elsewhere = reseal({ signature: `00000000.${'A'.repeat(43)}` })
    expect(signerOf(openManifest(elsewhere))).toBe('00000000')
    expect(signerOf(openManifest(reseal({ signature: null })))).toBeUndefined()
  })

  test('without any key is not signed, and makes none', () => {
    rmSync(keysFolder(), { recursive: true, force: true })
    reloadKeys()
    expect(openManifest(sealManifest(manifest)).signature).toBeNull()
    expect(existsSync(keysFolder())).toBe(false)
  })

  test.each<[string, (sealed: string) => string]>([
    ['without a hash', (sealed) => sealed.replace(/,\n {2}"sha256": "\w+"\n}/, '\n}')],
    ['with spaces more', (sealed) => sealed.replace('"quad": ', '"quad":  ')],
    ['with a field twice', (sealed) => sealed.replace('{\n', '{\n  "quad": "0.0.9",\n')],
    ['with its fields in another order', (sealed) => JSON.stringify(JSON.parse(sealed), null, 1)],
  ])('%s is refused', (_, change) => {
    const sealed = sealManifest(manifest)
    expect(change(sealed)).not.toBe(sealed)
    expect(() => openManifest(change(sealed))).toThrow(ArchiveRefused)
  })
})
