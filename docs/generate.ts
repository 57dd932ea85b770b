/**
 * Generates the tables of variables in docs/operating.md, and .env.example, from src/config/variables.ts,
 * docs/openapi.json from the routes, and the table in docs/metrics.md from the metrics that the program declares. With `--check` it writes nothing, and exits with 1 if one is out of date.
 */
import { join } from 'node:path'
import { VARIABLES, type Variable } from '../src/config/variables'

const root = join(import.meta.dir, '..')
const variables = Object.entries(VARIABLES) as [string, Variable][]

/** Columns padded as Biome formats Markdown. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

const [needed = [], ...others] = variables.reduce<[string, Variable][][]>((groups, each) => {
  if (each[1].group !== undefined) groups.push([])
  groups.at(-1)?.push(each)
  return groups
}, [])

const withTitle = (group: [string, Variable][]) => `### ${group[0]?.[1].group}\n\n${variablesTable(group)}`

function variablesTable(group: [string, Variable][]): string {
  const rows = group.map(([name, variable]) => {
    const value = variable.default === undefined ? (variable.otherwise ?? '') : `\`${variable.default}\``
    return [`\`${name}\`${variable.secret ? ' \\*' : ''}`, value, variable.description]
  })
  return table(['variable', 'default', 'what it is'], rows)
}

/** Of everything that the program declares when it is loaded. */
async function metricsTable(): Promise<string> {
  const { describedMetrics } = await import('../src/lib/metrics')
  await import('../src/server')
  const rows = describedMetrics().map(({ name, type, labels, help }) => {
    const named = labels.map((label) => `\`${label}\``).join(', ')
    return [`\`${name}\``, type, named, help]
  })
  return table(['metric', 'type', 'labels', 'what it is'], rows)
}

const pageAt = (name: string) => Bun.file(join(root, name)).text()

/** The page with a table between the comments that say so. */
function withTable(page: string, subject: string, rows: string): string {
  const [begin, end] = [`<!-- ${subject}: written by docs/generate.ts -->`, `<!-- /${subject} -->`]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`a page lacks ${begin} … ${end}`)
  return `${before}${begin}\n\n${rows}\n\n${end}${after}`
}

function environmentFile(): string {
  const entries = variables.map(([name, variable]) => {
    const value = variable.default ?? ''
    // As systemd, compose and Bun read it alike: it may have spaces, or a backslash.
    const written = /^[\w.:/-]*$/.test(value) ? value : `'${value}'`
    const otherwise = variable.otherwise ? ` (otherwise ${variable.otherwise})` : ''
    const title = variable.group ? `# ${variable.group.toUpperCase()}\n\n` : ''
    return `${title}# ${variable.description}${otherwise}${variable.secret ? `; or ${name}_FILE` : ''}\n#${name}=${written}`.replaceAll(
      '`',
      '',
    )
  })
  const first = '# Copy this file to .env, which is read at start, and uncomment the variables that you set.'
  return `${[first, ...entries].join('\n\n')}\n`
}

/** As it is without any configuration, whose addresses and limits are the operator's. */
async function contract(): Promise<string> {
  for (const name of Object.keys(VARIABLES)) delete process.env[name]
  const { app } = await import('../src/app')
  const { portableDocument } = await import('../src/api/http/openapi')
  return `${JSON.stringify(portableDocument(app), null, 2)}\n`
}

const operating = withTable(await pageAt('docs/operating.md'), 'needed', variablesTable(needed))
const VARIABLES_FILE = 'src/config/variables.ts'
const generated: [name: string, source: string, text: string][] = [
  ['docs/operating.md', VARIABLES_FILE, withTable(operating, 'variables', others.map(withTitle).join('\n\n'))],
  ['.env.example', VARIABLES_FILE, environmentFile()],
  ['docs/openapi.json', 'the routes', await contract()],
  ['docs/metrics.md', 'the metrics', withTable(await pageAt('docs/metrics.md'), 'metrics', await metricsTable())],
]

for (const [name, source, text] of generated) {
  const file = Bun.file(join(root, name))
  if ((await file.exists()) && (await file.text()) === text) continue
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} does not match ${source}: run bun run docs:generate\n`)
    process.exitCode = 1
  } else {
    await Bun.write(file, text)
  }
}
