import { expect, spyOn, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { shellProblems } from '../support/documented-commands'
import { problemsOf, snippetsOf } from '../support/snippets'

const root = join(import.meta.dir, '../..')
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
  expect(documents.length).toBeGreaterThan(20)
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
  expect(snippets.length).toBeGreaterThan(70)
  const problems = await Promise.all(snippets.map(problemsOf))
  expect(problems.flat()).toEqual([])
})

test('commands within sentences exist', async () => {
  const spans = pages.flatMap((page) => text(page).match(/`(?:bun|quad|npx|docker compose|systemctl) [^`<{]+`/g) ?? [])
  expect(spans.length).toBeGreaterThan(100)
  const lines = [...new Set(spans)].map((span) => span.slice(1, -1))
  expect(await shellProblems(lines.join('\n'), true)).toEqual([])
})

test('no code hides in an indentation, which says no language', () => {
  expect(pages.filter((page) => /\n\n {4}/.test(text(page).replace(/^( *)```[\s\S]*?^\1```$/gm, '')))).toEqual([])
})

test.each([
  ['sh', 'bun quad admin create --emial root@campus.edu --role admin'],
  ['sh', 'bun quad backup a.tar b.tar'],
  ['sh', 'sudo -u quad env DATA_DIRECTORY=/a bun --cwd /opt/quad quad status'],
  ['sh', 'cp /opt/quad/systemd/gone.service /etc'],
  ['sh', 'docker compose run --rm quad restore /data/a.tar'],
  ['sh', 'npx --yes bun@1.0.0 run up'],
  ['sh', 'bun run gone && gone'],
  ['sh', 'if true; then'],
  ['env', 'TRUST_PROXY=yes'],
  ['env', 'PORT=3000 # a comment'],
  ['env', 'MAIL_FROM=Quad <a@campus.edu>'],
  ['env', 'PORT_FILE=/a'],
  ['ini', '[Service]\nExecStart=/bin/quad'],
  ['ini', '# a.service\n[Service]\nExecStart=/usr/local/bin/bun src/cli.ts serve --folow'],
  ['yaml', 'services:\n  quad:\n    environement: {}'],
  ['yaml', 'services:\n  quad:\n    command: [serve]'],
  ['yaml', 'dbs:\n  - pth: /a'],
  ['caddyfile', 'a {\n'],
  ['nginx', 'server {\n'],
  ['json', '{'],
  ['ts', 'const ='],
  ['', 'a'],
])('a mistake in %s is noticed: %s', async (language, text) => {
  const usage = spyOn(process.stderr, 'write').mockReturnValue(true)
  const problems = await problemsOf({ at: '', language, text }).finally(() => usage.mockRestore())
  expect(problems).not.toEqual([])
})
