// `bun run db:baseline` writes the one migration of a new database. From the first release on migrations come after it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const BASELINE = join(import.meta.dir, 'migrations/0000_baseline.sql')

/** Drizzle can make no table so: read by whole primary keys, without a number for each row. */
const WITHOUT_ROWID = `
  alias_endings bookmarks comment_votes courses deletions pictures poll_voters post_counts post_votes removed_pictures
`.split(/\s/)

export function baseline(): string {
  const { stdout, stderr, success } = Bun.spawnSync(['bun', '--bun', 'drizzle-kit', 'export'], {
    cwd: join(import.meta.dir, '..'),
  })
  if (!success) throw new Error(`${stderr}`)
  const tables = stdout
    .toString()
    .replace(
      /^CREATE TABLE `(\w+)` \([\s\S]*?^\)(?=;)/gm,
      (table, name: string) => `${table} ${WITHOUT_ROWID.includes(name) ? 'WITHOUT ROWID, ' : ''}STRICT`,
    )
  return `${tables}\n${readFileSync(join(import.meta.dir, 'schema/beyond-drizzle.sql'), 'utf8')}`
}

if (import.meta.main) await Bun.write(BASELINE, baseline())
