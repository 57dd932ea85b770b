import { makeClient } from '../../../src/client'
import { language } from '../texts/catalogue'
import { text } from '../texts/core'

export const api = makeClient(location.origin, {
  fetcher: fetchOrPreloaded as typeof fetch,
  // ApiErrors are shown in the language in which the server sends them.
  headers: () => ({ 'accept-language': language.peek() }),
}).api.v1

/** `.` and `..` in a path would lead to another endpoint than the one meant; an id from the URL may hold them. */
const STEPS = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i

/** Serves a GET once from the response that the document brought along, instead of the network. */
function fetchOrPreloaded(...[url, options]: Parameters<typeof fetch>): Promise<Response> {
  const path = String(url).slice(location.origin.length)
  if (STEPS.test(path)) return Promise.resolve(Response.json(failed('NOT_FOUND', text.notFound.lead), { status: 404 }))
  // Not by a selector with the path in it, because a path may hold quotes.
  const preloaded = [...document.querySelectorAll('script')].find(({ dataset }) => dataset.answer === path)
  if (preloaded === undefined || (options?.method ?? 'GET') !== 'GET') return fetchReauthenticated(url, options)
  preloaded.remove()
  const response = new Response(null, { headers: { 'content-type': 'application/json' } })
  // Reading it as a stream would miss the first frame.
  return Promise.resolve(Object.assign(response, { text: () => Promise.resolve(preloaded.textContent) }))
}

let reauthenticate: () => Promise<boolean> = () => Promise.resolve(false)

/** Sets the function that asks people to confirm who they are; it resolves to whether they did. */
export function onReauthentication(ask: () => Promise<boolean>): void {
  reauthenticate = ask
}

/** Asks who is there if the server wants to know, and repeats the request once. */
async function fetchReauthenticated(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (response.status !== 403) return response
  const failure: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const isAsked = isFailure(failure) && failure.code === 'REAUTHENTICATION_REQUIRED'
  return isAsked && (await reauthenticate()) ? fetch(...request) : response
}

type FieldError = { field: string; message: string }

type ApiError = NonNullable<Awaited<ReturnType<typeof api.auth.me.get>>['error']>['value']
/** The codes of the server, and one for a request that it did not get or answer. */
export type ErrorCode = Extract<ApiError, { code: string }>['code'] | 'UNREACHABLE'

/** Why a request failed: the envelope, and what its headers add for people. */
export type Failure = {
  success: false
  message: string
  /** Empty if `message` is already in the words of the page. */
  code: ErrorCode | ''
  errors?: FieldError[]
  meta?: {
    /** What the content policy objects to, in the text that was sent. */
    matches?: { field: string; start: number; end: number }[]
    /** What the browser is to solve before it repeats the request. */
    challenge?: unknown
  }
  /** Of an unexpected failure, so that the operator finds it in the log. */
  requestId?: string
  retryAfter?: number
}

/** The data of a successful response, from the promise that `envelope` returned. */
export type ResponseData<Answer extends Promise<unknown>> = Extract<
  Awaited<Answer>,
  { success: true; data: unknown }
>['data']

/** The data of a successful response of an endpoint, for code that sends no request itself. */
export type EndpointData<Request extends (...options: never[]) => Promise<{ data: unknown }>> = Extract<
  Awaited<ReturnType<Request>>['data'],
  { success: true; data: unknown }
>['data']

type Answer<Success> = { data: Success | null; error: { value: unknown } | null; response?: Response }

const failed = (code: ErrorCode, message: string): Failure => ({ success: false, code, message })
const unreachable = () => failed('UNREACHABLE', text.failures.UNREACHABLE)

let refusalListener: (code: Failure['code']) => void = () => undefined

/** Sets the function that is called with the code of every refusal. */
export function onRefusal(effect: (code: Failure['code']) => void): void {
  refusalListener = effect
}

/** Resolves to the envelope of the response, whether success or failure; never throws. */
export async function envelope<Success>(request: Promise<Answer<Success>>): Promise<Success | Failure> {
  try {
    const { data, error, response } = await request
    if (data !== null) return data
    const failure = isFailure(error?.value) ? withHeaders(error.value, response) : unreachable()
    refusalListener(failure.code)
    return failure
  } catch {
    return unreachable()
  }
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'code' in value && 'success' in value

function withHeaders(failure: Failure, response: Response | undefined): Failure {
  const wait = Number(response?.headers.get('retry-after') ?? Number.NaN)
  const id = response?.headers.get('x-request-id')
  return {
    ...failure,
    ...(wait > 0 ? { retryAfter: wait } : {}),
    ...(response && response.status >= 500 && id ? { requestId: id } : {}),
  }
}
