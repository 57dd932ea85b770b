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

/** All keys with the prefix. */
export function storedNames(prefix: string, where: () => Storage = () => localStorage): string[] {
  try {
    return Object.keys(where()).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Removes all keys with the prefix. */
export function clearStorage(prefix: string, where: () => Storage = () => localStorage): void {
  for (const key of storedNames(prefix, where)) writeStorage(key, null, where)
}
