import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { isBusy } from '../../../db/error-code'

/** Another process makes a backup of the same data into BACKUP_TO. */
export class BackupRunning extends Error {
  override name = 'BackupRunning'
  constructor() {
    super('A backup into BACKUP_TO is being made already.')
  }
}

/**
 * Keeps a second run out until the returned function is called or the process ends in any way, as the lock of the
 * server does.
 */
export function lockBackups(dataDir: string): () => void {
  const sqlite = new Database(join(dataDir, 'backup-lock'), { create: true, readwrite: true })
  try {
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
    return () => sqlite.close()
  } catch (error) {
    sqlite.close()
    throw isBusy(error) ? new BackupRunning() : error
  }
}
