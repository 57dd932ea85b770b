import { errorCode, ForOperator, isBusy, lacksHandles } from './error-code'

/** Why no change is made: after how many seconds a client may try again, and what logs and commands say. */
const reasons = {
  busy: [2, 'Another process kept the database locked.'],
  full: [30, 'There is no space left for the database.'],
  unsynced: [
    10,
    'The disk did not confirm what was written. Nothing more is written until the server has started again.',
  ],
  replaced: [60, 'The database file was removed or replaced while it was open.'],
  'log-too-large': [5, 'The write-ahead log reached its limit, because another process keeps reading an old state.'],
  'read-only': [60, 'The database cannot be written: its files or their file system are read-only.'],
  io: [30, 'The disk failed to read or write the database.'],
  unreplicated: [2, 'The replica did not take what was written.'],
  unclaimed: [2, 'Nobody has looked of late whether this server is still the primary.'],
  fenced: [60, 'Another server has taken over: this one is not the primary any more.'],
} as const
export type UnavailableReason = keyof typeof reasons

/** The disk, a lock or a newer primary refused a write. The cause is the error of SQLite or the system. */
export class StorageUnavailable extends ForOperator {
  override name = 'StorageUnavailable'
  /** The write was committed, but the disk did not confirm it: the next start finds it, or does not. Never otherwise. */
  readonly mayBeMade: boolean

  constructor(
    readonly reason: UnavailableReason,
    { cause, mayBeMade = false }: { cause?: unknown; mayBeMade?: boolean } = {},
  ) {
    super(reasons[reason][1], { cause })
    this.mayBeMade = mayBeMade
  }

  get retrySeconds(): number {
    return reasons[this.reason][0]
  }
}

/** What an error says about the disk or a lock; undefined for any other error. */
export function storageFault(error: unknown): StorageUnavailable | undefined {
  if (error instanceof StorageUnavailable) return error
  if (!(error instanceof Error)) return undefined
  const reason = reasonFor(error)
  // Drizzle wraps the errors of its queries.
  return reason === undefined ? storageFault(error.cause) : new StorageUnavailable(reason, { cause: error })
}

/** https://sqlite.org/rescode.html, and what the system says of files beside the database, such as pictures. */
function reasonFor(error: Error): UnavailableReason | undefined {
  const code = errorCode(error)
  // File handles come back, too.
  if (isBusy(error) || code === 'SQLITE_PROTOCOL' || lacksHandles(error)) return 'busy'
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (code === 'SQLITE_IOERR_FSYNC' || code === 'SQLITE_IOERR_DIR_FSYNC') return 'unsynced'
  if (code === 'SQLITE_READONLY_DBMOVED') return 'replaced'
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS') return 'read-only'
  if (code === 'EIO' || code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN')) return 'io'
  return undefined
}

export const isUnsynced = (error: unknown): boolean => storageFault(error)?.reason === 'unsynced'

export class StorageClosed extends Error {
  override name = 'StorageClosed'
  override message = 'The storage is closed.'
}
