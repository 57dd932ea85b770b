import { LRUCache } from 'lru-cache'
import { strangersRead } from '../ground/settings/settings'
import { watchCache } from '../lib/process/cache'
import { SHARED_HEADERS } from './headers'
import { addressRefusal } from './limits'
import { requestContext } from './request'

/** The finished bytes of a response, their ETag, and their type where they are not JSON. */
export type CachedBody = { body: Uint8Array<ArrayBuffer>; etag: string; type?: string }

/** Returns the current body; undefined if anonymous viewers may not read it any more. */
export type BodySource = () => CachedBody | undefined | Promise<CachedBody | undefined>

type Entry = { route: string; source: BodySource }

/** By path and query, as the client sent them: of the level `content`, so none is sent while only members read. */
const entries = new LRUCache<string, Entry>({ max: 500 })

let hits = 0
let misses = 0
watchCache('responses', () => ({ hits, misses, entries: entries.size }))

const SHARED = new Headers(SHARED_HEADERS.map(([name, value]) => [name, value]))

/** Of HTTP/1.0 without `Host` the path is all there is. */
const cacheKey = ({ url }: Request): string => (url.startsWith('/') ? url : url.slice(url.indexOf('/', 8)))

/** A response to another origin has other headers. Browsers name the own origin in preloads. */
const isAnonymous = ({ headers }: Request): boolean =>
  !headers.has('cookie') &&
  !headers.has('authorization') &&
  (!headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin')

/** From now on, anonymous requests for this address get the body of `source`, past everything but the rate limits. */
export function cacheForAnonymous(request: Request, source: BodySource | undefined): void {
  const { route } = requestContext(request)
  if (!source || route === undefined || !isAnonymous(request)) return
  misses++
  entries.set(cacheKey(request), { route, source })
}

/** The same before anybody has asked: where nobody has JavaScript, nobody asks for what the documents bring along. */
export const cacheFromTheStart = (address: string, entry: Entry): void => void entries.set(address, entry)

/** The cached body of the address, as an anonymous viewer gets it now. */
export const cachedBodyAt = async (address: string): Promise<CachedBody | undefined> =>
  strangersRead() ? entries.get(address)?.source() : undefined

/** The cached response to the request, if there is one and the rate limits allow it. */
export async function cachedResponse(request: Request): Promise<Response | undefined> {
  if (request.method !== 'GET') return undefined
  const entry = entries.get(cacheKey(request))
  if (entry === undefined || !isAnonymous(request) || !strangersRead()) return undefined
  const cached = await entry.source()
  if (cached === undefined) return undefined
  const context = requestContext(request)
  // Over the limit it takes the normal path, which refuses it.
  if (addressRefusal('GET', entry.route, context) !== undefined) return undefined
  context.route = entry.route
  hits++
  return sharedResponse(request, cached)
}

/** Keeps what `compose` returns as long as the version is the same. */
export function keptBody(
  compose: () => Promise<string | undefined>,
  versionOf: () => number | string,
  type?: { type: string },
): BodySource {
  let last: CachedBody | undefined
  let version: number | string | undefined
  const renew = async (): Promise<CachedBody | undefined> => {
    const versionBefore = versionOf()
    const text = await compose()
    if (text === undefined) return undefined
    const etag = makeEtag(text)
    if (last?.etag !== etag) last = { body: new TextEncoder().encode(text), etag, ...type }
    version = versionBefore
    return last
  }
  return () => (last !== undefined && version === versionOf() ? last : renew())
}

/** The body, or 304 for who has it. */
export function sharedResponse(request: Request, { body, etag, type }: CachedBody): Response {
  const headers = new Headers(SHARED)
  headers.set('etag', etag)
  if (type !== undefined) headers.set('content-type', type)
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}

/** The ETag of a body: its hash. */
export const makeEtag = (body: string): string => `"${Bun.hash(body).toString(36)}"`

/** Whether the client has this version already. A proxy that compresses makes the tag weak (RFC 9110 §13.1.2). */
export function matchesEtag(request: Request, etag: string): boolean {
  const etags = request.headers.get('if-none-match')?.split(',') ?? []
  return etags.some((each) => strong(each.trim()) === strong(etag))
}

const strong = (tag: string): string => tag.replace(/^W\//, '')

/** Exactly the address that the web client requests for the feed of a stranger: any other would be loaded twice. */
export const FIRST_POSTS = '/api/v1/posts?limit=20&sortBy=hot'
