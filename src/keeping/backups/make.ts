import type { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Connection, openReadOnly } from '../../../db/connection'
import { errorCode } from '../../../db/error-code'
import { appliedTags } from '../../../db/migrate'
import { version } from '../../../package.json'
import { auditHead } from '../../ground/audit/chain'
import { verifyChain } from '../../ground/audit/verify'
import {
  ArchiveRefused,
  describeFile,
  isArchivable,
  type Manifest,
  type NewManifest,
  readArchive,
  sizeOf,
  writeArchive,
} from '../../lib/files/archive'
import { finishRestore } from '../../lib/files/data-directory'
import { FILE_FOLDERS, filesIn } from '../../lib/files/data-swap'
import { renameDurably } from '../../lib/files/durable-files'
import { BackupFailed, type Reason } from './records'

/** How far a long piece of work is: what it does, how much of that is done, and how much there is. */
export type Progress = (phase: string, done: number, total: number) => void

const MEGABYTE = 1_000_000
const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE)

/** What adds up bytes of which a phase has `total`, and reports them in megabytes. */
export function bytesOf(progress: Progress, phase: string, total: number): (bytes: number) => void {
  let done = 0
  return (bytes) => {
    if (done >= total) return
    done += bytes
    if (done >= total) progress(`${phase} (MB)`, megabytes(total), megabytes(total))
    // Not full by rounding up.
    else progress(`${phase} (MB)`, Math.min(megabytes(done), megabytes(total) - 1), megabytes(total))
  }
}

export const DATABASE = 'quad.db'

/** A backup removes what a killed one left behind, but only after a day: until then it may still be running. */
const LEFTOVER_MS = 86_400_000
const WORK_PREFIX = '.quad-backup-'

/**
 * Writes a backup without keys; a server may be running. The file appears only when it is complete. @throws
 * BackupFailed
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
  // The copy goes beside the target, where there is space. Leftovers first: by another clock a new folder may seem old.
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

export function databaseBytes(dataDir: string): number {
  finishRestore(dataDir)
  const database = join(dataDir, DATABASE)
  if (!existsSync(database)) throw new BackupFailed('no-data', `There is no database in ${dataDir}.`)
  return statSync(database).size
}

/** Packs one moment of the data into an archive in `work`; `links` is a folder of the file system of the data. */
export async function packData(
  dataDir: string,
  { work, links }: { work: string; links: string },
  progress: Progress,
  recipient?: string,
): Promise<{ manifest: NewManifest; archive: string }> {
  const database = join(dataDir, DATABASE)
  const archive = join(work, 'archive.tar')
  for (const folder of FILE_FOLDERS) mkdirSync(join(links, folder))
  linkFiles(dataDir, links)
  const size = megabytes(statSync(database).size)
  progress('Copying (MB)', 0, size)
  copyDatabase(database, join(work, DATABASE))
  progress('Copying (MB)', size, size)
  linkFiles(dataDir, links)
  const pathOf = (name: string) => join(name === DATABASE ? work : links, name)
  const manifest = await describe(filesIn(links), pathOf, progress)
  const packing = bytesOf(progress, 'Packing', sizeOf(manifest.files))
  await writeArchive(archive, manifest, pathOf, packing, recipient)
  return { manifest, archive }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new BackupFailed('exists', `${file} exists already; a backup overwrites nothing.`)
}

export function refuseTight(folder: string, needed: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const room = `${what}, ${(needed / MEGABYTE).toFixed(0)} MB`
  if (bavail * bsize < needed)
    throw new BackupFailed('no-room', `${folder} has no room for a backup: ${room}, must be free.`)
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    if (!name.startsWith(WORK_PREFIX)) continue
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since <= LEFTOVER_MS) continue
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // Others may write to the folder, too: a file that only looks like a leftover must not stop a backup.
    }
  }
}

function makeWorkFolder(parent: string): string {
  const path = join(parent, `${WORK_PREFIX}${crypto.randomUUID()}`)
  mkdirSync(path, { mode: 0o700 })
  return path
}

