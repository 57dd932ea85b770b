import { errorCode, isBusy, lacksHandles } from './error-code'

/** Why the storage makes no change, though the write itself is sound. */
export type UnavailableReason =
  | 'busy'
  | 'full'
  | 'unsynced'
  | 'replaced'
  | 'log-too-large'
  | 'read-only'
  | 'io'
  | 'unreplicated'
  | 'unclaimed'
  | 'fenced'

/** When a client may try again: sooner than an operator reacts where the fault tends to pass by itself. */
const retrySeconds: Record<UnavailableReason, number> = {
  busy: 2,
  full: 30,
  unsynced: 10,
  replaced: 60,
  'log-too-large': 5,
  'read-only': 60,
  io: 30,
  unreplicated: 2,
  unclaimed: 2,
  fenced: 60,
}

/** For logs and commands; clients read `errors.STORAGE_UNAVAILABLE`. */
const explanations: Record<UnavailableReason, string> = {
  busy: 'Another process kept the database locked.',
  full: 'There is no space left for the database.',
  unsynced: 'The disk did not confirm what was written. Nothing more is written until the server has started again.',
  replaced: 'The database file was removed or replaced while it was open.',
  'log-too-large': 'The write-ahead log reached its limit, because another process keeps reading an old state.',
  'read-only': 'The database cannot be written: its files or their file system are read-only.',
  io: 'The disk failed to read or write the database.',
  unreplicated: 'The replica did not take what was written.',
  unclaimed: 'Nobody has looked of late whether this server is still the primary.',
  fenced: 'Another server has taken over: this one is not the primary any more.',
}

type Options = { cause?: unknown; mayBeMade?: boolean }

/** The disk, a lock or a newer primary refused a write. The cause is the error of SQLite or the system. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
  /** The write was committed, but the disk did not confirm it: the next start finds it, or does not. Never otherwise. */
  readonly mayBeMade: boolean

  constructor(
    readonly reason: UnavailableReason,
    { cause, mayBeMade = false }: Options = {},
  ) {
    super(explanations[reason], { cause })
    this.mayBeMade = mayBeMade
  }

  get retrySeconds(): number {
    return retrySeconds[this.reason]
  }
}

/** What an error of SQLite says about the disk or a lock, as StorageUnavailable; undefined for any other error. */
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

/** Whether the disk did not confirm what was written. */
export const isUnsynced = (error: unknown): boolean => storageFault(error)?.reason === 'unsynced'

/** The storage was closed or closing when the write arrived. */
export class StorageClosed extends Error {
  override name = 'StorageClosed'
  override message = 'The storage is closed.'
}
