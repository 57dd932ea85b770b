import type { Database } from 'bun:sqlite'
import { openWriter } from '../../db/connection'
import { acquireLock } from '../../db/lock'
import { migrate, migrationsFolder } from '../../db/migrate'
import { DatabaseInUse, type Seeded, type SeedOptions, seedCampus } from '../../db/seed/load'
import { storage } from '../../db/storage'
import { config } from '../config'
import { audit, unattended } from '../core/audit/audit'
import { refuseWeakPassword } from '../core/auth/password-policy'
import { countedPosts } from '../core/posts/counts'
import { DATABASE_FILE, prepareDataDirectory } from '../lib/data-directory'
import { hashPassword } from '../lib/password-hash'
import { progressBar } from './progress'
import { CommandFailed } from './run'
import { withStorage } from './with-storage'

type Wanted = Pick<SeedOptions, 'seed' | 'users' | 'posts' | 'comments' | 'votes' | 'until'> & {
  password: string | undefined
  force: boolean
}

/**
 * Fills the data directory with an invented campus.
 * @throws CommandFailed where there are posts already, DataDirectoryInUse while a server runs
 */
export async function plantCampus({ password, force, ...wanted }: Wanted): Promise<Seeded> {
  if (password !== undefined) refuseWeakPassword(password, undefined, 'password')
  const passwordHash = password === undefined ? null : await hashPassword(password)
  prepareDataDirectory()
  const release = acquireLock(config.dataDir)
  try {
    const seeded = load({ ...wanted, passwordHash, countedPosts: countedPosts('true') }, force)
    // Opening it makes the planner's statistics.
    await withStorage(() => note(seeded))
    return seeded
  } finally {
    release()
  }
}

/** Over one connection from first to last: the load has to be alone, and a closed one lives on until it is collected. */
function load(options: SeedOptions, force: boolean): Seeded {
  const { sqlite } = openWriter(DATABASE_FILE, config.synchronous, false)
  try {
    migrate(sqlite, migrationsFolder())
    if (!force && arePosts(sqlite)) throw new CommandFailed('There are posts already; --force adds a campus to them.')
    return seedCampus(sqlite, options, progressBar())
  } catch (error) {
    if (error instanceof DatabaseInUse) throw new CommandFailed(error.message)
    throw error
  } finally {
    sqlite.close()
  }
}

const arePosts = (sqlite: Database): boolean => sqlite.query('SELECT 1 FROM posts LIMIT 1').get() !== null

async function note(seeded: Seeded): Promise<void> {
  await storage.write((tx) =>
    audit(tx, unattended('cli'), {
      action: 'operator:seeded:campus',
      entityType: 'instance',
      entityId: null,
      metadata: seeded,
    }),
  )
}
