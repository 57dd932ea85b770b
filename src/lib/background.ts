import { log } from './log'

const under = new Set<Promise<void>>()

/**
 * Lets work begin once its request was answered, so that the time of the answer tells nothing of it; a failure is
 * logged, shutdown waits for the rest.
 */
export function inBackground(what: string, work: () => Promise<void>): void {
  const running = new Promise<void>((begin) => setImmediate(begin))
    .then(work)
    .catch((err) => log.error({ err, what }, 'background work failed'))
    .finally(() => under.delete(running))
  under.add(running)
}

/** Settles once nothing is under way any more. */
export async function backgroundIdle(): Promise<void> {
  while (under.size > 0) await Promise.all(under)
}
