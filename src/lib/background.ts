import { log } from './log'

const running = new Set<Promise<void>>()

/**
 * Starts a task after the response to the current request, so that its time reveals nothing about the task. A failure
 * is logged; shutdown waits for tasks.
 */
export function inBackground(what: string, work: () => Promise<void>): void {
  const task = new Promise<void>((begin) => setImmediate(begin))
    .then(work)
    .catch((err) => log.error({ err, what }, 'background work failed'))
    .finally(() => running.delete(task))
  running.add(task)
}

/** Resolves when no task runs any more. */
export async function backgroundIdle(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}
