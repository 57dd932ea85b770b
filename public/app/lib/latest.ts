/** Hands on what a promise brings, unless a later one has been handed in meanwhile: then undefined. */
export function latest(): <Brought>(promise: Promise<Brought>) => Promise<Brought | undefined> {
  let serial = 0
  return async (promise) => {
    const mine = ++serial
    const brought = await promise
    return mine === serial ? brought : undefined
  }
}
