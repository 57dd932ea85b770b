import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../../db/migrate'

/** The migrations that this version of the program brings along, oldest first. */
export function knownMigrations(): string[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8'),
  )
  return journal.entries.map(({ tag }) => tag)
}
