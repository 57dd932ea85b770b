import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors'
import { isKnown } from './etag'
import { SHARED_HEADERS } from './headers'
import { limitAddress } from './limits'
import { type RequestFacts, requestFacts } from './request'

/** A finished answer: its bytes and their tag. */
export type Finished = { body: Uint8Array<ArrayBuffer>; etag: string }

/** Hands over the finished answer as it is true now; undefined where strangers do not get one any more. */
export type Recipe = () => Finished | undefined | Promise<Finished | undefined>

type Kept = { route: string; recipe: Recipe }

/** By path and query, as they were sent. */
const kept = new LRUCache<string, Kept>({ max: 500 })

const SHARED = new Headers(SHARED_HEADERS.map(([name, value]) => [name, value]))

const keyOf = ({ url }: Request): string => url.slice(url.indexOf('/', 8))

/** No cookie, no token; and no other origin, whose answer differs in its headers. Of what a page preloads a browser tells even its own. */
const isFromStranger = ({ headers }: Request): boolean =>
  !headers.has('cookie') &&
  !headers.has('authorization') &&
  (!headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin')

/** Lets strangers who ask for the same address again have what `recipe` finishes, past everything but the limits. */
export function cacheForAnonymous(request: Request, recipe: Recipe | undefined): void {
  const { route } = requestFacts(request)
  if (recipe && route !== undefined && isFromStranger(request)) kept.set(keyOf(request), { route, recipe })
}

/** What a stranger who asks for the address now gets, where that is kept. */
export const cachedResponseAt = async (address: string): Promise<Finished | undefined> => kept.get(address)?.recipe()

/** The finished answer to the request, where one is kept and its limits let it through. */
export async function cachedResponse(request: Request): Promise<Response | undefined> {
  if (request.method !== 'GET') return undefined
  const found = kept.get(keyOf(request))
  if (found === undefined || !isFromStranger(request)) return undefined
  const finished = await found.recipe()
  if (finished === undefined) return undefined
  const facts = requestFacts(request)
  if (!withinLimits(found.route, facts)) return undefined
  facts.route = found.route
  const headers = new Headers(SHARED)
  headers.set('etag', finished.etag)
  if (isKnown(request, finished.etag)) return new Response(null, { status: 304, headers })
  return new Response(finished.body, { headers })
}

/** What is beyond them goes the long way, and is refused there. */
function withinLimits(route: string, facts: RequestFacts): boolean {
  try {
    limitAddress('GET', route, facts, false)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
