/**
 * `bun run test`: every test file, the slowest first (tests/timings.json; `--update-timings` measures anew), each run
 * by the next free process of a few. One more than there are cores, because pages and child processes also wait; the
 * files of one process share what they import, which costs more than most of them.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const SLOWEST = 10

const scratch = mkdtempSync(join(tmpdir(), 'quad-tests-'))
const reportFile = join(scratch, 'report.xml')
const options = [
  ...['--timeout=30000', `--parallel=${availableParallelism() + 1}`, '--parallel-delay=0', '--no-isolate'],
  ...['--timings=tests/timings.json', '--reporter=junit', `--reporter-outfile=${reportFile}`],
]
const started = performance.now()
const child = Bun.spawn([process.execPath, 'test', ...options, ...process.argv.slice(2)], {
  cwd: join(import.meta.dir, '..'),
  env: { ...process.env, TMPDIR: scratch },
  stdio: ['inherit', 'inherit', 'inherit'],
})
const status = await child.exited
const seconds = (performance.now() - started) / 1000

/** Test suites of JUnit's format: one for each file, indented by two spaces, within one for the run. */
const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : ''
const [, tests = 0, failed = 0, skipped = 0] =
  /<testsuites [^>]*tests="(\d+)"[^>]* failures="(\d+)" skipped="(\d+)"/.exec(report)?.map(Number) ?? []
const files = [...report.matchAll(/^ {2}<testsuite [^>]*file="([^"]+)"[^>]* time="([\d.]+)"/gm)]
  .map(([, file, time]) => ({ file, seconds: Number(time) }))
  .sort((one, other) => other.seconds - one.seconds)

// A browser that has just lost its parent process may still write.
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

console.log(`\nThe ${SLOWEST} slowest files, in seconds:`)
for (const file of files.slice(0, SLOWEST)) console.log(`${file.seconds.toFixed(1).padStart(6)}  ${file.file}`)
console.log(`${seconds.toFixed(1)} seconds`)
const passed = tests - failed - skipped
// A file that cannot be loaded is in no report.
console.log(`${passed} passed, ${status === 0 ? failed : Math.max(1, failed)} failed, ${skipped} skipped`)
process.exit(passed > 0 ? status : 1)
