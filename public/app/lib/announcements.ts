import { signal } from '@preact/signals'
import { readStorage, tabStorage, writeStorage } from './storage'

const SHOWN_MS = 6000

/** What has just happened, shown for a moment and read out. */
export const announcement = signal('')

let timer: ReturnType<typeof setTimeout> | undefined

export function announce(words: string): void {
  clearTimeout(timer)
  announcement.value = words
  timer = setTimeout(() => {
    announcement.value = ''
  }, SHOWN_MS)
}

const KEY = 'quad.said'

/** Has what is being announced when this document is left be announced by the one that replaces it. */
export function announceAfterReload(): void {
  addEventListener('pagehide', () => writeStorage(KEY, announcement.value || null, tabStorage), { once: true })
}

/** Announces what the document before this one has left to say. */
export function announcePending(): void {
  const words = readStorage(KEY, tabStorage)
  if (words === null) return
  writeStorage(KEY, null, tabStorage)
  announce(words)
}
