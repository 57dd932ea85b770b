import { afterAll, beforeAll, describe, expect, type Mock, spyOn, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine, failedFiles, readReport, withSecondRuns } from '../support/test-report'
import { runTests } from '../support/test-run'

const [votes, live, people] = ['tests/api/votes.test.ts', 'tests/e2e/live.test.ts', 'tests/e2e/people.test.ts']

const suite = (file: string, failures: number) =>
  `  <testsuite name="${file}" file="${file}" tests="3" assertions="1" failures="${failures}" skipped="1" time="0.5" hostname="vm">
    <testsuite name="within" file="${file}" line="3" tests="1" assertions="0" failures="${failures}" skipped="0" time="0" hostname="vm">
    </testsuite>
  </testsuite>`

const reportOf = (files: readonly string[], failed: readonly string[] = []) =>
  readReport(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="9" assertions="4" failures="${failed.length}" skipped="1" time="2.5">
${files.map((file) => suite(file, failed.includes(file) ? 1 : 0)).join('\n')}
</testsuites>`)

test('a report names what ran, and how it went', () => {
  expect(reportOf([votes, live], [live])).toEqual([
    { file: votes, tests: 3, failed: 0, skipped: 1, seconds: 0.5 },
    { file: live, tests: 3, failed: 1, skipped: 1, seconds: 0.5 },
  ])
  expect(readReport('')).toEqual([])
})

test('a file has failed when the report says so, and when it is not in the report', () => {
  expect(failedFiles(reportOf([votes, live]), [votes, live])).toEqual([])
  expect(failedFiles(reportOf([votes, live], [live]), [votes, live, people])).toEqual([live, people])
  expect(failedFiles(readReport(''), [votes])).toEqual([votes])
})

test('the closing line counts the second run of a file, not its first', () => {
  const first = reportOf([votes, live], [live])
  expect(closingLine(first, 1)).toBe('3 passed, 1 failed, 2 skipped')
  expect(closingLine(withSecondRuns(first, reportOf([live, people])), 0)).toBe('6 passed, 0 failed, 3 skipped')
  expect(closingLine(withSecondRuns(first, reportOf([live], [live])), 1)).toBe('3 passed, 1 failed, 2 skipped')
  expect(closingLine(reportOf([votes]), 1)).toBe('2 passed, 1 failed, 1 skipped')
  expect(closingLine([], 1)).toBe('0 passed, 1 failed, 0 skipped')
})

describe('a run', () => {
  const root = mkdtempSync(join(tmpdir(), 'quad-test-run-'))
  const said: string[] = []
  beforeAll(() => {
    for (const way of ['log', 'error'] as const) spyOn(console, way).mockImplementation((line) => void said.push(line))
  })
  afterAll(() => {
    for (const way of [console.log, console.error]) (way as Mock<typeof way>).mockRestore()
    rmSync(root, { recursive: true, force: true })
  })

  const IMPORTS = "import { expect, test } from 'bun:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n"
  /** Does something at the first run alone. */
  const once = (what: string) =>
    `const mark = import.meta.path + '.ran'; if (!existsSync(mark)) { writeFileSync(mark, ''); ${what} }`
  const PASSES = "test('one', () => {}); test.skip('two', () => {})"
  const FAILS = "test('one', () => expect(1).toBe(2))"
  const FAILS_ONCE = `test('one', () => { ${once('expect(1).toBe(2)')} })`
  const CRASHES_ONCE = `test('one', () => { ${once('process.exit(3)')} })`
  const CANNOT_BE_LOADED = "import './missing'\ntest('one', () => {})"
  const LOADED_LATER = `${once("throw new Error('not yet')")}\ntest('one', () => {})`
  const FAILS_BETWEEN_ONCE = `import { afterAll } from 'bun:test'
    test('one', () => {})
    afterAll(async () => {
      ${once("setTimeout(() => { throw new Error('late') }, 0); await Bun.sleep(50)")}
    })`
  let runs = 0

  /** Runs files of these texts; with `isPart`, as somebody who named them. */
  async function run(texts: readonly string[], isPart = false) {
    const folder = join(root, `${runs++}`)
    mkdirSync(folder)
    const files = texts.map((_, n) => `${n}.test.ts`)
    texts.forEach((text, n) => void writeFileSync(join(folder, files[n]!), `${IMPORTS}${text}\n`))
    said.length = 0
    const { status, report, flaky } = await runTests({
      options: ['--timeout=9000'],
      together: ['--parallel=2', '--parallel-delay=0', '--no-isolate'],
      expected: isPart ? undefined : files,
      scratch: folder,
      root: folder,
      output: 'ignore',
    })
    return { status, flaky, line: closingLine(report, status), said: said.join('\n') }
  }

  test('runs as a whole once more after an error between tests, and names it', async () => {
    expect(await run([PASSES, FAILS_BETWEEN_ONCE])).toMatchObject({
      status: 0,
      flaky: ['what runs between tests'],
      line: '2 passed, 0 failed, 1 skipped',
    })
    const always = FAILS_BETWEEN_ONCE.replace('if (!existsSync(mark))', '')
    expect(await run([PASSES, always])).toMatchObject({ status: 1, flaky: [], line: '2 passed, 1 failed, 1 skipped' })
  })
  test('is green when what failed, crashed or could not be loaded passes alone, and names it', async () => {
    expect(await run([PASSES, FAILS_ONCE, CRASHES_ONCE, LOADED_LATER])).toMatchObject({
      status: 0,
      flaky: ['1.test.ts', '2.test.ts', '3.test.ts'],
      line: '4 passed, 0 failed, 1 skipped',
    })
  })

  test('fails with what fails twice', async () => {
    expect(await run([PASSES, FAILS_ONCE, FAILS])).toMatchObject({
      status: 1,
      flaky: ['1.test.ts'],
      line: '2 passed, 1 failed, 1 skipped',
    })
    expect(await run([PASSES, CANNOT_BE_LOADED])).toMatchObject({
      status: 1,
      flaky: [],
      line: '1 passed, 1 failed, 1 skipped',
    })
  })

  test('repeats nothing when seven files failed, when it is a part, or when it left no report', async () => {
    const seven = await run([PASSES, ...Array<string>(7).fill(FAILS_ONCE)])
    expect(seven).toMatchObject({ status: 1, flaky: [], line: '1 passed, 7 failed, 1 skipped' })
    expect(seven.said).toContain('7 files failed, too many')
    expect(await run([PASSES, FAILS_ONCE], true)).toMatchObject({ status: 1, flaky: [] })
    const none = await run([CANNOT_BE_LOADED])
    expect(none).toMatchObject({ status: 1, flaky: [], line: '0 passed, 1 failed, 0 skipped' })
    expect(none.said).toContain('no report')
  })
})
