import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/**
 * The token behind the `#` of a link (`#<token>` or `#token=<token>`), taken out of the address bar, so that it
 * stays neither in the history nor on a screen that somebody photographs. A fragment never reaches a server's log.
 */
export function useLinkToken(): ReadonlySignal<string> {
  const token = useSignal('')
  useEffect(() => {
    const take = () => {
      const found = decoded(location.hash.slice(1).replace(/^token=/, ''))
      if (found === '') return
      token.value = found
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [token])
  return token
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
