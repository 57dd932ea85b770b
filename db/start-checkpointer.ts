import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { CheckpointerData, CheckpointerMessage, Progress } from './checkpointer'

/** A worker that does not react must not keep the server from stopping. */
const stopTimeoutMs = 2000

export type Checkpointer = {
  /** Runs one checkpoint in the thread; undefined when the thread has died. Rejects with what SQLite said. */
  checkpoint(): Promise<Progress | undefined>
  stop(): Promise<void>
}

/**
 * Starts the checkpointer thread, which does not keep the process alive. `report` is called when the thread cannot
 * start or dies.
 */
export function startCheckpointer(file: string, report: (error: unknown) => void): Checkpointer {
  const workerData: CheckpointerData = { file }
  const worker = new Worker(entry(), { workerData })
  const ended = Promise.withResolvers<undefined>()
  let running: PromiseWithResolvers<Progress | undefined> | undefined
  worker.on('message', (message: CheckpointerMessage) => {
    if ('progress' in message) running?.resolve(message.progress ?? undefined)
    else running?.reject(Object.assign(new Error(message.failure.message), { code: message.failure.code }))
  })
  worker.on('error', (error) => {
    report(error)
    ended.resolve(undefined)
  })
  worker.on('exit', () => ended.resolve(undefined))
  worker.unref()
  return {
    checkpoint() {
      running = Promise.withResolvers()
      worker.postMessage('checkpoint')
      return Promise.race([running.promise, ended.promise])
    },
    async stop() {
      worker.ref()
      worker.postMessage('stop')
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, stopTimeoutMs)
      await Promise.race([ended.promise, timeout.promise])
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}

/** The source file, or in a build the bundle of the second entry point `db/checkpointer.ts`. */
function entry(): URL {
  const source = new URL('./checkpointer.ts', import.meta.url)
  return existsSync(source) ? source : new URL('./db/checkpointer.js', import.meta.url)
}
