/**
 * Lets the installed web client open without a connection. It keeps the program of Quad and nothing else: the document
 * of no page in particular, and files whose names change with their content. What the API and `/uploads` answer, and
 * the documents of pages, which tell who is signed in, are fetched each time and never kept.
 *
 * A newer worker takes over at once and drops what the older one kept. Pages are asked of the network first, so nobody
 * stays on an older version; a tab that still shows one loads its next page whole, as the parts of its own are gone.
 */

/** Written in by the build: changes with everything that is kept. */
declare const VERSION: string
/** Written in by the build: what is fetched before it is needed. */
declare const FILES: readonly string[]

export type Ending = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Ending & {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
/** As much of a worker's surroundings as is used here; the types of the platform have them apart from those of pages. */
type Scope = {
  readonly registration: { navigationPreload?: { enable(): Promise<void> } }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Ending) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}
const worker = self as unknown as Scope

const CACHE = `quad-${VERSION}`
const DOCUMENT = '/offline.html'
/** What the server answers itself is no page of the client. */
const OWN_PATHS = /^\/(?:api|docs|uploads)(?:\/|$)/

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(file(request))
  else if (request.mode === 'navigate' && !OWN_PATHS.test(pathname)) event.respondWith(page(event))
})

/** What leads elsewhere is not Quad's: the sign-in page of a gateway in front of it must not be kept in place of a file. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(DOCUMENT, { credentials: 'omit', cache: 'no-cache', redirect: 'error' }))
  // The browser has most of them from the visit that installs this, so they come from its own cache.
  await cache.addAll(FILES.map((path) => new Request(path, { credentials: 'omit', redirect: 'error' })))
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  // A page is asked for while this worker starts, rather than after.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && !response.redirected) await cache.put(request.url, response.clone())
  return response
}

async function page({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const document = await caches.match(DOCUMENT, { cacheName: CACHE, ignoreVary: true })
    return document ?? Response.error()
  }
}
