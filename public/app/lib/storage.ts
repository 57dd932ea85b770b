/** The stored text; null if there is none or the browser forbids storage. */
export function readStorage(key: string, where: () => Storage = () => localStorage): string | null {
  try {
    return where().getItem(key)
  } catch {
    return null
  }
}

/** Stores the text, or removes it with null; does nothing if the browser forbids storage. */
export function writeStorage(key: string, text: string | null, where: () => Storage = () => localStorage): void {
  try {
    if (text === null) where().removeItem(key)
    else where().setItem(key, text)
  } catch {
    // Storage is full or forbidden; the page works without.
  }
}

export const tabStorage = (): Storage => sessionStorage

/** Removes all keys with the prefix. */
export function clearStorage(prefix: string, where: () => Storage = () => localStorage): void {
  try {
    for (const key of Object.keys(where())) if (key.startsWith(prefix)) where().removeItem(key)
  } catch {
    // Storage is forbidden.
  }
}
