import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from './scratch'
import { checkout, type Variables } from './server'

/** The system calls that change what is stored, or confirm it. */
export const CHANGES =
  'pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat'

type Under = (command: string[]) => string[]

/** Runs a command whose n-th call of these kills it, before the call is made; `paths` are the only files that count. */
export const killedAt =
  (at: number, paths: readonly string[] = []): Under =>
  (command) => [
    ...['strace', '-f', '-qq', '-o', '/dev/null', ...paths.flatMap((path) => ['-P', path])],
    ...['-e', `trace=${CHANGES}`, '-e', `inject=${CHANGES}:signal=KILL:when=${at}`, ...command],
  ]

/** Writes the calls of a command to `output`. */
export const traced =
  (output: string): Under =>
  (command) => ['strace', '-f', '-qq', '-o', output, '-e', `trace=${CHANGES}`, ...command]

/** How many calls the busiest thread made, by a trace: strace counts those of each thread. */
export function countCalls(output: string): number {
  const counts = new Map<string, number>()
  for (const line of readFileSync(output, 'utf8').split('\n')) {
    const [, thread] = /^(\d+) +\w+\(/.exec(line) ?? []
    if (thread !== undefined) counts.set(thread, (counts.get(thread) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

/** As many moments as asked for, spread over `calls`; not the last ones, which not every run reaches. */
export const spread = (calls: number, moments: number): number[] => [
  ...new Set(Array.from({ length: moments }, (_, at) => 1 + Math.floor(((at + 0.5) * calls) / moments))),
]

/** Runs a command of the operator; the status is null if it was killed. */
export async function command(
  args: string[],
  dataDir: string,
  under: Under = (plain) => plain,
  variables: Variables = {},
): Promise<{ status: number | null; said: string }> {
  const child = Bun.spawn(under([process.execPath, join(checkout, 'src/cli.ts'), ...args]), {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  return { status: child.signalCode === null ? child.exitCode : null, said: out + errors }
}

/** How many calls a command makes from start to end. */
export async function callsOf(args: string[], dataDir: string): Promise<number> {
  using folder = scratchFolder()
  const output = join(folder.path, 'trace')
  const { status, said } = await command(args, dataDir, traced(output))
  if (status !== 0) throw new Error(`quad ${args.join(' ')} ended with ${status}: ${said}`)
  return countCalls(output)
}
