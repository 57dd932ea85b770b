import { type Accompany, storage } from '../../../db/storage'
import { config } from '../../config'
import { reportFailure } from '../process/background'
import { currentActivity, inActivity, inSpan, isTracing, outside, type Span, setTracer, startSpan } from './spans'

const STOP_MS = 3_000

/** Keeps what writes run for, and exports traces where the configuration names a collector. */
export async function startTracing(): Promise<void> {
  storage.accompany(accompanyWrite)
  if (config.collector === undefined) return
  const { makeTracer } = await import('./otlp')
  setTracer(makeTracer(config.collector, (error) => reportFailure(error, 'sending traces')))
}

export async function stopTracing(): Promise<void> {
  await setTracer(undefined)?.stop(STOP_MS)
}

/**
 * A callback belongs to what called for the write; the queue, and what follows a commit, belong to nothing. The span
 * has the wait for the transaction within it, and the time until the disk has it.
 */
export const accompanyWrite: Accompany = (write, callback) => {
  const activity = currentActivity()
  if (!isTracing())
    return activity === undefined
      ? write(callback)
      : outside(() => write((tx) => inActivity(activity, () => callback(tx))))
  return inSpan('write', 'internal', {}, async () => {
    const within = currentActivity()!
    const wait = startSpan('wait for the transaction', 'internal', within.trace)
    let commit: Span | undefined
    let hasFailed = true
    try {
      const result = await outside(() =>
        write(async (tx) => {
          wait?.end({})
          const made = await inActivity(within, () => callback(tx))
          commit = startSpan('commit', 'internal', within.trace)
          return made
        }),
      )
      hasFailed = false
      return result
    } finally {
      commit?.end({}, undefined, hasFailed)
    }
  })
}
