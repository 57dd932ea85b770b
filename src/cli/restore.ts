import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { openReader, openWriter } from '../../db/connection'
import { acquireLock } from '../../db/lock'
import { migrate, migrationsFolder } from '../../db/migrate'
import { config } from '../config'
import { audit, systemActor } from '../core/audit/audit'
import { auditHead, isChained } from '../core/audit/chain'
import { verifyChain } from '../core/audit/verify'
import { type MissingKey, missingKeyAdvice, missingKeys } from '../core/maintenance/required-keys'
import { ArchiveRefused, type Manifest, readArchive, sizeOf } from '../lib/archive'
import { databaseFile, syncFolder } from '../lib/data-directory'
import { readIdentities } from './identities'
import { knownMigrations } from './migrations'
import { countingBytes, NOTICEABLE_MS, type ProgressBar, progressBar } from './progress'
import { CommandFailed, printable } from './run'

const DATABASE = 'quad.db'
/** `secret` is the key of a version before the keyring, which the next start adopts. */
const RESTORED = ['uploads', 'secret', DATABASE]

const STAGING = '.quad-restore'

/**
 * What belongs to the data that is replaced; `lock` stays, for it is held, and so do the keys of this machine. The log of
 * the database follows it.
 */
const REPLACED = [
  DATABASE,
  `${DATABASE}-wal`,
  `${DATABASE}-shm`,
  'uploads',
  'outbox',
  'limits.db',
  'limits.db-wal',
  'limits.db-shm',
]

export const restore = defineCommand({
  meta: {
    name: 'restore',
    description: 'Replaces the data by a backup and keeps the old data aside; Quad must be stopped',
  },
  args: {
    file: { type: 'positional', required: true, description: 'A file from `backup`' },
    identity: { type: 'string', valueHint: 'FILE', description: 'The age identity, for a backup that is encrypted' },
  },
  async run({ args }) {
    const identities = args.identity === undefined ? undefined : readIdentities(args.identity)
    const { manifest, formerData, broken } = await restoreBackup(config.dataDir, args.file, identities)
    console.log(`Restored what ${args.file} held of ${manifest.createdAt} (Quad ${manifest.quad}).`)
    if (formerData !== undefined) console.log(`The former data is in ${formerData}; remove it when you miss nothing.`)
    if (broken !== undefined)
      console.log(`Note: the audit log was broken when the backup was made, at the entry ${printable(broken)}.`)
    if (manifest.secret === 'environment' && config.secret === undefined)
      console.log('Note: it was made with SECRET set. Set it to the same value before the start.')
    if (manifest.secret === 'included' && config.secret !== undefined)
      console.log('Note: SECRET is set, and the backup contains another key: unset SECRET unless they are the same.')
    for (const missing of keysMissing()) console.log(`Before the start: ${missingKeyAdvice(missing)}`)
  },
})

function keysMissing(): MissingKey[] {
  const { sqlite } = openReader(databaseFile())
  try {
    return missingKeys(sqlite).filter(({ needs }) => needs.length > 0)
  } finally {
    sqlite.close()
  }
}

export type Restored = {
  manifest: Manifest
  /** Where the former data is, if there was any. */
  formerData: string | undefined
  /** The entry at which the audit log was broken already when the backup was made. */
  broken: string | undefined
}

/**
 * Replaces the data in `dataDir` by a backup. It is unpacked and checked inside that directory, which may be a volume,
 * and renamed into place at the end: a failure before that changes nothing.
 *
 * @throws DataDirectoryInUse while a server runs; CommandFailed for a file that is no backup, damaged, or newer
 */
export async function restoreBackup(dataDir: string, file: string, identities?: readonly string[]): Promise<Restored> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new CommandFailed(`There is no file ${file}.`, 2)
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = acquireLock(dataDir)
  const staging = join(dataDir, STAGING)
  try {
    // Of a restore that was killed: under the lock nobody else is at it.
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(join(staging, 'uploads'), { recursive: true, mode: 0o700 })
    const bar = progressBar({ quietMs: NOTICEABLE_MS, lines: false })
    const manifest = await unpacked(file, staging, bar, identities)
    prove(join(staging, DATABASE), manifest)
    const broken = await bringUp(join(staging, DATABASE), manifest, bar)
    return { manifest, broken, formerData: swap(dataDir, staging) }
  } catch (error) {
    throw error instanceof ArchiveRefused ? new CommandFailed(error.message) : error
  } finally {
    rmSync(staging, { recursive: true, force: true })
    release()
  }
}

