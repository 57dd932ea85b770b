import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from './scratch'
import { quad, type Variables } from './server'

/** The system calls that change what is stored, or confirm it. */
const CHANGES =
  'pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat'

export type Under = (command: string[]) => string[]

/** The so-manieth call of a name, in the thread that makes it first. */
export type Moment = { call: string; at: number }

/** Runs a command that is killed at that moment, before the call is made; `paths` are the only files that count. */
export const killedAt =
  ({ call, at }: Moment, paths: readonly string[] = []): Under =>
  (command) => [
    ...['strace', '-f', '-qq', '-o', '/dev/null', ...paths.flatMap((path) => ['-P', path])],
    ...['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${at}`, ...command],
  ]

/** Writes the calls of a command to `output`. */
export const traced =
  (output: string): Under =>
  (command) => ['strace', '-f', '-qq', '-o', output, '-e', `trace=${CHANGES}`, ...command]

/** How often each call was made by the thread that made it most, by a trace: strace counts so. */
export function countCalls(output: string): Map<string, number> {
  const byThread = new Map<string, number>()
  const most = new Map<string, number>()
  for (const line of readFileSync(output, 'utf8').split('\n')) {
    const [, thread, call = ''] = /^(\d+) +(\w+)\(/.exec(line) ?? []
    if (thread === undefined) continue
    const count = (byThread.get(`${thread} ${call}`) ?? 0) + 1
    byThread.set(`${thread} ${call}`, count)
    most.set(call, Math.max(count, most.get(call) ?? 0))
  }
  return most
}

/** Every rename, and as many other moments as asked for, spread over all calls of each name. */
export function spread(calls: ReadonlyMap<string, number>, moments: number): Moment[] {
  const renames = [...calls].flatMap(([call, count]) =>
    call.startsWith('rename') ? Array.from({ length: count }, (_, at) => ({ call, at: at + 1 })) : [],
  )
  const others = [...calls].filter(([call]) => !call.startsWith('rename'))
  const share = Math.ceil(moments / Math.max(1, others.length))
  const spreadOut = others.flatMap(([call, count]) => {
    const some = Math.min(count, share)
    return Array.from({ length: some }, (_, at) => ({ call, at: 1 + Math.floor((at * count) / some) }))
  })
  // Those that are made often have the rest.
  const [often, count = 0] = others.toSorted(([, one], [, other]) => other - one)[0] ?? []
  for (let at = 1; often !== undefined && spreadOut.length < moments && at <= count; at++)
    if (!spreadOut.some((each) => each.call === often && each.at === at)) spreadOut.push({ call: often, at })
  return [...renames, ...spreadOut]
}

/** The calls that a command makes from start to end. */
export async function callsOf(
  args: string[],
  dataDir: string,
  variables: Variables = {},
): Promise<Map<string, number>> {
  using folder = scratchFolder()
  const output = join(folder.path, 'trace')
  const { status, said } = await quad(args, dataDir, variables, traced(output))
  if (status !== 0) throw new Error(`quad ${args.join(' ')} ended with ${status}: ${said}`)
  return countCalls(output)
}
