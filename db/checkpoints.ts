import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { CheckpointerData } from './checkpointer'

/** A worker that does not answer must not keep the server from stopping. */
const stopTimeoutMs = 2000

/**
 * Starts the checkpointer thread over the database. It does not keep the process alive. `failed` is told when the thread
 * cannot start or dies; the writer's own checkpoints bound the log then.
 */
export function startCheckpointer(file: string, failed: (error: unknown) => void): { stop(): Promise<void> } {
  const workerData: CheckpointerData = { file }
  const worker = new Worker(entry(), { workerData })
  const ended = Promise.withResolvers<void>()
  worker.on('error', (error) => {
    failed(error)
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

/** The source beside this file, or what the compiled executable made of the second entry point `db/checkpointer.ts`. */
function entry(): URL {
  const source = new URL('./checkpointer.ts', import.meta.url)
  return existsSync(source) ? source : new URL('./db/checkpointer.js', import.meta.url)
}
