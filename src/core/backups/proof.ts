import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, openReadOnly } from '../../../db/connection'
import { readArchive, sizeOf } from '../../lib/archive'
import { ArchiveRefused, type Manifest } from '../../lib/manifest'
import { auditHead } from '../audit/chain'
import { verifyChain } from '../audit/verify'
import { BackupFailed, type Reason } from './failure'
import { DATABASE } from './make'
import { bytesOf, type Progress } from './progress'

/** How many counters differ from what their rows say. */
export type CountDrift = (db: Connection) => Promise<number>

/**
 * Restores an archive into a folder, which it makes, and looks at it as `doctor` looks at the data. Returns what is wrong
 * with the data that was backed up, and would be after a restore, too.
 * @throws BackupFailed if it could not be restored
 */
export async function proveArchive(
  archive: string,
  scratch: string,
  countDrift: CountDrift,
  progress: Progress,
): Promise<Reason | null> {
  mkdirSync(join(scratch, 'uploads'), { recursive: true, mode: 0o700 })
  try {
    let unpacking = (_bytes: number) => {}
    const manifest = await readArchive(
      archive,
      scratch,
      ({ files }) => {
        unpacking = bytesOf(progress, 'Restoring', sizeOf(files))
      },
      { progress: (bytes) => unpacking(bytes) },
    )
    refuseUnlike(join(scratch, DATABASE), manifest)
  } catch (error) {
    throw error instanceof ArchiveRefused ? new BackupFailed('damaged', error.message) : error
  }
  const db = openReadOnly(join(scratch, DATABASE))
  try {
    const { broken } = verifyChain(db, { progress: (done, total) => progress('Audit entries', done, total) })
    if (broken !== undefined) return 'audit-log'
    progress('Counters', 0, 1)
    const drift = await countDrift(db)
    progress('Counters', 1, 1)
    return drift > 0 ? 'counters' : null
  } finally {
    db.sqlite.close()
  }
}

/**
 * Checks that a database is intact and matches the manifest of its backup.
 * @throws ArchiveRefused otherwise
 */
export function refuseUnlike(file: string, manifest: Manifest): void {
  const db = openReadOnly(file)
  try {
    const [first] = db.sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
    if (first?.integrity_check !== 'ok')
      throw new ArchiveRefused(`The database in the backup is damaged: ${first?.integrity_check}.`)
    const { head, entries } = auditHead(db)
    if (head !== manifest.auditHead || entries !== manifest.auditEntries)
      throw new ArchiveRefused('The audit log in the backup does not end as its manifest says.')
  } finally {
    db.sqlite.close()
  }
}
