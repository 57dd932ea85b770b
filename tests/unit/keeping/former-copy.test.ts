import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { deleteOldFormerCopy, formerCopyOf, migrate, migrateWithCopy } from '../../../db/migrate'
import { entrySchema, Fixture } from '../../support/storage/fixture'

let fixture: Fixture
let sqlite: Database
beforeEach(() => {
  fixture = new Fixture()
  sqlite = new Database(fixture.file, { create: true, strict: true })
  sqlite.run('PRAGMA journal_mode = WAL')
})
afterEach(() => {
  sqlite.close()
  return fixture.remove()
})

const column = 'ALTER TABLE entry ADD COLUMN mark TEXT;'
const columnsIn = (file: string): string[] => {
  using database = new Database(file, { readonly: true })
  return database
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('entry')")
    .all()
    .map(({ name }) => name)
}

describe('the copy from before an upgrade', () => {
  test('has what the database had, for its owner alone', () => {
    migrateWithCopy(sqlite, fixture.file, fixture.migrations(entrySchema))
    // A new database has nothing to go back to.
    expect(existsSync(formerCopyOf(fixture.file))).toBe(false)
    expect(migrateWithCopy(sqlite, fixture.file, fixture.migrations({ ...entrySchema, '0001_mark': column }))).toBe(1)
    expect(columnsIn(formerCopyOf(fixture.file))).not.toContain('mark')
    expect(columnsIn(fixture.file)).toContain('mark')
    expect(statSync(formerCopyOf(fixture.file)).mode & 0o777).toBe(0o600)
  })

  test('is not made where nothing is migrated, and replaces what a killed one left', () => {
    migrate(sqlite, fixture.migrations(entrySchema))
    const more = fixture.migrations({ ...entrySchema, '0001_mark': column })
    writeFileSync(`${formerCopyOf(fixture.file)}.new`, 'half')
    migrateWithCopy(sqlite, fixture.file, more)
    const made = statSync(formerCopyOf(fixture.file)).ino
    expect(migrateWithCopy(sqlite, fixture.file, more)).toBe(0)
    expect(statSync(formerCopyOf(fixture.file)).ino).toBe(made)
    expect(existsSync(`${formerCopyOf(fixture.file)}.new`)).toBe(false)
  })

  test('is deleted after a week, and not before', () => {
    const copy = formerCopyOf(fixture.file)
    writeFileSync(copy, '')
    const daysOld = (days: number) => utimesSync(copy, 1, Date.now() / 1000 - days * 86_400)
    daysOld(6)
    deleteOldFormerCopy(fixture.file)
    expect(existsSync(copy)).toBe(true)
    daysOld(8)
    deleteOldFormerCopy(fixture.file)
    expect(existsSync(copy)).toBe(false)
    deleteOldFormerCopy(fixture.file)
  })
})
