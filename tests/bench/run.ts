/**
 * `bun run bench`: Quad beside the floor, on the same rows and with the same load. See docs/capacity.md.
 *
 *   bun run bench                                        about ten minutes, up to 100,000 posts
 *   bun run bench --full                                 and 1,000,000 posts, in longer runs
 *   bun run bench --only operations --posts 10000 --seconds 1 --rounds 1
 *   bun run bench --rows comment,vote --posts 10000      these rows of the operations alone
 *
 * What is measured is printed; a run of all parts is also kept in result.json and, in fewer columns, in docs/capacity.md, as is one with
 * `--write`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../../package.json'
import { Workspace } from './data'
import { wrk } from './load'
import { growth } from './parts/growth'
import { operations, ROWS } from './parts/operations'
import type { Part, Settings } from './parts/part'
import { processes } from './parts/processes'
import { sockets } from './parts/sockets'
import { tail } from './parts/tail'
import { writes } from './parts/writes'
import { markdown, replaced, type Table, withColumns } from './report'
import { stopServers } from './servers'

const PARTS = { operations, processes, growth, writes, tail, sockets } as const satisfies Record<string, Part>
type Name = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as Name[]

/** What the page shows of a table; of others it shows all. */
const SHOWN: Partial<Record<Name, readonly string[]>> = {
  operations: ['operation', 'req/s', 'p99', 'ratio'],
  processes: ['', 'measured'],
  growth: ['read', '100,000', '1,000,000', 'growth'],
  writes: ['connections', '1', '64', '256'],
}

const RESULT_FILE = join(import.meta.dir, 'result.json')
const PAGE_FILE = join(import.meta.dir, '../../docs/capacity.md')

const USAGE = `bun run bench [--full] [--only ${NAMES.join(',')}] [--rows NAME,…] [--posts N] [--seconds N] [--rounds N] [--connections N] [--write]`

type Kept = { at: string; version: string; machine: string; settings: Settings; values: unknown; tables: Table[] }

function given(): { names: Name[]; settings: Settings; write: boolean } {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      only: { type: 'string' },
      rows: { type: 'string' },
      posts: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      connections: { type: 'string', default: '32' },
      write: { type: 'boolean', default: false },
    },
  })
  const { full } = values
  const posts = Number(values.posts ?? 100_000)
  const rows = values.rows?.split(',')
  const names = rows === undefined ? (values.only?.split(',') ?? NAMES) : ['operations']
  const numbers = [posts, Number(values.seconds ?? 1), Number(values.rounds ?? 1), Number(values.connections)]
  const areKnown = names.every((name) => name in PARTS) && rows?.every((row) => ROWS.includes(row)) !== false
  if (!areKnown || !numbers.every((number) => number >= 1)) throw new Error(USAGE)
  return {
    names: names as Name[],
    write: values.write || (values.only === undefined && rows === undefined),
    settings: {
      seconds: Number(values.seconds ?? (full ? 4 : 2)),
      rounds: Number(values.rounds ?? (full ? 5 : 3)),
      connections: Number(values.connections),
      posts,
      sizes: full ? [1000, 100_000, 1_000_000] : [...new Set([1000, posts])],
      rows,
    },
  }
}

/** Cores, processor and memory, for figures mean nothing without them. */
function machine() {
  const [first] = cpus()
  const generator = wrk === null ? 'the generator in Bun' : 'wrk'
  return `${cpus().length} cores of ${first?.model.trim() ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB; Bun ${Bun.version}; load by ${generator}`
}

const { names, settings, write } = given()
const kept: Partial<Record<Name, Kept>> = existsSync(RESULT_FILE) ? JSON.parse(readFileSync(RESULT_FILE, 'utf8')) : {}
const workspace = new Workspace()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    await stopServers()
    workspace.remove()
    process.exit(1)
  })
console.log(machine())
try {
  for (const name of names) {
    const part = PARTS[name]
    console.error(`\n${part.title} …`)
    const { values, tables } = await part.run(settings, workspace).finally(stopServers)
    kept[name] = { at: new Date().toISOString(), version, machine: machine(), settings, values, tables }
    console.log(`\n## ${part.title}\n\n${tables.map(markdown).join('\n\n')}`)
  }
} finally {
  workspace.remove()
}
if (write) {
  writeFileSync(RESULT_FILE, `${JSON.stringify(kept, undefined, 2)}\n`)
  const sections = NAMES.flatMap((name) => {
    const found = kept[name]
    if (found === undefined) return []
    const columns = SHOWN[name]
    const tables = found.tables.map((table) => markdown(columns ? withColumns(table, columns) : table))
    return [
      { title: PARTS[name].title, of: `${found.at.slice(0, 10)}, ${found.machine}.`, tables: tables.join('\n\n') },
    ]
  })
  // Nearly always all parts are of one day and one machine, which is then said once.
  const isOne = new Set(sections.map(({ of }) => of)).size === 1
  const texts = sections.map(({ title, of, tables }) => `### ${title}\n\n${isOne ? '' : `${of} `}${tables}`)
  const inside = [...(isOne ? [sections[0]?.of] : []), ...texts].join('\n\n')
  writeFileSync(PAGE_FILE, replaced(readFileSync(PAGE_FILE, 'utf8'), inside))
}
