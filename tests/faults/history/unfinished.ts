import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { EndedEarly, type Server } from '../server'

// A post with a long thread, and an account, are deleted in steps: what a cut leaves of one is neither there nor gone,
// and the next start finishes it (forum/posts/changes). Only then can be judged what happened.

/** Whether something in a data directory is being deleted. */
export function isUnfinished(dataDir: string) {
  const sqlite = new Database(join(dataDir, 'quad.db'), { readwrite: true })
  try {
    return sqlite.query('SELECT 1 FROM deletions').get() !== null
  } finally {
    sqlite.close()
  }
}

/** Waits until a started server has deleted what was being deleted. */
export async function finished(dataDir: string, server: Server) {
  while (isUnfinished(dataDir)) {
    const ended = await Promise.race([server.exited, Bun.sleep(20)])
    if (ended) throw new EndedEarly(ended, server.said())
  }
}
