import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Storage } from '../../../db/storage'
import { restoreBackup } from '../../../src/cli/restore'
import { audit, systemActor } from '../../../src/ground/audit/audit'
import type { Ran } from '../../../src/keeping/backups/records'
import { BackupRunning, lockBackups, type Plan, runBackup } from '../../../src/keeping/backups/run'
import { backupName, folderStore, type Store, s3Store, unfinishedMark } from '../../../src/keeping/backups/stores'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { sqlIn, temporaryFolder } from '../../support/operator'
import { CREDENTIALS, refusal, silence, startS3 } from '../../support/s3'
import { until } from '../../support/until'

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
      audit(tx, systemActor('system'), { action: 'operator:seeded:campus', entityType: 'instance', entityId }),
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
      countDrift: (db) => driftedCounters(db).length,
      ...changes,
    },
    () => {},
  )

/** Nothing of the work is left in the data. */
const expectNoLeftovers = (of = dataDir) => expect(readdirSync(of).filter((name) => name.startsWith('.'))).toEqual([])

/** What came of a backup that is proven. */
async function proven(...asked: Parameters<typeof run>): Promise<Ran & { name: string }> {
  const ran = await run(...asked)
  expect(ran).toMatchObject({ outcome: 'proven', reason: null, message: null })
  return ran as Ran & { name: string }
}
/** What came of one that failed for a reason, and left nothing of its work. */
async function failed(reason: string, ...asked: Parameters<typeof run>): Promise<string> {
  const ran = await run(...asked)
  expect(ran).toMatchObject({ outcome: 'failed', reason, name: null })
  expectNoLeftovers()
  return ran.message as string
}
/** Names of backups of so many days, the oldest first. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, n) => backupName(HOST, new Date(Date.UTC(2020, 0, 1 + n)), false))

describe('into a folder', () => {
  test.each(['open to all', 'encrypted'])('is proven, stands there alone, and restores: %s', async (kind) => {
    const identity = kind === 'encrypted' ? await generateX25519Identity() : undefined
    const place = fresh('place')
    const recipient = identity && (await identityToRecipient(identity))
    const { name, removed } = await proven(folderStore(place), { recipient })
    expect([removed, readdirSync(place), name.endsWith('.tar.age')]).toEqual([[], [name], identity !== undefined])
    expectNoLeftovers()
    expect(readFileSync(join(place, name)).includes('SQLite format 3')).toBe(identity === undefined)
    const target = fresh('restored')
    await restoreBackup(target, join(place, name), identity === undefined ? [] : [identity])
    expect(readFileSync(join(target, 'uploads', PICTURE_NAME), 'utf8')).toBe('picture')
  })

  test('replaces none that began in the same second', async () => {
    for (const store of [folderStore(fresh('place')), bucket()]) {
      const [one, other] = [await proven(store), await proven(store)]
      expect(other.name).not.toBe(one.name)
      expect(await store.list()).toMatchObject([{ name: other.name }])
    }
  })

  test('removes what is not kept and what a killed one left, and nothing else', async () => {
    const place = fresh('place')
    const days = daily(10)
    const half = backupName(HOST, new Date(), true)
    const others = ['notes.txt', backupName('other.edu', new Date(0), false)]
    for (const name of [...days, half, unfinishedMark(half), ...others]) writeFileSync(join(place, name), 'x')
    const work = join(dataDir, '.quad-scheduled-backup')
    mkdirSync(work)
    writeFileSync(join(work, 'archive.tar'), 'half')
    const { name } = await proven(folderStore(place), { keep: { daily: 3, weekly: 0, monthly: 0 } })
    expect(readdirSync(place).sort()).toEqual([...others, ...days.slice(-2), name].sort())
    expectNoLeftovers()
  })

  test('that is not there is named, and not made', async () => {
    const place = join(folder.path, 'not-mounted')
    await failed('unreachable', folderStore(place))
    expect(existsSync(place)).toBe(false)
  })

  test('one at a time', async () => {
    const unlock = lockBackups(dataDir)
    expect(await run(folderStore(fresh('place'))).catch((error) => error)).toBeInstanceOf(BackupRunning)
    unlock()
    await proven(folderStore(fresh('place')))
  })
})

test.each([
  ['counters', 'counters', "INSERT INTO post_counts VALUES ('topic', 'Tea', 'public', 1)"],
  ['entries in the audit log', 'audit-log', "UPDATE audit_log SET entity = 'changed' WHERE number = 1"],
])('of data with wrong %s it is kept and in doubt, and takes the place of nothing', async (_, reason, sql) => {
  const wrong = await campus()
  sqlIn(wrong, 'DROP TRIGGER audit_log_unchanged', sql)
  const place = fresh('place')
  const old = daily(2)
  for (const name of old) writeFileSync(join(place, name), 'x')
  const ran = await run(folderStore(place), { dataDir: wrong, keep: { daily: 1, weekly: 0, monthly: 0 } })
  expect(ran).toMatchObject({ outcome: 'doubtful', reason, removed: [] })
  expect(readdirSync(place).sort()).toEqual([...old, ran.name ?? ''].sort())
})

describe('into a bucket', () => {
  const keys = () => [...s3.objects.keys()]

  test('is signed, read back, and alone there', async () => {
    const before = s3.unsigned()
    const { name } = await proven(bucket())
    expect(s3.unsigned()).toBe(before)
    expect(keys()).toEqual([`backups/quad/${name}`])
    const file = join(fresh('fetched'), 'backup.tar')
    writeFileSync(file, s3.objects.get(`backups/quad/${name}`) ?? '')
    await restoreBackup(fresh('restored'), file)
  })

  test('removes what is not kept, over several pages', async () => {
    const days = daily(7)
    for (const name of [...days, 'notes.txt']) s3.objects.set(`backups/quad/${name}`, new Uint8Array(1))
    s3.objects.set(`elsewhere/${days[0]}`, new Uint8Array(1))
    const { name, removed } = await proven(bucket(), { keep: { daily: 2, weekly: 0, monthly: 0 } })
    expect(removed).toEqual(days.slice(0, -1))
    expect(keys().sort()).toEqual(
      [...['notes.txt', days.at(-1), name].map((each) => `backups/quad/${each}`), `elsewhere/${days[0]}`].sort(),
    )
  })

  test('of whom the secret is wrong, or that refuses what is stored, is told of, without a word of secrets', async () => {
    const wrong = { ...CREDENTIALS, secretAccessKey: 'a wrong secret', endpoint: s3.endpoint }
    const unsigned = await failed('refused', s3Store({ bucket: s3.bucket, prefix: '' }, wrong))
    expect(s3.unsigned()).toBeGreaterThan(0)
    s3.failing(({ method, key }) =>
      method !== 'GET' && key.endsWith('.tar') ? refusal(403, 'AccessDenied') : undefined,
    )
    const denied = await failed('refused', bucket())
    expect([unsigned, denied]).toEqual([
      expect.stringContaining('SignatureDoesNotMatch'),
      expect.stringContaining('AccessDenied'),
    ])
    expect(unsigned + denied).not.toContain('secret')
  })

  test('of a server that is not there is unreachable', async () => {
    const gone = startS3()
    gone.stop()
    await failed('unreachable', s3Store({ bucket: 'campus', prefix: '' }, { ...CREDENTIALS, endpoint: gone.endpoint }))
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
    await proven(bucket({ stalledMs: 30_000 }))
  })

  const took = (key: string) => (s3.objects.get(key) ?? new Uint8Array()).slice()
  test.each<[string, (key: string) => void]>([
    ['keeps nothing of what it took', (key) => s3.objects.delete(key)],
    ['keeps a part of what it took', (key) => s3.objects.set(key, took(key).slice(0, -1))],
    ['keeps something else', (key) => s3.objects.set(key, took(key).fill(1, 700, 701))],
  ])('that %s, and says that all is well, is found out', async (_, lie) => {
    s3.failing(({ method, key }) => {
      // Before what was stored is read back.
      if (method === 'GET' && key.endsWith('.tar')) lie(key)
      return undefined
    })
    await failed('stored-differently', bucket())
    expect(keys()).toEqual([])
  })

  test('that does not remove its mark leaves what the next one removes', async () => {
    s3.failing(({ method }) => (method === 'DELETE' ? refusal(403, 'AccessDenied') : undefined))
    expect(await run(bucket())).toMatchObject({ outcome: 'failed', reason: 'refused' })
    expect(keys()).toHaveLength(2)
    s3.failing()
    const { name } = await proven(bucket())
    expect(keys()).toEqual([`backups/quad/${name}`])
  })

  test('in parts, with none left of those that were given up', async () => {
    const large = await campus()
    writeFileSync(join(large, 'uploads', PICTURE_NAME), new Uint8Array(12_000_000).fill(7))
    const parts = bucket({ partSize: 5 * 1024 * 1024, stalledMs: 30_000 })
    s3.failing(({ query }) => (query.get('partNumber') === '2' ? refusal(403, 'AccessDenied') : undefined))
    await failed('refused', parts, { dataDir: large })
    await until(() => s3.uploads.size === 0, 'the upload to be withdrawn')
    s3.failing()
    const { name, bytes } = await proven(parts, { dataDir: large })
    expect(s3.objects.get(`backups/quad/${name}`)?.length).toBe(bytes ?? 0)
    expect(s3.uploads.size).toBe(0)
  })
})
