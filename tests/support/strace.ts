/** Whether system calls can be traced here: strace is installed, and the kernel lets it attach. */
export const canTrace =
  Bun.which('strace') !== null && Bun.spawnSync(['strace', '-f', '-o', '/dev/null', 'true']).success

/** The command that runs `command` and writes what `checkAcknowledgements` reads to `output`. */
export function traced(output: string, command: string[]) {
  const calls = 'fsync,fdatasync,pwrite64,pwritev,write,writev,sendto,sendmsg'
  // -y names the file of each descriptor; 4096 bytes of each text are a whole page of the database.
  return ['strace', '-f', '-y', '-s', '4096', '-o', output, '-e', `trace=${calls}`, ...command]
}

type Write = { text: string; done: boolean }

/**
 * Checks a trace for answers that promised more than the disk had: a killed process leaves the page cache behind, so
 * only the order of the system calls shows whether a write would outlive the machine.
 *
 * `acknowledges` sees the start of each call and answers undefined when it is no acknowledgement of a write, else a
 * text that the acknowledged write must have put into the log ('' when it cannot be told). At each acknowledgement the
 * log's frames must all have been synced, and that text must be among them. `early` are the acknowledgements that fail.
 */
export function checkAcknowledgements(
  trace: string,
  wal: string,
  acknowledges: (call: string) => string | undefined,
): { acknowledged: number; early: string[] } {
  let unsynced: Write[] = []
  const synced: string[] = []
  const early: string[] = []
  let acknowledged = 0
  /** What remains to be done when the call that a thread is in returns. */
  const returning = new Map<string, (line: string) => void>()

  function started(call: string): ((line: string) => void) | undefined {
    const onLog = call.includes(`<${wal}>`)
    if (onLog && /^(pwrite|write)/.test(call)) {
      const write = { text: call, done: false }
      unsynced.push(write)
      return () => {
        write.done = true
      }
    }
    if (onLog && /^f(data)?sync/.test(call)) {
      // A sync covers what had been written when it began, not what other threads write meanwhile.
      const covered = new Set(unsynced.filter(({ done }) => done))
      return (line) => {
        if (!line.endsWith('= 0')) return
        unsynced = unsynced.filter((write) => !covered.has(write))
        synced.push(...[...covered].map(({ text }) => text))
      }
    }
    const text = acknowledges(call)
    if (text !== undefined) {
      acknowledged++
      if (unsynced.length > 0 || !synced.some((frame) => frame.includes(text))) early.push(call)
    }
    return undefined
  }

  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (call.startsWith('<...')) {
      returning.get(thread)?.(call)
      returning.delete(thread)
      continue
    }
    const finish = started(call)
    if (finish === undefined) continue
    if (call.endsWith('<unfinished ...>')) returning.set(thread, finish)
    else finish(call)
  }
  return { acknowledged, early }
}
