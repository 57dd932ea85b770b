import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Elysia, type Static, ValidationError } from 'elysia'
import { AppError, type FieldError } from '../../errors'
import { log } from '../../lib/log'
import { MailFailure, MailLimit } from '../../lib/mail/errors'
import { messageOfFault } from '../../lib/schema'
import { type MessageOrKey, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import type { failure } from './envelope'
import { languageOf, requestFacts } from './request'

type Failure = Static<typeof failure>

const mounted: { method: string; path: RegExp }[] = []
const withoutParameters = new Map<string, string[]>()

/** Tells the error handler which routes there are, so that a wrong method is 405 and not 404. */
export function noteRoutes(routes: readonly { method: string; path: string }[]): void {
  for (const { method, path } of routes) {
    const pattern = path
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')
    mounted.push({ method, path: new RegExp(`^${pattern}/?$`) })
    if (!/[:*]/.test(path)) withoutParameters.set(path, [...(withoutParameters.get(path) ?? []), method])
  }
}

let unknownPage: (request: Request) => Response | undefined = () => undefined

/** Lets the web client answer where a browser asks for a page that there is not. */
export function answerUnknownPages(answer: (request: Request) => Response | undefined): void {
  unknownPage = answer
}

/** A path without parameters has the methods of its own routes, not of one with parameters that fits it as well. */
function methodsAt(path: string): string[] {
  const methods =
    withoutParameters.get(path.replace(/\/$/, '')) ??
    mounted.filter((route) => route.path.test(path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

/** Whether the router took the path's last word for an id: `PATCH /colleges/requests` changes no college. */
function takesOtherMethods(path: string, method: string): boolean {
  return withoutParameters.has(path.replace(/\/$/, '')) && !methodsAt(path).includes(method)
}

/** The named refusal behind whatever was thrown; undefined for a fault of ours. */
function refusalIn(thrown: unknown, code: string | number): AppError | undefined {
  // What a parse hook throws arrives wrapped.
  const error = code === 'PARSE' && thrown instanceof Error && thrown.cause ? thrown.cause : thrown
  if (error instanceof AppError) return error
  if (error instanceof MailLimit)
    return new AppError('RATE_LIMITED', 'requests.tooMuchMail', { rateLimit: error.rateLimit })
  if (error instanceof MailFailure) return new AppError('MAIL_FAILED')
  if (error instanceof ValidationError && error.type !== 'response')
    return new AppError('VALIDATION_FAILED', undefined, { errors: fieldErrors(error) })
  // A fault of ours on the way to the body, such as a session that could not be read, is no malformed body.
  if (code === 'PARSE' && error instanceof SyntaxError) return new AppError('INVALID_JSON')
  return undefined
}

/** Of a value that may be null the faults of what else it may be; no fault is a field that no route reads. */
function explicitFaults(fault: ValueError): ValueError[] {
  const { type, schema, errors } = fault
  if (type === ValueErrorType.ObjectAdditionalProperties) return []
  const isNullable = type === ValueErrorType.Union && schema.anyOf[1]?.type === 'null'
  const [inner] = errors
  return isNullable && inner && !('x-message' in schema) ? [...inner].flatMap(explicitFaults) : [fault]
}

/** One message a field. */
function fieldErrors(error: ValidationError): FieldError[] {
  const byField = new Map<string, MessageOrKey>()
  for (const fault of (error.all as ValueError[]).flatMap(explicitFaults)) {
    const field = fault.path.slice(1).replaceAll('/', '.') || error.type
    if (!byField.has(field)) byField.set(field, messageOfFault(fault))
  }
  return [...byField].map(([field, message]) => ({ field, message }))
}

function failureEnvelope({ code, text, errors, meta }: AppError, language: Language): Failure {
  const inWords = errors?.map(({ field, message }) => ({ field, message: resolveMessage(message, language) }))
  return {
    success: false,
    message: resolveMessage(text, language),
    code,
    ...(inWords ? { errors: inWords } : {}),
    ...(meta ? { meta } : {}),
  }
}

/** Turns whatever was thrown into the failure envelope. A fault of ours is logged whole and answered without a word of it. */
export const failures = new Elysia({ name: 'failures' }).onError(
  { as: 'global' },
  ({ code, error, request, path, set, status }) => {
    const facts = requestFacts(request)
    // A request of a foreign page is refused before it has a route, and stays refused.
    const isMisrouted = facts.route !== undefined && takesOtherMethods(path, request.method)
    if (isMisrouted) facts.route = undefined
    let refusal = isMisrouted ? undefined : refusalIn(error, code)
    if (!refusal && (isMisrouted || code === 'NOT_FOUND')) {
      const allowed = methodsAt(path)
      const page = allowed.length === 0 ? unknownPage(request) : undefined
      if (page) return page
      if (allowed.length > 0) set.headers.allow = allowed.join(', ')
      refusal = new AppError(allowed.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')
    }
    if (!refusal) {
      const { id, route } = facts
      log.error({ err: error, requestId: id, route }, 'request failed')
      refusal = new AppError('INTERNAL', undefined, { meta: { requestId: id } })
    }
    if (refusal.rateLimit !== undefined) {
      facts.rateLimit = refusal.rateLimit
      set.headers['retry-after'] = String(refusal.rateLimit.resetSeconds)
    }
    set.headers['cache-control'] = 'no-store'
    const language = languageOf(request)
    set.headers['content-language'] = language
    return status(refusal.status, failureEnvelope(refusal, language))
  },
)
