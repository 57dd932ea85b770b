import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../config'

export const databaseFile = (): string => join(config.dataDir, 'quad.db')
export const outboxFolder = (): string => join(config.dataDir, 'outbox')
export const limitsFile = (): string => join(config.dataDir, 'limits.db')

const FOLDERS = ['', 'uploads', 'outbox']

/**
 * Makes the data directory if it is missing. From here on other users cannot read what this process creates, the
 * database included. Throws the error of the file system.
 */
export function prepareDataDirectory(): void {
  process.umask(0o077)
  for (const folder of FOLDERS) mkdirSync(join(config.dataDir, folder), { recursive: true, mode: 0o700 })
}

/** A new name is on disk only when its folder is. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
