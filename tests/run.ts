/**
 * `bun run test`: every test, in one process a kind. Files of a kind share what they import, which costs more than most
 * of them; the kinds run beside each other, because pages and child processes mostly wait.
 */
import { join } from 'node:path'

const KINDS = [['tests/e2e'], ['tests/api'], ['tests/unit', 'tests/bench']]

type Outcome = { passed: number; failed: number; skipped: number; ended: boolean }

const counted = (output: string, word: string): number =>
  Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0)

async function run(kind: string[]): Promise<Outcome> {
  const command = [process.execPath, 'test', '--timeout', '30000', ...kind, ...process.argv.slice(2)]
  const child = Bun.spawn(command, { cwd: join(import.meta.dir, '..'), stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const ended = (await child.exited) === 0
  console.log(`${out}${err}`)
  return { passed: counted(err, 'pass'), failed: counted(err, 'fail'), skipped: counted(err, 'skip'), ended }
}

const started = performance.now()
const outcomes = await Promise.all(KINDS.map(run))
const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, each) => total + of(each), 0)
const passed = sum((each) => each.passed)
console.log(`${((performance.now() - started) / 1000).toFixed(1)} seconds`)
console.log(`${passed} passed, ${sum((each) => each.failed)} failed, ${sum((each) => each.skipped)} skipped`)
process.exit(passed > 0 && outcomes.every(({ ended }) => ended) ? 0 : 1)
