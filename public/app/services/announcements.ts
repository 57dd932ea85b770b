import { signal } from '@preact/signals'

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
