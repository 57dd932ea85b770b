import { lastCommit } from '../../db/commit-numbers'
import { errorCode } from '../../db/error-code'
import { storage } from '../../db/storage'
import { AppError } from '../errors'
import { asFollower, COPY_WITHIN_MS, type Following } from '../lib/follower/following'
import { beginsWithin, FOLLOWER_HEADERS, openCommit, sealCommit, sendToPrimary } from '../lib/follower/primary'
import { PassedSocket } from '../lib/follower/socket'
import { traceparent } from '../lib/tracing/spans'
import { resolveAlias } from './deprecations'
import { pathPattern, refusalResponse } from './failures'
import { SECURITY_HEADERS } from './headers'
import { mayWrite, type RequestContext, requestTarget } from './request'
import { cookieLine, cookieNames, cookieOf } from './session-cookies'

type Answers = 'copy' | 'index' | 'itself'

/** Of paths without parameters, and, as patterns, of the others; undefined: the primary's. */
const fixed = new Map<string, Answers | undefined>()
const patterns: [RegExp, Answers | undefined][] = []

/** Makes known which reads a follower answers. */
export function registerReads(routes: readonly { method: string; path: string; hooks?: { detail?: object } }[]): void {
  for (const { method, path, hooks } of routes) {
    if (method !== 'GET') continue
    const { 'x-follower': declared }: { 'x-follower'?: Answers } = hooks?.detail ?? {}
    if (/[:*]/.test(path)) patterns.push([pathPattern(path), declared])
    else fixed.set(path, declared)
  }
}

/** What a follower answers a read of the path from; undefined: it passes the read on. */
export function answersFrom(pathname: string): Answers | undefined {
  const path = (resolveAlias(pathname) ?? pathname).replace(/(.)\/$/, '$1')
  return fixed.has(path) ? fixed.get(path) : patterns.find(([pattern]) => pattern.test(path))?.[1]
}

/** No `fetch` sends these, and no route takes them. */
const UNSENDABLE = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Of its copy where it succeeds, or else of the primary. Whoever reaches a limit here must not go on there. */
export async function answerAsFollower(
  following: Following,
  request: Request,
  context: RequestContext,
  answer: () => Promise<Response>,
): Promise<Response> {
  const source = mayWrite(request) ? undefined : answersFrom(requestTarget(request).pathname)
  if (source === 'itself' || UNSENDABLE.has(request.method)) return answer()
  // What leads to the primary leads here: passed on again, it would go round.
  if (context.isForwarded) return refusalResponse(notAsked(request), request, context)
  if (source !== undefined && mayAnswer(following, request, source)) {
    const response = await answer()
    // How old it may be while nobody knows what the primary does (RFC 9111 §5.1).
    if (following.copy === 'alone') response.headers.set('age', String(Math.ceil(following.age.ms / 1000)))
    if (response.status < 400 || response.status === 429) return response
  }
  const isSocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket'
  if (isSocket && (await passSocket(following, request, context))) return new Response(null, { status: 101 })
  const answered = await forward(following, request, context)
  return answered instanceof AppError ? refusalResponse(answered, request, context) : answered
}

/** Tokens do not say what was written last, and a socket is no read. The index has a moment later what the copy has. */
function mayAnswer({ copy, age }: Following, request: Request, source: Answers): boolean {
  if (copy !== 'current' && copy !== 'alone') return false
  const { headers } = request
  if (headers.has('authorization') || headers.has('upgrade')) return false
  const wrote = cookieOf(request, cookieNames.wrote)
  return wrote === undefined || (source === 'copy' && age.has(openCommit(wrote)))
}

type Upgrade = (request: Request, options: { data: PassedSocket; headers: Headers }) => boolean

let upgrade: Upgrade = () => false

/** `upgraded` makes a socket of a request; false if it is none. */
export function upgradeBy(upgraded: Upgrade): void {
  upgrade = upgraded
}

/** Opens a socket at the primary first. One that it refuses is asked for once more as a page, which says why. */
async function passSocket(following: Following, request: Request, context: RequestContext): Promise<boolean> {
  const { pathname, search } = requestTarget(request)
  if (following.isPrimaryAway || !pathname.startsWith('/')) return false
  const headers = forwardedHeaders(request.headers, context)
  for (const name of [...headers.keys()].filter((each) => each.startsWith('sec-websocket-'))) headers.delete(name)
  const socket = await PassedSocket.reach(following.primary, `${pathname}${search}`, headers)
  if (socket === undefined) return false
  context.route = FORWARDED
  const sent = new Headers({ ...SECURITY_HEADERS, 'x-request-id': context.id })
  const isOpen = upgrade(request, { data: socket, headers: sent })
  if (!isOpen) socket.close()
  return isOpen
}

