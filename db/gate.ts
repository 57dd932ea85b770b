import type { StorageUnavailable } from './storage-unavailable'

/** What beside the disk decides whether writes are made: whether this server may, and whether its replica follows. */
export type Gate = {
  /** Why none may begin. */
  readonly refusal: StorageUnavailable | undefined
  /** Resolves when what is committed and on disk may be answered. */
  readonly confirm?: () => Promise<void>
}
