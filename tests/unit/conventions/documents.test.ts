import { expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { VARIABLES, type Variable } from '../../../src/config/variables'
import { shellCalls, shellProblems } from '../../support/documented-commands'
import { operator, start, temporaryFolder } from '../../support/operator'
import { isHere, problemsOf, snippetsOf, variablesOf } from '../../support/snippets'

const root = join(import.meta.dir, '../../..')
const documents = ['*.md', 'docs/**/*.md', '.github/**/*.md'].flatMap((pattern) => [
  ...new Glob(pattern).scanSync({ cwd: root, dot: true }),
])
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Paths of the repository in code spans, without placeholders and patterns. */
const namedPaths = (markdown: string): string[] =>
  [...markdown.matchAll(/`((?:src|db|public|tests|docs|\.ci|\.github)\/[\w./-]*)`/g)].map(([, path]) => path!)

const linkedPaths = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, path]) => path!).filter((path) => !/^\w+:/.test(path))

test('documents name files that exist', () => {
  expect(documents.length).toBeGreaterThan(12)
  const missing = documents.flatMap((document) =>
    [
      ...namedPaths(text(document)).filter((path) => !existsSync(join(root, path))),
      ...linkedPaths(text(document)).filter((path) => !existsSync(join(root, dirname(document), path))),
    ].map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

const faultRows = (markdown: string): string[] =>
  markdown.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:fault|-+) /.test(line))

const withoutTest = (row: string): boolean => !/`tests\/[\w./-]+\.test\.ts` +\|$/.test(row)

test('every fault of the reliability page names the test that proves its outcome', () => {
  const rows = faultRows(text('docs/reliability.md'))
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter(withoutTest)).toEqual([])
  const faults = rows.map((row) => row.split('|')[1]?.trim())
  expect(faults.filter((fault, index) => faults.indexOf(fault) !== index)).toEqual([])
})

test('a fault without a test is noticed', () => {
  const rows = [
    '| fault | outcome | test |',
    '| --- | --- | --- |',
    '| a | b | `tests/unit/x.test.ts` |',
    '| c | d |  |',
  ]
  expect(faultRows(rows.join('\n')).filter(withoutTest)).toEqual(['| c | d |  |'])
})

test('a path or link that leads nowhere is noticed', () => {
  expect(namedPaths('See `src/nothing.ts` and `src/<subject>/`.')).toEqual(['src/nothing.ts'])
  expect(linkedPaths('[a](docs/a.md#b) [c](https://example.org) [d](#d)')).toEqual(['docs/a.md'])
})

