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

/** The sign-up page, which leads back to `path`. */
export const joinPath = (path = here()): string => `/join?next=${encodeURIComponent(path)}`

/** What a stranger has pressed, which only members may. */
export type Act =
  | { kind: 'vote'; targetType: 'post' | 'comment'; targetId: string; voteType: 'upvote' | 'downvote' }
  | { kind: 'save'; postId: string }
  | { kind: 'follow'; what: 'post' | 'topic' | 'course'; target: string }

const ACT = 'quad.act'
/** Somebody else may use the tab by then. */
const ACT_MS = 3_600_000

/** Invites a stranger to join, and notes what to do once they are in and back at `path`. */
export function invite(act: Act, path = here()): void {
  writeStorage(ACT, JSON.stringify({ act, path, at: Date.now() }), tabStorage)
  go(joinPath(path))
}

/** What was pressed by whoever comes back to `path`, without forgetting it. */
export function pendingAct(path: string | undefined): Act | undefined {
  const stored = readStorage(ACT, tabStorage)
  if (stored === null || path === undefined) return undefined
  const { act, path: there, at } = JSON.parse(stored)
  return there === path && Date.now() - at < ACT_MS ? act : undefined
}

/** Returns it once; whoever goes elsewhere has given it up. */
export function takeAct(path: string): Act | undefined {
  const act = pendingAct(path)
  writeStorage(ACT, null, tabStorage)
  return act
}

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
