/**
 * Generates the list of variables in docs/operating.md, and .env.example, from src/config/variables.ts, docs/openapi.json
 * from the routes, and the list in docs/metrics.md from the metrics that the program declares. With `--check` it writes
 * nothing, and exits with 1 if one is out of date.
 */
import { join } from 'node:path'
import { VARIABLES, type Variable } from '../src/config/variables'

const root = join(import.meta.dir, '..')
const variables = Object.entries(VARIABLES) as [string, Variable][]

/** What lies between two names of groups, under the first. */
function variablesList(): string {
  return variables
    .map(([name, variable]) => {
      const value = variable.default === undefined ? variable.otherwise : `\`${variable.default}\``
      const shown = `\`${name}\`${variable.secret ? ' \\*' : ''}${value === undefined ? '' : ` (${value})`}`
      const title = variable.group === undefined ? '' : `\n### ${variable.group}\n\n`
      return `${title}- ${shown}: ${variable.description}`
    })
    .join('\n')
    .trim()
}

/** Of everything that the program declares when it is loaded. */
async function metricsList(): Promise<string> {
  const { describedMetrics } = await import('../src/lib/process/metrics')
  await import('../src/main/server')
  return describedMetrics()
    .map(({ name, type, labels, help }) => {
      const named = labels.map((label) => `\`${label}\``).join(', ')
      return `- \`${name}\` (${type}${named && ` by ${named}`}): ${help}`
    })
    .join('\n')
}

const pageAt = (name: string) => Bun.file(join(root, name)).text()

/** The page with a list between the comments that say so. */
function withList(page: string, subject: string, rows: string): string {
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
  const { portableDocument } = await import('../src/http/openapi')
  return `${JSON.stringify(portableDocument(app), null, 2)}\n`
}

const VARIABLES_FILE = 'src/config/variables.ts'
const generated: [name: string, source: string, text: string][] = [
  ['docs/operating.md', VARIABLES_FILE, withList(await pageAt('docs/operating.md'), 'variables', variablesList())],
  ['.env.example', VARIABLES_FILE, environmentFile()],
  ['docs/openapi.json', 'the routes', await contract()],
  ['docs/metrics.md', 'the metrics', withList(await pageAt('docs/metrics.md'), 'metrics', await metricsList())],
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
