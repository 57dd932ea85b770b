import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, isBusy, isDamage } from '../../db/error-code'
import { config } from '../config'

/** Errors whose message is for the operator. */
const FOR_OPERATORS = new Set([
  'ClaimsUnclear',
  'DataDirectoryInUse',
  'DatabaseMissing',
  'FollowersCopy',
  'MigrationRefused',
  'KeyDamaged',
  'KeysMissing',
  'RestoreUnclear',
  'StorageUnavailable',
])

/**
 * A sentence for the operator about an error of the machine or the installation; undefined for any other error. `about`
 * is the path to name if it is not the path of the error.
 */
export function plainFault(error: unknown, about?: string): string | undefined {
  if (error instanceof Error && FOR_OPERATORS.has(error.name)) return error.message
  if (!(error instanceof Error)) return undefined
  if (errorCode(error).startsWith('SQLITE_')) return databaseFault(error)
  const path = 'path' in error && typeof error.path === 'string' ? error.path : config.dataDir
  return fileFault(errorCode(error), about ?? path)
}

function fileFault(code: string, path: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be written: ${ownership(path)}. Give DATA_DIR to the user that runs Quad.`
    case 'EROFS':
      return `${path} is on a file system that is mounted read-only. Put DATA_DIR on one that can be written.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be a directory: it, or a part of it, is a file. Set DATA_DIR to a directory.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left for ${path}. Free some, or move DATA_DIR to a larger disk.`
    case 'EBUSY':
    case 'EXDEV':
      return `${path} cannot be moved (${code}): it, or what is above it, is mounted from elsewhere. Put all of DATA_DIR on one file system.`
    case 'EIO':
      return `The disk failed to read or write ${path} (${code}). Look for its errors in the log of the system.`
    case 'EMFILE':
    case 'ENFILE':
      return `There are no file handles left for ${path} (${code}). Raise the limit of open files, or stop what uses them.`
    case 'ENAMETOOLONG':
    case 'ELOOP':
    case 'ENOENT':
      return `${path} cannot be reached (${code}). Set DATA_DIR to a directory that can.`
    default:
      return undefined
  }
}

function databaseFault(error: Error): string | undefined {
  const code = errorCode(error)
  const inDatabase = `in the data directory ${config.dataDir}`
  if (isDamage(error))
    return `The database ${inDatabase} is damaged (${code}). Stop Quad, keep a copy of the file, and restore a backup.`
  if (code === 'SQLITE_READONLY_ROLLBACK')
    return `A seed of the database ${inDatabase} was cut off. The next start, or command that writes, undoes it.`
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return `The database ${inDatabase} cannot be opened for writing (${code}): ${ownership(config.dataDir)}.`
  if (code === 'SQLITE_FULL') return `There is no space left for the database ${inDatabase}.`
  if (isBusy(error)) return `Another program keeps the database ${inDatabase} busy. Try again when it is done.`
  if (code.startsWith('SQLITE_IOERR')) return `The disk failed to read or write the database ${inDatabase} (${code}).`
  return undefined
}

/** Who owns the path, or its nearest existing parent, and as which user Quad runs. */
function ownership(path: string): string {
  const runsAs = `Quad runs as user ${process.getuid?.() ?? '?'}`
  for (let current = path; ; current = dirname(current)) {
    const stat = statSync(current, { throwIfNoEntry: false })
    if (stat)
      return `${current} belongs to user ${stat.uid} and its mode is ${(stat.mode & 0o777).toString(8)}, ${runsAs}`
    if (current === dirname(current)) return runsAs
  }
}
