import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { packaged } from '../src/packaged'
import type { CheckpointerCommand, CheckpointerData, CheckpointerMessage, Progress } from './checkpointer'
import type { CheckpointerState } from './health'

/** A worker that does not react must not keep the server from stopping. */
const stopTimeoutMs = 2000

/** A checkpoint takes longer only when the disk is slow. */
const stuckAfterMs = 60_000

export type Checkpointer = {
  readonly state: CheckpointerState
  /** One command at a time. Undefined when the thread has died; rejects with what SQLite said. */
  ask(command: CheckpointerCommand): Promise<Progress | undefined>
  stop(): Promise<void>
}

/**
 * The checkpointer of this file, whose thread starts with the first command and does not keep the process alive. `report`
 * is called when the thread cannot start or dies.
 */
export function checkpointerOf(file: string, report: (error: unknown) => void): Checkpointer {
  const { dev, ino } = statSync(file)
  const workerData: CheckpointerData = { file, dev, ino }
  let worker: Worker | undefined
  const ended = Promise.withResolvers<undefined>()
  let running: PromiseWithResolvers<Progress | undefined> | undefined
  let hasEnded = false
  let busySince: number | undefined
  let stopped: Promise<void> | undefined
  const end = () => {
    hasEnded = true
    ended.resolve(undefined)
    running?.resolve(undefined)
  }
  const start = () => {
    worker = new Worker(packaged('checkpointer.js'), { workerData })
    worker.on('message', (message: CheckpointerMessage) => {
      busySince = undefined
      if ('progress' in message) running?.resolve(message.progress ?? undefined)
      else running?.reject(Object.assign(new Error(message.failure.message), { code: message.failure.code }))
    })
    worker.on('error', (error) => {
      report(error)
      end()
    })
    worker.on('exit', end)
    worker.unref()
    return worker
  }
  return {
    get state() {
      if (hasEnded) return 'dead'
      return busySince !== undefined && performance.now() - busySince > stuckAfterMs ? 'stuck' : 'running'
    },
    ask(command) {
      busySince = performance.now()
      running = Promise.withResolvers()
      if (hasEnded) running.resolve(undefined)
      else (worker ?? start()).postMessage(command)
      // Not a race with `ended`, which would keep a reaction to every command.
      return running.promise
    },
    stop: () => (stopped ??= worker === undefined ? Promise.resolve(end()) : stop(worker, ended.promise)),
  }
}

async function stop(worker: Worker, ended: Promise<undefined>): Promise<void> {
  worker.ref()
  worker.postMessage('stop')
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, stopTimeoutMs)
  await Promise.race([ended, timeout.promise])
  clearTimeout(timer)
  await worker.terminate()
}
