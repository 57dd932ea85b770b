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
import { openReadOnly } from '../../../db/connection'
import { acquireLock, DataDirectoryInUse } from '../../../db/lock'
import { Storage } from '../../../db/storage'
import { restoreBackup } from '../../../src/cli/restore'
import { audit, systemActor } from '../../../src/ground/audit/audit'
import { auditHead } from '../../../src/ground/audit/chain'
import { verifyChain } from '../../../src/ground/audit/verify'
import { makeBackup } from '../../../src/keeping/backups/make'
import { keyId } from '../../../src/lib/crypto/keys'
import { type Manifest, sealManifest } from '../../../src/lib/files/archive'
import { logIn } from '../../support/audit-log'
import { operator, temporaryFolder } from '../../support/operator'
import { placeDatabase } from '../../support/template'
import { until } from '../../support/until'

const folder = temporaryFolder()
afterAll(folder.remove)
let serial = 0
const fresh = (name: string) => join(folder.path, `${name}-${serial++}`)

const PICTURE = Buffer.from('\x89PNG\r\n\x1a\nnot much of a picture', 'latin1')
const OF_POST = `pictures/${'a'.repeat(64)}-480.webp`
const PICTURE_NAME = `${new Bun.CryptoHasher('sha256').update(PICTURE).digest('hex')}.png`

const KEY = 'a key of the server, long enough for one'
const KEY_FILE = `keys/2026-01-02T03-04-05-678Z-${keyId(KEY)}.key`

async function dataDirectory() {
  const dataDir = fresh('data')
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', PICTURE_NAME), PICTURE)
  mkdirSync(join(dataDir, 'pictures'))
  writeFileSync(join(dataDir, OF_POST), PICTURE)
  writeFileSync(join(dataDir, 'uploads', '.half.part'), 'half')
  mkdirSync(join(dataDir, 'keys'))
  writeFileSync(join(dataDir, KEY_FILE), KEY)
  const storage = new Storage()
  await placeDatabase(join(dataDir, 'quad.db'))
  await storage.open({ file: join(dataDir, 'quad.db'), synchronous: 'normal', checkpointer: false })
  const note = (entityId: string) =>
    storage.write((tx) =>
      audit(tx, systemActor('system'), { action: 'operator:seeded:campus', entityType: 'instance', entityId }),
    )
  await storage.write(async (tx) => tx.sqlite.run("INSERT INTO server_keys VALUES ('0a1b2c3d', '2026')"))
  await note('first')
  return { dataDir, storage, note }
}
/** One that no server has open. */
async function closedDirectory(...notes: string[]): Promise<string> {
  const { dataDir, storage, note } = await dataDirectory()
  for (const each of notes) await note(each)
  await storage.close()
  return dataDir
}

