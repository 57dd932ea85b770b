import { beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../public/build'

const web = join(import.meta.dir, '../../dist/web')

beforeAll(async () => {
  if (!existsSync(join(web, 'index.html'))) await buildClient()
})

const IMPORT = /(?:\bfrom|\bimport)\s*"\/(assets\/[^"]+\.js)"/g

/** What the first page fetches before it shows anything: what the document names, and what that imports at once. */
function firstLoad(): string[] {
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  const found = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!))
  for (const file of found)
    for (const [, imported] of readFileSync(join(web, file), 'utf8').matchAll(IMPORT)) found.add(imported!)
  return [...found]
}

const compressed = (ending: string): number =>
  firstLoad()
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + statSync(join(web, `${file}.br`)).size, 0)

/** Kilobytes of 1024 bytes, as brotli sends them. */
test('the first load of the feed stays small', () => {
  const [script, style] = [compressed('.js'), compressed('.css')]
  expect(script).toBeGreaterThan(10 * 1024)
  expect(script).toBeLessThanOrEqual(30 * 1024)
  expect(style).toBeGreaterThan(2 * 1024)
  expect(style).toBeLessThanOrEqual(12 * 1024)
})
