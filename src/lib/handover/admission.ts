/** While a successor waits for the data, requests wait with it. */
let admission: PromiseWithResolvers<void> | undefined

/** What a request waits for, if it has to. */
export const heldUntil = (): Promise<void> | undefined => admission?.promise

export function holdRequests(): void {
  admission ??= Promise.withResolvers()
}

export function admitRequests(): void {
  admission?.resolve()
  admission = undefined
}
