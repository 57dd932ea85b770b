import { dirname, join } from 'node:path/posix'
import type { Source } from './conventions/source'

const isTest = (path: string) => path.endsWith('.test.ts')
const isOfTests = (path: string) => path.startsWith('tests/')

/** Whoever imports these has all of the server; a change of one rule is looked for by its subject instead. */
const WHOLE = /^src\/(app|main|cli)\.ts$|^src\/(main|cli)\//

/** Tests that read files instead of importing them, that look at pages, or that hold a rule for all. */
const READERS: readonly [changed: RegExp, tests: RegExp][] = [
  [/^src\/(http|ground\/access)\/|routes\.ts$/, /api\/\w+\/(authorization|routes)\./],
  [/^src\/ground\/access\//, /api\/\w+\/moderation-users\./],
  [/^src\/(campus\/authorship|parts\/aliases)\//, /api\/\w+\/alias-deletion\./],
  [/^src\/forum\/comments\//, /api\/\w+\/alias-names\./],
  [/^src\/campus\/auth\//, /api\/\w+\/(sign-in|session|password|passkey|registration)/],
  [/^(src|db|client|public)\//, /unit\/\w+\/architecture/],
  [/^db\/(schema|migrations)/, /unit\/\w+\/(inventories|storage-migrate|recorded-plans|counters)\./],
  [/^db\/[^/]+$/, /unit\/\w+\/(storage-write|storage-open|write-queue-schedules)\./],
  [/^public\/((app|console)\/components\/|styles)/, /e2e\/\w+\/every-(console-)?page\./],
  [/^public\/styles/, /unit\/\w+\/web-colors\./],
  [/^public\/app\/components\/frame\//, /e2e\/\w+\/(pages|installed)\./],
  [/^public\/app\/(components\/(page|field)|lib\/form)\./, /e2e\/\w+\/pages(-forms)?\./],
  [/^public\/app\/components\/more-button/, /e2e\/\w+\/console-moderation\./],
  [/^public\/app\/lib\/(auth|copies|outbox)\//, /e2e\/\w+\/(offline|lost-answer)\./],
  [/^public\/app\/lib\/.*draft/, /e2e\/\w+\/unsent\./],
  [/^public\/service-worker/, /e2e\/\w+\/(offline|installed)\./],
  [/\.md$/, /unit\/\w+\/(documents|security-controls)\./],
  [/^tests\/support\/authorization\//, /api\/\w+\/authorization\./],
]

const SUBJECTS =
  /^(?:src\/(?:lib|http|ground|campus|forum|order|keeping|parts)|db(?:\/schema)?|public\/(?:app|console)\/(?:pages|components|lib))\/(?:([^/]+)\/(?:.*\/)?)?([^/.]+)\.\w+$/

/** What the file is about: `votes` and `cast` of `src/forum/votes/cast.ts`, `storage` of `db/storage.ts`. */
const subjectsOf = (path: string): string[] => SUBJECTS.exec(path)?.slice(1).filter(Boolean) ?? []

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

/** What a test file took when it was measured, in milliseconds. */
export type Timings = Readonly<Record<string, number>>

/** What nearly everything imports is looked for where it is near, for as long as this. */
const ENOUGH_MS = 20_000

/**
 * The test files that a change of these files may break: those that import one, but for those that import it only
 * with the whole server or through a support file, those of its subject, and those that read what has no imports. Of
 * those that import one through others the nearest, as long as all together take less than `ENOUGH_MS`.
 */
export function affectedTests(changed: readonly string[], sources: readonly Source[], timings: Timings = {}): string[] {
  const importers = importersOf(sources)
  const steps = new Map(changed.map((path) => [path, 0]))
  for (const [path, step] of steps)
    for (const importer of importers.get(path) ?? [])
      if (
        !steps.has(importer) &&
        !WHOLE.test(importer) &&
        (isTest(importer) || isOfTests(importer) === isOfTests(path))
      )
        steps.set(importer, step + 1)
  const tests = sources.map(({ path }) => path).filter(isTest)
  const subjects = changed.flatMap(subjectsOf)
  const readers = READERS.filter(([pattern]) => changed.some((path) => pattern.test(path))).map(([, reader]) => reader)
  const isNear = (test: string) =>
    (steps.get(test) ?? 2) < 2 ||
    subjects.some((subject) => isAbout(test, subject)) ||
    readers.some((reader) => reader.test(test))
  const chosen = new Set(tests.filter(isNear))
  const msOf = (test: string) => timings[test] ?? 0
  let ms = [...chosen].reduce((sum, test) => sum + msOf(test), 0)
  for (const test of steps.keys()) {
    if (!isTest(test) || chosen.has(test)) continue
    ms += msOf(test)
    if (ms > ENOUGH_MS) break
    chosen.add(test)
  }
  return tests.filter((test) => chosen.has(test))
}
