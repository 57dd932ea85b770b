/**
 * `bun run faults`: the server under faults of the machine. `--long`: everything, which takes an hour; `--report FILE`:
 * where the table goes, besides the terminal; anything else is passed on to `bun test`, such as a part of a file's name.
 * `SEED=` repeats the choices of a run, `PROGRAM=<checkout>` runs the program of another checkout, `EXECUTABLE=dist/quad`
 * that executable.
 */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closingLine } from '../support/test-report'
import { removeScratch, runTests, testFiles } from '../support/test-run'
import { seed } from './random'
import type { Row } from './report'

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false }, report: { type: 'string' } },
  allowPositionals: true,
})
const root = join(import.meta.dir, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'quad-faults-run-'))
/** The write queue, in far more schedules than the suite has. */
const SCHEDULES = 'tests/unit/db/write-queue-schedules.test.ts'
const schedules = { SCHEDULES: values.long ? '100000' : '10000', SCHEDULES_SEED: `${seed}` }
const rowsFile = join(scratch, 'rows')

console.log(`faults: SEED=${seed}`)
const build = Bun.spawnSync([process.execPath, 'run', 'build'], { cwd: process.env.PROGRAM ?? root, stdout: 'ignore' })
if (!build.success) throw new Error(`the program cannot be built: ${build.stderr}`)
const started = performance.now()
const { status, report } = await runTests({
  args: [
    '--no-orphans',
    `--timeout=${values.long ? 7_200_000 : 600_000}`,
    // The quick part waits more than it computes.
    `--parallel=${values.long ? 2 : 3}`,
    '--parallel-delay=0',
    ...filesToRun(),
  ],
  expected: positionals.length > 0 ? [] : [...testFiles('faults'), SCHEDULES],
  scratch,
  env: { SEED: `${seed}`, FAULTS_ROWS: rowsFile, FAULTS_LONG: values.long ? '1' : '0', ...schedules },
})

const left = mountsIn(scratch)
for (const path of left) Bun.spawnSync(['umount', '--lazy', path])
if (left.length > 0) console.error(`These were left mounted, which is a defect of a test: ${left.join(', ')}`)
const rows = existsSync(rowsFile)
  ? readFileSync(rowsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line): Row => JSON.parse(line))
  : []
removeScratch(scratch)

const table = tableOf(rows)
console.log(`\n${table}`)
if (values.report) writeFileSync(values.report, `${table}\nSEED=${seed}\n`)
console.log(`${((performance.now() - started) / 1000).toFixed(1)} seconds, SEED=${seed}`)
console.log(closingLine(report, status))
process.exit(left.length === 0 ? status : 1)

function filesToRun() {
  if (positionals.length > 0) return positionals.map((part) => `tests/faults/${part}`)
  // Changes every byte of a backup, where the suite changes some.
  return ['tests/faults', SCHEDULES, ...(values.long ? ['tests/unit/keeping/altered-backup'] : [])]
}

function mountsIn(folder: string) {
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(folder))
}

function tableOf(rows: Row[]) {
  const head = ['fault', 'runs', 'acknowledged', 'lost', 'refused', 'unknown', 'seconds'] as const
  const cells = rows.toSorted((one, other) => one.fault.localeCompare(other.fault))
  const lines = [head, head.map(() => '---'), ...cells.map((row) => head.map((name) => row[name] ?? ''))]
  return lines.map((line) => `| ${line.join(' | ')} |\n`).join('')
}
