import type { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMigrated, MigrationRefused, migrate, needsMigration } from './migrate'

/** Where the database of before the last upgrade is, beside the database. */
export const formerCopyOf = (file: string): string => join(dirname(file), 'before-upgrade.db')

/** It holds what was deleted since. Whoever wants to go back does so within a week. */
const KEPT_MS = 7 * 86_400_000

export function deleteOldFormerCopy(file: string): void {
  const made = statSync(formerCopyOf(file), { throwIfNoEntry: false })?.mtimeMs
  if (made !== undefined && Date.now() - made > KEPT_MS) rmSync(formerCopyOf(file))
}

/**
 * As `migrate`; a database that has been used before is copied first, so that an operator can go back to the version of
 * before. The copy appears whole, and replaces that of the upgrade before it.
 *
 * Throws MigrationRefused as `migrate` does, and when there is no room for the copy.
 */
export function migrateWithCopy(sqlite: Database, file: string, migrations: string): number {
  if (!needsMigration(sqlite, migrations)) return 0
  if (isMigrated(sqlite)) copyBefore(sqlite, file)
  return migrate(sqlite, migrations)
}

function copyBefore(sqlite: Database, file: string): void {
  const copy = formerCopyOf(file)
  const unfinished = `${copy}.new`
  rmSync(unfinished, { force: true })
  const { bavail, bsize } = statfsSync(dirname(file))
  const needed = statSync(file).size
  if (bavail * bsize < needed)
    throw new MigrationRefused(
      `An upgrade first copies the database, and there is no room: ${Math.ceil(needed / 1_000_000)} MB must be free beside it. Nothing was changed.`,
    )
  try {
    // Its owner's alone, as the database is.
    closeSync(openSync(unfinished, 'wx', 0o600))
    sqlite.run('VACUUM INTO ?', [unfinished])
    sync(unfinished)
    renameSync(unfinished, copy)
    sync(dirname(file))
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
