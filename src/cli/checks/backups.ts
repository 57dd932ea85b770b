import { statSync } from 'node:fs'
import type { Connection } from '../../../db/connection'
import { config } from '../../config'
import { BackupFailed } from '../../core/backups/make'
import { backupStatus } from '../../core/backups/records'
import { configuredStore } from '../../core/backups/stores'
import { type Finding, fail, ok, warn } from './finding'

/** Whether backups are made, are proven, and where they go can be reached. */
export async function* checkBackups(db: Connection): AsyncGenerator<Finding> {
  const { backups, dataDir, loopback } = config
  const status = backupStatus(db)
  if (backups === undefined || status === undefined) {
    const none = 'BACKUP_TO is not set: Quad makes none by itself'
    yield loopback ? ok('backups', none) : warn('backups', `${none}; is that done by something else, and tried?`)
    return
  }
  try {
    await configuredStore(backups).list()
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error
    yield fail('backups', error.message)
    return
  }
  const { proven, problem, isOverdue } = status
  const last = proven === undefined ? 'none is proven yet' : `the newest proven one is of ${proven.startedAt}`
  if (isOverdue) yield fail('backups', `${last}: no other in two intervals; the log of the server says why`)
  else if (problem !== null) yield warn('backups', `${last}; the newest try ended with: ${problem}`)
  else yield ok('backups', last)
  if (backups.to.kind === 'folder' && statSync(backups.to.path).dev === statSync(dataDir).dev)
    yield warn('backups', 'BACKUP_TO is on the disk of the data: what destroys one destroys both')
}
