import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FileReport, missingFiles, readReport } from './test-report'

const ROOT = join(import.meta.dir, '../..')

type TestRun = {
  /** Options of `bun test`, and what it runs. */
  args: readonly string[]
  /** Every file that the run must report. */
  expected?: readonly string[]
  /** An empty folder; temporary files go there, too. */
  scratch: string
  env?: Record<string, string>
  root?: string
  output?: 'inherit' | 'ignore'
}

/** Every test file in these folders of `tests/`. */
export const testFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) => [...new Bun.Glob(`tests/${folder}/**/*.test.ts`).scanSync(ROOT)])

/**
 * An allocator that gives freed memory back at once (in milliseconds), and faults it in again, takes an eighth of the
 * processor's time of what makes and drops so much. Most code runs too seldom for the optimizing compilers to pay.
 */
const RUNTIME = {
  MIMALLOC_PURGE_DELAY: '2000',
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '5000',
}

/** Runs tests, once. What fails by chance is a defect, of the test or of what it tests, and fails the run. */
export async function runTests({
  args,
  expected = [],
  scratch,
  env,
  root = ROOT,
  output = 'inherit',
}: TestRun): Promise<{ status: number; report: FileReport[] }> {
  const file = join(scratch, 'report.xml')
  const { exited } = Bun.spawn([process.execPath, 'test', '--reporter=junit', `--reporter-outfile=${file}`, ...args], {
    cwd: root,
    env: { ...process.env, ...RUNTIME, TMPDIR: scratch, ...env },
    stdio: ['ignore', output, output],
  })
  const status = await exited
  const report = readReport(existsSync(file) ? readFileSync(file, 'utf8') : '')
  const missing = missingFiles(report, expected)
  if (missing.length > 0) console.error(`\nNo report came of ${missing.join(', ')}`)
  return { status: status === 0 && missing.length > 0 ? 1 : status, report }
}

/** What is left of a run is no fault of it: a browser that has just lost its parent process may still write. */
export function removeScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  } catch (error) {
    console.warn(`${folder} is left: ${error}`)
  }
}