/** What a directory holds, apart from the lock: names and contents, and the ids noted in its log. */
function contentOf(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name !== 'lock' && !/^quad\.db/.test(each.name))
    .map((each) => join(each.parentPath, each.name))
  const contents = names.map((path) => [path.slice(dataDir.length + 1), readFileSync(path, 'latin1')])
  return Object.fromEntries([...contents, ['noted', noted(dataDir).join()]])
}
const noted = (dataDir: string): string[] => logIn(dataDir).flatMap(({ entityId }) => entityId ?? [])
const hidden = (path: string) => readdirSync(path).filter((name) => name.startsWith('.'))
const sha256Of = (bytes: Uint8Array | string) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

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
    expect([hidden(folder.path), hidden(dataDir)]).toEqual([[], []])

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
    for (const name of ['quad.db', OF_POST, `uploads/${PICTURE_NAME}`])
      expect(statSync(join(target, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(target, 'uploads', PICTURE_NAME))).toEqual(PICTURE)
    expect(readFileSync(join(target, OF_POST))).toEqual(PICTURE)
    expect(readdirSync(target).sort()).toEqual(['lock', 'pictures', 'quad.db', 'uploads'])
  })

  test('lists what it holds, by name, size and hash, and holds no key, whichever the server has', async () => {
    const dataDir = await closedDirectory()
    const file = fresh('backup.tar')
    await makeBackup(dataDir, file)
    const bytes = readFileSync(file)
    expect(bytes.includes(KEY)).toBe(false)
    const [head, ...entries] = await unpackTar(bytes)
    const manifest: Manifest = JSON.parse(new TextDecoder().decode(head?.data))
    expect(head?.header.name).toBe('manifest.json')
    expect(manifest).toMatchObject({ format: 1, auditEntries: 1, keys: ['0a1b2c3d'] })
    expect(manifest.migrations.at(0)).toBe('0000_baseline')
    expect(manifest.files.map(({ name }) => name)).toEqual(['quad.db', OF_POST, `uploads/${PICTURE_NAME}`])
    expect(
      entries.map(({ header, data = '' }) => ({ name: header.name, size: data.length, sha256: sha256Of(data) })),
    ).toEqual(manifest.files)
  })

  test('removes what a killed one left behind once it is old, and not its own where the clock is days ahead', async () => {
    const dataDir = await closedDirectory()
    for (const [name, hours] of Object.entries({ old: 25, recent: 23 })) {
      const path = join(dataDir, `.quad-backup-${name}`)
      mkdirSync(path)
      utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000))
    }
    await makeBackup(dataDir, fresh('backup.tar'))
    expect(hidden(dataDir)).toEqual(['.quad-backup-recent'])
    setSystemTime(Date.now() + 3 * 86_400_000)
    await makeBackup(dataDir, join(dataDir, 'backup.tar')).finally(setSystemTime)
    expect(readdirSync(dataDir)).toContain('backup.tar')
    expect(hidden(dataDir)).toEqual([])
  })

  test('is encrypted for a recipient, whose identity alone restores it', async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const file = fresh('backup.tar.age')
    await makeBackup(await closedDirectory(), file, await identityToRecipient(identity))
    for (const text of ['manifest.json', 'SQLite format 3', PICTURE_NAME])
      expect(readFileSync(file).includes(text)).toBe(false)
    const target = fresh('restored')
    expect((await refusal(restoreBackup(target, file))).message).toContain('--identity FILE')
    expect((await refusal(restoreBackup(target, file, [other]))).message).toContain('another identity')
    const cut = fresh('cut.tar.age')
    writeFileSync(cut, readFileSync(file).subarray(0, -70_000))
    expect((await refusal(restoreBackup(target, cut, [identity]))).message).toMatch(/damaged/)
    expect(existsSync(join(target, 'quad.db'))).toBe(false)
    await restoreBackup(target, file, [other, identity])
    expect(noted(target)).toEqual(['first'])
    expect(readFileSync(join(target, 'uploads', PICTURE_NAME))).toEqual(PICTURE)
  })

  test('overwrites nothing, and leaves nothing where it fails', async () => {
    const dataDir = await closedDirectory()
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
    expect([readdirSync(place), hidden(dataDir)]).toEqual([['backup.tar'], []])
  })
})

