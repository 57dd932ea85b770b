export type Report = (error: unknown, task?: string) => void

/** Never rejects: what a timer or an unwatched promise throws ends the process. */
export async function attempt(task: string, work: () => unknown, report: Report): Promise<void> {
  try {
    await work()
  } catch (error) {
    report(error, task)
  }
}

// Timers never keep the process alive.

export function runAfter(ms: number, task: string, work: () => unknown, report: Report): () => void {
  const timer = setTimeout(() => attempt(task, work, report), ms).unref()
  return () => clearTimeout(timer)
}

/** Keeps the process alive, which neither the other timers do nor what a thread was asked for. */
export function keepAlive(): void {
  setInterval(() => {}, 60_000)
}

export function runNext(task: string, work: () => unknown, report: Report): void {
  setImmediate(() => attempt(task, work, report))
}

export function runEvery(
  ms: number,
  task: string,
  work: () => unknown,
  report: Report,
  first: 'now' | 'later' = 'later',
): () => Promise<void> {
  let current: Promise<void> | undefined
  const begin = () => {
    current ??= attempt(task, work, report).finally(() => {
      current = undefined
    })
  }
  if (first === 'now') begin()
  const timer = setInterval(begin, ms).unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}