/** A snapshot, whatever is written meanwhile; docs/decisions.md#0009 has the alternatives. */
function copyDatabase(from: string, to: string): void {
  using sqlite = openReadOnly(from).sqlite
  sqlite.run('VACUUM INTO ?', [to])
  // A damaged backup cannot be restored, and SQLite copies a damaged index unchanged.
  using copy = openReadOnly(to).sqlite
  const damage = firstDamage(copy)
  if (damage !== undefined)
    throw new BackupFailed('damaged', `The database is damaged, and a copy of it would be, too: ${damage}.`)
}

export function firstDamage(sqlite: Database): string | undefined {
  const found = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get()?.integrity_check
  return found === 'ok' ? undefined : String(found)
}

/** Runs before and after the copy of the database: each image that it refers to existed at one of these moments. */
function linkFiles(dataDir: string, to: string): void {
  for (const name of filesIn(dataDir)) {
    const [image, link] = [join(dataDir, name), join(to, name)]
    if (!isArchivable(name) || existsSync(link)) continue
    try {
      linkSync(image, link)
    } catch (error) {
      // Removed since it was listed, or never existed.
      if (errorCode(error) === 'ENOENT') continue
      // Some file systems do not support links.
      copyFileSync(image, link)
    }
  }
}

async function describe(
  uploads: readonly string[],
  pathOf: (name: string) => string,
  report: Progress,
): Promise<NewManifest> {
  const names = [DATABASE, ...uploads.toSorted()]
  const total = names.reduce((sum, name) => sum + statSync(pathOf(name)).size, 0)
  const progress = bytesOf(report, 'Hashing', total)
  const files = []
  for (const name of names) files.push(await describeFile(name, pathOf(name), progress))
  using db = openReadOnly(pathOf(DATABASE))
  const { head, entries } = auditHead(db)
  const [migrations, keys] = [appliedTags(db.sqlite), keysOf(db.sqlite)]
  const state = { migrations, auditHead: head, auditEntries: entries, keys }
  return { quad: version, createdAt: new Date().toISOString(), ...state, files }
}

function keysOf(sqlite: Database): string[] {
  // A backup is made before an upgrade, too.
  if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'server_keys'").get() === null) return []
  const keys = sqlite.query<{ id: string }, []>('SELECT id FROM server_keys ORDER BY created_at').all()
  return keys.map(({ id }) => id)
}

export type CountDrift = (db: Connection) => number

/**
 * Restores an archive into a new folder, and returns what is wrong with the data that was backed up. @throws
 * BackupFailed
 */
export async function proveArchive(
  archive: string,
  scratch: string,
  countDrift: CountDrift,
  progress: Progress,
): Promise<Reason | null> {
  for (const folder of FILE_FOLDERS) mkdirSync(join(scratch, folder), { recursive: true, mode: 0o700 })
  try {
    let unpacking = (_bytes: number) => {}
    const accept = ({ files }: Manifest) => {
      unpacking = bytesOf(progress, 'Restoring', sizeOf(files))
    }
    const manifest = await readArchive(archive, scratch, accept, { progress: (bytes) => unpacking(bytes) })
    refuseUnlike(join(scratch, DATABASE), manifest)
  } catch (error) {
    throw error instanceof ArchiveRefused ? new BackupFailed('damaged', error.message) : error
  }
  using db = openReadOnly(join(scratch, DATABASE))
  const { broken } = verifyChain(db, { progress: (done, total) => progress('Audit entries', done, total) })
  if (broken !== undefined) return 'audit-log'
  progress('Counters', 0, 1)
  const drift = countDrift(db)
  progress('Counters', 1, 1)
  return drift > 0 ? 'counters' : null
}

/** Whether a database is intact and matches the manifest of its backup. @throws ArchiveRefused otherwise */
export function refuseUnlike(file: string, manifest: Manifest): void {
  using db = openReadOnly(file)
  const damage = firstDamage(db.sqlite)
  if (damage !== undefined) throw new ArchiveRefused(`The database in the backup is damaged: ${damage}.`)
  const { head, entries } = auditHead(db)
  if (head !== manifest.auditHead || entries !== manifest.auditEntries)
    throw new ArchiveRefused('The audit log in the backup does not end as its manifest says.')
}
