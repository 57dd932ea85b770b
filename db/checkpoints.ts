import type { Statement } from 'bun:sqlite'
import type { Progress } from './checkpointer'
import type { Connection } from './connection'
import type { Checkpointer } from './start-checkpointer'

type CheckpointsOptions = {
  writer: Connection
  /** The thread; without one, or when it has died, the writer runs its checkpoints itself. */
  thread: Checkpointer | undefined
  /** Runs a task while no transaction is open and no sync of the log is under way. */
  between: <T>(task: () => Promise<T>) => Promise<T>
  report: (error: unknown) => void
}

/**
 * A log of this many frames (16 MB) is moved before the next write. It bounds the log and what a start after a crash has
 * to read; twice as much made nothing faster.
 */
const dueFrames = 4096

/** A page of 4096 bytes and its header (https://sqlite.org/fileformat2.html#walformat). */
const walFrameBytes = 4096 + 24

const nothing: Progress = { log: 0, checkpointed: 0 }

/**
 * Decides when the write-ahead log is moved into the database file.
 *
 * A checkpoint and a sync of the log never run at once. Each of them syncs the log, and where a file system reports a
 * failed sync only once, the other one would take what was dropped for written: the checkpoint would move it into the
 * database, or a lost write would be answered. So a checkpoint begins when everything in the log is known to be on disk.
 */
export class Checkpoints {
  readonly #writer: Connection
  readonly #thread: Checkpointer | undefined
  readonly #between: CheckpointsOptions['between']
  readonly #report: CheckpointsOptions['report']
  /** Moves nothing; 1 microsecond. */
  readonly #look: Statement<Progress, []>
  readonly #move: Statement<Progress, []>
  #seenFrames = 0
  #dueFrames = dueFrames
  #isDue = false
  #progress = nothing

  constructor({ writer, thread, between, report }: CheckpointsOptions) {
    this.#writer = writer
    this.#thread = thread
    this.#between = between
    this.#report = report
    this.#look = writer.sqlite.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#move = writer.sqlite.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  }

  /** How much of the log was not in the database file at the last look. */
  get unmovedBytes(): number {
    return (this.#progress.log - this.#progress.checkpointed) * walFrameBytes
  }

  /** Call it after each commit. */
  committed(): void {
    this.#progress = this.#look.get() ?? nothing
    const frames = this.#progress.log
    // A write has restarted the log.
    if (frames < this.#seenFrames) this.#dueFrames = dueFrames
    this.#seenFrames = frames
    if (frames < this.#dueFrames || this.#isDue) return
    this.#isDue = true
    this.run()
      .catch(this.#report)
      .finally(() => {
        this.#isDue = false
      })
  }

  /** Moves what the log has, if anything. */
  async run(): Promise<void> {
    this.#progress = this.#look.get() ?? nothing
    if (this.#progress.log !== this.#progress.checkpointed) await this.#between(() => this.#checkpoint())
  }

  /**
   * Moves the log and empties it: until then it holds the former content of pages. Leaves it when another process reads.
   * Emptied by the writer, whose `data_version` stays as it is.
   */
  async empty(): Promise<void> {
    await this.#between(async () => {
      await this.#checkpoint()
      // What the thread could not move would be moved on the event loop.
      if (this.unmovedBytes === 0) this.#writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    })
  }

  async #checkpoint(): Promise<void> {
    const progress = (await this.#thread?.checkpoint()) ?? this.#move.get()
    // What another process reads stays, and is tried again when the log has grown by as much.
    if (progress) this.#dueFrames = Math.max(progress.log, 0) + dueFrames
    if (progress) this.#progress = progress
  }
}
