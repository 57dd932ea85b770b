import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/**
 * The token behind the `#` of a link (`#<token>` or `#token=<token>`), taken out of the address bar, so that it
 * stays neither in the history nor on a screen that somebody photographs. A fragment never reaches a server's log.
 */
export function useLinkToken(): ReadonlySignal<string> {
  // Read before the first look, lest the page for those without a link be seen and heard before the right one.
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

/** A fragment that names a part of the page, such as that of the skip link, is no token. */
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
