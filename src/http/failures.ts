import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Elysia, type Static, ValidationError } from 'elysia'
import { type StorageUnavailable, storageFault } from '../../db/storage-unavailable'
import { AppError, type FieldError, refuse } from '../errors'
import { ForPrimary } from '../lib/follower/following'
import { MailFailure, MailLimit } from '../lib/mail/message'
import { QueueBusy } from '../lib/net/fair-queue'
import { isFenced, nextLook } from '../lib/primary/standing'
import { log } from '../lib/process/log'
import { validationMessage } from '../lib/text/schema'
import { type MessageOrKey, resolveMessage } from '../messages/message'
import type { failure } from './envelope'
import { addressRefusal, NO_ROUTE } from './limits'
import { mayWrite, type RequestContext, requestContext, requestLanguage } from './request'
import { countRefusal } from './request-metrics'

const mounted: { method: string; path: RegExp }[] = []
const withoutParameters = new Map<string, string[]>()

/** What the paths of a route are like. */
export function pathPattern(path: string): RegExp {
  const pattern = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace('*', '.*')
  return new RegExp(`^${pattern}/?$`)
}

/** The error handler needs the routes so that a wrong method is 405 and not 404. */
export function registerRoutes(routes: readonly { method: string; path: string }[]): void {
  for (const { method, path } of routes) {
    mounted.push({ method, path: pathPattern(path) })
    if (!/[:*]/.test(path)) withoutParameters.set(path, [...(withoutParameters.get(path) ?? []), method])
  }
}

let unknownPage: (request: Request) => Response | undefined = () => undefined

/** `respond` may return a page for a browser that requests a path without a route. */
export function onUnknownPage(respond: (request: Request) => Response | undefined): void {
  unknownPage = respond
}

