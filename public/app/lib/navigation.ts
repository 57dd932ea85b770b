import { readStorage, tabStorage, writeStorage } from './storage'

type Route = (url: string, replace?: boolean) => void

let route: Route = (url) => location.assign(url)

/** Gives the program the router's way of changing the page. */
export function bindRoute(bound: Route): void {
  route = bound
}

/** Changes the page, by the program instead of by a link. */
export const go: Route = (url, replace) => route(url, replace)

/** The page that is shown, as a path to come back to. */
const here = (): string => location.pathname + location.search

/** The sign-in page, which leads back to the page that is shown; from there, itself. */
export const loginPath = (): string =>
  location.pathname === '/login' ? here() : `/login?next=${encodeURIComponent(here())}`

/** Where `next` leads, if that is a page of this site; the home page otherwise. */
export function safeNext(next: string | undefined | null, origin = location.origin): string {
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null
  if (url?.origin !== origin) return '/'
  const path = url.pathname + url.search
  // `/.//evil.example` is a path of this site, but what is left of it would be another site.
  return path.startsWith('//') ? '/' : path
}

const NEXT = 'quad.next'

/** Remembers where a sign-in that leads through another site is to come back to. */
export const saveNext = (next: string | undefined): void => writeStorage(NEXT, next ?? null, tabStorage)

/** The page to come back to from such a sign-in, once. */
export function takeNext(): string | undefined {
  const next = readStorage(NEXT, tabStorage)
  saveNext(undefined)
  return next === null ? undefined : safeNext(next)
}
