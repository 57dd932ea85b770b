import type { Statement } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { packaged } from '../src/packaged'
import type { CheckpointerCommand, CheckpointerData, CheckpointerMessage, Progress } from './checkpointer'
import { walFrameBytes } from './confirm-log'
import type { Connection } from './connection'
import type { Remnants } from './remnants'
import type { CheckpointerState } from './storage-health'
import { type StorageUnavailable, storageFault } from './storage-unavailable'

type CheckpointsOptions = {
  writer: Connection
  /** Without one, or when it has died, the writer runs its checkpoints itself. */
  thread: Checkpointer | undefined
  remnants: Remnants | undefined
  /** Runs a task while no transaction is open and no sync of the log is under way. */
  between: <T>(task: () => Promise<T>) => Promise<T>
  isLogSynced: boolean
  /** Called when the disk did not confirm what was copied while writes went on. */
  unsynced: (fault: StorageUnavailable) => void
  report: (error: unknown) => void
}

/** At so many frames (16 MB) the log is moved. It bounds the log and what a start after a crash has to read. */
const dueFrames = 4096

const nothing: Progress = { log: 0, checkpointed: 0 }

/**
 * Decides when the write-ahead log is moved into the database file.
 *
 * A checkpoint of SQLite and a sync of the log never run at once: each syncs the log, and where a file system reports a
 * failed sync only once, the other would take what was dropped for written. So a checkpoint begins when everything in the
 * log is known to be on disk, and keeps writes out.
 *
 * A log that grew to its bound is therefore copied first, while writes go on: what it had at a moment when all of it was
 * on disk, and never its last commit. So SQLite does not begin the log anew before a checkpoint of its own has synced the
 * database, which then has little left to do.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions
  /** Moves nothing; 1 microsecond. */
  readonly #look: Statement<Progress, []>
  readonly #move: Statement<Progress, []>
  #seenFrames = 0
  #dueFrames = dueFrames
  #running: Promise<void> | undefined
  /** What the thread may copy, once the log has more. */
  #pinnedFrames: number | undefined
  #progress = nothing

  constructor(options: CheckpointsOptions) {
    const { sqlite } = options.writer
    this.#options = options
    this.#look = sqlite.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#move = sqlite.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  }

  get remnants(): Remnants | undefined {
    return this.#options.remnants
  }

  get unmovedBytes(): number {
    return (this.#progress.log - this.#progress.checkpointed) * walFrameBytes
  }

  committed(): void {
    this.#progress = this.#look.get() ?? nothing
    const frames = this.#progress.log
    // A write has restarted the log.
    if (frames < this.#seenFrames) this.#dueFrames = dueFrames
    this.#seenFrames = frames
    if (this.#running !== undefined) return
    if (this.#pinnedFrames === undefined ? frames >= this.#dueFrames : frames > this.#pinnedFrames)
      this.#once(() => this.#moveDue()).catch(this.#options.report)
  }

  run(): Promise<void> {
    return this.#once(() => this.#moveRest())
  }

  #once(move: () => Promise<void>): Promise<void> {
    this.#running ??= move().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #moveDue(): Promise<void> {
    const { thread, isLogSynced } = this.#options
    if (thread === undefined || !isLogSynced) return this.#moveRest()
    if (this.#pinnedFrames === undefined)
      return this.#options.between(async () => {
        await thread.ask('pin')
        this.#pinnedFrames = this.#look.get()?.log ?? 0
      })
    // After another commit.
    try {
      await thread.ask('copy')
    } catch (error) {
      const fault = storageFault(error)
      if (fault?.reason === 'unsynced') this.#options.unsynced(fault)
      throw error
    }
    await this.#moveRest()
  }

  async #moveRest(): Promise<void> {
    this.#progress = this.#look.get() ?? nothing
    const isMoved = this.#progress.log === this.#progress.checkpointed
    if (!isMoved || this.#pinnedFrames !== undefined) await this.#options.between(() => this.#checkpoint())
  }

  /** The log holds former content of pages. Emptied by the writer, whose `data_version` stays; not while another reads. */
  async empty(): Promise<void> {
    // The thread does one thing at a time.
    while (this.#running !== undefined) await this.#running.catch(() => {})
    await this.#once(() => this.#options.between(() => this.#empty()))
  }

  async #empty(): Promise<void> {
    await this.#checkpoint()
    // What the thread could not move would be moved on the event loop.
    if (this.unmovedBytes > 0) return
    const { sqlite } = this.#options.writer
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    this.remnants?.erase(sqlite)
  }

  async #checkpoint(): Promise<void> {
    this.#pinnedFrames = undefined
    const progress = (await this.#options.thread?.ask('checkpoint')) ?? this.#move.get()
    // What another process reads stays, and is tried again when the log has grown by as much.
    if (progress) this.#dueFrames = Math.max(progress.log, 0) + dueFrames
    if (progress) this.#progress = progress
  }
}

/** A worker that does not react must not keep the server from stopping. */
const stopTimeoutMs = 2000

/** A checkpoint takes longer only when the disk is slow. */
const stuckAfterMs = 60_000

export type Checkpointer = ReturnType<typeof checkpointerOf>

/** Its thread starts with the first command. `report` is called when that cannot start or dies. */
export function checkpointerOf(file: string, report: (error: unknown) => void) {
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
    get state(): CheckpointerState {
      if (hasEnded) return 'dead'
      return busySince !== undefined && performance.now() - busySince > stuckAfterMs ? 'stuck' : 'running'
    },
    /** One command at a time. Undefined when the thread has died; rejects with what SQLite said. */
    ask(command: CheckpointerCommand): Promise<Progress | undefined> {
      busySince = performance.now()
      running = Promise.withResolvers()
      if (hasEnded) running.resolve(undefined)
      else (worker ?? start()).postMessage(command)
      // Not a race with `ended`, which would keep a reaction to every command.
      return running.promise
    },
    stop: (): Promise<void> =>
      (stopped ??= worker === undefined ? Promise.resolve(end()) : stop(worker, ended.promise)),
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
