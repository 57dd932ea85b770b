import { rmSync, statSync } from 'node:fs'
import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { config } from '../config'
import { bytesOf, DATABASE, makeBackup, type Progress } from '../keeping/backups/make'
import { BackupFailed, noteAttempt, type Ran } from '../keeping/backups/records'
import { ALREADY_RUNNING, BackupRunning, runBackup } from '../keeping/backups/run'
import { configuredStore, sortOut } from '../keeping/backups/stores'
import { driftedCounters } from '../keeping/maintenance/recount'
import { existingKeys } from '../lib/crypto/keys'
import { databaseFile, refuseCopy } from '../lib/files/data-directory'
import { writePieces } from '../lib/files/durable-files'
import { QUAD } from '../packaged'
import { flag, positional } from './args'
import { NOTICEABLE_MS, progressBar } from './progress'
import { type Answer, CommandFailed, megabytes } from './run'
import { withStorage } from './with-storage'

export const backup = defineCommand({
  args: {
    file: {
      ...positional(
        'The new file, such as /backups/quad-2026-11-21.tar; without it, one is made, proven and kept in BACKUP_TO',
      ),
      required: false,
    },
    list: flag('Only lists what BACKUP_TO holds'),
  },
  async run({ args }): Promise<Answer> {
    try {
      if (args.list === true) return await list()
      refuseCopy()
      return await (args.file === undefined ? intoPlace() : intoFile(args.file))
    } catch (error) {
      throw error instanceof BackupFailed || error instanceof BackupRunning ? new CommandFailed(error.message) : error
    }
  },
})

/** Above this the bar shows at once, because nothing can be drawn while SQLite copies. */
const LARGE_BYTES = 200_000_000

async function intoFile(file: string): Promise<Answer> {
  const isLarge = (statSync(databaseFile(), { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES
  const progress = progressBar({ quietMs: isLarge ? 0 : NOTICEABLE_MS, lines: false })
  const { manifest, bytes } = await makeBackup(config.dataDir, file, config.backupRecipient, progress)
  const uploads = manifest.files.filter(({ name }) => name !== DATABASE).length
  const [key] = existingKeys()
  const isEncrypted = config.backupRecipient !== undefined
  const text = [
    `Backed up into ${file}: ${megabytes(bytes)}, ${uploads.toLocaleString('en')} uploads, ${manifest.auditEntries.toLocaleString('en')} audit entries.`,
    `audit head ${manifest.auditHead ?? '(none)'}`,
    key === undefined ? 'It is not signed, for there is no key.' : `The key ${key.id} signed it.`,
    ...(isEncrypted ? ['It is encrypted for BACKUP_RECIPIENT.'] : []),
    `It holds no keys; without them nobody can use it. It needs ${manifest.keys?.join(', ') || 'none yet'}: ${QUAD} keys export`,
  ]
  const { createdAt, auditHead, auditEntries, keys = [] } = manifest
  const signedBy = key?.id ?? null
  return { data: { file, bytes, uploads, createdAt, auditHead, auditEntries, signedBy, isEncrypted, keys }, text }
}

const seconds = (ms: number | null): string => `${((ms ?? 0) / 1000).toFixed(1)} s`

async function intoPlace(): Promise<Answer> {
  const ran = await runConfigured(progressBar({ lines: false }))
  await withStorage(() => storage.write((tx) => noteAttempt(tx, ran)))
  const { outcome, name, bytes, removed, makeMs, proveMs, storeMs, message, reason } = ran
  if (outcome === 'failed') throw new CommandFailed(message ?? 'There is no backup.')
  const text = [
    `Backed up as ${name}: ${megabytes(bytes ?? 0)}. Old ones that were removed: ${removed.length}.`,
    `Made in ${seconds(makeMs)}, restored and checked in ${seconds(proveMs)}, stored and read back in ${seconds(storeMs)}.`,
    ...(message === null ? [] : [`Note: ${message}`]),
    ...(outcome === 'proven'
      ? []
      : [`It can be restored, but the data was wrong when it was made (${reason}): ${QUAD} doctor`]),
  ]
  return { data: ran, text, status: outcome === 'proven' ? 0 : 1 }
}

function runConfigured(progress: Progress): Promise<Ran> {
  const { dataDir, backupRecipient: recipient } = config
  const [store, { keep }] = [configuredStore(configured()), configured()]
  return runBackup(
    { dataDir, store, host: hostOf(), recipient, keep, countDrift: (db) => driftedCounters(db).length },
    progress,
  )
}

function configured(): NonNullable<typeof config.backups> {
  if (config.backups === undefined) throw new CommandFailed('Name a file, or set BACKUP_TO to where backups go.', 2)
  return config.backups
}

const hostOf = (): string => new URL(config.publicUrl).hostname

async function list(): Promise<Answer> {
  const { whole } = sortOut(hostOf(), await configuredStore(configured()).list())
  const backups = whole.map(({ name, bytes, at }) => ({ name, bytes, startedAt: new Date(at).toISOString() }))
  const lines = backups.map(({ name, bytes, startedAt }) => `${startedAt}  ${megabytes(bytes)}  ${name}`)
  return { data: { backups }, text: lines.length > 0 ? lines : 'BACKUP_TO holds no backup of this Quad.' }
}

/** Copies a backup from BACKUP_TO into a file (0600), or `newest`. */
export async function fetchStored(name: string, file: string, progress: Progress): Promise<void> {
  const store = configuredStore(configured())
  try {
    const { whole } = sortOut(hostOf(), await store.list())
    const found = name === 'newest' ? whole.at(-1) : whole.find((each) => each.name === name)
    if (found === undefined) throw new CommandFailed(`BACKUP_TO holds no whole backup ${name} of this Quad.`)
    const count = bytesOf(progress, 'Fetching', found.bytes)
    rmSync(file, { force: true })
    await writePieces(file, store.read(found.name), ({ length }) => count(length))
  } catch (error) {
    throw error instanceof BackupFailed ? new CommandFailed(error.message) : error
  }
}

/** What the server runs: it ends with the server, and says at its end what came of it. */
export const scheduledBackup = defineCommand({
  async run(): Promise<Answer> {
    endWithParent().catch(() => process.exit(1))
    try {
      const ran = await runConfigured(() => {})
      return { data: ran, text: JSON.stringify(ran) }
    } catch (error) {
      if (!(error instanceof BackupRunning)) throw error
      return { data: ALREADY_RUNNING, text: JSON.stringify(ALREADY_RUNNING) }
    }
  },
})

async function endWithParent(): Promise<never> {
  for await (const _ of Bun.stdin.stream());
  process.exit(1)
}
