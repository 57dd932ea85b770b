import { Database } from 'bun:sqlite'
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Storage } from '../../db/storage'
import { restoreBackup } from '../../src/cli/restore'
import { audit, systemActor } from '../../src/core/audit/audit'
import { BackupRunning, lockBackups } from '../../src/core/backups/lock'
import { backupName, unfinishedMark } from '../../src/core/backups/names'
import { type Plan, type Ran, runBackup } from '../../src/core/backups/run'
import { folderStore } from '../../src/core/backups/stores/folder'
import { s3Store } from '../../src/core/backups/stores/s3'
import type { Store } from '../../src/core/backups/stores/store'
import { driftedCounters } from '../../src/core/maintenance/recount'
import { temporaryFolder } from '../support/operator'
import { CREDENTIALS, refusal, silence, startS3 } from '../support/s3'
import { until } from '../support/until'

const folder = temporaryFolder()
const s3 = startS3()
afterAll(() => {
  s3.stop()
  folder.remove()
})
afterEach(() => {
  s3.failing()
  s3.objects.clear()
})

let serial = 0
const fresh = (name: string) => {
  const path = join(folder.path, `${name}-${serial++}`)
  mkdirSync(path)
  return path
}
const HOST = 'quad.campus.edu'
const PICTURE_NAME = `${new Bun.CryptoHasher('sha256').update('picture').digest('hex')}.png`

async function campus(): Promise<string> {
  const dataDir = fresh('data')
  mkdirSync(join(dataDir, 'uploads'))
  writeFileSync(join(dataDir, 'uploads', PICTURE_NAME), 'picture')
  const storage = new Storage()
  await storage.open({ file: join(dataDir, 'quad.db'), synchronous: 'normal', checkpointer: false })
  for (const entityId of ['first', 'second'])
    await storage.write((tx) =>
      audit(tx, systemActor('system'), { action: 'operator:seeded:campus', entityType: 'test', entityId }),
    )
  await storage.close()
  return dataDir
}
const dataDir = await campus()

const bucket = (options: { stalledMs?: number; partSize?: number } = {}): Store =>
  s3Store({ bucket: s3.bucket, prefix: 'backups/quad' }, { ...CREDENTIALS, endpoint: s3.endpoint }, options)

const run = (store: Store, changes: Partial<Plan> = {}): Promise<Ran> =>
  runBackup(
    {
      dataDir,
      store,
      host: HOST,
      recipient: undefined,
      keep: { daily: 7, weekly: 4, monthly: 6 },
      countDrift: async (db) => (await driftedCounters(db)).length,
      ...changes,
    },
    () => {},
  )

/** Nothing of the work is left in the data. */
const expectNoLeftovers = (of = dataDir) => expect(readdirSync(of).filter((name) => name.startsWith('.'))).toEqual([])

const PROVEN = { outcome: 'proven', reason: null, message: null } as const

describe('into a folder', () => {
  test('is proven, stands there alone, and restores', async () => {
    const place = fresh('place')
    const ran = await run(folderStore(place))
    expect(ran).toMatchObject({ ...PROVEN, removed: [] })
    expect(readdirSync(place)).toEqual([ran.name ?? ''])
    expectNoLeftovers()
    const target = fresh('restored')
    await restoreBackup(target, join(place, ran.name ?? ''))
    expect(readFileSync(join(target, 'uploads', PICTURE_NAME), 'utf8')).toBe('picture')
  })

  test('replaces none that began in the same second', async () => {
    for (const store of [folderStore(fresh('place')), bucket()]) {
      const names = new Set<string | null>()
      for (let count = 0; count < 3; count++) {
        const ran = await run(store)
        expect(ran).toMatchObject(PROVEN)
        expect(names.has(ran.name)).toBe(false)
        expect(await store.list()).toMatchObject([{ name: ran.name }])
        names.add(ran.name)
      }
    }
  })

  test('for a recipient is proven before it is encrypted, and its identity restores it', async () => {
    const identity = await generateX25519Identity()
    const place = fresh('place')
    const ran = await run(folderStore(place), { recipient: await identityToRecipient(identity) })
    expect(ran).toMatchObject(PROVEN)
    expect(ran.name).toEndWith('.tar.age')
    const file = join(place, ran.name ?? '')
    expect(readFileSync(file).includes('SQLite format 3')).toBe(false)
    await restoreBackup(fresh('restored'), file, [identity])
    expectNoLeftovers()
  })

  test('removes what is not kept and what a killed one left, and nothing else', async () => {
    const place = fresh('place')
    const days = Array.from({ length: 10 }, (_, n) => backupName(HOST, new Date(Date.UTC(2020, 0, 1 + n)), false))
    const half = backupName(HOST, new Date(), true)
    const others = ['notes.txt', backupName('other.edu', new Date(0), false)]
    for (const name of [...days, half, unfinishedMark(half), ...others]) writeFileSync(join(place, name), 'x')
    const work = join(dataDir, '.quad-scheduled-backup')
    mkdirSync(work)
    writeFileSync(join(work, 'archive.tar'), 'half')
    const ran = await run(folderStore(place), { keep: { daily: 3, weekly: 0, monthly: 0 } })
    expect(ran).toMatchObject(PROVEN)
    expect(readdirSync(place).sort()).toEqual([...others, ...days.slice(-2), ran.name ?? ''].sort())
    expectNoLeftovers()
  })

  test('that is not there is named, and not made', async () => {
    const place = join(folder.path, 'not-mounted')
    expect(await run(folderStore(place))).toMatchObject({ outcome: 'failed', reason: 'unreachable', name: null })
    expect(existsSync(place)).toBe(false)
    expectNoLeftovers()
  })

  test('one at a time', async () => {
    const unlock = lockBackups(dataDir)
    expect(await run(folderStore(fresh('place'))).catch((error) => error)).toBeInstanceOf(BackupRunning)
    unlock()
    expect(await run(folderStore(fresh('place')))).toMatchObject(PROVEN)
  })
})

