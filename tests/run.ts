/**
 * `bun run test`: every test file, the longest first (tests/timings.json; `--update-timings` measures anew), each taken
 * up by the next of a few processes. One more than there are cores, because pages and child processes also wait; files
 * of one process share what they import, which costs more than most of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const counted = (output: string, word: string): number =>
  Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0)

/** Passes what comes on to where one reads it, and answers all of it. */
async function shown(stream: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    to.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

const scratch = mkdtempSync(join(tmpdir(), 'quad-tests-'))
const options = ['--timeout=30000', `--parallel=${availableParallelism() + 1}`, '--parallel-delay=0', '--no-isolate']
const started = performance.now()
const child = Bun.spawn(
  [process.execPath, 'test', ...options, '--timings=tests/timings.json', ...process.argv.slice(2)],
  { cwd: join(import.meta.dir, '..'), env: { ...process.env, TMPDIR: scratch }, stdout: 'pipe', stderr: 'pipe' },
)
const [, said] = await Promise.all([shown(child.stdout, process.stdout), shown(child.stderr, process.stderr)])
const status = await child.exited
// A browser that has just lost who started it may still be writing.
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

const passed = counted(said, 'pass')
console.log(`${((performance.now() - started) / 1000).toFixed(1)} seconds`)
console.log(`${passed} passed, ${counted(said, 'fail')} failed, ${counted(said, 'skip')} skipped`)
process.exit(passed > 0 ? status : 1)
