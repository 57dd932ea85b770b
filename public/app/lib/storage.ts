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

export function storedNames(prefix: string, where: () => Storage = () => localStorage): string[] {
  try {
    return Object.keys(where()).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export function clearStorage(prefix: string, where: () => Storage = () => localStorage): void {
  for (const key of storedNames(prefix, where)) writeStorage(key, null, where)
}

/** Whose browser this is: the account that was signed in last and has not left. */
export const ACCOUNT = 'quad.account'

/** The database of what somebody has read, and the mark that there is one. */
export const COPIES = 'quad.copies'

/** The cache of pictures that somebody has read, which the service worker fills. */
export const PICTURES = 'quad.pictures'

/** The cache of pictures that were not sent, each encrypted, under a random name. */
export const KEPT_PICTURES = 'quad.kept-pictures'

/** Each draft is encrypted, under a random name after this. */
export const DRAFTS = 'quad.sealed-draft.'

/** The mark that some of one's texts wait for a moderator. */
export const HELD = 'quad.held'

/** The mark that some of one's comments have not appeared yet. */
export const DELAYED_COMMENTS = 'quad.delayed'

/** Says that the account has left this device: no tab stores a draft, and the server may not have heard of it yet. */
export const SIGNED_OUT = 'quad.signed-out'

let forgotten = 0

/** How often copies were forgotten: an answer from before must not be kept after. */
export const timesForgotten = (): number => forgotten

/** Deletes what the device keeps of answers. The mark stays until that is done, for the next document to go on. */
export function forgetCopies(): Promise<void> {
  forgotten++
  globalThis.caches?.delete(PICTURES)
  if (readStorage(COPIES) === null) return Promise.resolve()
  return new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase(COPIES)
    deletion.onsuccess = () => {
      writeStorage(COPIES, null)
      resolve()
    }
    deletion.onerror = deletion.onblocked = () => resolve()
  })
}
