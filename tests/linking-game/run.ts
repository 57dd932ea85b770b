/**
 * `bun run linking-game`: students of a made-up campus live through a month with and without aliases, and attackers try to
 * tell who is behind each. See docs/security.md.
 *
 *   bun run linking-game                                 200 students, 30 days: some minutes
 *   bun run linking-game --students 40 --days 3 --seed 2
 *   bun run linking-game --write                         keeps what matters of it in docs/security.md
 *
 * Ends with 1 where an attack is better than chance.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdown, replaced } from '../bench/report'
import { arrange } from './arrange'

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '200' },
    days: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const options = { students: Number(values.students), days: Number(values.days), seed: Number(values.seed) }
if (!Object.values(options).every((number) => Number.isInteger(number) && number > 0))
  throw new Error('bun run linking-game [--students N] [--days N] [--seed N] [--write]')

const folder = arrange(options.seed)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const MARKS = ['<!-- The table of `bun run linking-game --write`. -->', '<!-- The end of the table. -->'] as const

const [{ ATTACKS, PROBES }, { openCampus }, { judge }, { playMonth }, { pageOf, played, tableOf }] = await Promise.all([
  import('./attacks'),
  import('./campus'),
  import('./judge'),
  import('./month'),
  import('./report'),
])
const { game, close } = await openCampus(options)
await playMonth(game, PROBES)
const rows = await judge(game, ATTACKS)
await close()
const found = markdown({ caption: played(game), rows: tableOf(rows) })
console.log(found)
if (values.write) {
  const page = join(import.meta.dir, '../../docs/security.md')
  writeFileSync(page, replaced(readFileSync(page, 'utf8'), markdown(pageOf(game, rows)), MARKS))
}
process.exit(rows.some(({ verdict }) => verdict === 'better') ? 1 : 0)
