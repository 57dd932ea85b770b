// `bun run db:generate [-- --name <name> | --custom]`: writes the migration from the last schema to db/schema. Drizzle
// cannot declare a table STRICT, so this rewrites the new files before anybody applies them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dir, 'migrations')
const breakpoint = '--> statement-breakpoint'

/** The migration with every CREATE TABLE made STRICT; virtual tables and STRICT tables stay as they are. */
export function strictTables(migration: string): string {
  return migration
    .split(breakpoint)
    .map((text) => (/^\s*CREATE\s+TABLE\b/im.test(text) ? strictTable(text) : text))
    .join(breakpoint)
}

/** What the program of before goes on beside: nothing of its tables is changed, but that they get columns and indexes. */
export function onlyAdds(migration: string): boolean {
  const statements = migration
    .replace(/--(?!> statement-breakpoint).*$/gm, '')
    .split(breakpoint)
    .flatMap((text) => text.split(';'))
    .map((text) => text.trim().replaceAll(/["`]/g, ''))
    .filter((text) => text !== '')
  const made = statements.flatMap((text) => /^CREATE TABLE (\w+)/i.exec(text)?.[1] ?? [])
  return statements.every((text) => {
    const table = /^(?:CREATE (?:UNIQUE )?INDEX \w+ ON|INSERT INTO|CREATE TABLE) (\w+)/i.exec(text)?.[1]
    if (table !== undefined && made.includes(table)) return true
    return /^CREATE INDEX |^ALTER TABLE \w+ ADD /i.test(text)
  })
}

/** Says at its head whether the program of before can go on beside it. */
const marked = (migration: string): string => `-- ${onlyAdds(migration) ? 'expand' : 'contract'}\n${migration}`

function strictTable(text: string): string {
  return text.replace(/\)([^();]*);?(\s*)$/, (whole, rest: string, end: string) => {
    const options = rest.trim()
    if (/\bSTRICT\b/i.test(options)) return whole
    return `) ${options === '' ? 'STRICT' : `${options}, STRICT`};${end}`
  })
}

function migrationFiles(): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : []
}

if (import.meta.main) {
  const before = new Set(migrationFiles())
  const generate = Bun.spawnSync(['bun', '--bun', 'drizzle-kit', 'generate', ...process.argv.slice(2)], {
    cwd: join(import.meta.dir, '..'),
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if (generate.exitCode !== 0) process.exit(generate.exitCode)
  for (const name of migrationFiles().filter((file) => !before.has(file))) {
    const file = join(folder, name)
    writeFileSync(file, marked(strictTables(readFileSync(file, 'utf8'))))
    console.log(`Every table in ${name} is STRICT.`)
  }
}