const pages = [...documents, 'client/package/README.md'].filter((page) => page !== 'CHANGELOG.md')
const example = { at: '.env.example', language: 'env', text: text('.env.example').replace(/^#(?=[A-Z]\w*=)/gm, '') }
const snippets = [example, ...pages.flatMap((page) => snippetsOf(page, text(page)))]

test('what readers copy out of the documents is what the programs take', async () => {
  expect(snippets.length).toBeGreaterThan(50)
  const problems = await Promise.all(snippets.map(problemsOf))
  expect(problems.flat()).toEqual([])
})

test('commands within sentences exist', async () => {
  const spans = pages.flatMap((page) => text(page).match(/`(?:bun|quad|npx|docker compose|systemctl) [^`<{]+`/g) ?? [])
  expect(spans.length).toBeGreaterThan(60)
  const lines = [...new Set(spans)].map((span) => span.slice(1, -1))
  expect(await shellProblems(lines.join('\n'), true)).toEqual([])
})

test('no code hides in an indentation, which says no language', () => {
  expect(pages.filter((page) => /\n\n {4}/.test(text(page).replace(/^( *)```[\s\S]*?^\1```$/gm, '')))).toEqual([])
})

test.each([
  ['sh', 'bun quad admin create --emial root@campus.edu --role admin'],
  ['sh', 'runuser -u quad -- env DATA_DIRECTORY=/a bun --cwd /opt/quad quad status'],
  ['sh', 'docker compose run --rm quad restore /data/a.tar'],
  ['sh', 'npx --yes bun@1.0.0 run up'],
  ['sh', 'if true; then'],
  ['env', 'PORT=3000 # a comment'],
  ['env', 'PORT_FILE=/a'],
  ['ini', '# a.service\n[Service]\nExecStart=/usr/local/bin/bun src/cli.ts serve --folow'],
  ['yaml', 'services:\n  quad:\n    environement: {}'],
  ['yaml', 'services:\n  quad:\n    command: [serve]'],
  ['caddyfile', 'a {\n'],
  ['nginx', 'server {\n'],
  ['ts', 'const ='],
  ['', 'a'],
])('a mistake in %s is noticed: %s', async (language, text) => {
  const usage = spyOn(process.stderr, 'write').mockReturnValue(true)
  const problems = await problemsOf({ at: '', language, text }).finally(() => usage.mockRestore())
  expect(problems).not.toEqual([])
})

/** Beside a server, without another machine, and what nothing else tries. */
const TRIED = /^(?:college add|admin create|status|doctor(?: --json)?$|keys (?:export|import|list)|backup)/
const curls = pages.flatMap((page) => text(page).match(/(?<=^|`)curl (?:[^`\n]*\\\n)*[^`\n]*/gm) ?? [])

test('whoever follows the page for operators to the letter has a server, and commands that do what it says', async () => {
  const folder = temporaryFolder()
  const placed = (word: string) => word.replace(/^\/(?=(?:root|mnt|media|backups|tmp|var)\/)/, `${folder.path}/`)
  const blocks = snippetsOf('', text('docs/operating.md'))
  const [commands = '', file = ''] = blocks.map((block) => block.text)
  const variables = Object.entries<Variable>(VARIABLES)
  const needed = variables.slice(
    0,
    variables.findIndex(([, { group }], at) => at > 0 && group !== undefined),
  )
  expect(commands.trim().split('\n')).toHaveLength(10)
  expect(variablesOf(file).map(([name]) => name)).toEqual([...needed.map(([name]) => name), 'DATA_DIR'])

  const { SMTP_URL, BACKUP_RECIPIENT, ...given } = Object.fromEntries(variablesOf(file))
  const env: Record<string, string> = { CORS_ORIGINS: 'https://app.campus.edu' }
  for (const [name, value] of Object.entries(given)) env[name] = placed(value)
  mkdirSync(env.BACKUP_TO ?? '', { recursive: true })
  const [server, desk] = [await start(env), operator(env)]
  // A process keeps the keys that it has read.
  const trial = operator({ ...env, DATA_DIR: placed('/tmp/quad-trial') })
  try {
    const calls = blocks.filter(({ language }) => language === 'sh').flatMap((block) => shellCalls(block.text))
    const link = calls.find(({ words }) => words[0] === 'journalctl')?.words.at(-1)
    expect(server.said()).toContain(`https://quad.campus.edu/${link}`)
    let tried = 0
    for (const { words, variables, fed } of calls) {
      const own = words.slice(words.indexOf('quad') + 1).map(placed)
      if (words[0] === 'jq' && isHere('jq')) {
        const { stdout } = await desk.quad(fed.replace('bun quad ', ''))
        expect(Bun.spawnSync(words, { stdin: Buffer.from(stdout) }).stderr.toString()).toBe('')
      } else if (words.includes('quad') && (variables.length > 0 || TRIED.test(own.join(' ')))) {
        for (const path of own.filter((word) => word.startsWith('/'))) mkdirSync(dirname(path), { recursive: true })
        const { status, stderr } = await (variables.length > 0 ? trial : desk).quad(own, {}, 'correct horse 77 battery')
        expect([own, status, stderr]).toEqual([own, 0, expect.any(String)])
        tried++
      }
    }
    expect(tried).toBeGreaterThan(9)
    for (const curl of isHere('curl') ? curls : []) {
      const line = curl.replace(/https:\/\/quad\.campus\.edu|http:\/\/localhost:3000/, server.url)
      const shell = ['bash', '-o', 'pipefail', '-c', line.replace('curl', "curl --fail -sSH 'Host: quad.campus.edu'")]
      const variables = { PATH: process.env.PATH, QUAD_URL: server.url }
      const { exitCode, stdout, stderr } = Bun.spawnSync(shell, { cwd: folder.path, env: variables })
      expect([curl, exitCode, `${stderr}`]).toEqual([curl, 0, ''])
      if (curl.includes('OPTIONS'))
        expect(`${stdout}`).toMatch(/^access-control-allow-origin: https:..app.campus.edu\r/im)
    }
  } finally {
    await Promise.all([desk.leave(), trial.leave()])
    await server.kill()
    folder.remove()
  }
}, 60_000)
