import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { CheckpointerData } from './checkpointer'

/** A worker that does not react must not keep the server from stopping. */
const stopTimeoutMs = 2000

/**
 * Starts the checkpointer thread, which does not keep the process alive. `report` is called when the thread cannot
 * start or dies; from then on the writer's own checkpoints bound the log.
 */
export function startCheckpointer(file: string, report: (error: unknown) => void): { stop(): Promise<void> } {
  const workerData: CheckpointerData = { file }
  const worker = new Worker(entry(), { workerData })
  const ended = Promise.withResolvers<void>()
  worker.on('error', (error) => {
    report(error)
    ended.resolve()
  })
  worker.on('exit', () => ended.resolve())
  worker.unref()
  return {
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