describe('of data in which something is wrong', () => {
  test('that is damaged there is none', async () => {
    const damaged = await campus()
    const bytes = readFileSync(join(damaged, 'quad.db'))
    bytes.fill(0x5a, 8 * 4096, 40 * 4096)
    writeFileSync(join(damaged, 'quad.db'), bytes)
    const place = fresh('place')
    const ran = await run(folderStore(place), { dataDir: damaged })
    expect(ran.outcome).toBe('failed')
    expect(ran.message).toMatch(/damaged|malformed/)
    expect(readdirSync(place)).toEqual([])
    expectNoLeftovers(damaged)
  })

  test.each([
    ['counters', 'counters', "UPDATE totals SET count = count + 1 WHERE name = 'users'"],
    ['an audit log that somebody changed', 'audit-log', "UPDATE audit_log SET entity_id = 'changed' WHERE rowid = 1"],
  ])('%s, it is kept and in doubt, and takes the place of nothing', async (_, reason, sql) => {
    const wrong = await campus()
    const sqlite = new Database(join(wrong, 'quad.db'), { readwrite: true, strict: true })
    for (const { name } of sqlite
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_log'")
      .all())
      sqlite.run(`DROP TRIGGER ${name}`)
    sqlite.run(sql)
    sqlite.close()
    const place = fresh('place')
    const old = [1, 2].map((day) => backupName(HOST, new Date(Date.UTC(2020, 0, day)), false))
    for (const name of old) writeFileSync(join(place, name), 'x')
    const ran = await run(folderStore(place), { dataDir: wrong, keep: { daily: 1, weekly: 0, monthly: 0 } })
    expect(ran).toMatchObject({ outcome: 'doubtful', reason, removed: [] })
    expect(readdirSync(place).sort()).toEqual([...old, ran.name ?? ''].sort())
  })
})

