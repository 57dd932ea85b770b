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
    writeFileSync(file, strictTables(readFileSync(file, 'utf8')))
    console.log(`Every table in ${name} is STRICT.`)
  }
}
