import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { openReadOnly, openWriter } from '../../db/connection'
import { isDamage } from '../../db/error-code'
import { acquireLock } from '../../db/lock'
import { migrate, migrationsFolder, migrationTags, whyUnreadable } from '../../db/migrate'
import { aloneOn } from '../../db/transaction-callback'
import { config } from '../config'
import { placeOf, verifyChain } from '../ground/audit/verify'
import { bytesOf, DATABASE, type Progress, refuseUnlike } from '../keeping/backups/make'
import { type MissingKey, missingKeyAdvice, missingKeys } from '../keeping/maintenance/required-keys'
import { existingKeys } from '../lib/crypto/keys'
import { ArchiveRefused, type Manifest, readArchive, signerOf, sizeOf } from '../lib/files/archive'
import { databaseFile, finishRestore, refuseCopy } from '../lib/files/data-directory'
import { FILE_FOLDERS, isSwapUnderWay, STAGING, swapData } from '../lib/files/data-swap'
import { flag, option, positional } from './args'
import { fetchStored } from './backup'
import { readIdentities } from './keys'
import { NOTICEABLE_MS, progressBar } from './progress'
import { type Answer, CommandFailed, printable } from './run'
import { auditOperator } from './with-storage'

export const restore = defineCommand({
  args: {
    file: positional('A file from `backup`'),
    stored: flag('The file is the name of a backup in BACKUP_TO, or `newest`'),
    identity: option('The age identity, for a backup that is encrypted', 'FILE'),
  },
  async run({ args }): Promise<Answer> {
    const identities = args.identity === undefined ? undefined : readIdentities(args.identity)
    const { manifest, formerData, broken } =
      args.stored === true
        ? await restoreStored(args.file, identities)
        : await restoreBackup(config.dataDir, args.file, identities)
    const keys = keysMissing()
    const text = [
      `Restored what ${args.file} held of ${manifest.createdAt} (Quad ${manifest.quad}).`,
      ...(formerData === undefined ? [] : [`The former data is in ${formerData}; remove it when you miss nothing.`]),
      ...(broken === undefined
        ? []
        : [`Note: the audit log was broken when the backup was made, at ${printable(broken)}.`]),
      proofOf(manifest),
      ...keys.map((missing) => `Before the start: ${missingKeyAdvice(missing)}`),
    ]
    const { createdAt, quad } = manifest
    const missing = { brokenAt: broken ?? null, missingKeys: keys.map(({ id }) => id) }
    return { data: { file: args.file, createdAt, quad, formerData: formerData ?? null, ...missing }, text }
  },
})

/** Brings a backup from BACKUP_TO beside the data first: from far away, it may break off. */
async function restoreStored(name: string, identities: readonly string[] | undefined): Promise<Restored> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const file = join(config.dataDir, '.quad-restore-download')
  try {
    await fetchStored(name, file, progressBar({ quietMs: NOTICEABLE_MS, lines: false }))
    return await restoreBackup(config.dataDir, file, identities)
  } finally {
    rmSync(file, { force: true })
  }
}

function proofOf(manifest: Manifest): string {
  const signer = signerOf(manifest)
  if (signer === undefined) return 'Note: it is not signed: nothing proves that nobody has altered it.'
  return existingKeys().some(({ id }) => id === signer)
    ? `The key ${signer} signed it.`
    : `Note: the key ${signer}, which is not here, signed it: nothing proves that nobody has altered it. To make sure, import that key and restore again.`
}

function keysMissing(): MissingKey[] {
  using sqlite = openReadOnly(databaseFile()).sqlite
  return missingKeys(sqlite).filter(({ needs }) => needs.length > 0)
}

export type Restored = {
  manifest: Manifest
  formerData: string | undefined
  broken: string | undefined
}

/**
 * Replaces the data in `dataDir` by a backup, which is unpacked and checked inside that directory, as it may be a
 * volume. A failure before the swap changes nothing; a start finishes a swap that was cut off. @throws
 * DataDirectoryInUse, CommandFailed
 */
export async function restoreBackup(dataDir: string, file: string, identities?: readonly string[]): Promise<Restored> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new CommandFailed(`There is no file ${file}.`, 2)
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const staging = join(dataDir, STAGING)
  using held = new DisposableStack()
  held.defer(acquireLock(dataDir))
  // What a start still has to bring into place stays.
  held.defer(() => isSwapUnderWay(dataDir) || rmSync(staging, { recursive: true, force: true }))
  try {
    finishRestore(dataDir)
    refuseCopy(dataDir)
    // Of a restore that was killed before it replaced anything: under the lock nobody else is at it.
    rmSync(staging, { recursive: true, force: true })
    for (const folder of FILE_FOLDERS) mkdirSync(join(staging, folder), { recursive: true, mode: 0o700 })
    const bar = progressBar({ quietMs: NOTICEABLE_MS, lines: false })
    let progress = (_bytes: number) => {}
    const accept = (manifest: Manifest) => {
      refuseUnreadable(manifest)
      progress = bytesOf(bar, 'Unpacking', sizeOf(manifest.files))
    }
    const manifest = await readArchive(file, staging, accept, { progress: (bytes) => progress(bytes), identities })
    refuseUnlike(join(staging, DATABASE), manifest)
    const broken = bringUp(join(staging, DATABASE), manifest, bar)
    using settled = new DisposableStack()
    settled.defer(settleFormer(join(dataDir, DATABASE)))
    return { manifest, broken, formerData: swapData(dataDir) }
  } catch (error) {
    throw error instanceof ArchiveRefused ? new CommandFailed(error.message) : error
  }
}

function refuseUnreadable({ migrations, files }: Manifest): void {
  const reason = whyUnreadable(migrations, migrationTags(migrationsFolder()))
  if (reason !== undefined) throw new ArchiveRefused(`The backup cannot be restored. ${reason}`)
  if (!files.some(({ name }) => name === DATABASE)) throw new ArchiveRefused('There is no database in the backup.')
}

/** Migrates it now, so that a start cannot fail by that, and notes the restore. Returns where its log was broken. */
function bringUp(file: string, { createdAt, quad }: Manifest, bar: Progress): string | undefined {
  const connection = openWriter(file, 'full', false)
  const { sqlite } = connection
  try {
    migrate(sqlite, migrationsFolder())
    const broken = sqlite.transaction(() => {
      const report = verifyChain(connection, { progress: (done, total) => bar('Audit entries', done, total) })
      // Alone on this connection: there is no queue to go through.
      auditOperator(aloneOn(connection), 'operator:restored:backup', { createdAt, quad })
      return report.broken
    })()
    // Leaves one file, with no log beside it that a rename would part from it.
    const journal = sqlite.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()
    if (journal?.journal_mode !== 'delete') throw new Error('the restored database could not be closed')
    return broken && placeOf(broken)
  } finally {
    sqlite.close()
  }
}

const BUSY_TIMEOUT_MS = 5_000

/** Moves the log of the former database into its file, and keeps commands out until the returned function is called. */
function settleFormer(file: string): () => void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return () => {}
  const sqlite = new Database(file, { readwrite: true, strict: true })
  try {
    sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    sqlite.run('PRAGMA synchronous = FULL')
    sqlite.run('PRAGMA journal_mode = DELETE')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    if (isDamage(error)) return () => {}
    throw error
  }
  return () => sqlite.close()
}
