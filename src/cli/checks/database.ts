import { existsSync, statSync } from 'node:fs'
import { type Connection, openReadOnly } from '../../../db/connection'
import { appliedTags, migrationsFolder, migrationTags, whyUnreadable } from '../../../db/migrate'
import { config } from '../../config'
import { auditHead } from '../../ground/audit/chain'
import { placeOf, verifyChain } from '../../ground/audit/verify'
import { parts } from '../../ground/parts'
import { BackupFailed, backupStatus } from '../../keeping/backups/records'
import { configuredStore } from '../../keeping/backups/stores'
import { driftedCounters } from '../../keeping/maintenance/recount'
import { missingKeyAdvice, missingKeys, needlessKeys } from '../../keeping/maintenance/required-keys'
import { existingKeys, keysFolder } from '../../lib/crypto/keys'
import { databaseFile, missingDatabase } from '../../lib/files/data-directory'
import { isSwapUnderWay } from '../../lib/files/data-swap'
import { plainFault } from '../../lib/process/faults'
import { type Finding, fail, ok, warn } from '../../lib/process/finding'
import { QUAD } from '../../packaged'
import { checkTimes } from './machine'
import { checkMailLoad } from './mail'

/** How many examples of one problem are worth a line each. */
const EXAMPLES = 5

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
    await import('../../parts')
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
    for (const { checks } of parts()) if (checks) yield* checks(db)
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
  const drifted = driftedCounters(db)
  if (drifted.length === 0) {
    yield ok('counters', 'votes, comments and karma add up')
    return
  }
  for (const { counter, id, stored, actual } of drifted.slice(0, EXAMPLES))
    yield fail('counters', `${counter} of ${id} says ${stored}, and should say ${actual}`)
  if (drifted.length > EXAMPLES) yield fail('counters', `and ${drifted.length - EXAMPLES} more`)
}

/** As many entries as a second has time for, on a slow machine. */
const NEWEST = 50_000

const GUARDS = ['audit_log_kept', 'audit_log_unchanged']

/** Whether the newest entries of the audit log follow each other, and the database guards them. */
export function* checkAuditLog(db: Connection): Generator<Finding> {
  const { entries } = auditHead(db)
  const { broken } = verifyChain(db, { newest: NEWEST })
  if (broken) yield fail('audit log', `it is broken at ${placeOf(broken)}: ${broken.explanation}`)
  else if (entries > NEWEST)
    yield ok(
      'audit log',
      `its newest ${NEWEST.toLocaleString('en')} entries are in order (all ${entries.toLocaleString('en')}: ${QUAD} audit verify)`,
    )
  else yield ok('audit log', `all of its entries are in order (${entries.toLocaleString('en')})`)
  const open = db.sqlite.query<{ rows: number }, []>('SELECT count(*) AS rows FROM audit_rewriting').get()
  if (open !== null && open.rows > 0)
    yield fail('audit log', 'the database lets its entries be changed: audit_rewriting has rows, delete them')
  const triggers = db.sqlite.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name GLOB 'audit_*'",
  )
  const there = triggers.all().map(({ name }) => name)
  const missing = GUARDS.filter((name) => !there.includes(name))
  if (missing.length > 0)
    yield fail(
      'audit log',
      `the database does not guard it: the trigger ${missing.join(' and the trigger ')} is missing`,
    )
}

function* checkKeys({ sqlite }: Connection): Generator<Finding> {
  const missing = missingKeys(sqlite)
  for (const key of missing)
    yield key.needs.length > 0
      ? fail('keys', missingKeyAdvice(key))
      : warn('keys', `the key ${key.id} is missing; nothing in the database was made with it`)
  const open = existingKeys().length > 0 && (statSync(keysFolder(), { throwIfNoEntry: false })?.mode ?? 0) & 0o077
  if (open) yield fail('keys', `others on this machine may enter ${keysFolder()}: chmod 700`)
  for (const id of needlessKeys(sqlite)) yield ok('keys', `nothing names the former key ${id} any more`)
  if (missing.length === 0 && !open) yield ok('keys', 'every key that the database needs is here')
}

async function* checkBackups(db: Connection): AsyncGenerator<Finding> {
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
