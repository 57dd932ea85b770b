import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Connection, openReadOnly } from '../../../db/connection'
import { errorCode } from '../../../db/error-code'
import { appliedTags } from '../../../db/migrate'
import { version } from '../../../package.json'
import { describeFile, isArchivable, sizeOf, writeArchive } from '../../lib/archive'
import { finishRestore } from '../../lib/data-directory'
import { renameDurably } from '../../lib/durable-files'
import type { NewManifest } from '../../lib/manifest'
import { auditHead } from '../audit/chain'
import { BackupFailed } from './failure'
import { bytesOf, type Progress } from './progress'

export const DATABASE = 'quad.db'

/** A backup removes what a killed one left behind, but only after a day: until then it may still be running. */
const LEFTOVER_MS = 86_400_000
const WORK_PREFIX = '.quad-backup-'

const MEGABYTE = 1_000_000

/**
 * Writes a backup of a data directory, without its keys; a server may be running. The file appears only when it is complete.
 * @throws BackupFailed if there is no data, the file exists, space is lacking, or the database is damaged
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  recipient?: string,
  progress: Progress = () => {},
): Promise<{ manifest: NewManifest; bytes: number }> {
  const bytes = databaseBytes(dataDir)
  refuseExisting(file)
  if (!existsSync(dirname(file))) throw new BackupFailed('unreachable', `There is no directory ${dirname(file)}.`)
  refuseTight(dirname(file), 2 * bytes, 'twice the database')
  // The copy of the database goes beside the target, where there is space; links need none, but stay in their file
  // system.
  // Before either is made: by a clock that leaps ahead, or that of a file server, a new folder may seem old.
  for (const parent of [dirname(file), dataDir]) removeLeftovers(parent)
  const work = makeWorkFolder(dirname(file))
  const links = makeWorkFolder(dataDir)
  try {
    const { manifest, archive } = await packData(dataDir, { work, links }, progress, recipient)
    refuseExisting(file)
    renameDurably(archive, file)
    return { manifest, bytes: statSync(file).size }
  } finally {
    for (const folder of [work, links]) rmSync(folder, { recursive: true, force: true })
  }
}

/** The size of the database. @throws BackupFailed if there is none */
export function databaseBytes(dataDir: string): number {
  finishRestore(dataDir)
  const database = join(dataDir, DATABASE)
  if (!existsSync(database)) throw new BackupFailed('no-data', `There is no database in ${dataDir}.`)
  return statSync(database).size
}

/**
 * Packs one moment of the data into an archive in the folder `work`, and leaves the copies that it is made from there and
 * in `links`, which is a folder of the file system of the data.
 */
export async function packData(
  dataDir: string,
  { work, links }: { work: string; links: string },
  progress: Progress,
  recipient?: string,
): Promise<{ manifest: NewManifest; archive: string }> {
  const database = join(dataDir, DATABASE)
  const archive = join(work, 'archive.tar')
  const uploads = join(links, 'uploads')
  mkdirSync(uploads)
  linkUploads(dataDir, uploads)
  const megabytes = Math.ceil(statSync(database).size / MEGABYTE)
  progress('Copying (MB)', 0, megabytes)
  copyDatabase(database, join(work, DATABASE))
  progress('Copying (MB)', megabytes, megabytes)
  linkUploads(dataDir, uploads)
  const pathOf = (name: string) => join(name === DATABASE ? work : links, name)
  const manifest = await describe(pathOf, progress)
  const packing = bytesOf(progress, 'Packing', sizeOf(manifest.files))
  await writeArchive(archive, manifest, pathOf, packing, recipient)
  return { manifest, archive }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new BackupFailed('exists', `${file} exists already; a backup overwrites nothing.`)
}

/** @throws BackupFailed without that room in the folder */
export function refuseTight(folder: string, needed: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < needed)
    throw new BackupFailed(
      'no-room',
      `${folder} has no room for a backup: ${what}, ${(needed / MEGABYTE).toFixed(0)} MB, must be free.`,
    )
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    if (!name.startsWith(WORK_PREFIX)) continue
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > LEFTOVER_MS) removeLeftover(path)
  }
}

function makeWorkFolder(parent: string): string {
  const path = join(parent, `${WORK_PREFIX}${crypto.randomUUID()}`)
  mkdirSync(path, { mode: 0o700 })
  return path
}

/** Others may write to the folder, too: a file that only looks like a leftover must not stop a backup. */
function removeLeftover(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    return
  }
}

/** A snapshot, whatever is written meanwhile; docs/decisions/0009-backup-archive.md has the alternatives. */
function copyDatabase(from: string, to: string): void {
  const { sqlite } = openReadOnly(from)
  try {
    sqlite.run('VACUUM INTO ?', [to])
  } finally {
    sqlite.close()
  }
  refuseDamaged(to)
}

/** A damaged backup cannot be restored, and SQLite copies a damaged index unchanged. */
function refuseDamaged(file: string): void {
  const { sqlite } = openReadOnly(file)
  try {
    const [first] = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok')
      throw new BackupFailed(
        'damaged',
        `The database is damaged, and a copy of it would be, too: ${first?.integrity_check}.`,
      )
  } finally {
    sqlite.close()
  }
}

/**
 * Links the images into the work folder, so that one deleted meanwhile remains. Runs before and after the copy of the
 * database: each image that the copy refers to existed at one of these moments.
 */
function linkUploads(dataDir: string, to: string): void {
  const folder = join(dataDir, 'uploads')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (isArchivable(`uploads/${name}`)) linkFile(join(folder, name), join(to, name))
}

function linkFile(from: string, to: string): void {
  if (existsSync(to)) return
  try {
    linkSync(from, to)
  } catch (error) {
    // Removed since it was listed, or never existed.
    if (errorCode(error) === 'ENOENT') return
    // Some file systems do not support links.
    copyFileSync(from, to)
  }
}

async function describe(pathOf: (name: string) => string, report: Progress): Promise<NewManifest> {
  const names = [DATABASE]
  for (const name of readdirSync(pathOf('uploads')).sort()) names.push(`uploads/${name}`)
  const total = names.reduce((sum, name) => sum + statSync(pathOf(name)).size, 0)
  const progress = bytesOf(report, 'Hashing', total)
  const files = []
  for (const name of names) files.push(await describeFile(name, pathOf(name), progress))
  return {
    quad: version,
    createdAt: new Date().toISOString(),
    ...databaseState(pathOf(DATABASE)),
    files,
  }
}

function databaseState(file: string): Pick<NewManifest, 'migrations' | 'auditHead' | 'auditEntries' | 'keys'> {
  const db = openReadOnly(file)
  try {
    const { head, entries } = auditHead(db)
    return { migrations: appliedTags(db.sqlite), auditHead: head, auditEntries: entries, keys: keysOf(db) }
  } finally {
    db.sqlite.close()
  }
}

function keysOf({ sqlite }: Connection): string[] {
  // A backup is made before an upgrade, too.
  if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'server_keys'").get() === null) return []
  const keys = sqlite.query<{ id: string }, []>('SELECT id FROM server_keys ORDER BY created_at').all()
  return keys.map(({ id }) => id)
}
