import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { BASELINE, baseline } from '../../../db/baseline'
import { MigrationRefused, migrate } from '../../../db/migrate'
import { plainFault } from '../../../src/lib/process/faults'
import { entrySchema, Fixture } from '../../support/storage/fixture'

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
    '0001_mark': 'ALTER TABLE entry ADD COLUMN mark TEXT;',
    '0002_index':
      'CREATE INDEX entry_mark ON entry (mark);\n-- a comment\nCREATE TABLE other (id TEXT) STRICT;CREATE TABLE another (id TEXT) STRICT;',
  })
  expect(migrate(sqlite, more)).toBe(2)
  expect(migrate(sqlite, more)).toBe(0)
  expect(tables()).toEqual(['_migrations', 'another', 'entry', 'note', 'other'])
  expect(foreignKeys()).toBe(1)
})

test('a migration whose second statement fails leaves nothing of any', () => {
  const folder = fixture.migrations({
    ...entrySchema,
    '0001_bad': 'CREATE TABLE half (id TEXT) STRICT;ALTER TABLE nowhere ADD COLUMN x TEXT;',
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
    '0001_large': 'CREATE TABLE large (id TEXT) STRICT;INSERT INTO large VALUES (hex(zeroblob(9999)));',
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
  const edited = fixture.migrations({ '0000_entry': `${entrySchema['0000_entry']}\n`, '0001_new': '' })
  expect(() => migrate(sqlite, edited)).toThrow('edited after it had been applied')
})

test('a database of before the first release is refused in plain words, and stays as it was', () => {
  migrate(sqlite, fixture.migrations({ '0000_foundation': 'CREATE TABLE entry (id TEXT) STRICT;' }))
  expect(() => migrate(sqlite, fixture.migrations(entrySchema))).toThrow(/before the first release.+quad export/)
  expect(tables()).toEqual(['_migrations', 'entry'])
})

test('the baseline makes what the schema says', () => {
  expect(readFileSync(BASELINE, 'utf8')).toBe(baseline())
  sqlite.run(baseline())
  const lax = sqlite.query(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
    AND name NOT LIKE 'sqlite_%'`)
  expect(lax.all()).toEqual([])
})

describe('with rows that refer to others', () => {
  const rebuild = (rows: string) =>
    `PRAGMA foreign_keys=OFF;
CREATE TABLE __new_entry (id TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL) STRICT;
INSERT INTO __new_entry SELECT id, 0 FROM entry ${rows};
DROP TABLE entry;
ALTER TABLE __new_entry RENAME TO entry;
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
