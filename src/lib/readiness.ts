import { storage } from '../../db/storage'
import type { UnavailableReason } from '../../db/storage-unavailable'

let serving: 'starting' | 'yes' | 'stopping' = 'starting'

/** Whether the server takes requests: migrations are done and it is not draining. */
export const isReady = (): boolean => serving === 'yes'

export function setReady(value: boolean): void {
  serving = value ? 'yes' : 'stopping'
}

/** Why the server cannot do all of its work; undefined when it can. It may go on serving reads. */
export function notReadyReason(): 'starting' | 'stopping' | UnavailableReason | undefined {
  if (serving !== 'yes') return serving
  const health = storage.health()
  return health?.writable === false ? health.reason : undefined
}
