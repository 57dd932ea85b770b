import { storage } from '../../../db/storage'
import type { UnavailableReason } from '../../../db/storage-unavailable'
import { isFenced } from '../primary/standing'
import { within } from './background'
import { gauge, states } from './metrics'

let serving: 'starting' | 'yes' | 'stopping' = 'starting'

/** Whether the server takes requests: migrations are done, it is not draining, and no other one has taken over. */
export const isReady = (): boolean => serving === 'yes' && !isFenced()

export function setReady(value: boolean): void {
  serving = value ? 'yes' : 'stopping'
}

/** A proxy that asks twice within this time is told of a stop before it begins. */
const ASKS_WITHIN_MS = 2000

const HEARD_MS = 500

let lastAsked: [before: number, last: number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
let told: (() => void) | undefined

/** `isReady`, for a proxy that sends its requests by the answer. */
export function answerProxy(): boolean {
  lastAsked = [lastAsked[1], performance.now()]
  told?.()
  return isReady()
}

/** Says that the server takes no more requests, and goes on until a proxy that asks all the time has heard of it. */
export async function announceStop(): Promise<void> {
  const wasReady = isReady()
  setReady(false)
  if (!wasReady || performance.now() - lastAsked[0] > ASKS_WITHIN_MS) return
  const { promise, resolve } = Promise.withResolvers<void>()
  told = resolve
  await within(ASKS_WITHIN_MS, promise)
  await Bun.sleep(HEARD_MS)
}

/** Why the server cannot do all of its work; undefined when it can. It may go on serving reads. */
export function notReadyReason(): 'starting' | 'stopping' | UnavailableReason | undefined {
  if (isFenced()) return 'fenced'
  if (serving !== 'yes') return serving
  const health = storage.health()
  return health?.writable === false ? health.reason : undefined
}

gauge('quad_ready', 'Whether the server serves and writes, as `GET /readyz` says', () =>
  Number(notReadyReason() === undefined),
)
const state = () => states(['starting', 'serving', 'stopping'], serving === 'yes' ? 'serving' : serving)
gauge('quad_serving_state', 'What the server does', state, 'state')
