import { existsSync } from 'node:fs'
import { type Connection, openReadOnly } from '../../../db/connection'
import { appliedTags, migrationsFolder, migrationTags, whyUnreadable } from '../../../db/migrate'
import { config } from '../../config'
import { driftedCounters } from '../../core/maintenance/recount'
import { databaseFile, missingDatabase } from '../../lib/data-directory'
import { isSwapUnderWay } from '../../lib/data-swap'
import { plainFault } from '../../lib/faults'
import { checkAuditLog } from './audit-log'
import { checkBackups } from './backups'
import { checkTimes } from './clock'
import { type Finding, fail, ok, warn } from './finding'
import { checkKeys } from './keys'
import { checkMailLoad } from './mail'
import { checkWebhooks } from './webhooks'

/** How many examples of one problem are worth a line each. */
const EXAMPLES = 5

/** Whether the database is whole, is this program's, and agrees with itself. */
export async function* checkDatabase(): AsyncGenerator<Finding> {
  const file = databaseFile()
  // Between two campuses; the check of the directory says so.
  if (isSwapUnderWay(config.dataDir)) return
  const missing = missingDatabase()
  if (missing !== undefined || !existsSync(file)) {
    yield missing === undefined
      ? ok('database', 'there is none yet; the first start makes it')
      : fail('database', missing)
    return
  }
  let db: Connection | undefined
  try {
    db = openReadOnly(file)
    const damage = findDamage(db)
    if (damage.length > 0) {
      yield fail('database', `${file} is damaged: ${damage.join('; ')}. Stop Quad, keep a copy, and restore a backup`)
      return
    }
    yield ok('database', 'its pages, indexes and references are whole')
    const migrations = checkMigrations(db)
    yield migrations
    if (migrations.verdict !== 'ok') return
    yield* checkKeys(db)
    yield* checkCounters(db)
    yield* checkAuditLog(db)
    yield* checkMailLoad(db)
    yield* checkWebhooks(db)
    yield* checkBackups(db)
    yield* checkTimes(db)
  } catch (error) {
    const plain = plainFault(error)
    if (plain === undefined) throw error
    yield fail('database', plain)
  } finally {
    db?.sqlite.close()
  }
}

function findDamage({ sqlite }: Connection): string[] {
  const pages = sqlite.query<{ integrity_check: string }, []>(`PRAGMA integrity_check(${EXAMPLES})`).all()
  const damage = pages.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  if (damage.length > 0) return damage.map((text) => text.replaceAll('\n', ' '))
  const orphans = sqlite.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
  return orphans
    .slice(0, EXAMPLES)
    .map(({ table, parent }) => `a row of ${table} refers to one of ${parent} that is not there`)
}

function checkMigrations({ sqlite }: Connection): Finding {
  const ours = migrationTags(migrationsFolder())
  const applied = appliedTags(sqlite)
  const reason = whyUnreadable(applied, ours)
  const pending = ours.filter((tag) => !applied.includes(tag))
  if (reason !== undefined) return fail('migrations', reason)
  if (pending.length > 0) return warn('migrations', `${pending.length} wait for the next start (${pending.join(', ')})`)
  return ok('migrations', `all ${ours.length} are applied`)
}

async function* checkCounters(db: Connection): AsyncGenerator<Finding> {
  const drifted = await driftedCounters(db)
  if (drifted.length === 0) {
    yield ok('counters', 'votes, comments and karma add up')
    return
  }
  for (const { counter, id, stored, actual } of drifted.slice(0, EXAMPLES))
    yield fail('counters', `${counter} of ${id} says ${stored}, and should say ${actual}`)
  if (drifted.length > EXAMPLES) yield fail('counters', `and ${drifted.length - EXAMPLES} more`)
}
