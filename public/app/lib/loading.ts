import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Failure } from './api'

/** What was asked for: undefined until it has come, with the failure where it has not. */
export type Loaded<Data> = {
  data: Signal<Data | undefined>
  failure: Signal<Failure | null>
  /** Asks again; what is there stays until the answer comes. */
  load: () => Promise<void>
}

/** Asks when the component appears, and again whenever `of` is another. */
export function useLoaded<Data>(
  request: () => Promise<{ success: true; data: Data } | Failure>,
  key = '',
): Loaded<Data> {
  const data = useSignal<Data | undefined>(undefined)
  const failure = useSignal<Failure | null>(null)
  const load = async () => {
    failure.value = null
    const answer = await request()
    if (answer.success) data.value = answer.data
    else failure.value = answer
  }
  // Once, and once more for each `of`.
  useEffect(() => {
    load()
  }, [key])
  return { data, failure, load }
}