async function unpacked(
  file: string,
  staging: string,
  bar: ProgressBar,
  identities: readonly string[] | undefined,
): Promise<Manifest> {
  let progress = (_bytes: number) => {}
  const accept = (manifest: Manifest) => {
    refuseNewer(manifest)
    progress = countingBytes(bar, 'Unpacking', sizeOf(manifest.files))
  }
  return readArchive(file, staging, accept, { progress: (bytes) => progress(bytes), identities })
}

function refuseNewer({ migrations, files }: Manifest): void {
  const ours = new Set(knownMigrations())
  const newer = migrations.filter((tag) => !ours.has(tag))
  if (newer.length > 0)
    throw new ArchiveRefused(
      `The backup was made by a newer version of Quad (${newer.join(', ')}): install that one to restore it.`,
    )
  if (!files.some(({ name }) => name === DATABASE)) throw new ArchiveRefused('There is no database in the backup.')
}

/** Checks that the database is intact and matches the manifest. */
function prove(file: string, manifest: Manifest): void {
  const db = openReader(file)
  try {
    const [first] = db.sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok')
      throw new ArchiveRefused(`The database in the backup is damaged: ${first?.integrity_check}.`)
    if (!isChained(db)) return
    const { head, entries } = auditHead(db)
    if (head !== manifest.auditHead || entries !== manifest.auditEntries)
      throw new ArchiveRefused('The audit log in the backup does not end as its manifest says.')
  } finally {
    db.sqlite.close()
  }
}

/**
 * Migrates it as a start would, so that this cannot fail later, and notes in its log what was done. Returns the entry at
 * which that log was broken already.
 */
async function bringUp(file: string, { createdAt, quad }: Manifest, bar: ProgressBar): Promise<string | undefined> {
  const { sqlite, orm } = openWriter(file, 'full', false)
  try {
    migrate(sqlite, migrationsFolder())
    const tx = { sqlite, orm, afterCommit: () => {} }
    const { broken } = verifyChain(tx, { progress: (done, total) => bar('Audit entries', done, total) })
    // Alone on this connection: there is no queue to go through.
    await audit(tx, systemActor('cli'), {
      action: 'operator:restored:backup',
      entityType: 'instance',
      entityId: null,
      metadata: { createdAt, quad },
    })
    // Leaves one file, with no log beside it that a rename would part from it.
    const journal = sqlite.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()
    if (journal?.journal_mode !== 'delete') throw new Error('the restored database could not be closed')
    return broken?.id
  } finally {
    sqlite.close()
  }
}

/** Renames the former data aside and the new data into place; undoes what it did when it cannot go on. */
function swap(dataDir: string, staging: string): string | undefined {
  const formerData = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  const restored = RESTORED.filter((name) => existsSync(join(staging, name)))
  const former = [...new Set([...REPLACED, ...restored])].filter((name) => isWorthKeeping(join(dataDir, name)))
  const undo: (() => void)[] = []
  const move = (name: string, from: string, to: string) => {
    renameSync(join(from, name), join(to, name))
    undo.push(() => renameSync(join(to, name), join(from, name)))
  }
  try {
    if (former.length > 0) mkdirSync(formerData, { mode: 0o700 })
    for (const name of former) move(name, dataDir, formerData)
    for (const name of restored) move(name, staging, dataDir)
    syncFolder(dataDir)
  } catch (error) {
    for (const step of undo.reverse()) step()
    if (former.length > 0) rmdirSync(formerData)
    throw error
  }
  return former.length > 0 ? formerData : undefined
}

/** There, and no folder that was made and never used. */
function isWorthKeeping(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && !(stat.isDirectory() && readdirSync(path).length === 0)
}