/** Headers of one connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'proxy-authorization']

/** An upload over a slow line takes its time. What began to answer may take longer: an export is long. */
const ANSWERS_WITHIN_MS = 120_000

/** Of requests that the primary answered, in metrics and in the log. */
const FORWARDED = '(primary)'

/** The primary has not got the request. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])

/** What the primary answers, or the refusal in its place. */
async function forward(following: Following, request: Request, context: RequestContext): Promise<Response | AppError> {
  if (following.isPrimaryAway) return notAsked(request)
  const { pathname, search } = requestTarget(request)
  try {
    const response = await sendWithBody(request, (body) =>
      beginsWithin(ANSWERS_WITHIN_MS, (signal) =>
        sendToPrimary(following.primary, `${pathname}${search}`, {
          method: request.method,
          headers: forwardedHeaders(request.headers, context),
          body,
          signal,
        }),
      ),
    )
    for (const name of HOP_BY_HOP) response.headers.delete(name)
    Object.assign(context, { route: FORWARDED, renewedCookies: undefined, rateLimit: undefined })
    return response
  } catch (error) {
    if (error instanceof AppError) return error
    // It may have made the write, and 503 says that it was not made.
    const mayBeMade = mayWrite(request) && !UNSENT.has(errorCode(error))
    return mayBeMade ? new AppError('INTERNAL', 'requests.unconfirmed') : notAsked(request)
  }
}

/** What the primary gets to know of a request, the address of its client included. */
function forwardedHeaders(headers: Headers, { id, ip, trace }: RequestContext): Headers {
  const passed = new Headers(headers)
  for (const name of [...HOP_BY_HOP, 'content-length', 'expect']) passed.delete(name)
  passed.set(FOLLOWER_HEADERS.client, ip)
  passed.set('x-request-id', id)
  // The primary believes a follower, which does not believe every client.
  if (trace === undefined) passed.delete('traceparent')
  else passed.set('traceparent', traceparent(trace))
  return passed
}

const notAsked = (request: Request): AppError =>
  new AppError('STORAGE_UNAVAILABLE', mayWrite(request) ? undefined : 'requests.unreadable', { retrySeconds: 5 })

/** A follower asks a hundred times in that time. */
const FORGET_FOLLOWERS_MS = 60_000

let followerAskedAt = Number.NEGATIVE_INFINITY

/** The primary was asked by a follower what it has committed. */
export function noteFollower(): void {
  followerAskedAt = performance.now()
}

/** Nobody looks for what these change in the next moments, and everybody who reads sends them. */
const UNNOTICED = new Set(['/api/v1/posts/:id/view'])

/** The cookie by which a follower finds out whether its copy has the last write; undefined where there is none. */
export function wroteCookie(request: Request, { status, headers }: Response, route = ''): string | undefined {
  if (asFollower() !== undefined || performance.now() - followerAskedAt > FORGET_FOLLOWERS_MS) return undefined
  const writes = mayWrite(request) && !UNNOTICED.has(route)
  if (status >= 400 || !(writes || headers.has('set-cookie'))) return undefined
  return cookieLine(cookieNames.wrote, sealCommit(lastCommit(storage.reader)), COPY_WITHIN_MS / 1000)
}

// A process has few connections to the primary at a time (256 in Bun). Whoever sends slowly must not hold one of them.

/** A body that says it is no longer than this is read first. */
const READ_FIRST_BYTES = 65_536

/** Pictures, and what does not say how long it is, are passed on while they come: so many at a time. */
const MOST_STREAMS = 32
const BUSY_SECONDS = 5

const BODILESS = new Set(['GET', 'HEAD'])

let streams = 0

/** @throws AppError `BUSY` while too many long ones are under way */
async function sendWithBody(request: Request, send: (body: ArrayBuffer | ReadableStream | null) => Promise<Response>) {
  if (BODILESS.has(request.method) || request.body === null) return send(null)
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length <= READ_FIRST_BYTES) return send(await request.arrayBuffer())
  if (streams >= MOST_STREAMS) throw new AppError('BUSY', undefined, { retrySeconds: BUSY_SECONDS })
  streams++
  try {
    return await send(request.body)
  } finally {
    streams--
  }
}
