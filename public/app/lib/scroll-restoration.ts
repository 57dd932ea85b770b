import { useLayoutEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'

/** What a history entry shows, and its scroll position. */
type HistoryEntry = { content: unknown; scroll: number }

const MAX_ENTRIES = 30
const entries = new Map<string, HistoryEntry>()
let currentEntry: HistoryEntry | undefined
let serial = 0

/** The router throws at a path that cannot be decoded. */
function mendAddress(): void {
  try {
    decodeURIComponent(location.pathname)
  } catch {
    history.replaceState(history.state, '', `/${encodeURIComponent(location.pathname.slice(1))}`)
  }
}

/** Restores scroll positions, which the browser cannot do for content that loads later. */
export function startScrollRestoration(): void {
  mendAddress()
  history.scrollRestoration = 'manual'
  const note = () => {
    if (currentEntry) currentEntry.scroll = scrollY
  }
  addEventListener('scroll', note, { passive: true })
}

/** Drops all entries: their content was loaded for another viewer. */
export const forgetHistoryEntries = (): void => entries.clear()

function entryKey(): string {
  const { place } = (history.state ?? {}) as { place?: string }
  if (place !== undefined) return place
  const newKey = `${performance.timeOrigin}.${++serial}`
  history.replaceState({ ...history.state, place: newKey }, '')
  return newKey
}

function historyEntry<Content>(key: string, make: () => Content): HistoryEntry & { content: Content } {
  let entry = entries.get(key)
  if (entry === undefined) {
    entry = { content: make(), scroll: 0 }
    entries.set(key, entry)
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!)
  }
  return entry as HistoryEntry & { content: Content }
}

/**
 * The content of the page at this history entry: made at the first visit, then the same on the way back and forward, at
 * the same scroll position.
 */
export function useHistoryEntry<Content>(kind: string, make: () => Content): Content {
  const { url } = useLocation()
  // Another URL is another entry.
  const entry = useMemo(() => historyEntry(`${kind} ${entryKey()}`, make), [url, kind])
  useLayoutEffect(() => {
    currentEntry = entry
    scrollTo(0, entry.scroll)
    return () => {
      if (currentEntry === entry) currentEntry = undefined
    }
  }, [entry])
  return entry.content
}
