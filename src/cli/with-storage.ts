import { existsSync, writeSync } from 'node:fs'
import { type Connection, openReadOnly, openWriter } from '../../db/connection'
import { isServerRunning } from '../../db/lock'
import { migrate, migrationsFolder, needsMigration } from '../../db/migrate'
import { storage, type Tx } from '../../db/storage'
import { storageFault } from '../../db/storage-unavailable'
import { config } from '../config'
import type { AuditAction } from '../ground/audit/actions'
import { audit, systemActor } from '../ground/audit/audit'
import { prepareDatabase } from '../keeping/maintenance/required-keys'
import { databaseFile, prepareDataDirectory } from '../lib/files/data-directory'
import { readTerm } from '../lib/primary/claims'
import { configuredClaims, standingOfTerm } from '../lib/primary/standing'
import { plainFault } from '../lib/process/faults'
import { CommandFailed } from './run'

/** Opens the database beside a server that may be running, or as the first one ever, and closes it after `work`. */
export async function withStorage<T>(work: () => T | Promise<T>): Promise<T> {
  await import('../parts')
  prepareDataDirectory()
  refuseBesideOlderServer()
  await refuseAsFormer()
  storage.open({
    file: databaseFile(),
    synchronous: config.synchronous,
    prepare: prepareDatabase,
    checkpointer: false,
    report,
  })
  try {
    return await work()
  } finally {
    await storage.close()
  }
}

/** Opens the database, or makes it, for who has the lock: without a queue, because nobody else writes. */
export async function aloneWithDatabase<T>(work: (connection: Connection) => T | Promise<T>): Promise<T> {
  prepareDataDirectory()
  const connection = openWriter(databaseFile(), config.synchronous, false)
  try {
    migrate(connection.sqlite, migrationsFolder())
    prepareDatabase(connection)
    return await work(connection)
  } finally {
    connection.sqlite.close()
  }
}

export const auditOperator = (tx: Tx, action: AuditAction, metadata: Record<string, string | number> = {}): void =>
  audit(tx, systemActor('cli'), { action, entityType: 'instance', entityId: null, metadata })

/** Written at once: when the disk does not confirm a write, the process ends before a stream has passed its text on. */
function report(error: unknown): void {
  const text = plainFault(error) ?? (error instanceof Error ? error.stack : String(error))
  const advice =
    storageFault(error)?.reason === 'unsynced'
      ? ' Only a look tells whether this command did its work. Look at the log of the system, and check the disk.'
      : ''
  writeSync(process.stderr.fd ?? 2, `${text}${advice}\n`)
}

/** What a command changed in the data of a former primary would be lost. */
async function refuseAsFormer(): Promise<void> {
  const claims = configuredClaims()
  const term = readTerm(config.dataDir)
  if (claims && term && (await standingOfTerm(claims, term)) === 'former')
    throw new CommandFailed('Another server has taken over: run this command there (docs/operating.md#litestream).')
}

/** Opening migrates, and a server that was started before an update does not know the new schema. */
function refuseBesideOlderServer(): void {
  if (!existsSync(databaseFile()) || !isServerRunning(config.dataDir)) return
  using sqlite = openReadOnly(databaseFile()).sqlite
  if (needsMigration(sqlite, migrationsFolder()))
    throw new CommandFailed(
      'The server that runs here is of an older version. Restart it, then run this command again.',
    )
}
