import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FileReport, failedFiles, readReport, withSecondRuns } from './test-report'

const ROOT = join(import.meta.dir, '../..')
/** More failed files than these are a defect, not a busy machine. */
const MOST_RETRIED = 6

export type TestRun = {
  /** Options of every process that runs tests. */
  options: string[]
  /** What the first process has besides: how files run beside each other, and which. */
  together: string[]
  /** Every file that the run must report. Only where these are named do failed ones run once more. */
  expected?: readonly string[] | undefined
  /** An empty folder; temporary files go there, too. */
  scratch: string
  env?: Record<string, string>
  root?: string
  output?: 'inherit' | 'ignore'
}
export type TestOutcome = { status: number; report: FileReport[]; flaky: string[] }

/** Every test file in these folders of `tests/`. */
export const testFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) => [...new Bun.Glob(`tests/${folder}/**/*.test.ts`).scanSync(ROOT)])

/** Runs tests; a few files that failed run once more, alone, one after another. */
export async function runTests(tests: TestRun): Promise<TestOutcome> {
  const first = await runOnce(tests, tests.together)
  if (first.report.length === 0) {
    console.error('\nThe run left no report: it ended before its tests did.')
    return { ...first, status: first.status || 1, flaky: [] }
  }
  if (tests.expected === undefined) return { ...first, flaky: [] }
  const files = failedFiles(first.report, tests.expected)
  if (files.length === 0) return first.status === 0 ? { ...first, flaky: [] } : runAllAgain(tests)
  if (files.length > MOST_RETRIED) {
    console.error(`\n${files.length} files failed, too many to run once more:\n${files.join('\n')}`)
    return { ...first, status: first.status || 1, flaky: [] }
  }
  const second: FileReport[] = []
  const flaky: string[] = []
  for (const file of files) {
    console.log(`\n${file} failed, and runs once more, alone:`)
    const { status, report } = await runOnce(tests, [`./${file}`])
    second.push(...report)
    if (status === 0 && report.length > 0) flaky.push(file)
  }
  const status = flaky.length === files.length ? 0 : first.status || 1
  return { status, report: withSecondRuns(first.report, second), flaky }
}

/** Of an error between tests no report says whose it is. */
async function runAllAgain(tests: TestRun): Promise<TestOutcome> {
  console.log('\nNo file failed, but something did between tests, and everything runs once more:')
  const second = await runOnce(tests, tests.together)
  return { ...second, flaky: second.status === 0 ? ['what runs between tests'] : [] }
}

/** What is left of a run is no fault of it: a browser that has just lost its parent process may still write. */
export function removeScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  } catch (error) {
    console.warn(`${folder} is left: ${error}`)
  }
}

/** Named so that nobody overlooks them: each is a defect of the test or of what it tests. */
export function nameFlaky(flaky: readonly string[]): void {
  for (const file of flaky) console.log(`\n*** FLAKY: ${file} failed once and passed when run again ***\n`)
}

async function runOnce(tests: TestRun, args: string[]): Promise<{ status: number; report: FileReport[] }> {
  const output = tests.output ?? 'inherit'
  const file = join(tests.scratch, `report-${crypto.randomUUID()}.xml`)
  const { exited } = Bun.spawn(
    [process.execPath, 'test', ...tests.options, '--reporter=junit', `--reporter-outfile=${file}`, ...args],
    {
      cwd: tests.root ?? ROOT,
      env: { ...process.env, TMPDIR: tests.scratch, ...tests.env },
      stdio: ['ignore', output, output],
    },
  )
  const status = await exited
  return { status, report: readReport(existsSync(file) ? readFileSync(file, 'utf8') : '') }
}
