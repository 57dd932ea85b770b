import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { openReadOnly } from '../../db/connection'
import { acquireLock, DataDirectoryInUse } from '../../db/lock'
import { migrate, migrationsFolder } from '../../db/migrate'
import { Storage } from '../../db/storage'
import { restoreBackup } from '../../src/cli/restore'
import { audit, systemActor } from '../../src/core/audit/audit'
import { auditHead } from '../../src/core/audit/chain'
import { verifyChain } from '../../src/core/audit/verify'
import { makeBackup } from '../../src/core/backups/make'
import { keyId } from '../../src/lib/keyring'
import { type Manifest, sealManifest } from '../../src/lib/manifest'
import { operator, temporaryFolder } from '../support/operator'
import { until } from '../support/until'

const folder = temporaryFolder()
afterAll(folder.remove)
let serial = 0
const fresh = (name: string) => join(folder.path, `${name}-${serial++}`)

const PICTURE = Buffer.from('\x89PNG\r\n\x1a\nnot much of a picture', 'latin1')
const PICTURE_NAME = `${new Bun.CryptoHasher('sha256').update(PICTURE).digest('hex')}.png`

async function dataDirectory(): Promise<{ dataDir: string; storage: Storage; note: (id: string) => Promise<void> }> {
  const dataDir = fresh('data')
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', PICTURE_NAME), PICTURE)
  writeFileSync(join(dataDir, 'uploads', '.half.part'), 'half')
  writeFileSync(join(dataDir, 'secret'), 'a key of the server, long enough for one')
  const storage = new Storage()
  await storage.open({ file: join(dataDir, 'quad.db'), synchronous: 'normal', checkpointer: false })
  const note = (entityId: string) =>
    storage.write((tx) =>
      audit(tx, systemActor('system'), { action: 'operator:seeded:campus', entityType: 'test', entityId }),
    )
  await storage.write(async (tx) => tx.sqlite.run("INSERT INTO server_keys VALUES ('0a1b2c3d', '2026')"))
  await note('first')
  return { dataDir, storage, note }
}

/** What a directory holds, apart from the lock: names and contents, and the ids noted in its log. */
function contentOf(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name !== 'lock' && !/^quad\.db/.test(each.name))
    .map((each) => join(each.parentPath, each.name))
  const contents = names.map((path) => [path.slice(dataDir.length + 1), readFileSync(path, 'latin1')])
  return Object.fromEntries([...contents, ['noted', noted(dataDir).join()]])
}

function noted(dataDir: string): string[] {
  const sqlite = new Database(join(dataDir, 'quad.db'), { readwrite: true, strict: true })
  try {
    return sqlite
      .query<{ id: string }, []>('SELECT entity_id AS id FROM audit_log WHERE entity_id IS NOT NULL ORDER BY rowid')
      .all()
      .map(({ id }) => id)
  } finally {
    sqlite.close()
  }
}

const refusal = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it was not refused'),
    (error: Error) => error,
  )

