import { signal } from '@preact/signals'
import { readStorage, tabStorage, writeStorage } from './storage'

const SHOWN_MS = 6000

/** What has just happened, shown for a moment and announced to screen readers. */
export const announcement = signal('')

type Offer = { label: string; take: () => void }

/** What can be done about it while it is shown. */
export const offer = signal<Offer | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

export function announce(words: string, offered: Offer | null = null, shownMs = SHOWN_MS): void {
  clearTimeout(timer)
  announcement.value = words
  offer.value = offered
  timer = setTimeout(silence, shownMs)
}

function silence(): void {
  announcement.value = ''
  offer.value = null
}

/** Whoever moves on by a link or the history has read it. What can still be taken back stays. */
export function silenceOnLeaving(): void {
  const leave = () => {
    if (offer.peek() === null) silence()
  }
  addEventListener('popstate', leave)
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) leave()
  })
}

export function takeOffer(): void {
  const { take } = offer.value ?? {}
  silence()
  take?.()
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
