import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from './api'

export type Loaded<Data> = ReturnType<typeof useLoaded<Data>>

/**
 * The data of a request, undefined until it has loaded, with the failure if it has not. Loads when the component mounts,
 * and again whenever `key` changes; the old data stays until then.
 */
export function useLoaded<Data>(request: () => Promise<{ success: true; data: Data } | Failure>, key = '') {
  const data = useSignal<Data | undefined>(undefined)
  const failure = useSignal<Failure | null>(null)
  const take = useRef(loadInto(data, failure)).current
  const load = () => take(request)
  useEffect(() => {
    load()
  }, [key])
  return { data, failure, load }
}

/** Shows what the request that was made last answers, whichever answers last. */
export function loadInto<Data>(data: Signal<Data | undefined>, failure: Signal<Failure | null>) {
  const newest = latest()
  return async (request: () => Promise<{ success: true; data: Data } | Failure>): Promise<void> => {
    failure.value = null
    const answer = await newest(request())
    if (answer?.success) data.value = answer.data
    else if (answer) failure.value = answer
  }
}

/** Passes on what a promise resolves to, or undefined if a later one was passed in meanwhile. */
export function latest(): <Value>(promise: Promise<Value>) => Promise<Value | undefined> {
  let serial = 0
  return async (promise) => {
    const mine = ++serial
    const value = await promise
    return mine === serial ? value : undefined
  }
}
