import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { strictTables } from '../../db/generate'
import { MigrationRefused, migrate } from '../../db/migrate'
import { AUDIT_ACTIONS, isListed } from '../../src/core/audit/actions'
import { countedPosts } from '../../src/core/posts/counts'
import { plainFault } from '../../src/lib/faults'
import { entrySchema, Fixture } from '../support/storage/fixture'
import { programMigrations } from '../support/version-before'

let fixture: Fixture
let sqlite: Database
beforeEach(() => {
  fixture = new Fixture()
  sqlite = new Database(fixture.file, { create: true, strict: true })
  sqlite.run('PRAGMA foreign_keys = ON')
  // No test survives a power cut.
  sqlite.run('PRAGMA synchronous = OFF')
})
afterEach(() => {
  sqlite.close()
  return fixture.remove()
})

const tables = () =>
  sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .values()
    .map(([name]) => name)
const foreignKeys = () => sqlite.prepare('PRAGMA foreign_keys').values()[0]?.[0]

test('each migration is applied once, in order', () => {
  expect(migrate(sqlite, fixture.migrations(entrySchema))).toBe(1)
  const more = fixture.migrations({
    ...entrySchema,
    '0001_mark': '-- a comment alone --> statement-breakpoint\nALTER TABLE entry ADD COLUMN mark TEXT;',
    '0002_index':
      'CREATE INDEX entry_mark ON entry (mark);--> statement-breakpoint\n-- nothing follows\n--> statement-breakpoint\nCREATE TABLE other (id TEXT) STRICT;CREATE TABLE another (id TEXT) STRICT;',
  })
  expect(migrate(sqlite, more)).toBe(2)
  expect(migrate(sqlite, more)).toBe(0)
  expect(tables()).toEqual(['_migrations', 'another', 'entry', 'note', 'other'])
  expect(foreignKeys()).toBe(1)
})

test('a migration whose second statement fails leaves nothing of any', () => {
  const folder = fixture.migrations({
    ...entrySchema,
    '0001_bad': 'CREATE TABLE half (id TEXT) STRICT;--> statement-breakpoint\nALTER TABLE nowhere ADD COLUMN x TEXT;',
  })
  expect(() => migrate(sqlite, folder)).toThrow('nowhere')
  expect(tables()).toEqual([])
  expect(foreignKeys()).toBe(1)
})

test('a migration that finds no room is undone, and the start says so in words', () => {
  migrate(sqlite, fixture.migrations(entrySchema))
  const pages = sqlite.query<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count ?? 0
  sqlite.run(`PRAGMA max_page_count = ${pages}`)
  const folder = fixture.migrations({
    ...entrySchema,
    '0001_large':
      'CREATE TABLE large (id TEXT) STRICT;--> statement-breakpoint\nINSERT INTO large VALUES (hex(zeroblob(9999)));',
  })
  const words = (() => {
    try {
      migrate(sqlite, folder)
      return 'migrated'
    } catch (error) {
      return plainFault(error)
    }
  })()
  expect(words).toStartWith('There is no space left for the database')
  expect(tables()).toEqual(['_migrations', 'entry', 'note'])
  sqlite.run('PRAGMA max_page_count = 1000000')
  expect(migrate(sqlite, folder)).toBe(1)
})

test('a database of a newer program, or with a migration that was edited, is refused in plain words', async () => {
  migrate(sqlite, fixture.migrations({ ...entrySchema, '0001_new': 'CREATE TABLE later (id TEXT) STRICT;' }))
  const older = fixture.migrations(entrySchema)
  expect(() => migrate(sqlite, older)).toThrow(MigrationRefused)
  expect(() => migrate(sqlite, older)).toThrow('newer version of this program')
  await expect(fixture.open()).rejects.toThrow('0001_new')
  const edited = fixture.migrations({ '0000_entry': `${entrySchema['0000_entry']}\n` })
  expect(() => migrate(sqlite, edited)).toThrow('edited after it had been applied')
})

describe('with rows that refer to others', () => {
  const rebuild = (rows: string) =>
    `PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE __new_entry (id TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL) STRICT;--> statement-breakpoint
INSERT INTO __new_entry SELECT id, 0 FROM entry ${rows};--> statement-breakpoint
DROP TABLE entry;--> statement-breakpoint
ALTER TABLE __new_entry RENAME TO entry;--> statement-breakpoint
PRAGMA foreign_keys=ON;`

  beforeEach(() => {
    migrate(sqlite, fixture.migrations(entrySchema))
    sqlite.run("INSERT INTO entry (id) VALUES ('a'), ('b')")
    sqlite.run("INSERT INTO note (entry_id) VALUES ('a'), ('b')")
  })

  test('rebuilding their parent keeps them', () => {
    migrate(sqlite, fixture.migrations({ ...entrySchema, '0001_rebuild': rebuild('') }))
    expect(sqlite.prepare('SELECT entry_id FROM note').values()).toEqual([['a'], ['b']])
    expect(sqlite.prepare('SELECT seq FROM entry').values()).toEqual([[0], [0]])
    sqlite.run("DELETE FROM entry WHERE id = 'a'")
    expect(sqlite.prepare('SELECT entry_id FROM note').values()).toEqual([['b']])
  })

  test('a migration that would orphan them is refused and undone', () => {
    const folder = fixture.migrations({ ...entrySchema, '0001_rebuild': rebuild("WHERE id = 'a'") })
    expect(() => migrate(sqlite, folder)).toThrow('1 rows would refer to missing rows')
    expect(sqlite.prepare('SELECT id FROM entry').values()).toEqual([['a'], ['b']])
    expect(foreignKeys()).toBe(1)
  })
})

