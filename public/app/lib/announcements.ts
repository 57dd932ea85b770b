import { signal } from '@preact/signals'
import { readStorage, tabStorage, writeStorage } from './storage'

const SHOWN_MS = 6000

/** What has just happened, shown for a moment and announced to screen readers. */
export const announcement = signal('')

let timer: ReturnType<typeof setTimeout> | undefined

export function announce(words: string): void {
  clearTimeout(timer)
  announcement.value = words
  timer = setTimeout(() => {
    announcement.value = ''
  }, SHOWN_MS)
}

const KEY = 'quad.announcement'

/** Hands the current announcement to the next document, for actions that end in a new one. */
export function announceAfterReload(): void {
  addEventListener('pagehide', () => writeStorage(KEY, announcement.value || null, tabStorage), { once: true })
}

/** Announces what the previous document handed over. */
export function announcePending(): void {
  const words = readStorage(KEY, tabStorage)
  if (words === null) return
  writeStorage(KEY, null, tabStorage)
  announce(words)
}
