import { readStorage, tabStorage, writeStorage } from './storage'

type Route = (url: string, replace?: boolean) => void

let route: Route = (url) => location.assign(url)

/** Sets the router's function for changing the page. */
export function bindRoute(bound: Route): void {
  route = bound
}

export const go: Route = (url, replace) => route(url, replace)

/** The path to come back to. */
const here = (): string => location.pathname + location.search

/** The sign-in page, which leads back to the current page. */
export const loginPath = (): string =>
  location.pathname === '/login' ? here() : `/login?next=${encodeURIComponent(here())}`

/** `next` if it leads to a page of this site, else the home page. */
export function safeNext(next: string | undefined | null, origin = location.origin): string {
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null
  if (url?.origin !== origin) return '/'
  const path = url.pathname + url.search
  // `/.//evil.example` is a path of this site, but the rest of it would be another site.
  return path.startsWith('//') ? '/' : path
}

const NEXT = 'quad.next'

/** Saves where to continue after a sign-in through the identity provider. */
export const saveNext = (next: string | undefined): void => writeStorage(NEXT, next ?? null, tabStorage)

/** Returns the saved destination once. */
export function takeNext(): string | undefined {
  const next = readStorage(NEXT, tabStorage)
  saveNext(undefined)
  return next === null ? undefined : safeNext(next)
}
