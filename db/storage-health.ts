import type { StorageUnavailable, UnavailableReason } from './storage-unavailable'

/** Whether a write would be made now; if not, why, and since when. */
export type Writability = { writable: true } | { writable: false; reason: UnavailableReason; since: Date }

/**
 * What the checkpointer does: `stuck` when it has said nothing for long, `dead` when its thread has ended, `none` when
 * there is none.
 */
export type CheckpointerState = 'running' | 'stuck' | 'dead' | 'none'

/** Everything that an operator has to know about the storage: for readiness, metrics and log. */
export type StorageHealth = Writability & {
  log: {
    /** Size of the write-ahead log. */
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
  /** Resolves when what is committed and on disk may be answered. */
  readonly confirm?: () => Promise<void>
}
