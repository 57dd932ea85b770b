import { dlopen } from 'bun:ffi'
import { readdirSync } from 'node:fs'

// What the kernel saw: which thread ran on which processor, which waited for one, and which synced a file.

const EVENTS = [
  'sched:sched_switch',
  'sched:sched_wakeup',
  ...['fsync', 'fdatasync'].flatMap((call) => [`syscalls:sys_enter_${call}`, `syscalls:sys_exit_${call}`]),
]

/** `at`: milliseconds since 1970. */
export type KernelEvent = { at: number } & (
  | { kind: 'switch'; cpu: number; from: number; fromState: string; to: number; toName: string }
  | { kind: 'wakeup'; thread: number; cpu: number }
  | { kind: 'sync' | 'synced'; thread: number; call: string }
)

/** The threads of a process, by name. */
export function threadsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(Number)
}

/** Records the whole machine while `work` runs. Needs perf, and the right to use it. */
export async function traced<T>(file: string, work: () => Promise<T>): Promise<{ result: T; events: KernelEvent[] }> {
  const record = ['perf', 'record', '-q', '-a', '-m', '4M', '-k', 'CLOCK_MONOTONIC', '-o', file]
  const perf = Bun.spawn([...record, ...EVENTS.flatMap((event) => ['-e', event])], { stderr: 'inherit' })
  // It says nothing once it records.
  await Bun.sleep(500)
  if (perf.exitCode !== null) throw new Error('perf does not record: it needs root, and tracepoints')
  const result = await work()
  perf.kill('SIGINT')
  await perf.exited
  const script = Bun.spawn(['perf', 'script', '-i', file, '--ns', '-F', 'tid,cpu,time,event,trace'], {
    stderr: 'ignore',
  })
  return { result, events: parseTrace(await new Response(script.stdout).text(), epochOfMonotonic()) }
}

/** When the clock that perf goes by was 0, in milliseconds since 1970. */
function epochOfMonotonic(): number {
  const { symbols } = dlopen('libc.so.6', { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } })
  const time = new BigInt64Array(2)
  symbols.clock_gettime(1, time)
  return performance.timeOrigin + performance.now() - (Number(time[0]) * 1000 + Number(time[1]) / 1e6)
}

const LINE = /^\s*(\d+) \[(\d+)\] +(\d+\.\d+): +([a-z_]+:[a-z_]+): (.*)$/
const SWITCH = /prev_pid=(\d+) .*prev_state=(\S+) ==> next_comm=(.*) next_pid=(\d+)/
const WAKEUP = / pid=(\d+) .*target_cpu=(\d+)/
const SYNC = /^syscalls:sys_(enter|exit)_(\w+)$/

/** Reads what `perf script` prints, whose clock was 0 at `epoch`. */
export function parseTrace(text: string, epoch: number): KernelEvent[] {
  const events: KernelEvent[] = []
  for (const line of text.split('\n')) {
    const [, thread, cpu, seconds, event = '', rest = ''] = LINE.exec(line) ?? []
    const at = epoch + Number(seconds) * 1000
    const syncing = SYNC.exec(event)
    if (event === 'sched:sched_switch') {
      const [, from, fromState = '', toName = '', to] = SWITCH.exec(rest) ?? []
      events.push({ kind: 'switch', at, cpu: Number(cpu), from: Number(from), fromState, to: Number(to), toName })
    } else if (event === 'sched:sched_wakeup') {
      const [, woken, target] = WAKEUP.exec(rest) ?? []
      events.push({ kind: 'wakeup', at, thread: Number(woken), cpu: Number(target) })
    } else if (syncing !== null)
      events.push({
        kind: syncing[1] === 'enter' ? 'sync' : 'synced',
        at,
        thread: Number(thread),
        call: syncing[2] ?? '',
      })
  }
  return events
}
