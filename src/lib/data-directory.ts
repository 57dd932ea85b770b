import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../config'

/** Where everything is that changes. */
export const DATABASE_FILE = join(config.dataDir, 'quad.db')
export const LIMITS_FILE = join(config.dataDir, 'limits.db')

const FOLDERS = ['', 'uploads', 'outbox']

/**
 * Makes the data directory where it is missing; from here on what this process creates is its user's alone, the
 * database included. Throws the error of the file system.
 */
export function prepareDataDirectory(): void {
  process.umask(0o077)
  for (const folder of FOLDERS) mkdirSync(join(config.dataDir, folder), { recursive: true, mode: 0o700 })
}
