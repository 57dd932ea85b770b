import { storage } from '../../db/storage'
import { config } from '../config'
import { databaseFile, prepareDataDirectory } from '../lib/data-directory'

/** Opens the database beside a server that may be running, or as the first one ever, and closes it after `work`. */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  prepareDataDirectory()
  await storage.open({ file: databaseFile(), synchronous: config.synchronous, checkpointer: false })
  try {
    return await work()
  } finally {
    await storage.close()
  }
}
