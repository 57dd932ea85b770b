import type { Statement } from 'bun:sqlite'
import type { Checkpoints } from './checkpoints'
import type { Connection } from './connection'
import type { LogSync } from './log-sync'
import type { Checkpointer } from './start-checkpointer'
import type { StorageUnavailable } from './storage-unavailable'
import type { Report } from './timers'
import type { StorageWatch } from './watch'
import type { WriteQueue } from './write-queue'

/** The parts of a storage, from its opening to its close. */
export type OpenStorage = {
  file: string
  reader: Connection
  writer: Connection
  queue: WriteQueue
  log: LogSync | undefined
  watch: StorageWatch
  dataVersion: Statement<{ data_version: number }, []>
  checkpointer: Checkpointer | undefined
  announces: boolean
  checkpoints: Checkpoints
  stopTimers: (() => Promise<void>)[]
  report: Report
  end: (fault: StorageUnavailable['reason']) => void
  stalledAfterMs: number
  /** At the last look the disk had said nothing for long. */
  wasLate: boolean
  /** The disk did not confirm what was written: nothing touches the files any more. */
  halted: boolean
  /** The files are others: they are not closed when the process ends. */
  endsUnclosed: boolean
}
