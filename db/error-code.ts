/** What SQLite or the system calls an error, such as `SQLITE_BUSY` or `ENOENT`; empty where it has no such name. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** An error of the machine or the installation. The message is for the operator. */
export class ForOperator extends Error {
  override name = 'ForOperator'
}

/** Whether SQLite found that a file is no database, or a damaged one (https://sqlite.org/rescode.html). */
export function isDamage(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
}

/** Whether another process holds a lock. */
export const isBusy = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_BUSY')

/** Whether this process, or the machine, has no file handle left. */
export const lacksHandles = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(errorCode(error))
