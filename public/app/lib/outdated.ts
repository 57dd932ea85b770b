import { readStorage, tabStorage, writeStorage } from './storage'

const KEY = 'quad.reloaded'

/** A second failure within this time has another cause than a new version. */
const SOON_MS = 30_000

/**
 * Reloads the page after a part of it failed to load, because the parts of an old version disappear with a new one.
 * Returns false if that was tried a moment ago or cannot help.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine || Date.now() - Number(readStorage(KEY, tabStorage)) < SOON_MS) return false
  writeStorage(KEY, String(Date.now()), tabStorage)
  // Without storage it would reload for ever.
  if (readStorage(KEY, tabStorage) === null) return false
  location.reload()
  return true
}
