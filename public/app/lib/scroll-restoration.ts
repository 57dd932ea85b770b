import { useLayoutEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'

/** What one entry of the history shows and how far down it was read. */
type HistoryEntry = { content: unknown; scroll: number }

/** More than anybody goes back. */
const MAX_ENTRIES = 30
const entries = new Map<string, HistoryEntry>()
let currentEntry: HistoryEntry | undefined
let serial = 0

/** An address that cannot be decoded is that of no page; the router would break at it. */
function mendAddress(): void {
  try {
    decodeURIComponent(location.pathname)
  } catch {
    history.replaceState(history.state, '', `/${encodeURIComponent(location.pathname.slice(1))}`)
  }
}

/** Lets pages come back as they were left, which the browser cannot do for content that arrives later. */
export function startScrollRestoration(): void {
  mendAddress()
  history.scrollRestoration = 'manual'
  const note = () => {
    if (currentEntry) currentEntry.scroll = scrollY
  }
  addEventListener('scroll', note, { passive: true })
}

/** Forgets all of them: what they hold was meant for somebody else. */
export const forgetHistoryEntries = (): void => entries.clear()

function entryKey(): string {
  const { place } = (history.state ?? {}) as { place?: string }
  if (place !== undefined) return place
  const newKey = `${performance.timeOrigin}.${++serial}`
  history.replaceState({ ...history.state, place: newKey }, '')
  return newKey
}

function historyEntry<Content>(key: string, make: () => Content): HistoryEntry & { content: Content } {
  let place = entries.get(key)
  if (place === undefined) {
    place = { content: make(), scroll: 0 }
    entries.set(key, place)
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!)
  }
  return place as HistoryEntry & { content: Content }
}

/**
 * The content of the page at this entry of the history: made at the first visit, and on the way back and forward the
 * same as it was left, scrolled to where it was left.
 */
export function useHistoryEntry<Content>(kind: string, make: () => Content): Content {
  const { url } = useLocation()
  // Another address is another entry.
  const place = useMemo(() => historyEntry(`${kind} ${entryKey()}`, make), [url, kind])
  useLayoutEffect(() => {
    currentEntry = place
    scrollTo(0, place.scroll)
    return () => {
      if (currentEntry === place) currentEntry = undefined
    }
  }, [place])
  return place.content
}
