import { readStorage, tabStorage, writeStorage } from './storage'

// Which tab this is, and which others are open: two tabs must not write into one draft.

const KEY = 'quad.tab'
const LOCK = 'quad.tab.'

let id = ''

/** The same for all documents of a tab. */
export const tabId = (): string => id

/**
 * Takes the id out of the tab's storage for as long as the document is there: a tab that is duplicated meanwhile copies
 * the storage, and has to get an id of its own.
 */
export function openTab(): void {
  if (id !== '') return
  id = readStorage(KEY, tabStorage) ?? crypto.randomUUID()
  writeStorage(KEY, null, tabStorage)
  addEventListener('pagehide', () => writeStorage(KEY, id, tabStorage))
  addEventListener('pageshow', () => writeStorage(KEY, null, tabStorage))
}

let release: (() => void) | undefined

/** Says to other tabs that this one has drafts. A lock ends with its document, however that ends. */
export function holdTab(isHeld: boolean): void {
  if (isHeld === (release !== undefined)) return
  if (isHeld) {
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    navigator.locks?.request(LOCK + id, () => held).catch(() => undefined)
  } else {
    release?.()
    release = undefined
  }
}

let open: ReadonlySet<string | undefined> = new Set()

/** Finds out which tabs have drafts. */
export async function lookForTabs(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  open = new Set(held.map(({ name }) => name))
}

/** Whether that tab has drafts, as far as `lookForTabs` found. */
export const isOpen = (tab: string): boolean => open.has(LOCK + tab)
