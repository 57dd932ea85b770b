import { signal } from '@preact/signals'

/** Whether the browser is working for the server. */
export const isWorking = signal(false)

/** Built from `public/proof-of-work.ts`. */
const WORKER = '/proof-of-work.js'

/** Solves a challenge of the server beside the page; undefined if this browser cannot. */
export async function solve(challenge: unknown): Promise<string | undefined> {
  isWorking.value = true
  const worker = new Worker(WORKER)
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve(undefined)
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
    isWorking.value = false
  }
}
