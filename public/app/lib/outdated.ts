import { readStorage, tabStorage, writeStorage } from './storage'

const KEY = 'quad.reloaded'

/** A second failure so soon has another cause than a newer version. */
const SOON_MS = 30_000

/**
 * Loads the page that the address names from the server as it is now: parts of an older version vanish with a newer
 * one. False where that was tried a moment ago or cannot help.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine || Date.now() - Number(readStorage(KEY, tabStorage)) < SOON_MS) return false
  writeStorage(KEY, String(Date.now()), tabStorage)
  // What keeps nothing would reload for ever.
  if (readStorage(KEY, tabStorage) === null) return false
  location.reload()
  return true
}
