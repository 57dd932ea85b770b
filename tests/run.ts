/**
 * `bun run test`: every test file, the slowest first (tests/timings.json; `--update-timings` measures anew), each run
 * by the next free process of a few. One more than there are cores, because pages and child processes also wait; the
 * files of one process share what they import, which costs more than most of them.
 *
 * A page test that fails runs once more, alone (CONTRIBUTING.md, "Test").
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReport, retryable } from './support/test-report'

const SLOWEST = 10
const TIMEOUT = '--timeout=30000'

const root = join(import.meta.dir, '..')
const scratch = mkdtempSync(join(tmpdir(), 'quad-tests-'))
const reportFile = join(scratch, 'report.xml')
const options = [
  ...[TIMEOUT, `--parallel=${availableParallelism() + 1}`, '--parallel-delay=0', '--no-isolate'],
  ...['--timings=tests/timings.json', '--reporter=junit', `--reporter-outfile=${reportFile}`],
  // `bun run faults` runs those.
  '--path-ignore-patterns=tests/faults/**',
]

const run = (args: string[]): Promise<number> =>
  Bun.spawn([process.execPath, 'test', ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: scratch },
    stdio: ['inherit', 'inherit', 'inherit'],
  }).exited

const started = performance.now()
let status = await run([...options, ...process.argv.slice(2)])
const report = readReport(existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '')

const flaky: string[] = []
const retried =
  status === 0
    ? []
    : retryable(report, [...new Bun.Glob('tests/{unit,api,actors,e2e,bench}/**/*.test.ts').scanSync(root)])
for (const file of retried) {
  console.log(`\n${file} failed and runs once more, alone:`)
  if ((await run([TIMEOUT, file])) === 0) flaky.push(file)
}
if (retried.length > 0 && flaky.length === retried.length) status = 0
const seconds = (performance.now() - started) / 1000

// A browser that has just lost its parent process may still write.
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

console.log(`\nThe ${SLOWEST} slowest files, in seconds:`)
const slowest = report.files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
for (const file of slowest) console.log(`${file.seconds.toFixed(1).padStart(6)}  ${file.file}`)
console.log(`${seconds.toFixed(1)} seconds`)
for (const file of flaky) console.log(`\n*** FLAKY: ${file} failed once and passed alone ***\n`)
// A file that cannot be loaded is in no report.
const failed = status === 0 ? 0 : Math.max(1, report.failed)
const passed = report.tests - failed - report.skipped
console.log(`${passed} passed, ${failed} failed, ${report.skipped} skipped`)
process.exit(passed > 0 ? status : 1)
