/** Passes on what a promise resolves to, or undefined if a later one was passed in meanwhile. */
export function latest(): <Value>(promise: Promise<Value>) => Promise<Value | undefined> {
  let serial = 0
  return async (promise) => {
    const mine = ++serial
    const value = await promise
    return mine === serial ? value : undefined
  }
}
