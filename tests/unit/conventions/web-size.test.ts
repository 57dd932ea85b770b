import { beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import { buildClient, CONTENTS } from '../../../public/build'
import type { Contents } from '../../../public/scripts'

const root = join(import.meta.dir, '../../..')
const web = join(root, 'dist/web')
let contents: Contents

beforeAll(async () => {
  if (!existsSync(CONTENTS)) await buildClient()
  contents = JSON.parse(readFileSync(CONTENTS, 'utf8'))
})

const html = (): string => readFileSync(join(web, 'index.html'), 'utf8')

/** The files by the addresses at which scripts name one another. */
function filesByAddress(): Record<string, string> {
  const [, map] = /<script type="importmap">(.*?)<\/script>/.exec(html())!
  const { imports } = JSON.parse(map!) as { imports: Record<string, string> }
  return Object.fromEntries(Object.entries(imports).map(([address, file]) => [basename(address), file.slice(1)]))
}

const IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g

/** The files, and what their scripts import at once. */
function withImports(files: Iterable<string>): Set<string> {
  const found = new Set(files)
  const byAddress = filesByAddress()
  for (const file of found)
    for (const [, address] of readFileSync(join(web, file), 'utf8').matchAll(IMPORT)) found.add(byAddress[address!]!)
  return found
}

/** What the first page fetches before it shows anything: what the document names, and what that imports at once. */
function firstLoad(): Set<string> {
  return withImports([...html().matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!))
}

/** As brotli sends it; what does not get smaller goes out as it is. */
const sizeOf = (file: string): number =>
  statSync(existsSync(join(web, `${file}.br`)) ? join(web, `${file}.br`) : join(web, file)).size

const total = (files: Iterable<string>, ending: string): number =>
  [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + sizeOf(file), 0)

const sourcesOf = (files: Iterable<string>): string[] => [...files].flatMap((file) => contents[file] ?? [])

/** In bytes, as brotli sends them. */
const BUDGET = { script: 30_000, style: 13_000, displayFace: 20_000 }

test('the first load of the feed stays small', () => {
  const [script, style] = [total(firstLoad(), '.js'), total(firstLoad(), '.css')]
  expect(script).toBeGreaterThan(10 * 1024)
  expect(script).toBeLessThanOrEqual(BUDGET.script)
  expect(style).toBeGreaterThan(2 * 1024)
  expect(style).toBeLessThanOrEqual(BUDGET.style)
})

test('the face of titles is small, and has its licence', () => {
  const [face] = [...new Glob('assets/display-*.woff2').scanSync(web)]
  expect(statSync(join(web, face!)).size).toBeLessThanOrEqual(BUDGET.displayFace)
  expect(readFileSync(join(root, 'public/fonts/OFL.txt'), 'utf8')).toContain('SIL Open Font License')
})

/** One of these in a list makes the browser restyle the whole page at each vote. */
test('no rule looks into what an element contains', () => {
  const styles = [...firstLoad()].filter((file) => file.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(0)
  for (const file of styles) expect(readFileSync(join(web, file), 'utf8').match(/[^{}]*:has\([^{]*/g)).toBeNull()
})

test('every component that a page names is one of the style sheet', () => {
  const styles = readFileSync(join(root, 'public/styles.css'), 'utf8')
  const sources = [...new Glob('public/{app,console}/**/*.tsx').scanSync(root)]
  const named = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /[\s"'`](?:btn|badge|input|toggle|alert|card|notice)-[a-z]+(?=[\s"'`$])/g,
      ),
    ].map(([name]) => name.slice(1)),
  )
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter((name) => !new RegExp(`\\.${name}\\b`).test(styles))).toEqual([])
})

test('the first load is the feed alone: nothing of the console, of another page, or in another language', () => {
  const sources = sourcesOf(firstLoad())
  const pages = sources.filter((source) => /^public\/.*-page\.tsx$/.test(source))
  expect(pages).toEqual(['public/app/forum/posts/feed-page.tsx'])
  expect(sources.filter((source) => /^public\/console\/|\?hindi$/.test(source))).toEqual([])
})

test('scripts are few, and one that changes changes the name of no other', () => {
  const scripts = [...new Glob('assets/*.js').scanSync(web)]
  expect(scripts.length).toBeLessThanOrEqual(12)
  expect(Object.values(filesByAddress()).toSorted()).toEqual(scripts.toSorted())
  for (const file of scripts) {
    const text = readFileSync(join(web, file), 'utf8')
    expect(scripts.filter((other) => text.includes(basename(other)))).toEqual([])
  }
})

test('the console is apart: no page of the students fetches anything of it', () => {
  for (const [file, sources] of Object.entries(contents)) {
    if (sources.some((source) => source.startsWith('public/console/'))) continue
    const strays = sourcesOf(withImports([file])).filter((source) => source.startsWith('public/console/'))
    expect({ file, strays }).toEqual({ file, strays: [] })
  }
})

test('the worker fetches the pages of students in advance, and what few open not', () => {
  const worker = readFileSync(join(web, 'sw.js'), 'utf8')
  const fetched = sourcesOf(Object.keys(contents).filter((file) => worker.includes(`"/${file}"`)))
  expect(fetched).toContain('public/app/forum/posts/post-page.tsx')
  expect(fetched.filter((source) => /^public\/console\/|\?hindi$/.test(source))).toEqual([])
})

test('every source of the console and of a page is in some file of the build, which is complete', () => {
  const made = new Set(Object.values(contents).flat())
  const pages = [...new Glob('public/{app,console}/**/*-page.tsx').scanSync(root)]
  expect(pages.length).toBeGreaterThan(25)
  expect(pages.filter((page) => !made.has(page))).toEqual([])
})
