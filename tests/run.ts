/**
 * `bun run test`: every test file, the slowest first (tests/timings.json; `--update-timings` measures anew), each run
 * by the next free process of a few. One more than there are cores, because pages and child processes also wait; the
 * files of one process share what they import, which costs more than most of them.
 *
 * A file that fails runs once more, alone (CONTRIBUTING.md, "Test").
 */
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine } from './support/test-report'
import { nameFlaky, removeScratch, runTests, testFiles } from './support/test-run'

const SLOWEST = 10

const scratch = mkdtempSync(join(tmpdir(), 'quad-tests-'))
const args = process.argv.slice(2)
const started = performance.now()
const { status, report, flaky } = await runTests({
  options: ['--timeout=180000'],
  together: [
    ...[`--parallel=${availableParallelism() + 1}`, '--parallel-delay=0', '--no-isolate'],
    '--timings=tests/timings.json',
    // `bun run faults` runs those.
    '--path-ignore-patterns=tests/faults/**',
    ...args,
  ],
  expected: args.length > 0 ? undefined : testFiles('unit', 'api', 'actors', 'e2e', 'bench'),
  scratch,
})
const seconds = (performance.now() - started) / 1000

removeScratch(scratch)

console.log(`\nThe ${SLOWEST} slowest files, in seconds:`)
const slowest = report.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
for (const file of slowest) console.log(`${file.seconds.toFixed(1).padStart(6)}  ${file.file}`)
console.log(`${seconds.toFixed(1)} seconds`)
nameFlaky(flaky)
console.log(closingLine(report, status))
// Where everything is skipped, nothing was tested.
process.exit(report.some(({ tests, skipped }) => tests > skipped) ? status : 1)
