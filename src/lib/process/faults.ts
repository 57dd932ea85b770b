import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, ForOperator, isBusy, isDamage } from '../../../db/error-code'
import { config } from '../../config'

/** A sentence for the operator about an error of the machine or the installation. `about`: the path to name. */
export function plainFault(error: unknown, about?: string): string | undefined {
  if (error instanceof ForOperator) return error.message
  if (!(error instanceof Error)) return undefined
  if (errorCode(error).startsWith('SQLITE_')) return databaseFault(error)
  const path = 'path' in error && typeof error.path === 'string' ? error.path : config.dataDir
  const code = errorCode(error)
  return Object.entries(FILE_FAULTS).find(([codes]) => codes.split(' ').includes(code))?.[1](about ?? path, code)
}

const FILE_FAULTS: Record<string, (path: string, code: string) => string> = {
  'EACCES EPERM': (path) => `${path} cannot be written: ${ownership(path)}. Give DATA_DIR to the user that runs Quad.`,
  EROFS: (path) => `${path} is on a file system that is mounted read-only. Put DATA_DIR on one that can be written.`,
  'ENOTDIR EEXIST': (path) =>
    `${path} cannot be a directory: it, or a part of it, is a file. Set DATA_DIR to a directory.`,
  'ENOSPC EDQUOT': (path) => `There is no space left for ${path}. Free some, or move DATA_DIR to a larger disk.`,
  'EBUSY EXDEV': (path, code) =>
    `${path} cannot be moved (${code}): it, or what is above it, is mounted from elsewhere. Put all of DATA_DIR on one file system.`,
  EIO: (path) => `The disk failed to read or write ${path} (EIO). Look for its errors in the log of the system.`,
  'EMFILE ENFILE': (path, code) =>
    `There are no file handles left for ${path} (${code}). Raise the limit of open files, or stop what uses them.`,
  'ENAMETOOLONG ELOOP ENOENT': (path, code) =>
    `${path} cannot be reached (${code}). Set DATA_DIR to a directory that can.`,
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

function ownership(path: string): string {
  const runsAs = `Quad runs as user ${process.getuid?.() ?? '?'}`
  for (let current = path; ; current = dirname(current)) {
    const stat = statSync(current, { throwIfNoEntry: false })
    if (stat)
      return `${current} belongs to user ${stat.uid} and its mode is ${(stat.mode & 0o777).toString(8)}, ${runsAs}`
    if (current === dirname(current)) return runsAs
  }
}
