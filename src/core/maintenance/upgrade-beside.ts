import { existsSync } from 'node:fs'
import { openReadOnly, openWriter } from '../../../db/connection'
import { migrateWithCopy } from '../../../db/former-copy'
import { MigrationRefused, migrationsFolder, pendingMigrations } from '../../../db/migrate'

/**
 * Brings the database to this program's schema while a server of the version before goes on with it.
 * @throws MigrationRefused if a migration does more than add: that server would fail, or write what is wrong
 */
export function upgradeBeside(file: string, migrations = migrationsFolder()): void {
  if (!existsSync(file)) return
  const pending = pendingOf(file, migrations)
  if (pending.length === 0) return
  const [other] = pending.filter(({ isExpand }) => !isExpand)
  if (other !== undefined)
    throw new MigrationRefused(
      `This version changes the database in a way that the server that runs cannot go on with ("${other.tag}"). It goes on unchanged: stop it and start this version, which takes some seconds.`,
    )
  const { sqlite } = openWriter(file, 'full', true)
  try {
    migrateWithCopy(sqlite, file, migrations)
  } finally {
    sqlite.close()
  }
}

function pendingOf(file: string, migrations: string): ReturnType<typeof pendingMigrations> {
  const { sqlite } = openReadOnly(file)
  try {
    return pendingMigrations(sqlite, migrations)
  } finally {
    sqlite.close()
  }
}
