import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

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
