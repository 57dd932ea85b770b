import type { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packaged } from '../src/packaged'

/** The database cannot be migrated to this program's schema. The message is for the operator. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

type Migration = { tag: string; hash: string; statements: string[]; isExpand: boolean }

export const migrationsFolder = (): string => packaged('migrations')

/**
 * Applies the migrations that the database lacks, in one transaction: all or none. Returns how many it applied.
 *
 * Throws MigrationRefused when the database has a migration that this program lacks (a newer version used it), when an
 * applied migration was edited afterwards, or when rows would refer to missing rows.
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

/** The migrations that the database lacks. Throws MigrationRefused as `migrate` does. */
export const pendingMigrations = (sqlite: Database, folder: string): { tag: string; isExpand: boolean }[] =>
  missing(sqlite, readMigrations(folder)).map(({ tag, isExpand }) => ({ tag, isExpand }))

/** Whether the database lacks migrations of the program. Throws MigrationRefused as `migrate` does. */
export const needsMigration = (sqlite: Database, folder: string): boolean =>
  pendingMigrations(sqlite, folder).length > 0

/** Whether any migration was applied: otherwise the database is new. */
export const isMigrated = (sqlite: Database): boolean => appliedTo(sqlite).length > 0

/**
 * Whether a migration only adds, so that the program of before goes on beside it: its first line says `-- expand`.
 * Otherwise it says `-- contract`, as all do that have neither.
 */
const isExpand = (text: string): boolean => /^-- expand\b/.test(text)

/** Reads the folder as drizzle-kit writes it: a journal, and a file of statements for each entry. */
function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      tag,
      hash: new Bun.CryptoHasher('sha256').update(text).digest('hex'),
      isExpand: isExpand(text),
      statements: text.split('--> statement-breakpoint').filter(hasStatement),
    }
  })
}

/** SQLite refuses to run a text that consists of comments. */
function hasStatement(text: string): boolean {
  return text.replace(/--.*$/gm, '').trim() !== ''
}

function missing(sqlite: Database, migrations: Migration[]): Migration[] {
  const applied = appliedTo(sqlite)
  for (const { tag, hash } of applied) {
    const migration = migrations.find((each) => each.tag === tag)
    if (migration === undefined) {
      throw new MigrationRefused(
        `A newer version of this program has used the database (it contains the migration "${tag}", which this version does not know). Start the newer version, or restore a backup made with this one.`,
      )
    }
    if (migration.hash !== hash) {
      throw new MigrationRefused(`The migration "${tag}" was edited after it had been applied to this database.`)
    }
  }
  const tags = new Set(applied.map(({ tag }) => tag))
  return migrations.filter(({ tag }) => !tags.has(tag))
}

function appliedTo(sqlite: Database): { tag: string; hash: string }[] {
  using known = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_migrations'")
  if (known.get() === null) return []
  using applied = sqlite.prepare<{ tag: string; hash: string }, []>('SELECT tag, hash FROM _migrations')
  return applied.all()
}

function apply(sqlite: Database, migrations: Migration[]): number {
  sqlite.run(
    'CREATE TABLE IF NOT EXISTS _migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  )
  const appliedAt = new Date().toISOString()
  for (const { tag, hash, statements } of migrations) {
    for (const text of statements) sqlite.run(text)
    sqlite.run('INSERT INTO _migrations (tag, hash, applied_at) VALUES (?, ?, ?)', [tag, hash, appliedAt])
  }
  using check = sqlite.prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
  const orphans = check.all()
  const [orphan] = orphans
  if (orphan !== undefined) {
    throw new MigrationRefused(
      `After the migration ${orphans.length} rows would refer to missing rows (the first from "${orphan.table}" to "${orphan.parent}"). Nothing was changed.`,
    )
  }
  return migrations.length
}
