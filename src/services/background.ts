import { log } from './log'

const under = new Set<Promise<void>>()

/** Lets work go on after its request was answered; a failure is logged, shutdown waits for the rest. */
export function inBackground(what: string, work: () => Promise<void>): void {
  const running = work()
    .catch((err) => log.error({ err, what }, 'background work failed'))
    .finally(() => under.delete(running))
  under.add(running)
}

/** Settles once nothing is under way any more. */
export async function backgroundIdle(): Promise<void> {
  while (under.size > 0) await Promise.all(under)
}
