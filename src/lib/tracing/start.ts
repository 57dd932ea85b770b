import { storage } from '../../../db/storage'
import { config } from '../../config'
import { reportFailure } from '../background'
import { setTracer, type Tracer } from './spans'
import { accompanyWrite } from './writes'

/** How long the last spans may take to leave. */
const STOP_MS = 3_000

let tracer: Tracer | undefined

/** Keeps what writes run for, and exports traces where the configuration names a collector. */
export async function startTracing(): Promise<void> {
  storage.accompany(accompanyWrite)
  if (config.collector === undefined) return
  const { makeTracer } = await import('./otlp')
  tracer = makeTracer(config.collector, (error) => reportFailure(error, 'sending traces'))
  setTracer(tracer)
}

/** Sends what waits, for a moment at most. */
export async function stopTracing(): Promise<void> {
  setTracer(undefined)
  await tracer?.stop(STOP_MS)
  tracer = undefined
}
