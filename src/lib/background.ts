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

/**
 * Runs a task now and in every interval, never twice at once. A failure is logged. The returned function stops that and
 * waits for a run in progress.
 */
export function runEvery(intervalMs: number, what: string, work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  const run = async () => {
    try {
      await work()
    } catch (err) {
      log.error({ err, what }, 'repeated work failed')
    }
  }
  const begin = () => {
    current ??= run().finally(() => {
      current = undefined
    })
  }
  begin()
  const timer = setInterval(begin, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}
