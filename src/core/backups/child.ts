import { setPriority } from 'node:os'
import { after } from '../../lib/background'
import { parseObject } from '../../lib/json'
import { log } from '../../lib/log'
import { REASONS } from './failure'
import type { Attempt, Ran } from './run'

/** What a child says that found another one at work. */
export const ALREADY_RUNNING = { isRunning: true }

/** The least that others are asked to wait for. */
const LOWEST_PRIORITY = 19

export type Child = {
  /** What it came to; undefined if another process was at it already, or it was stopped. */
  ended: Promise<Attempt | undefined>
  stop: () => void
}

/**
 * Makes a backup in a process of its own, which ends with this one, for it reads the end of its input. It says what it
 * came to in the last line of its output.
 */
export function startChild(command: readonly string[], longestMs: number): Child {
  const startedAt = new Date().toISOString()
  const child = Bun.spawn([...command], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  // Before it has threads, which have the priority of the one that makes them.
  lowerPriority(child.pid)
  let end: 'stopped' | 'too-long' | undefined
  const kill = (why: typeof end) => {
    end ??= why
    child.kill('SIGKILL')
  }
  const cancel = after(longestMs, 'waiting for a backup', () => kill('too-long'))
  const failed = (reason: 'too-long' | 'ended-early'): Attempt => ({ ...NOTHING, startedAt, reason })
  const ended = (async () => {
    const [said] = await Promise.all([new Response(child.stdout).text(), child.exited])
    cancel()
    const last = parseObject(said.trim().split('\n').at(-1) ?? '')
    if (end === 'stopped' || last.isRunning === true) return undefined
    if (end === 'too-long') return failed('too-long')
    return read(last) ?? failed('ended-early')
  })()
  return { ended, stop: () => kill('stopped') }
}

const NOTHING = { outcome: 'failed', name: null, bytes: null, makeMs: null, proveMs: null, storeMs: null } as const

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOWEST_PRIORITY)
  } catch {
    // It has ended already, or the system has no priorities.
    return
  }
}

function read(said: Partial<Ran>): Attempt | undefined {
  const { message, removed, ...attempt } = said
  const isOne =
    typeof attempt.startedAt === 'string' &&
    (attempt.outcome === 'proven' || REASONS.some((reason) => reason === attempt.reason))
  if (!isOne) return undefined
  const seen = { outcome: attempt.outcome, reason: attempt.reason, bytes: attempt.bytes, removed: removed?.length }
  if (attempt.outcome === 'proven' && typeof message !== 'string') log.info(seen, 'a backup was made and proven')
  else log.error({ ...seen, problem: message }, 'a backup failed, or is in doubt')
  return attempt as Attempt
}
