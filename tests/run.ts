/**
 * `bun run test [part of a file's name …]`: all test files, or those named. Those of the benchmarks (`tests/bench`) run where
 * they are named: `.ci/run` does.
 *
 * --changed          only what the files that git sees changed may break (tests/support/affected.ts)
 * --shuffle SEED     files, and the tests in them, in the order that the number gives
 * --repeat N         N runs, each shuffled by the next number
 * --slowest          where the time goes: servers, browsers, pages, passwords, waits, processes
 * --update-timings   keeps what each file took in tests/timings.json, which also says how long `--changed` takes
 * -- …               options of `bun test`
 *
 * The slowest files start first (tests/timings.json), each in the next free process of a few: one more than there are
 * cores, because pages and child processes also wait. The files of one process share what they import, which costs more
 * than most of them.
 */
import { existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { affectedTests, type Timings } from './support/affected'
import { CHROMIUM, hasBrowser } from './support/chromium'
import { sourcesUnder } from './support/conventions/source'
import type { Cost } from './support/costs'
import { watchLeftovers, watchMemory } from './support/machine'
import { closingLine } from './support/test-report'
import { removeScratch, runTests, testFiles } from './support/test-run'

const MOST_NAMED = 12
const ROOT = join(import.meta.dir, '..')
const TIMINGS = 'tests/timings.json'
/** A file system of Linux that is no disk: nothing of a run outlives it, and its thousands of databases wait for no disk. */
const MEMORY = '/dev/shm'

const { values, positionals } = parseArgs({
  options: {
    changed: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    shuffle: { type: 'string' },
    slowest: { type: 'boolean', default: false },
    'update-timings': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const options = positionals.filter((word) => word.startsWith('-'))
const names = positionals.filter((word) => !word.startsWith('-'))
const runs = Number(values.repeat)
const seed = values.shuffle === undefined ? undefined : Number(values.shuffle)
if (!(runs >= 1) || Number.isNaN(seed)) throw new Error('--repeat and --shuffle take a number')

const usual = testFiles('unit', 'api', 'actors', 'e2e')
const all = [...usual, ...testFiles('bench')]
const files = chosenFiles()
if (files.length === 0) {
  console.log('No test file is about that.')
  process.exit(1)
}

let status = 0
const lines: string[] = []
for (let run = 0; run < runs; run++) {
  const ended = await runSuite(seed ?? (runs > 1 ? run + 1 : undefined), run)
  status ||= ended.status
  lines.push(ended.line)
}
if (runs > 1) console.log(`\n${lines.join('\n')}`)
process.exit(status)

function chosenFiles(): string[] {
  if (values.changed) {
    const git = (...words: string[]) =>
      Bun.spawnSync(['git', ...words], { cwd: ROOT })
        .stdout.toString()
        .split('\n')
    const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
    const sources = sourcesUnder('src', 'db', 'client', 'public', 'docs', 'release', 'tests')
    const { files }: { files: Timings } = JSON.parse(readFileSync(join(ROOT, TIMINGS), 'utf8'))
    return affectedTests(changed.filter(Boolean), sources, files).filter((file) => all.includes(file))
  }
  return names.length === 0 ? usual : all.filter((file) => names.some((name) => file.includes(name)))
}

function roomForScratch(): boolean {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem() / 2) > 2 ** 31
}

/** One run of the chosen files, in an order of its own. */
async function runSuite(shuffle: number | undefined, run: number): Promise<{ status: number; line: string }> {
  const scratch = mkdtempSync(join(roomForScratch() ? MEMORY : tmpdir(), 'quad-tests-'))
  const costs = join(scratch, 'costs')
  const order = shuffle === undefined ? undefined : shuffle + (seed === undefined ? 0 : run)
  const leftovers = watchLeftovers(scratch, ROOT)
  const memory = watchMemory(scratch)
  const started = performance.now()
  const ended = await runTests({
    args: [
      '--timeout=180000',
      ...[`--parallel=${availableParallelism() + 1}`, '--parallel-delay=0', '--no-isolate'],
      ...(order === undefined ? [`--timings=${TIMINGS}`] : ['--randomize', `--seed=${order}`]),
      ...(values['update-timings'] ? ['--update-timings'] : []),
      ...options,
      ...files.map((file) => `./${file}`),
    ],
    // With options of its own it may leave out files.
    expected: options.length === 0 ? files : [],
    scratch,
    env: values.slowest ? { TEST_COSTS: costs } : {},
  })
  const seconds = (performance.now() - started) / 1000
  const most = memory()
  const { left: found, beside } = await leftovers()
  const left = found.filter((each) => !(values['update-timings'] && each.endsWith(TIMINGS)))
  if (values.slowest && existsSync(costs)) tellCosts(readFileSync(costs, 'utf8'))
  removeScratch(scratch)

  console.log('\nThe slowest files, in seconds:')
  const slowest = ended.report.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_NAMED)
  for (const file of slowest) console.log(`${file.seconds.toFixed(1).padStart(6)}  ${file.file}`)
  for (const each of left) console.log(`*** LEFT BEHIND: ${each} ***`)
  if (beside.length > 0) console.log(`New beside it, of this run or another: ${beside.join(', ')}`)
  // Where everything is skipped, nothing was tested.
  const isTested = ended.report.some(({ tests, skipped }) => tests > skipped)
  const status = isTested && left.length === 0 ? ended.status : 1
  const browser = hasBrowser ? `${basename(CHROMIUM)}` : 'no browser'
  const how = `${seconds.toFixed(1)} s, ${(most / 1e9).toFixed(1)} GB, ${browser}${order === undefined ? '' : `, --shuffle ${order}`}`
  console.log(how)
  const line = closingLine(ended.report, status)
  console.log(line)
  return { status, line: `${line} (${how})` }
}

/** What each kind of work took, in all and in the files that have most of it. */
function tellCosts(text: string): void {
  const costs = text
    .trim()
    .split('\n')
    .map((line): Cost => JSON.parse(line))
  const kinds = Map.groupBy(costs, ({ kind }) => kind)
  console.log('\nWhere the time goes, in seconds (what waits beside each other counts twice):')
  const sum = (of: readonly Cost[], part: 'ms' | 'times') => of.reduce((total, cost) => total + cost[part], 0)
  for (const [kind, of] of [...kinds].sort(([, one], [, other]) => sum(other, 'ms') - sum(one, 'ms'))) {
    console.log(`${(sum(of, 'ms') / 1000).toFixed(1).padStart(7)}  ${kind}, ${sum(of, 'times')} times`)
    for (const { file, ms, times } of of.toSorted((one, other) => other.ms - one.ms).slice(0, 5))
      console.log(`${' '.repeat(12)}${(ms / 1000).toFixed(1).padStart(6)}  ${file}, ${times} times`)
  }
}
