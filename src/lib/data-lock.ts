import { DataDirectoryInUse, keepLock } from '../../db/lock'
import { config } from '../config'
import { runEvery } from './background'
import { log } from './log'
import { notReadyReason } from './readiness'

/** A second server takes longer to start. */
const LOOK_EVERY_MS = 500

/** `doctor` tries the lock, and holds it for a moment. */
const MOST_MISSES = 10

/**
 * Keeps the lock of the data directory while the server runs, though somebody removes its file, and ends this server
 * when another one has taken it: two would not know of each other's writes. The returned function stops that.
 */
export function startKeepingLock(end: () => void): () => Promise<void> {
  let misses = 0
  return runEvery(LOOK_EVERY_MS, 'keeping the lock', () => {
    // In the place of the former directory there may be another, in which the next server will start.
    if (notReadyReason() === 'replaced') return
    try {
      keepLock(config.dataDir)
      misses = 0
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error
      if (++misses !== MOST_MISSES) return
      log.error('The file `lock` in DATA_DIR was removed, and another server has started there: this one ends')
      end()
    }
  })
}
