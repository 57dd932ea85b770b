import { dirname, join } from 'node:path/posix'
import type { Source } from './conventions/source'

const isTest = (path: string) => path.endsWith('.test.ts')
const isOfTests = (path: string) => path.startsWith('tests/')

/** Whoever imports these has all of the server; a change of one rule is looked for by its subject instead. */
const WHOLE = /^src\/(app|main|cli|serve|server|listen)\.ts$|^src\/(main|cli)\//

/** Tests that read files instead of importing them, or that hold a convention for all. */
const READERS: readonly [changed: RegExp, tests: RegExp][] = [
  [/^src\/api\//, /api\/(authorization|routes)\./],
  [/^(src|db|client|public)\//, /unit\/architecture/],
  [/^db\/(schema|migrations)/, /unit\/(inventories|storage-migrate|recorded-plans|counters)\./],
  [/^public\/(app|console)\/components\//, /e2e\/every-page\./],
  [/^public\/service-worker/, /e2e\/offline\./],
  [/\.md$/, /unit\/(documents|security-controls)\./],
  [/^tests\/support\/authorization\//, /api\/authorization\./],
]

/** What the file is about: `votes` of `src/core/votes/cast.ts` and of `public/app/pages/votes/page.tsx`. */
function subjectOf(path: string): string | undefined {
  const [, subject] =
    /^src\/(?:core|api)\/([^/]+)\//.exec(path) ??
    /^db\/schema\/([^/.]+)/.exec(path) ??
    /\/pages\/([^/.]+)/.exec(path) ??
    []
  return subject
}

const singular = (word: string) => word.replace(/(?<=..)s$/, '')

function isAbout(test: string, subject: string): boolean {
  const words = test.replace(/^.*\//, '').replace('.test.ts', '').split('-').map(singular)
  return singular(subject)
    .split('-')
    .every((word) => words.includes(singular(word)))
}

/** Who imports each file. */
function importersOf(sources: readonly Source[]): Map<string, string[]> {
  const paths = new Set(sources.map(({ path }) => path))
  const [ts, tsx] = [new Bun.Transpiler({ loader: 'ts' }), new Bun.Transpiler({ loader: 'tsx' })]
  const importers = new Map<string, string[]>()
  for (const { path, text } of sources)
    for (const { path: specifier } of (path.endsWith('x') ? tsx : ts).scanImports(text)) {
      if (!specifier.startsWith('.')) continue
      const target = join(dirname(path), specifier)
      const found = ['', '.ts', '.tsx'].map((ending) => target + ending).find((each) => paths.has(each))
      if (found) importers.set(found, [...(importers.get(found) ?? []), path])
    }
  return importers
}

/**
 * The test files that a change of these files may break: those that import one, but for those that import it only
 * with the whole server or through a support file, those of its subject, and those that read what has no imports.
 */
export function affectedTests(changed: readonly string[], sources: readonly Source[]): string[] {
  const importers = importersOf(sources)
  const reached = new Set(changed)
  for (const path of reached)
    for (const importer of importers.get(path) ?? [])
      if (!WHOLE.test(importer) && (isTest(importer) || isOfTests(importer) === isOfTests(path))) reached.add(importer)
  const tests = sources.map(({ path }) => path).filter(isTest)
  const subjects = changed.flatMap((path) => subjectOf(path) ?? [])
  const readers = READERS.filter(([pattern]) => changed.some((path) => pattern.test(path))).map(([, reader]) => reader)
  return tests.filter(
    (test) =>
      reached.has(test) ||
      subjects.some((subject) => isAbout(test, subject)) ||
      readers.some((reader) => reader.test(test)),
  )
}
