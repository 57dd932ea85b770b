import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine, missingFiles, readReport } from '../../support/test-report'
import { runTests } from '../../support/test-run'

const [votes, live, people] = [
  'tests/api/forum/votes.test.ts',
  'tests/e2e/parts/live.test.ts',
  'tests/e2e/campus/people.test.ts',
]

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
  expect(missingFiles(reportOf([votes, live]), [votes, people])).toEqual([people])
})

test('the closing line counts what passed, and never a run that failed as green', () => {
  expect(closingLine(reportOf([votes, live], [live]), 1)).toBe('3 passed, 1 failed, 2 skipped')
  expect(closingLine(reportOf([votes]), 1)).toBe('2 passed, 1 failed, 1 skipped')
  expect(closingLine([], 1)).toBe('0 passed, 1 failed, 0 skipped')
})

describe('a run', () => {
  const root = mkdtempSync(join(tmpdir(), 'quad-test-run-'))
  const said = spyOn(console, 'error').mockImplementation(() => undefined)
  afterAll(() => {
    said.mockRestore()
    rmSync(root, { recursive: true, force: true })
  })

  const LATE = `test('one', () => {})
    afterAll(async () => { setTimeout(() => { throw new Error('late') }, 0); await Bun.sleep(50) })`
  const PASSES = "test('one', () => {}); test.skip('two', () => {})"

  /** Runs files of these texts. */
  async function run(...texts: string[]) {
    const folder = mkdtempSync(join(root, 'run-'))
    const files = texts.map((_, n) => `${n}.test.ts`)
    texts.forEach(
      (text, n) => void writeFileSync(join(folder, files[n]!), `import { afterAll, test } from 'bun:test'\n${text}\n`),
    )
    const args = ['--timeout=9000', '--parallel=2', '--parallel-delay=0', '--no-isolate']
    const places = { scratch: folder, root: folder }
    const { status, report } = await runTests({ args, expected: files, ...places, output: 'ignore' })
    return { status, line: closingLine(report, status) }
  }

  test.each([
    ['passes', PASSES, 0, '2 passed, 0 failed, 2 skipped'],
    ['fails', "test('one', () => { throw new Error('no') })", 1, '1 passed, 1 failed, 1 skipped'],
    ['crashes', "test('one', () => process.exit(3))", 1, '1 passed, 1 failed, 1 skipped'],
    ['ends as if all were well', "test('one', () => process.exit(0))", 1, '1 passed, 1 failed, 1 skipped'],
    ['cannot be loaded', "import './missing'", 1, '1 passed, 1 failed, 1 skipped'],
    ['fails between its tests', LATE, 1, '2 passed, 1 failed, 1 skipped'],
  ])('with a file that %s', async (_, text, status, line) => expect(await run(PASSES, text)).toEqual({ status, line }))

  test('names what left no report', async () => {
    await run("import './missing'", PASSES)
    expect(said).toHaveBeenLastCalledWith('\nNo report came of 0.test.ts')
  })
})
