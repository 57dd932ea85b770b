import type { StorageUnavailable, UnavailableReason } from './storage-unavailable'

export type Writability = { writable: true } | { writable: false; reason: UnavailableReason; since: Date }

/** `stuck` when it has said nothing for long, `dead` when its thread has ended. */
export type CheckpointerState = 'running' | 'stuck' | 'dead' | 'none'

export type StorageHealth = Writability & {
  log: {
    bytes: number
    /** How much of it the checkpointer cannot move into the database yet. */
    unmovedBytes: number
    /** Sizes at which the operator is warned, and at which writes are refused. */
    warnBytes: number
    maxBytes: number
  }
  /** Free space of the file system that the database is on. */
  freeBytes: number
  /** Writes that nobody has an answer to yet, and the age of the oldest. */
  queue: { waiting: number; oldestSeconds: number }
  /** Undefined before the first sync, and always when `synchronous` is not `full`. */
  secondsSinceSync: number | undefined
  checkpointer: CheckpointerState
}

/** What beside the disk decides whether writes are made: whether this server may, and whether its replica follows. */
export type Gate = {
  /** Why none may begin. */
  readonly refusal: StorageUnavailable | undefined
  /** Resolves when what is on disk may be answered. */
  readonly confirm?: () => Promise<void>
}
