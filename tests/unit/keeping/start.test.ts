import { expect, test } from 'bun:test'
import { importsOf, targetOf } from '../../support/conventions/arrows'
import { sourcesUnder } from '../../support/conventions/source'

// What a start or a command loads before it does anything: whatever else there is, is loaded by the function that needs it.

const sources = new Map(sourcesUnder('src', 'db').map((source) => [source.path, source]))

/** What comes with a source: those that it imports, and what is not ours. */
function loadedWith(entry: string): { own: string[]; others: string[] } {
  const [own, others] = [new Set([entry]), new Set<string>()]
  for (const path of own)
    for (const each of importsOf(sources.get(path)?.text ?? '')) {
      if (each.typeOnly || each.isLazy) continue
      if (each.specifier.startsWith('.')) own.add(targetOf(path, each))
      else others.add(each.specifier)
    }
  return { own: [...own], others: [...others].sort() }
}

const AT_START = (
  '@elysiajs/cors @prometheus-io/client/lib/counter @prometheus-io/client/lib/gauge ' +
  '@prometheus-io/client/lib/histogram @prometheus-io/client/lib/registry @sinclair/typebox @sinclair/typebox/errors ' +
  '@sinclair/typebox/value bun bun:ffi bun:sqlite drizzle-orm drizzle-orm/bun-sqlite drizzle-orm/sqlite-core elysia ' +
  'lru-cache node:async_hooks node:crypto node:dns/promises node:fs node:fs/promises node:os node:path ' +
  'node:perf_hooks node:url node:util node:worker_threads pino'
).split(' ')

test('a server starts with these packages and parts of Bun, and no others', () => {
  const { own, others } = loadedWith('src/main/serve.ts')
  expect(own.length).toBeGreaterThan(300)
  expect(others).toEqual(AT_START)
})

test('the help and the version come with next to nothing', () => {
  expect(loadedWith('src/cli/quad.ts')).toEqual({
    own: ['src/cli/quad.ts', 'package.json', 'src/packaged.ts', 'src/cli/run.ts'],
    others: ['citty', 'node:path'],
  })
})
