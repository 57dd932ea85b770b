import { rmSync } from 'node:fs'
import { config } from '../config'
import { asFollower } from '../lib/follower/following'
import { isFenced } from '../lib/primary/standing'
import { logRequest } from '../lib/process/log'
import { inActivity, startSpan } from '../lib/tracing/spans'
import { DEPRECATIONS, deprecationFinder, deprecationHeaders, resolveAlias } from './deprecations'
import { unlessFenced } from './failures'
import { answerAsFollower, noteFollower, wroteCookie } from './follower'
import { applyHeaders, SHARED_HEADERS } from './headers'
import { isUnlimited, NO_ROUTE } from './limits'
import { byOrigin, type Handle, isOwnHost } from './origins'
import { openContext, type RequestContext, requestTarget, shareContext } from './request'
import { countRequest, labelOf, METHODS } from './request-metrics'
import { cachedResponse, makeEtag, matchesEtag } from './response-cache'

const OF_ALIASES = deprecationHeaders(DEPRECATIONS.aliases)
const findDeprecation = deprecationFinder(DEPRECATIONS)

/** Everything around a request. `peer` is the address at the other end of the connection. */
export function runPipeline(incoming: Request, handle: Handle, peer: string): Promise<Response> {
  const context = openContext(incoming, peer)
  context.span = startSpan('request', 'server', context.trace)
  if (context.span !== undefined) context.trace = context.span.trace
  return inActivity(context, () => run(incoming, handle, context))
}

async function run(incoming: Request, handle: Handle, context: RequestContext): Promise<Response> {
  const answer = async () =>
    (isOwnHost(incoming) && !isFenced() ? await cachedResponse(incoming) : undefined) ??
    (await respond(handle, incoming, context))
  const following = asFollower()
  const answered = await (following ? answerAsFollower(following, incoming, context, answer) : answer())
  if (context.spooled !== undefined) rmSync(context.spooled, { force: true })
  // From here on nothing is waited for: what was true of the answer is when it goes out.
  const response = await unlessFenced(incoming, answered, context)
  const deprecated = findDeprecation?.({ method: incoming.method, route: context.route, url: incoming.url })
  if (deprecated) for (const [name, value] of deprecationHeaders(deprecated)) response.headers.set(name, value)
  applyHeaders(response, context)
  if (context.isForwarded) noteFollower()
  const wrote = wroteCookie(incoming, response, context.route)
  if (wrote !== undefined) response.headers.append('set-cookie', wrote)
  noteRequest(incoming, response, context)
  endSpan(incoming, response, context)
  return response
}

async function respond(handle: Handle, incoming: Request, context: RequestContext): Promise<Response> {
  const { pathname, search } = requestTarget(incoming)
  const base = resolveAlias(pathname)
  let response: Response
  if (base === undefined) response = await byOrigin(incoming, handle)
  else {
    const { origin } = URL.parse(incoming.url) ?? { origin: 'http://localhost' }
    const rewritten = new Request(origin + base + search, incoming)
    shareContext(rewritten, context)
    response = await byOrigin(rewritten, handle)
    for (const [name, value] of OF_ALIASES) response.headers.set(name, value)
  }
  return isSharedResponse(incoming, response, context) ? withEtag(incoming, response) : response
}

/** Counts it, and logs the pattern of the path: the path may contain what somebody searched for. */
function noteRequest({ method }: Request, { status }: Response, context: RequestContext): void {
  const { id, trace, route = NO_ROUTE, startedAt } = context
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  countRequest(method, route, status, ms / 1000)
  if (!config.accessLog) return
  const level = isUnlimited(route) ? 'debug' : 'info'
  logRequest(level, { requestId: id, ...(trace && { traceId: trace.traceId }), method, route, status, ms })
}

function endSpan({ method }: Request, { status }: Response, { span, code, route = NO_ROUTE }: RequestContext): void {
  if (span === undefined) return
  const known = METHODS.has(method) ? method : '_OTHER'
  const label = labelOf(route)
  const attributes = { 'http.request.method': known, 'http.route': label, 'http.response.status_code': status }
  span.end({ ...attributes, ...(code && { 'error.type': code }) }, `${known} ${label}`, status >= 500)
}

function isSharedResponse({ method }: Request, { status, headers }: Response, context: RequestContext): boolean {
  if (method !== 'GET' || status !== 200 || context.personal || !context.route?.startsWith('/api/')) return false
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Lets a cache store the response if it asks each time whether it changed (RFC 9111 §5.2.2.4). */
async function withEtag(request: Request, response: Response): Promise<Response> {
  const body = await response.text()
  const etag = makeEtag(body)
  const { headers } = response
  for (const [name, value] of SHARED_HEADERS) headers.set(name, value)
  headers.set('etag', etag)
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { status: 200, headers })
}
