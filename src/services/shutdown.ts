const effects: (() => void | Promise<void>)[] = []

/** Runs `effect` as the server stops: no new connection comes in any more, requests under way still finish. */
export function onShutdown(effect: () => void | Promise<void>): void {
  effects.push(effect)
}

/** One that fails keeps no other from running. */
export async function runShutdown(): Promise<void> {
  await Promise.allSettled(effects.map(async (effect) => effect()))
}
