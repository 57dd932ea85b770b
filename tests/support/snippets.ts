import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pairOf, shellProblems, variableProblems } from './documented-commands'

// Judges what readers copy out of the documents: by the program that it is for, or by its form where that is not here.

/** A fenced block of a page. */
export type Snippet = { at: string; language: string; text: string }

export const snippetsOf = (page: string, markdown: string): Snippet[] =>
  [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(([, indent, language = '', text = ''], index) => ({
    at: `${page}, block ${index + 1}`,
    language,
    text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
  }))

const missing = new Set<string>()

/** Whether there is such a program; says loudly what its absence leaves out. */
export function isHere(name: string): boolean {
  const isMissing = Bun.which(name) === null
  if (isMissing && !missing.has(name))
    console.log(`*** SKIPPED: what documents have for ${name} is NOT tried: it is not here ***`)
  if (isMissing) missing.add(name)
  return !isMissing
}

/** What a program says of files in a folder of their own, if it complains. */
function complaints(command: string[], files: Record<string, string>): string[] {
  const name = command.at(0) ?? ''
  if (!isHere(name)) return []
  const cwd = mkdtempSync(join(tmpdir(), 'quad-snippets-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, env: { PATH: process.env.PATH, HOME: cwd } })
  rmSync(cwd, { recursive: true })
  return exitCode === 0 && (name !== 'systemd-analyze' || stderr.length === 0) ? [] : [stderr.toString().trim()]
}

/** A line that systemd, compose and Bun read alike: each has its own way with spaces, `\`, `$` and a # after a value. */
const VARIABLE_LINE = /^[A-Z]\w*=(?:[\w.:/@,+~%…-]*|'[^']*')$/
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

export const variablesOf = (text: string) => linesOf(text).map((line) => pairOf(line.replaceAll("'", '')))

const UNIT = readFileSync(join(import.meta.dir, '../../deploy/systemd/quad.service'), 'utf8')

/** By the file that its first comment names, whose programs may not be here. */
async function unitProblems(text: string): Promise<string[]> {
  const path = /^# (?:\/etc\/systemd\/system\/)?(\S+\.(?:service|conf))$/m.exec(text)?.[1]
  if (path === undefined) return ['it does not say which file it is']
  const settings = linesOf(text).map(pairOf)
  const quad = settings.flatMap(([, value]) => /\/bun src\/cli\.ts (.*)/.exec(value)?.[1] ?? [])
  const environment = settings.flatMap(([name, value]) => (name === 'Environment' ? value.split(' ').map(pairOf) : []))
  const files = { 'quad.service': UNIT, [path]: text }
  const tried = Object.entries(files).map(([name, unit]) => [name, unit.replace(/^(Exec\w+=)\/\S+/gm, '$1/bin/true')])
  return [
    ...linesOf(text).filter((line) => !/^(?:\[\w+\]$|\w+=)/.test(line)),
    ...(await shellProblems(quad.map((words) => `quad ${words}`).join('\n'))),
    ...variableProblems(environment),
    ...complaints(['systemd-analyze', 'verify', `./${path.split('.d/')[0]}`], Object.fromEntries(tried)),
  ]
}

/** What ours ask of compose, and of Litestream, beside names in capitals. */
const YAML_KEYS = new Set(
  'services quad copy image command environment restart read_only user volumes cap_drop'
    .split(' ')
    .concat('socket enabled path dbs replica type bucket endpoint sync-interval'.split(' ')),
)

async function yamlProblems(code: string): Promise<string[]> {
  type Composed = { services?: { quad?: { command?: string[]; environment?: Record<string, string> } } }
  const { command = [], environment = {} } = (Bun.YAML.parse(code) as Composed).services?.quad ?? {}
  return [
    ...[...code.matchAll(/^ *(?:- )?([a-z_-]+):(?: |$)/gm)].flatMap(([, key = '']) =>
      YAML_KEYS.has(key) ? [] : [`unknown: ${key}`],
    ),
    ...(await shellProblems(command.join(' '))),
    ...variableProblems(Object.entries(environment)),
  ]
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((each) => `${each}_temp_path temp;`)
  .join(' ')
/** With a certificate of its own, on no port. */
const nginxFile = (servers: string) =>
  `pid nginx.pid; events {} http { access_log off; ${TEMPORARY} ${servers.replace(/listen /g, 'listen unix:').replace(/\/etc\S+(?=\/\w+\.pem)/g, '.')} }`
const CERTIFICATE =
  'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=a -keyout privkey.pem -out fullchain.pem'
const tryNginx = ['sh', '-c', `${CERTIFICATE} 2>/dev/null && nginx -t -p . -c nginx.conf -e stderr`]
const CADDY = 'caddy adapt --validate --adapter caddyfile --config Caddyfile'.split(' ')

const isOpen = (code: string) => (code.match(/\{/g)?.length === code.match(/\}/g)?.length ? [] : ['a brace is missing'])

/** What is wrong with a snippet, by its language. `bun run contract:clients` runs those in Go and Python. */
const LANGUAGES: Record<string, (code: string) => string[] | Promise<string[]>> = {
  sh: shellProblems,
  env: (code) => [
    ...linesOf(code)
      .filter((line) => !VARIABLE_LINE.test(line))
      .map((line) => `not read alike everywhere: ${line}`),
    ...variableProblems(variablesOf(code)),
  ],
  ini: unitProblems,
  yaml: yamlProblems,
  caddyfile: (code) => [...isOpen(code), ...complaints(CADDY, { Caddyfile: code })],
  nginx: (code) => [
    ...isOpen(code),
    ...complaints(Bun.which('nginx') ? tryNginx : ['nginx'], { 'nginx.conf': nginxFile(code) }),
  ],
  json: (code) => (JSON.parse(code) ? [] : []),
  ts: (code) => (new Bun.Transpiler({ loader: 'ts' }).transformSync(code) ? [] : []),
  go: () => [],
  python: () => [],
  text: () => [],
}

export async function problemsOf({ at, language, text }: Snippet): Promise<string[]> {
  const judge = LANGUAGES[language] ?? (() => [`nobody reads ${language || 'a block without a language'}`])
  const problems = await Promise.try(() => judge(text)).catch((error) => [String(error)])
  return problems.map((problem) => `${at}: ${problem}`)
}