describe('into a bucket', () => {
  const keys = () => [...s3.objects.keys()]

  test('is signed, read back, and alone there', async () => {
    const before = s3.unsigned()
    const ran = await run(bucket())
    expect(ran).toMatchObject(PROVEN)
    expect(s3.unsigned()).toBe(before)
    expect(keys()).toEqual([`backups/quad/${ran.name}`])
    const file = join(fresh('fetched'), 'backup.tar')
    writeFileSync(file, s3.objects.get(keys()[0] ?? '') ?? '')
    await restoreBackup(fresh('restored'), file)
  })

  test('removes what is not kept, over several pages', async () => {
    const days = Array.from({ length: 7 }, (_, n) => backupName(HOST, new Date(Date.UTC(2020, 0, 1 + n)), false))
    for (const name of [...days, 'notes.txt']) s3.objects.set(`backups/quad/${name}`, new Uint8Array(1))
    s3.objects.set(`elsewhere/${days[0]}`, new Uint8Array(1))
    const ran = await run(bucket(), { keep: { daily: 2, weekly: 0, monthly: 0 } })
    expect(ran.removed).toEqual(days.slice(0, -1))
    expect(keys().sort()).toEqual(
      [...['notes.txt', days.at(-1), ran.name].map((name) => `backups/quad/${name}`), `elsewhere/${days[0]}`].sort(),
    )
  })

  test('of whom the secret is wrong is refused, without a word of it', async () => {
    const store = s3Store(
      { bucket: s3.bucket, prefix: '' },
      { ...CREDENTIALS, secretAccessKey: 'a wrong secret', endpoint: s3.endpoint },
    )
    const ran = await run(store)
    expect(ran).toMatchObject({ outcome: 'failed', reason: 'refused' })
    expect(ran.message).toContain('SignatureDoesNotMatch')
    expect(ran.message).not.toContain('secret')
    expect(s3.unsigned()).toBeGreaterThan(0)
  })

  test('of a server that is not there is unreachable', async () => {
    const gone = startS3()
    gone.stop()
    const store = s3Store({ bucket: 'campus', prefix: '' }, { ...CREDENTIALS, endpoint: gone.endpoint })
    expect(await run(store)).toMatchObject({ outcome: 'failed', reason: 'unreachable' })
  })

  test('that refuses what is stored is told of', async () => {
    s3.failing(({ method, key }) =>
      method !== 'GET' && key.endsWith('.tar') ? refusal(403, 'AccessDenied') : undefined,
    )
    const ran = await run(bucket())
    expect(ran).toMatchObject({ outcome: 'failed', reason: 'refused', name: null })
    expect(ran.message).toContain('AccessDenied')
    expect(ran.message).not.toContain('secret')
    expectNoLeftovers()
  })

  test.each(['GET', 'PUT', 'DELETE'])('that is silent to %s is given up', async (method) => {
    s3.objects.set('backups/quad/one', new Uint8Array(1))
    s3.failing((asked) => (asked.method === method ? silence() : undefined))
    expect(await run(bucket({ stalledMs: 300 }))).toMatchObject({ outcome: 'failed', reason: 'unreachable' })
    expectNoLeftovers()
  })

  test('that is slow is waited for', async () => {
    s3.failing(async () => {
      await Bun.sleep(20)
      return undefined as never
    })
    expect(await run(bucket({ stalledMs: 30_000 }))).toMatchObject(PROVEN)
  })

  const isBackup = (key: string) => key.endsWith('.tar')
  test.each<[string, (key: string) => void]>([
    ['keeps nothing of what it took', (key) => s3.objects.delete(key)],
    [
      'keeps a part of what it took',
      (key) => s3.objects.set(key, (s3.objects.get(key) ?? new Uint8Array()).slice(0, -1)),
    ],
    [
      'keeps something else',
      (key) => {
        const bytes = (s3.objects.get(key) ?? new Uint8Array()).slice()
        bytes[bytes.length >> 1]! ^= 1
        s3.objects.set(key, bytes)
      },
    ],
  ])('that %s, and says that all is well, is found out', async (_, lie) => {
    s3.failing(({ method, key }) => {
      // Before what was stored is read back.
      if (method === 'GET' && isBackup(key)) lie(key)
      return undefined
    })
    const ran = await run(bucket())
    expect(ran).toMatchObject({ outcome: 'failed', reason: 'stored-differently', name: null })
    expect(keys()).toEqual([])
    s3.failing()
    expect(await run(bucket())).toMatchObject(PROVEN)
  })

  test('that does not remove its mark leaves what the next one removes', async () => {
    s3.failing(({ method }) => (method === 'DELETE' ? refusal(403, 'AccessDenied') : undefined))
    expect(await run(bucket())).toMatchObject({ outcome: 'failed', reason: 'refused' })
    expect(keys()).toHaveLength(2)
    s3.failing()
    const ran = await run(bucket())
    expect(ran).toMatchObject(PROVEN)
    expect(keys()).toEqual([`backups/quad/${ran.name}`])
  })

  test('in parts, with none left of those that were given up', async () => {
    const large = await campus()
    writeFileSync(join(large, 'uploads', PICTURE_NAME), new Uint8Array(12_000_000).fill(7))
    const parts = bucket({ partSize: 5 * 1024 * 1024, stalledMs: 30_000 })
    s3.failing(({ query }) => (query.get('partNumber') === '2' ? refusal(403, 'AccessDenied') : undefined))
    expect(await run(parts, { dataDir: large })).toMatchObject({ outcome: 'failed', reason: 'refused' })
    await until(() => s3.uploads.size === 0, 'the upload to be withdrawn')
    s3.failing()
    const ran = await run(parts, { dataDir: large })
    expect(ran).toMatchObject(PROVEN)
    expect(s3.objects.get(`backups/quad/${ran.name}`)?.length).toBe(ran.bytes ?? 0)
    expect(s3.uploads.size).toBe(0)
  })
})
