import { log } from '../../lib/log'
import { noteRequest } from '../../lib/metrics'
import { DEPRECATION, unaliased } from './aliases'
import { byOrigin } from './cors'
import { isKnown, tagOf } from './etag'
import { applyHeaders, SHARED_HEADERS } from './headers'
import { settle } from './limits'
import { type RequestFacts, receive, standsFor } from './request'
import { cachedResponse } from './response-cache'

export type Handle = (request: Request) => Response | Promise<Response>

/**
 * What happens around every request: its address is noted, an alias is rewritten to its base, an answer that is the
 * same for every stranger gets an ETag, every answer its headers, and one line goes to the log. `peer` is the other end
 * of the connection.
 */
export async function runPipeline(incoming: Request, handle: Handle, peer: string): Promise<Response> {
  const facts = receive(incoming, peer)
  const response = (await cachedResponse(incoming)) ?? (await answer(handle, incoming, facts))
  applyHeaders(response, facts)
  note(incoming, response, facts)
  return response
}

async function answer(handle: Handle, incoming: Request, facts: RequestFacts): Promise<Response> {
  const { url, method } = incoming
  const path = pathIn(url)
  const base = unaliased(path.text)
  let response: Response
  if (base === undefined) response = await byOrigin(incoming, handle)
  else {
    const rewritten = new Request(url.slice(0, path.start) + base + url.slice(path.end), incoming)
    standsFor(rewritten, facts)
    response = await byOrigin(rewritten, handle)
    for (const [name, value] of DEPRECATION) response.headers.set(name, value)
  }
  if (facts.route !== undefined) settle(method, facts.route, facts.ip, response.ok)
  return sharedByStrangers(incoming, response, facts) ? validated(incoming, response) : response
}

/** By hand, because a `URL` costs more than all that is done with it here. */
function pathIn(url: string): { start: number; end: number; text: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  const end = query < 0 ? url.length : query
  return { start, end, text: url.slice(start, end) }
}

/** Paths are logged as patterns: a path may hold what somebody searched for. */
function note({ method }: Request, { status }: Response, { id, route = '(none)', startedAt }: RequestFacts): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  noteRequest(method, route, status, ms / 1000)
  const level = route === '/healthz' || route === '/readyz' ? 'debug' : 'info'
  if (log.isLevelEnabled(level)) log[level]({ requestId: id, method, route, status, ms }, 'request')
}

function sharedByStrangers(
  { method }: Request,
  { status, headers }: Response,
  { route, personal }: RequestFacts,
): boolean {
  if (method !== 'GET' || status !== 200 || personal || !route?.startsWith('/api/')) return false
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Lets a cache keep the answer if it asks each time whether it is still the same (RFC 9111 §5.2.2.4). */
async function validated(request: Request, response: Response): Promise<Response> {
  const body = await response.text()
  const etag = tagOf(body)
  const { headers } = response
  for (const [name, value] of SHARED_HEADERS) headers.set(name, value)
  headers.set('etag', etag)
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { status: 200, headers })
}
