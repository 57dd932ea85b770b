import type { Database } from 'bun:sqlite'
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { packaged } from '../src/packaged'
import { ForOperator } from './error-code'

export class MigrationRefused extends ForOperator {
  override name = 'MigrationRefused'
}

type Migration = { tag: string; hash: string; text: string }

export const migrationsFolder = (): string => packaged('migrations')

/**
 * Applies what the database lacks, in one transaction, and returns how many migrations that was. @throws
 * MigrationRefused
 */
export function migrate(sqlite: Database, folder: string): number {
  const migrations = readMigrations(folder)
  if (missing(sqlite, migrations).length === 0) return 0

  // Rebuilding a table must not cascade into its children. The pragma has no effect inside a transaction.
  sqlite.run('PRAGMA foreign_keys = OFF')
  try {
    // Immediate, and missing() once more inside: a second process may be migrating, too.
    return sqlite.transaction(() => apply(sqlite, missing(sqlite, migrations))).immediate()
  } finally {
    sqlite.run('PRAGMA foreign_keys = ON')
  }
}

export const needsMigration = (sqlite: Database, folder: string): boolean =>
  missing(sqlite, readMigrations(folder)).length > 0

export const migrationTags = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

const readMigrations = (folder: string): Migration[] =>
  migrationTags(folder).map((tag) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return { tag, text, hash: new Bun.CryptoHasher('sha256').update(text).digest('hex') }
  })

/** The first migration of the versions before the first release. */
const UNRELEASED = '0000_foundation'

/** Why this program cannot read what these migrations made, in words; undefined if it can. */
export function whyUnreadable(applied: readonly string[], known: readonly string[]): string | undefined {
  if (applied.includes(UNRELEASED))
    return 'It is of a version before the first release, which this one cannot read: `quad export` of the version that made it writes what `quad import` of this one reads.'
  const newer = applied.filter((tag) => !known.includes(tag))
  if (newer.length === 0) return undefined
  return `A newer version of this program made it (${newer.join(', ')}): install that one, or restore a backup made with this one.`
}

function missing(sqlite: Database, migrations: Migration[]): Migration[] {
  const applied = appliedTo(sqlite)
  const tags = applied.map(({ tag }) => tag)
  const known = migrations.map(({ tag }) => tag)
  const reason = whyUnreadable(tags, known)
  if (reason !== undefined) throw new MigrationRefused(`The database was not changed. ${reason}`)
  for (const { tag, hash } of applied) {
    if (migrations.find((each) => each.tag === tag)?.hash !== hash)
      throw new MigrationRefused(`The migration "${tag}" was edited after it had been applied to this database.`)
  }
  return migrations.filter(({ tag }) => !tags.includes(tag))
}

export const appliedTags = (sqlite: Database): string[] => appliedTo(sqlite).map(({ tag }) => tag)

function appliedTo(sqlite: Database): { tag: string; hash: string }[] {
  using known = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_migrations'")
  if (known.get() === null) return []
  using applied = sqlite.prepare<{ tag: string; hash: string }, []>('SELECT tag, hash FROM _migrations ORDER BY rowid')
  return applied.all()
}

function apply(sqlite: Database, migrations: Migration[]): number {
  sqlite.run(
    'CREATE TABLE IF NOT EXISTS _migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  const appliedAt = new Date().toISOString()
  for (const { tag, hash, text } of migrations) {
    sqlite.run(text)
    sqlite.run('INSERT INTO _migrations (tag, hash, applied_at) VALUES (?, ?, ?)', [tag, hash, appliedAt])
  }
  using check = sqlite.prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
  const orphans = check.all()
  const [orphan] = orphans
  if (orphan !== undefined)
    throw new MigrationRefused(
      `After the migration ${orphans.length} rows would refer to missing rows (the first from "${orphan.table}" to "${orphan.parent}"). Nothing was changed.`,
    )
  return migrations.length
}

/** Where the database of before the last upgrade is, beside the database. */
export const formerCopyOf = (file: string): string => join(dirname(file), 'before-upgrade.db')

/** It holds what was deleted since. Whoever wants to go back does so within a week. */
const KEPT_MS = 7 * 86_400_000

export function deleteOldFormerCopy(file: string): void {
  const made = statSync(formerCopyOf(file), { throwIfNoEntry: false })?.mtimeMs
  if (made !== undefined && Date.now() - made > KEPT_MS) rmSync(formerCopyOf(file))
}

/**
 * As `migrate`, after a copy of a database that has been used, so that an operator can go back. @throws
 * MigrationRefused
 */
export function migrateWithCopy(sqlite: Database, file: string, migrations: string): number {
  if (!needsMigration(sqlite, migrations)) return 0
  if (appliedTo(sqlite).length > 0) copyBefore(sqlite, file)
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
    writeFileSync(unfinished, '', { flag: 'wx', mode: 0o600 })
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
