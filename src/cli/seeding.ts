import { openWriter } from '../../db/connection'
import { acquireLock } from '../../db/lock'
import { migrate, migrationsFolder } from '../../db/migrate'
import { DatabaseInUse, type Seeded, seedCampus } from '../../db/seed/campus'
import type { SeedOptions } from '../../db/seed/context'
import { storage } from '../../db/storage'
import { config } from '../config'
import { pseudonym } from '../core/accounts/pseudonyms'
import { audit, unattended } from '../core/audit/audit'
import { refuseWeakPassword } from '../core/auth/password-policy'
import { countedPosts } from '../core/posts/counts'
import { DATABASE_FILE, prepareDataDirectory } from '../lib/data-directory'
import { hashPassword } from '../lib/password-hash'
import { progressBar } from './progress'
import { CommandFailed } from './run'
import { withStorage } from './with-storage'

type Options = Omit<SeedOptions, 'passwordHash' | 'drawPseudonym' | 'countedPosts'> & {
  password: string | undefined
  force: boolean
}

/**
 * Fills the data directory with an invented campus.
 * @throws CommandFailed where there are posts already, DataDirectoryInUse while a server runs
 */
export async function seedDataDirectory({ password, force, ...amounts }: Options): Promise<Seeded> {
  if (password !== undefined) refuseWeakPassword(password, undefined, 'password')
  const passwordHash = password === undefined ? null : await hashPassword(password)
  prepareDataDirectory()
  const release = acquireLock(config.dataDir)
  try {
    const options = { ...amounts, passwordHash, drawPseudonym: pseudonym, countedPosts: countedPosts('true') }
    const seeded = seedDatabase(options, force)
    // Opening the storage makes the planner's statistics.
    await withStorage(() =>
      storage.write((tx) =>
        audit(tx, unattended('cli'), {
          action: 'operator:seeded:campus',
          entityType: 'instance',
          entityId: null,
          metadata: seeded,
        }),
      ),
    )
    return seeded
  } finally {
    release()
  }
}

/** Over one connection: the seed needs the database alone, and a closed connection lives on until it is collected. */
function seedDatabase(options: SeedOptions, force: boolean): Seeded {
  const { sqlite } = openWriter(DATABASE_FILE, config.synchronous, false)
  try {
    migrate(sqlite, migrationsFolder())
    if (!force && sqlite.query('SELECT 1 FROM posts LIMIT 1').get() !== null)
      throw new CommandFailed('There are posts already; --force adds a campus to them.')
    return seedCampus(sqlite, options, progressBar())
  } catch (error) {
    if (error instanceof DatabaseInUse) throw new CommandFailed(error.message)
    throw error
  } finally {
    sqlite.close()
  }
}