describe('a backup', () => {
  test('is whole while others write, and restores all that was answered before', async () => {
    const { dataDir, storage, note } = await dataDirectory()
    const file = fresh('backup.tar')
    let writing = true
    let last = 0
    const writer = (async () => {
      for (; writing; last++) await note(`${last}`)
    })()
    await until(() => last > 1, 'a write')
    const answered = last - 1
    const { manifest } = await makeBackup(dataDir, file)
    await until(() => last > answered + 1, 'another write')
    writing = false
    await writer
    await storage.close()
    expect(last).toBeGreaterThan(answered + 1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])

    const target = fresh('restored')
    const restored = await restoreBackup(target, file)
    expect(restored).toMatchObject({ formerData: undefined, broken: undefined })
    const ids = noted(target)
    expect(ids).toContain(`${answered}`)
    expect(ids).toEqual(noted(dataDir).slice(0, ids.length))
    const db = openReadOnly(join(target, 'quad.db'))
    expect(verifyChain(db, { head: manifest.auditHead ?? '' })).toMatchObject({ headFound: true, broken: undefined })
    expect(auditHead(db).entries).toBe(manifest.auditEntries + 1)
    db.sqlite.close()
    for (const name of ['quad.db', `uploads/${PICTURE_NAME}`])
      expect(statSync(join(target, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(target, 'uploads', PICTURE_NAME))).toEqual(PICTURE)
    expect(readdirSync(target).sort()).toEqual(['lock', 'quad.db', 'uploads'])
  })

  test('lists what it holds, by name, size and hash', async () => {
    const { dataDir, storage } = await dataDirectory()
    const file = fresh('backup.tar')
    await makeBackup(dataDir, file)
    await storage.close()
    const [head, ...entries] = await unpackTar(readFileSync(file))
    const manifest: Manifest = JSON.parse(new TextDecoder().decode(head?.data))
    expect(head?.header.name).toBe('manifest.json')
    expect(manifest).toMatchObject({ format: 2, auditEntries: 1, keys: ['0a1b2c3d'] })
    expect(manifest.migrations.at(0)).toBe('0000_foundation')
    expect(manifest.files.map(({ name }) => name)).toEqual(['quad.db', `uploads/${PICTURE_NAME}`])
    expect(
      entries.map(({ header, data }) => ({
        name: header.name,
        size: data?.length,
        sha256: new Bun.CryptoHasher('sha256').update(data ?? '').digest('hex'),
      })),
    ).toEqual(manifest.files)
  })

  test('removes what a killed one left behind, once it is old', async () => {
    const { dataDir, storage } = await dataDirectory()
    await storage.close()
    for (const [name, hours] of Object.entries({ old: 25, recent: 23 })) {
      const path = join(dataDir, `.quad-backup-${name}`)
      mkdirSync(path)
      utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000))
    }
    await makeBackup(dataDir, fresh('backup.tar'))
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual(['.quad-backup-recent'])
  })

  test('keeps its own folders where the clock is days ahead of that of the files', async () => {
    const { dataDir, storage } = await dataDirectory()
    await storage.close()
    setSystemTime(Date.now() + 3 * 86_400_000)
    try {
      await makeBackup(dataDir, join(dataDir, 'backup.tar'))
    } finally {
      setSystemTime()
    }
    expect(readdirSync(dataDir)).toContain('backup.tar')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('holds no key, whichever the server has', async () => {
    const { dataDir, storage } = await dataDirectory()
    await storage.close()
    mkdirSync(join(dataDir, 'keys'))
    writeFileSync(join(dataDir, 'keys', '2026-01-02T03-04-05-678Z-0a1b2c3d.key'), 'another key of the server')
    const file = fresh('backup.tar')
    await makeBackup(dataDir, file)
    const bytes = readFileSync(file)
    for (const key of ['a key of the server, long enough for one', 'another key of the server'])
      expect(bytes.includes(key)).toBe(false)
  })

  test('is encrypted for a recipient, whose identity alone restores it', async () => {
    const { dataDir, storage } = await dataDirectory()
    await storage.close()
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const file = fresh('backup.tar.age')
    await makeBackup(dataDir, file, await identityToRecipient(identity))
    for (const text of ['manifest.json', 'SQLite format 3', PICTURE_NAME])
      expect(readFileSync(file).includes(text)).toBe(false)
    const target = fresh('restored')
    expect((await refusal(restoreBackup(target, file))).message).toContain('--identity FILE')
    expect((await refusal(restoreBackup(target, file, [other]))).message).toContain('another identity')
    const whole = readFileSync(file)
    const cut = fresh('cut.tar.age')
    writeFileSync(cut, whole.subarray(0, whole.length - 70_000))
    expect((await refusal(restoreBackup(target, cut, [identity]))).message).toMatch(/damaged/)
    expect(existsSync(join(target, 'quad.db'))).toBe(false)
    await restoreBackup(target, file, [other, identity])
    expect(noted(target)).toEqual(['first'])
    expect(readFileSync(join(target, 'uploads', PICTURE_NAME))).toEqual(PICTURE)
  })

  test('overwrites nothing, and leaves nothing where it fails', async () => {
    const { dataDir, storage } = await dataDirectory()
    await storage.close()
    const place = fresh('place')
    mkdirSync(place)
    const file = join(place, 'backup.tar')
    writeFileSync(file, 'precious')
    expect(await refusal(makeBackup(dataDir, file))).toMatchObject({ name: 'BackupFailed', reason: 'exists' })
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect((await refusal(makeBackup(dataDir, join(place, 'no', 'where.tar')))).message).toContain('no directory')
    expect((await refusal(makeBackup(fresh('none'), join(place, 'b.tar')))).message).toContain('no database')

    // Pages in the middle are overwritten: the copy, or its examination, stumbles over them.
    const bytes = readFileSync(join(dataDir, 'quad.db'))
    bytes.fill(0x5a, 8 * 4096, 40 * 4096)
    writeFileSync(join(dataDir, 'quad.db'), bytes)
    expect((await refusal(makeBackup(dataDir, join(place, 'b.tar')))).message).toMatch(/damaged|malformed/)
    expect(readdirSync(place)).toEqual(['backup.tar'])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

describe('a restore', () => {
  let file: string
  let dataDir: string
  let before: Record<string, string>
  beforeAll(async () => {
    const source = await dataDirectory()
    await source.note('kept in the backup')
    await source.storage.close()
    file = fresh('backup.tar')
    await makeBackup(source.dataDir, file)
    const other = await dataDirectory()
    await other.note('only here')
    await other.storage.close()
    dataDir = other.dataDir
    writeFileSync(join(dataDir, 'secret'), 'another key')
    before = contentOf(dataDir)
  })

  /** A copy of the data that a restore would replace: refused ones must leave it alone. */
  const copyOf = () => {
    const copy = fresh('copy')
    cpSync(dataDir, copy, { recursive: true })
    return copy
  }
  const made: string[] = []
  afterEach(() => {
    for (const path of made.splice(0)) rmSync(path, { force: true, recursive: true })
  })
  const write = (bytes: Uint8Array) => {
    const path = fresh('made.tar')
    made.push(path)
    writeFileSync(path, bytes)
    return path
  }
  async function refused(archive: string, words: RegExp | string = /no backup that Quad made|damaged/): Promise<void> {
    const target = copyOf()
    made.push(target)
    const error = await refusal(restoreBackup(target, archive))
    expect(error.message).toMatch(words)
    expect(contentOf(target)).toEqual(before)
    expect(readdirSync(target).filter((name) => name.startsWith('.') || name.startsWith('before'))).toEqual([])
  }
  const bytes = () => new Uint8Array(readFileSync(file))

  test('keeps what was there aside, whole', async () => {
    const target = copyOf()
    writeFileSync(join(target, 'limits.db'), 'counts')
    const { formerData } = await restoreBackup(target, file)
    expect(formerData).toStartWith(join(target, 'before-restore-'))
    const { secret, ...data } = before
    expect(contentOf(formerData as string)).toEqual({ ...data, 'limits.db': 'counts' } as Record<string, string>)
    expect(noted(target)).toEqual(['first', 'kept in the backup'])
    // The keys of the machine stay.
    expect([secret, readFileSync(join(target, 'secret'), 'utf8')]).toEqual(['another key', 'another key'])
    const again = await restoreBackup(target, file)
    expect(existsSync(again.formerData as string)).toBe(true)
    expect(existsSync(formerData as string)).toBe(true)
  })

  test('is refused while a server runs', async () => {
    const target = copyOf()
    const release = acquireLock(target)
    expect(await refusal(restoreBackup(target, file))).toBeInstanceOf(DataDirectoryInUse)
    release()
    expect(contentOf(target)).toEqual(before)
    await restoreBackup(target, file)
  })

  test('puts everything back when the last step fails', async () => {
    const target = copyOf()
    for (const name of ['quad.db', 'quad.db-wal', 'quad.db-shm']) rmSync(join(target, name), { force: true })
    // An empty directory is not worth keeping aside, and no file can take its name.
    mkdirSync(join(target, 'quad.db'))
    expect(await refusal(restoreBackup(target, file))).toMatchObject({ syscall: 'rename' })
    expect(readFileSync(join(target, 'secret'), 'utf8')).toBe('another key')
    expect(readdirSync(join(target, 'uploads')).sort()).toEqual(['.half.part', PICTURE_NAME])
    expect(readdirSync(target).sort()).toEqual(['lock', 'quad.db', 'secret', 'uploads'])
  })

  test('of a file that is truncated is refused', async () => {
    const whole = bytes()
    for (const length of [0, 1, 512, 700, 4_096, whole.length >> 1, whole.length - 1_700])
      await refused(write(whole.subarray(0, length)))
  })

  test('of anything else is refused', async () => {
    await refused(write(new TextEncoder().encode('no tar at all '.repeat(400))))
    await refused(join(folder.path, 'nowhere.tar'), 'There is no file')
    await refused(folder.path, 'There is no file')
  })

  describe('of an archive that somebody made up', () => {
    type Entry = { header: TarHeader; data?: Uint8Array }
    /** The archive with its manifest or its entries changed. */
    async function forged(change: (manifest: Manifest, entries: Entry[]) => void): Promise<string> {
      const [head, ...entries] = (await unpackTar(bytes())) as [Entry, ...Entry[]]
      const manifest: Manifest = JSON.parse(new TextDecoder().decode(head.data))
      change(manifest, entries)
      const data = new TextEncoder().encode(sealed(manifest))
      const all = [{ header: { name: 'manifest.json', size: data.length }, data }, ...entries]
      return write(await packTar(all))
    }
    /** As whoever has no key would write it; of another format as it is. */
    function sealed({ format, sha256: _, signature: __, ...manifest }: Manifest): string {
      return format === 2 ? sealManifest(manifest) : JSON.stringify({ format, ...manifest })
    }
    const ENDS = 'does not end as its manifest says'
    const NEWER = 'newer version'
    const evil = new TextEncoder().encode('evil')
    const sha256 = new Bun.CryptoHasher('sha256').update(evil).digest('hex')

    test('is accepted where nothing was changed', async () => {
      await restoreBackup(copyOf(), await forged(() => {}))
    })

    test.each([
      '../evil',
      '/tmp/quad-evil',
      'uploads/../../evil',
      'uploads/../secret',
      `uploads/${'a'.repeat(64)}.png/evil`,
      './quad.db',
      'lock',
      'quad.db-wal',
      'uploads/evil.png',
      '',
    ])('with a file called "%s" is refused, listed or not', async (name) => {
      const put = (manifest: Manifest, entries: Entry[], listed: boolean) => {
        entries.push({ header: { name, size: evil.length }, data: evil })
        if (listed) manifest.files.push({ name, size: evil.length, sha256 })
      }
      for (const listed of [true, false])
        await refused(await forged((manifest, entries) => put(manifest, entries, listed)))
      expect(existsSync('/tmp/quad-evil')).toBe(false)
    })

    test('of the format before, which has no hash, is accepted', async () => {
      const target = copyOf()
      const { manifest } = await restoreBackup(
        target,
        await forged((manifest) => void Object.assign(manifest, { format: 1 })),
      )
      expect(manifest).toMatchObject({ format: 1 })
      expect(noted(target)).toEqual(['first', 'kept in the backup'])
    })

    test('with the key of a version before the keyring brings that along, and keeps the one that was there aside', async () => {
      const secret = new TextEncoder().encode('the key of then')
      const sha256 = new Bun.CryptoHasher('sha256').update(secret).digest('hex')
      const archive = await forged((manifest, entries) => {
        manifest.files.splice(1, 0, { name: 'secret', size: secret.length, sha256 })
        entries.splice(1, 0, { header: { name: 'secret', size: secret.length }, data: secret })
        Object.assign(manifest, { format: 1, secret: 'included' })
      })
      const target = copyOf()
      const { formerData } = await restoreBackup(target, archive)
      expect(readFileSync(join(target, 'secret'), 'utf8')).toBe('the key of then')
      expect(readFileSync(join(`${formerData}`, 'secret'), 'utf8')).toBe('another key')
    })

    test.each(['symlink', 'link', 'directory'] as const)(
      'with a %s in the place of a file is refused',
      async (type) => {
        const linkname = type === 'directory' ? {} : { linkname: '/etc/hostname' }
        await refused(
          await forged((manifest, entries) => {
            entries.splice(1, 1, { header: { name: `uploads/${PICTURE_NAME}`, size: 0, type, ...linkname } })
            Object.assign(manifest.files[1] ?? {}, { size: 0 })
          }),
        )
      },
    )

    const words = '\u001b]0;owned\u0007'
    test.each<[string, change: Parameters<typeof forged>[0], explanation?: string]>([
      ['whose time would write upon the terminal', (manifest) => void Object.assign(manifest, { createdAt: words })],
      ['whose version would write upon the terminal', (manifest) => void Object.assign(manifest, { quad: words })],
      ['whose migrations would write upon the terminal', ({ migrations }) => void migrations.push(words)],
      ['that lacks a file', (_, entries) => void entries.pop()],
      ['that has a file twice', (_, entries) => void entries.push(entries[1] as Entry)],
      ['that names a file twice', ({ files }) => void files.push(files[1] as Manifest['files'][number])],
      ['without a database', ({ files }, entries) => void [files.shift(), entries.shift()], 'There is no database'],
      ['whose log ends elsewhere', (manifest) => void Object.assign(manifest, { auditHead: 'f'.repeat(64) }), ENDS],
      ['whose log is shorter', (manifest) => void Object.assign(manifest, { auditEntries: 1 }), ENDS],
      ['of a newer format', (manifest) => void Object.assign(manifest, { format: 3, files: 'unheard of' }), NEWER],
      ['of a newer version', ({ migrations }) => void migrations.push('0099_later'), NEWER],
    ])('%s is refused', async (_, change, ...[explanation]) => {
      await refused(await forged(change), explanation)
    })

    test('whose database is damaged, by hashes that fit, is refused', async () => {
      const archive = await forged(({ files }, entries) => {
        const [database] = entries as [Entry & { data: Uint8Array }]
        database.data.fill(0x5a, 8 * 4096, 40 * 4096)
        const digest = new Bun.CryptoHasher('sha256').update(database.data).digest('hex')
        Object.assign(files[0] ?? {}, { sha256: digest })
      })
      await refused(archive, /damaged|malformed/)
    })
  })

  test('of an older version is brought to this one', async () => {
    const old = fresh('old')
    const migrations = fresh('migrations')
    mkdirSync(old)
    cpSync(migrationsFolder(), migrations, { recursive: true })
    const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
    journal.entries = journal.entries.slice(0, 4)
    writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
    const sqlite = new Database(join(old, 'quad.db'), { create: true, strict: true })
    migrate(sqlite, migrations)
    sqlite.close()
    const archive = fresh('old.tar')
    const { manifest } = await makeBackup(old, archive)
    expect(manifest).toMatchObject({ auditHead: null, keys: [] })
    const target = fresh('restored')
    await restoreBackup(target, archive)
    const db = openReadOnly(join(target, 'quad.db'))
    expect(verifyChain(db)).toMatchObject({ entries: 1, broken: undefined })
    db.sqlite.close()
  })
})

test('by the commands, beside a server and after it', async () => {
  const { dataDir, storage } = await dataDirectory()
  const file = fresh('served.tar')
  const desk = operator({ DATA_DIR: dataDir })
  try {
    const release = acquireLock(dataDir)
    const backup = await desk.quad(['backup', file])
    expect([backup.status, backup.stderr]).toEqual([0, ''])
    expect(backup.stdout).toContain('audit head')
    const signer = keyId('a key of the server, long enough for one')
    expect(backup.stdout).toContain(`The key ${signer} signed it.`)
    const restore = await desk.quad(['restore', file])
    expect([restore.status, restore.stdout]).toEqual([1, ''])
    expect(restore.stderr).toContain('Another server is using the data directory')
    await storage.close()
    release()
    const reader = openReadOnly(join(dataDir, 'quad.db'))
    expect(auditHead(reader).entries).toBe(1)
    const inUse = await desk.quad(['restore', file])
    expect([inUse.status, inUse.stderr]).toEqual([1, expect.stringContaining('keeps the database')])
    reader.sqlite.close()
    // The connections of this process stay open until garbage is collected: another copy has none.
    cpSync(dataDir, `${dataDir}-copy`, { recursive: true })
    rmSync(dataDir, { recursive: true })
    renameSync(`${dataDir}-copy`, dataDir)
    const restored = await desk.quad(['restore', file])
    expect([restored.status, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain('before-restore-')
    expect(restored.stdout).toContain(`The key ${signer} signed it.`)
    const elsewhere = await desk.quad(['restore', file], { DATA_DIR: fresh('elsewhere') })
    expect(elsewhere.stdout).toContain(`the key ${signer}, which is not here, signed it`)
    expect(await desk.quad(['audit', 'verify'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('in order: 2 entries'),
    })
  } finally {
    await desk.leave()
  }
})

test('by the commands, into the place of the configuration and back', async () => {
  const { dataDir, storage } = await dataDirectory()
  await storage.close()
  const place = fresh('place')
  mkdirSync(place)
  const changes = { BACKUP_TO: place }
  const desk = operator({ DATA_DIR: dataDir })
  try {
    const nowhere = await desk.quad(['backup'])
    expect([nowhere.status, nowhere.stdout]).toEqual([2, ''])
    expect(nowhere.stderr).toContain('set BACKUP_TO')
    expect(await desk.quad(['backup', '--list'], changes)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('no backup'),
    })
    const made = await desk.quad(['backup'], changes)
    expect([made.status, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toMatch(/restored and checked in \d/)
    const [name = ''] = readdirSync(place)
    expect(name).toMatch(/^quad-localhost-\d{8}T\d{6}Z\.tar$/)
    expect((await desk.quad(['backup', '--list'], changes)).stdout).toContain(name)
    expect((await desk.quad(['doctor'], changes)).stdout).toContain('the newest proven one is of 20')

    const elsewhere = { ...changes, DATA_DIR: fresh('elsewhere') }
    const missing = await desk.quad(['restore', '--stored', 'tea.tar'], elsewhere)
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('no whole backup tea.tar')])
    const restored = await desk.quad(['restore', '--stored', 'newest'], elsewhere)
    expect([restored.status, restored.stderr]).toEqual([0, ''])
    expect(noted(elsewhere.DATA_DIR)).toEqual(['first'])
    expect(readdirSync(elsewhere.DATA_DIR).filter((each) => each.startsWith('.'))).toEqual([])
  } finally {
    await desk.leave()
  }
})
