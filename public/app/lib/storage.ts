/** What this browser kept under the key; null where it kept nothing, or may keep nothing at all. */
export function readStorage(key: string, where: () => Storage = () => localStorage): string | null {
  try {
    return where().getItem(key)
  } catch {
    return null
  }
}

/** Keeps the text in this browser, or forgets it; where the browser keeps nothing, nothing happens. */
export function writeStorage(key: string, text: string | null, where: () => Storage = () => localStorage): void {
  try {
    if (text === null) where().removeItem(key)
    else where().setItem(key, text)
  } catch {
    // Storage is full or forbidden: the page works on without.
  }
}

/** For as long as this tab lives, through reloads. */
export const tabStorage = (): Storage => sessionStorage

/** Forgets all that Quad has kept there under keys that begin so. */
export function clearStorage(prefix: string, where: () => Storage = () => localStorage): void {
  try {
    for (const key of Object.keys(where())) if (key.startsWith(prefix)) where().removeItem(key)
  } catch {
    // Nothing is kept where nothing may be.
  }
}
