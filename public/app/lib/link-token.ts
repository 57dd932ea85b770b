import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/**
 * The token in the fragment of a link (`#<token>` or `#token=<token>`). It is removed from the address bar, so that it
 * stays neither in the history nor on a screen that somebody photographs. A fragment never reaches a server's log.
 */
export function useLinkToken(): ReadonlySignal<string> {
  // Read before the first render, so that the page for visitors without a link never shows.
  const token = useSignal(tokenInAddress())
  useLayoutEffect(() => {
    const take = () => {
      const current = tokenInAddress()
      if (current === '') return
      token.value = current
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [token])
  return token
}

/** A fragment that names an element of the page, such as the skip link's, is no token. */
function tokenInAddress(): string {
  const fragment = decoded(location.hash.slice(1).replace(/^token=/, ''))
  return document.getElementById(fragment) ? '' : fragment
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
