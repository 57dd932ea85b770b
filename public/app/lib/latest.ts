/** Hands on what a promise brings, unless a later one has been handed in meanwhile: then undefined. */
export function latest(): <Value>(promise: Promise<Value>) => Promise<Value | undefined> {
  let serial = 0
  return async (promise) => {
    const mine = ++serial
    const value = await promise
    return mine === serial ? value : undefined
  }
}
