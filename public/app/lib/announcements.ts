import { signal } from '@preact/signals'
import { keep, kept, tab } from './storage'

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
export function announceOnward(): void {
  addEventListener('pagehide', () => keep(KEY, announcement.value || null, tab), { once: true })
}

/** Announces what the document before this one has left to say. */
export function announceLeft(): void {
  const words = kept(KEY, tab)
  if (words === null) return
  keep(KEY, null, tab)
  announce(words)
}
