import { useLayoutEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'

/** What one entry of the history shows and how far down it was read. */
type Place = { content: unknown; scroll: number }

/** More than anybody goes back. */
const MOST = 30
const places = new Map<string, Place>()
let shown: Place | undefined
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
export function keepPlaces(): void {
  mendAddress()
  history.scrollRestoration = 'manual'
  const note = () => {
    if (shown) shown.scroll = scrollY
  }
  addEventListener('scroll', note, { passive: true })
}

/** Forgets all of them: what they hold was meant for somebody else. */
export const forgetPlaces = (): void => places.clear()

function entryKey(): string {
  const { place } = (history.state ?? {}) as { place?: string }
  if (place !== undefined) return place
  const made = `${performance.timeOrigin}.${++serial}`
  history.replaceState({ ...history.state, place: made }, '')
  return made
}

function placeOf<Content>(key: string, make: () => Content): Place & { content: Content } {
  let place = places.get(key)
  if (place === undefined) {
    place = { content: make(), scroll: 0 }
    places.set(key, place)
    if (places.size > MOST) places.delete(places.keys().next().value!)
  }
  return place as Place & { content: Content }
}

/**
 * The content of the page at this entry of the history: made at the first visit, and on the way back and forward the
 * same as it was left, scrolled to where it was left.
 */
export function usePlace<Content>(kind: string, make: () => Content): Content {
  const { url } = useLocation()
  // Another address is another entry.
  const place = useMemo(() => placeOf(`${kind} ${entryKey()}`, make), [url, kind])
  useLayoutEffect(() => {
    shown = place
    scrollTo(0, place.scroll)
    return () => {
      if (shown === place) shown = undefined
    }
  }, [place])
  return place.content
}
