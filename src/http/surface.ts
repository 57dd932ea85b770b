import { log } from '../services/log'
import { noteRequest } from '../services/metrics'
import { DEPRECATION, unaliased } from './aliases'
import { isKnown, tagOf } from './etag'
import { hotAnswer } from './hot'
import { settle } from './limits'
import { factsOf, receive } from './request'

export type Handle = (request: Request) => Response | Promise<Response>

/**
 * What happens around every request: its address is noted, an alias is rewritten to its base, an answer that is the
 * same for every stranger gets an ETag, and one line goes to the log. `peerOf` names the other end of a connection.
 */
export function surface(handle: Handle, peerOf: (request: Request) => string): Handle {
  return async (incoming) => {
    const facts = receive(incoming, peerOf(incoming))
    const hot = await hotAnswer(incoming)
    if (hot !== undefined) {
      note(incoming, hot, incoming)
      return hot
    }
    const url = new URL(incoming.url)
    const base = unaliased(url.pathname)
    if (base === undefined) return finish(incoming, await handle(incoming), incoming)
    const rewritten = new Request(`${url.origin}${base}${url.search}`, incoming)
    adopt(rewritten, facts.ip)
    const answer = finish(incoming, await handle(rewritten), rewritten)
    return answer instanceof Promise ? answer.then(marked) : marked(answer)
  }
}

const adopt = (request: Request, ip: string): void => {
  receive(request, ip).ip = ip
}

function marked(response: Response): Response {
  for (const [name, value] of DEPRECATION) response.headers.set(name, value)
  return response
}

function finish(incoming: Request, response: Response, handled: Request): Response | Promise<Response> {
  const { route, ip } = factsOf(handled)
  if (route !== undefined) settle(incoming.method, route, ip, response.ok)
  note(incoming, response, handled)
  return sharedByStrangers(incoming, response, handled) ? validated(incoming, response) : response
}

/** Paths are logged as patterns: a path may hold what somebody searched for. */
function note(incoming: Request, { status }: Response, handled: Request): void {
  const { id, route = '(none)', startedAt } = factsOf(handled)
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  noteRequest(incoming.method, route, status, ms / 1000)
  const level = route === '/healthz' || route === '/readyz' ? 'debug' : 'info'
  log[level]({ requestId: id, method: incoming.method, route, status, ms }, 'request')
}

function sharedByStrangers({ method }: Request, { status, headers }: Response, handled: Request): boolean {
  const { route, personal } = factsOf(handled)
  if (method !== 'GET' || status !== 200 || personal || !route?.startsWith('/api/')) return false
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Lets a cache keep the answer if it asks each time whether it is still the same (RFC 9111 §5.2.2.4). */
async function validated(request: Request, response: Response): Promise<Response> {
  const body = await response.text()
  const etag = tagOf(body)
  const { headers } = response
  headers.set('cache-control', 'no-cache')
  headers.set('etag', etag)
  headers.set('vary', 'Cookie, Authorization, Origin')
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { status: 200, headers })
}