describe('a restore', () => {
  let file: string
  let dataDir: string
  let before: Record<string, string>
  beforeAll(async () => {
    file = fresh('backup.tar')
    await makeBackup(await closedDirectory('kept in the backup'), file)
    dataDir = await closedDirectory('only here')
    writeFileSync(join(dataDir, KEY_FILE), 'another key')
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
    expect(readdirSync(target).filter((name) => /^\.|^before/.test(name))).toEqual([])
  }
  test('keeps what was there aside, whole', async () => {
    const target = copyOf()
    writeFileSync(join(target, 'limits.db'), 'counts')
    const { formerData } = await restoreBackup(target, file)
    expect(formerData).toStartWith(join(target, 'before-restore-'))
    const { [KEY_FILE]: key, ...data } = before
    expect(contentOf(formerData as string)).toEqual({ ...data, 'limits.db': 'counts' } as Record<string, string>)
    expect(noted(target)).toEqual(['first', 'kept in the backup'])
    // The keys of the machine stay.
    expect([key, readFileSync(join(target, KEY_FILE), 'utf8')]).toEqual(['another key', 'another key'])
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

  test('of a file that ends early, or of anything else, is refused', async () => {
    for (const length of [0, 700, -1_700]) await refused(write(readFileSync(file).subarray(0, length)))
    await refused(write(new TextEncoder().encode('no tar at all '.repeat(400))))
    for (const path of [join(folder.path, 'nowhere.tar'), folder.path]) await refused(path, 'There is no file')
  })

  describe('of an archive that somebody made up', () => {
    type Entry = { header: TarHeader; data?: Uint8Array }
    /** The archive with its manifest or its entries changed. */
    async function forged(change: (manifest: Manifest, entries: Entry[]) => void): Promise<string> {
      const [head, ...entries] = (await unpackTar(readFileSync(file))) as [Entry, ...Entry[]]
      const manifest: Manifest = JSON.parse(new TextDecoder().decode(head.data))
      change(manifest, entries)
      const data = new TextEncoder().encode(sealed(manifest))
      const all = [{ header: { name: 'manifest.json', size: data.length }, data }, ...entries]
      return write(await packTar(all))
    }
    /** As whoever has no key would write it; of another format as it is. */
    function sealed({ format, sha256: _, signature: __, ...manifest }: Manifest): string {
      return format === 1 ? sealManifest(manifest) : JSON.stringify({ format, ...manifest })
    }
    const ENDS = 'does not end as its manifest says'
    const NEWER = 'newer version'
    /** A file as the manifest lists it, and as the archive has it. */
    function made(name: string, text: string) {
      const data = new TextEncoder().encode(text)
      const size = data.length
      return { listed: { name, size, sha256: sha256Of(data) }, entry: { header: { name, size }, data } }
    }

    test('is accepted where nothing was changed', async () => {
      const target = copyOf()
      await restoreBackup(target, await forged(() => {}))
      expect(noted(target)).toEqual(['first', 'kept in the backup'])
    })

    const PLACES = [
      ...['', `uploads/${'a'.repeat(64)}.png/evil`],
      ...'../evil /tmp/quad-evil uploads/../../evil uploads/../secret ./quad.db lock quad.db-wal uploads/evil.png'.split(
        ' ',
      ),
    ]
    test.each(PLACES)('with a file called "%s" is refused, listed or not', async (name) => {
      const { listed, entry } = made(name, 'evil')
      for (const isListed of [true, false])
        await refused(
          await forged(({ files }, entries) => {
            entries.push(entry)
            if (isListed) files.push(listed)
          }),
        )
      expect(existsSync('/tmp/quad-evil')).toBe(false)
    })

    test.each(['symlink', 'link', 'directory'] as const)('with a %s in place of a file is refused', async (type) => {
      const linkname = type === 'directory' ? {} : { linkname: '/etc/hostname' }
      await refused(
        await forged((manifest, entries) => {
          entries.splice(1, 1, { header: { name: `uploads/${PICTURE_NAME}`, size: 0, type, ...linkname } })
          Object.assign(manifest.files[1] ?? {}, { size: 0 })
        }),
      )
    })

    const words = '\u001b]0;owned\u0007'
    test.each<[string, change: Parameters<typeof forged>[0], explanation?: string]>([
      ['whose time would write upon the terminal', (manifest) => void Object.assign(manifest, { createdAt: words })],
      ['whose version would write upon the terminal', (manifest) => void Object.assign(manifest, { quad: words })],
      ['whose migrations would write upon the terminal', ({ migrations }) => void migrations.push(words)],
      ['that names a file twice', ({ files }) => void files.push(files[1] as Manifest['files'][number])],
      ['without a database', ({ files }, entries) => void [files.shift(), entries.shift()], 'There is no database'],
      ['whose log ends elsewhere', (manifest) => void Object.assign(manifest, { auditHead: 'f'.repeat(64) }), ENDS],
      ['whose log is shorter', (manifest) => void Object.assign(manifest, { auditEntries: 1 }), ENDS],
      ['of a newer format', (manifest) => void Object.assign(manifest, { format: 2, files: 'unheard of' }), NEWER],
      ['of a newer version', ({ migrations }) => void migrations.push('0099_later'), NEWER],
    ])('%s is refused', async (_, change, ...[explanation]) => {
      await refused(await forged(change), explanation)
    })

    test('whose database is damaged, by hashes that fit, is refused', async () => {
      const archive = await forged(({ files }, entries) => {
        const [database] = entries as [Entry & { data: Uint8Array }]
        database.data.fill(0x5a, 8 * 4096, 40 * 4096)
        Object.assign(files[0] ?? {}, { sha256: sha256Of(database.data) })
      })
      await refused(archive, /damaged|malformed/)
    })
  })
})

describe('by the commands', () => {
  const desk = operator({ DATA_DIR: fresh('none') })
  afterAll(desk.leave)

  test('beside a server and after it', async () => {
    const { dataDir, storage } = await dataDirectory()
    const file = fresh('served.tar')
    const changes = { DATA_DIR: dataDir }
    const release = acquireLock(dataDir)
    const signer = keyId(KEY)
    const made = await desk.done(`backup ${file}`, changes)
    for (const words of ['audit head', `The key ${signer} signed it.`]) expect(made).toContain(words)
    const restoring = `restore ${file}`
    expect(await desk.refused(restoring, changes)).toContain('Another server is using the data directory')
    await storage.close()
    release()
    const reader = openReadOnly(join(dataDir, 'quad.db'))
    expect(auditHead(reader).entries).toBe(1)
    expect((await desk.quad(restoring, changes)).stderr).toContain('keeps the database')
    reader.sqlite.close()
    // The connections of this process stay open until garbage is collected: another copy has none.
    cpSync(dataDir, `${dataDir}-copy`, { recursive: true })
    rmSync(dataDir, { recursive: true })
    renameSync(`${dataDir}-copy`, dataDir)
    const restored = await desk.done(restoring, changes)
    for (const words of ['before-restore-', `The key ${signer} signed it.`]) expect(restored).toContain(words)
    expect(await desk.done(restoring, { DATA_DIR: fresh('elsewhere') })).toContain(
      `the key ${signer}, which is not here, signed it`,
    )
    expect(await desk.done('audit verify', changes)).toContain('in order: 2 entries')
  })

  test('into the place of the configuration and back', async () => {
    const DATA_DIR = await closedDirectory()
    const place = fresh('place')
    mkdirSync(place)
    const changes = { BACKUP_TO: place, DATA_DIR }
    expect(await desk.misused('backup', { DATA_DIR })).toContain('set BACKUP_TO')
    expect(await desk.done('backup --list', changes)).toContain('no backup')
    expect(await desk.done('backup', changes)).toMatch(/restored and checked in \d/)
    const [name = ''] = readdirSync(place)
    expect(name).toMatch(/^quad-localhost-\d{8}T\d{6}Z\.tar$/)
    expect(await desk.done('backup --list', changes)).toContain(name)
    expect((await desk.quad('doctor', changes)).stdout).toContain('the newest proven one is of 20')

    const elsewhere = { ...changes, DATA_DIR: fresh('elsewhere') }
    expect(await desk.refused('restore --stored tea.tar', elsewhere)).toContain('no whole backup tea.tar')
    await desk.done('restore --stored newest', elsewhere)
    expect(noted(elsewhere.DATA_DIR)).toEqual(['first'])
    expect(hidden(elsewhere.DATA_DIR)).toEqual([])
  })
})