/** Of drizzle-kit, which selects a column that the old table lacks by its quoted name: SQLite reads that as a text. */
const COPY = /INSERT INTO `__new_\w+`\(.+\) SELECT (.+) FROM `(\w+)`/

test('a table that is rebuilt takes its rows from columns that it has', () => {
  let copies = 0
  sqlite.run('BEGIN')
  for (const statement of Object.values(programMigrations()).flatMap((text) =>
    text.split('--> statement-breakpoint'),
  )) {
    const [, selected = '', table = ''] = COPY.exec(statement) ?? []
    const columns = sqlite.prepare(`SELECT '"' || name || '"' FROM pragma_table_info(?)`).values(table).flat()
    if (selected !== '') copies++
    expect(selected.match(/"\w+"/g)?.filter((name) => !columns.includes(name)) ?? []).toEqual([])
    sqlite.run(statement)
  }
  expect(copies).toBeGreaterThan(5)
})

/** The program's migrations by tag, of which those before `until` are applied. */
function migratedUntil(until: string): Record<string, string> {
  const files = programMigrations()
  migrate(sqlite, fixture.migrations(Object.fromEntries(Object.entries(files).filter(([tag]) => tag < until))))
  return files
}

test('entries of the audit log that were there already are listed as new ones are', () => {
  const files = migratedUntil('0013')
  const insert = sqlite.prepare(
    `INSERT INTO audit_log (id, timestamp, action, entity_type, status, platform) VALUES (?1, '2026', ?1, '', 'success', 'web')`,
  )
  for (const action of [...AUDIT_ACTIONS.keys(), 'user:did:something-once']) insert.run(action)
  migrate(sqlite, fixture.migrations(files))
  const listed = sqlite.query('SELECT action FROM audit_log WHERE is_listed = 1').values().flat().map(String)
  expect(listed.length).toBeGreaterThan(50)
  expect(listed.filter((action) => !isListed(action))).toEqual([])
  for (const action of ['user:failed:login', 'user:created:post', 'admin:banned:post', 'operator:changed:role'])
    expect(listed).toContain(action)
  expect(() => sqlite.run('DELETE FROM audit_log')).toThrow('append-only')
  expect(() => sqlite.run("UPDATE audit_log SET reason = 'another'")).toThrow('append-only')
})

test('totals of several filters are counted for the posts that are there already', () => {
  const files = migratedUntil('0005')
  sqlite.run(`INSERT INTO colleges (id, name, email_domain, city, state, created_at, updated_at)
    VALUES ('a', 'a', 'a.edu', '', '', '', ''), ('b', 'b', 'b.edu', '', '', '', '')`)
  const insert = sqlite.prepare(`
    INSERT INTO posts (id, college_id, branch, topic, is_private, moderation_state, title, content, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, '', '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  for (let n = 0; n < 100; n++)
    insert.run(
      String(n),
      n % 2 ? 'a' : 'b',
      n % 3 ? 'CSE' : 'Écriture "b"',
      `Topic ${n % 5}`,
      n % 4 ? 0 : 1,
      n % 7 ? 'active' : 'banned',
    )
  const counted = `SELECT facet, value, audience, count FROM (${countedPosts('true')})`
  sqlite.run(`INSERT INTO post_counts (facet, value, audience, count) ${counted} WHERE facet NOT LIKE '% %'`)
  migrate(sqlite, fixture.migrations(files))
  const rows = (text: string) => sqlite.query(`${text} ORDER BY 1, 2, 3`).values()
  expect(rows('SELECT facet, value, audience, count FROM post_counts')).toEqual(rows(counted))
  expect(rows("SELECT * FROM post_counts WHERE facet = 'branch topic college'").length).toBeGreaterThan(20)
})

describe('strictTables', () => {
  const generated = `CREATE TABLE \`posts\` (
	\`id\` text PRIMARY KEY NOT NULL,
	\`n\` integer DEFAULT (unixepoch()) NOT NULL,
	CONSTRAINT "n_check" CHECK("posts"."n" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX \`posts_n\` ON \`posts\` (\`n\`) WHERE (n > 1);--> statement-breakpoint
CREATE TABLE \`__new_users\` (\`id\` text PRIMARY KEY NOT NULL);
`
  test('makes every table strict and changes nothing else', () => {
    const strict = strictTables(generated)
    expect(strict).toBe(
      generated.replace('>= 0)\n);', '>= 0)\n) STRICT;').replace('NOT NULL);\n', 'NOT NULL) STRICT;\n'),
    )
    const database = new Database(':memory:')
    database.run(strict)
    const lists = database.prepare<{ name: string; strict: number }, []>('PRAGMA table_list').all()
    expect(lists.filter(({ name }) => /posts|users/.test(name)).map(({ strict }) => strict)).toEqual([1, 1])
    database.close()
  })

  test('is idempotent, keeps WITHOUT ROWID, and leaves virtual tables and triggers alone', () => {
    expect(strictTables(strictTables(generated))).toBe(strictTables(generated))
    expect(strictTables('CREATE TABLE t (id TEXT PRIMARY KEY) WITHOUT ROWID;')).toBe(
      'CREATE TABLE t (id TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;',
    )
    for (const other of [
      "CREATE VIRTUAL TABLE post_search USING fts5(title, body, content='');",
      'CREATE TRIGGER t AFTER INSERT ON posts BEGIN INSERT INTO log VALUES (new.id); END;',
      'INSERT INTO entry (id) VALUES (1);',
    ]) {
      expect(strictTables(other)).toBe(other)
    }
  })
})
