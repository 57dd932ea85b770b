import { PICTURES } from './app/lib/storage'

/**
 * Lets the installed client open without a connection. It caches the program alone: the document that belongs to no
 * page, and files whose names change with their content. Responses of the API and of `/uploads`, and the documents of
 * pages, which reveal who is signed in, are never cached; the last pictures of posts are, until their copies go.
 *
 * A new worker takes over at once and drops the old cache. Pages come from the network first, so nobody stays on an old
 * version; a tab that still shows one reloads on its next page, because the parts of its version are gone.
 */

/** Set by the build; changes with everything that is cached. */
declare const VERSION: string
/** Set by the build: the files that are cached in advance. */
declare const FILES: readonly string[]

export type Ending = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Ending & {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type Pushed = Ending & { readonly data: { json(): unknown } | null }
type Opened = Ending & { readonly notification: Notification }
type Tab = { readonly url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }
/** What the server pushes (src/parts/push/delivery.ts). */
type Push = { title: string; body?: string; url: string; tag: string; lang: string }

/** The part of the worker's global scope that is used here: its platform types clash with those of pages. */
type Scope = {
  readonly registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly Tab[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Ending) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Opened) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}
const worker = self as unknown as Scope

const CACHE = `quad-${VERSION}`
const DOCUMENT = '/offline.html'
const PROGRAM = '/assets/'
/** In whichever size. */
const PICTURE = /^\/pictures\/[^/]+\//
const MOST_PICTURES = 30
/** Paths that the server responds to itself. */
const OWN_PATHS = /^\/(?:api|docs|pictures|uploads)(?:\/|$)/

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(PROGRAM)) event.respondWith(file(request))
  else if (PICTURE.test(pathname)) event.respondWith(picture(event))
  else if (request.mode === 'navigate' && !OWN_PATHS.test(pathname)) event.respondWith(page(event))
})

worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Push | undefined)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** Browsers show a line of their own if a push shows nothing. */
async function show(push: Push | undefined): Promise<void> {
  if (push === undefined) return
  const { title, body, url, tag, lang } = push
  const options = { tag, lang, data: url, icon: '/icons/icon-192.png' }
  await worker.registration.showNotification(title, body === undefined ? options : { ...options, body })
}

/** In a tab that is there, or in a new one; never at another origin. */
async function open(path: string): Promise<void> {
  const { origin, href } = new URL(path, location.origin)
  if (origin !== location.origin) return
  const [tab] = await worker.clients.matchAll({ type: 'window' })
  if (tab === undefined) await worker.clients.openWindow(href)
  else {
    // Refused without a tap; the page is there all the same.
    await tab.focus().catch(() => undefined)
    await tab.navigate(href)
  }
}

/** A redirect leads elsewhere: the sign-in page of a gateway must not be cached in place of a file. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(DOCUMENT, { credentials: 'omit', cache: 'no-cache', redirect: 'error' }))
  // The visit that installs this has fetched most of them, so they come from the HTTP cache.
  await cache.addAll(FILES.map((path) => new Request(path, { credentials: 'omit', redirect: 'error' })))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('quad-') && name !== CACHE) await caches.delete(name)
  // Requests the page while this worker starts.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const cached = await cache.match(request.url, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && !response.redirected) await cache.put(request.url, response.clone())
  return response
}

async function picture(event: Fetching): Promise<Response> {
  const { url } = event.request
  const cache = await caches.open(PICTURES)
  const [address] = new URL(url).pathname.match(PICTURE)!
  const cached = (await cache.keys()).find((each) => each.url.includes(address))
  try {
    const response = await fetch(event.request)
    // The server shows it no more, or in another size.
    if (cached && response.status < 500) await cache.delete(cached)
    if (response.ok) event.waitUntil(cache.put(url, response.clone()).then(() => forgetOldest(cache)))
    return response
  } catch {
    return (cached && (await cache.match(cached))) ?? Response.error()
  }
}

async function forgetOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  for (const each of keys.slice(0, -MOST_PICTURES)) await cache.delete(each)
}

async function page({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const document = await caches.match(DOCUMENT, { cacheName: CACHE, ignoreVary: true })
    return document ?? Response.error()
  }
}
