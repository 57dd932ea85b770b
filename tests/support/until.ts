const PATIENCE_MS = 30_000

/**
 * Waits for what happens soon on a machine that has time, and may take many seconds on one that has not; throws after
 * thirty.
 */
export async function until(isSo: () => boolean | Promise<boolean>, what: string) {
  for (const start = performance.now(); !(await isSo()); await Bun.sleep(10))
    if (performance.now() - start > PATIENCE_MS) throw new Error(`${what} did not happen`)
}

/** Whether an address answers with a success now. */
export const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