/** A path without parameters has the methods of its own routes, not those of a route with parameters that matches. */
function methodsAt(path: string): string[] {
  const methods =
    withoutParameters.get(path.replace(/\/$/, '')) ??
    mounted.filter((route) => route.path.test(path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** Whether the router took the last segment for an id: `PATCH /colleges/requests` changes no college. */
function takesOtherMethods(path: string, method: string): boolean {
  return withoutParameters.has(path.replace(/\/$/, '')) && !methodsAt(path).includes(method)
}

/** The refusal for what was thrown; undefined for an unexpected error. */
function refusalIn(thrown: unknown, code: string | number): AppError | undefined {
  // Elysia wraps what a parse hook throws.
  const error = code === 'PARSE' && thrown instanceof Error && thrown.cause ? thrown.cause : thrown
  if (error instanceof AppError) return error
  if (error instanceof MailLimit)
    return new AppError('RATE_LIMITED', 'requests.tooMuchMail', { rateLimit: error.rateLimit })
  if (error instanceof QueueBusy) return new AppError('BUSY', undefined, { retrySeconds: error.retrySeconds })
  if (error instanceof MailFailure) return new AppError('MAIL_FAILED')
  if (error instanceof ValidationError && error.type !== 'response')
    return new AppError('VALIDATION_FAILED', undefined, { errors: fieldErrors(error) })
  // Other errors of parse hooks, such as a session that cannot be read, do not mean a malformed body.
  if (code === 'PARSE' && error instanceof SyntaxError) return new AppError('INVALID_JSON')
  return undefined
}

/** What a reader sent is not lost. Whoever tries again what may have been saved would save it twice. */
const storageRefusal = ({ reason, retrySeconds, mayBeMade }: StorageUnavailable, request: Request): AppError => {
  if (mayBeMade) return new AppError('INTERNAL', 'requests.unconfirmed')
  return reason === 'fenced'
    ? new AppError('NOT_PRIMARY', undefined, { retrySeconds })
    : new AppError('STORAGE_UNAVAILABLE', mayWrite(request) ? undefined : 'requests.unreadable', { retrySeconds })
}

/** What of a fault to tell: of a nullable value its own faults, and nothing of a field that no route reads. */
function explicitFaults(fault: ValueError): ValueError[] {
  const { type, schema, errors, path } = fault
  if (type === ValueErrorType.ObjectAdditionalProperties)
    return schema.patternProperties ? [{ ...fault, path: path.slice(0, path.lastIndexOf('/')) }] : []
  const isNullable = type === ValueErrorType.Union && schema.anyOf[1]?.type === 'null'
  const [inner] = errors
  return isNullable && inner && !('x-message' in schema) ? [...inner].flatMap(explicitFaults) : [fault]
}

/** One message a field. */
function fieldErrors(error: ValidationError): FieldError[] {
  const byField = new Map<string, MessageOrKey>()
  for (const fault of (error.all as ValueError[]).flatMap(explicitFaults)) {
    const field = fault.path.slice(1).replaceAll('/', '.') || error.type
    // Elysia makes a missing field one that is undefined, and so of the wrong type.
    const type = fault.value === undefined ? ValueErrorType.ObjectRequiredProperty : fault.type
    if (!byField.has(field)) byField.set(field, validationMessage({ ...fault, type }))
  }
  return [...byField].map(([field, message]) => ({ field, message }))
}

/** Counts a refusal, adds its headers, and returns what it says. */
function refused(
  { code, text, details: { errors, meta, rateLimit, retrySeconds = rateLimit?.resetSeconds } }: AppError,
  request: Request,
  context: RequestContext,
  headers: Record<string, string | number>,
): Static<typeof failure> {
  context.code = code
  countRefusal(code)
  const language = requestLanguage(request)
  if (rateLimit !== undefined) context.rateLimit = rateLimit
  if (retrySeconds !== undefined) headers['retry-after'] = String(retrySeconds)
  headers['cache-control'] = 'no-store'
  headers['content-language'] = language
  const fieldMessages = errors?.map(({ field, message }) => ({ field, message: resolveMessage(message, language) }))
  return {
    success: false,
    message: resolveMessage(text, language),
    code,
    ...(fieldMessages ? { errors: fieldMessages } : {}),
    ...(meta ? { meta } : {}),
  }
}

/** A refusal by what stands around the routes. */
export function refusalResponse(refusal: AppError, request: Request, context: RequestContext): Response {
  const headers: Record<string, string> = {}
  const body = refused(refusal, request, context, headers)
  return Response.json(body, { status: refusal.status, headers })
}

/** Turns whatever was thrown into the failure envelope. Of an unexpected error nothing goes to the client. */
export const failures = new Elysia({ name: 'failures' }).onError(
  { as: 'global' },
  ({ code, error, request, path, set, status }) => {
    // The follower passes the request on.
    if (error instanceof ForPrimary) return status(503)
    const context = requestContext(request)
    // A request of a foreign page is refused before it has a route, and stays refused.
    const isMisrouted = context.route !== undefined && takesOtherMethods(path, request.method)
    if (isMisrouted) context.route = undefined
    let refusal = isMisrouted ? undefined : refusalIn(error, code)
    if (!refusal && !isMisrouted && code === 'NOT_FOUND') refusal = addressRefusal(request.method, NO_ROUTE, context)
    if (!refusal && (isMisrouted || code === 'NOT_FOUND')) {
      const allowed = methodsAt(path)
      const page = allowed.length === 0 ? unknownPage(request) : undefined
      if (page) return page
      if (allowed.length > 0) set.headers.allow = allowed.join(', ')
      refusal = new AppError(allowed.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')
    }
    if (!refusal) {
      const { id, route } = context
      const fault = storageFault(error)
      // The storage reported its own.
      if (fault === undefined || fault !== error) log.error({ err: error, requestId: id, route }, 'request failed')
      refusal = fault
        ? storageRefusal(fault, request)
        : new AppError('INTERNAL', undefined, { meta: { requestId: id } })
    }
    return status(refusal.status, refused(refusal, request, context, set.headers))
  },
)

const RETRY_SECONDS = 5

/** Whoever asks how the server does is told. */
const TOLD = /^https?:\/\/[^/]+\/(healthz|readyz|up|metrics)$/

/** Once another server has taken over, for reads too: what is deleted or hidden there would be here for ever. */
export const notFenced = new Elysia({ name: 'not-fenced' }).onRequest(({ request }) => {
  if (isFenced() && !TOLD.test(request.url)) refuse('NOT_PRIMARY', undefined, { retrySeconds: RETRY_SECONDS })
})

/** A process that stood still, say after a commit, looks whether another server took over, with that write or not. */
export async function unlessFenced(request: Request, response: Response, context: RequestContext): Promise<Response> {
  for (let look = nextLook(); look !== undefined; look = nextLook()) await look
  if (!isFenced() || response.status >= 500 || TOLD.test(request.url)) return response
  const isUnconfirmed = response.ok && mayWrite(request)
  const refusal = isUnconfirmed
    ? new AppError('INTERNAL', 'requests.unconfirmed')
    : new AppError('NOT_PRIMARY', undefined, { retrySeconds: RETRY_SECONDS })
  Object.assign(context, { renewedCookies: undefined, rateLimit: undefined })
  return refusalResponse(refusal, request, context)
}
