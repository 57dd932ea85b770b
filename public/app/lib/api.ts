import { makeClient } from '../../../src/client'
import { language } from '../texts/catalogue'
import { text } from '../texts/core'

/** The API of the Quad that this page came from. */
export const api = makeClient(location.origin, {
  fetcher: fetchOrPreloaded as typeof fetch,
  // What the server refuses with is shown as it comes.
  headers: () => ({ 'accept-language': language.peek() }),
}).api.v1

/** Steps in a path, which lead to another endpoint than the one that was meant: an id of the address may hold some. */
const STEPS = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i

/** What the page's document brought along is not asked for, once. */
function fetchOrPreloaded(...[url, options]: Parameters<typeof fetch>): Promise<Response> {
  const path = String(url).slice(location.origin.length)
  if (STEPS.test(path)) return Promise.resolve(Response.json(failed('NOT_FOUND', text.notFound.lead), { status: 404 }))
  // Not by a selector with the path in it: a path may hold quotes.
  const preloaded = [...document.querySelectorAll('script')].find(({ dataset }) => dataset.answer === path)
  if (preloaded === undefined || (options?.method ?? 'GET') !== 'GET') return fetch(url, options)
  preloaded.remove()
  const response = new Response(null, { headers: { 'content-type': 'application/json' } })
  // Read as a stream it would miss the first frame.
  return Promise.resolve(Object.assign(response, { text: () => Promise.resolve(preloaded.textContent) }))
}

type FieldError = { field: string; message: string }

/** Why a request came to nothing: the envelope, and what its headers add for people. */
export type Failure = {
  success: false
  message: string
  code: string
  errors?: FieldError[]
  meta?: Record<string, unknown>
  /** Of a failure that nobody expected, so that it can be found in the log. */
  requestId?: string
  /** Seconds to wait. */
  retryAfter?: number
}

/** What a request that succeeded brought, of the promise that `envelope` returned. */
export type ResponseData<Answer extends Promise<unknown>> = Extract<
  Awaited<Answer>,
  { success: true; data: unknown }
>['data']

/** What a request of that kind returns when it succeeds, for code that sends none itself. */
export type EndpointData<Request extends (...options: never[]) => Promise<{ data: unknown }>> = Extract<
  Awaited<ReturnType<Request>>['data'],
  { success: true; data: unknown }
>['data']

type Answer<Success> = { data: Success | null; error: { value: unknown } | null; response?: Response }

const failed = (code: string, message: string): Failure => ({ success: false, code, message })
const unreachable = () => failed('UNREACHABLE', text.failures.UNREACHABLE)

let refusalListener: (code: string) => void = () => undefined

/** Has `effect` happen with the code of whatever the server refuses. */
export function onRefusal(effect: (code: string) => void): void {
  refusalListener = effect
}

/** The envelope that a request is answered with, whichever it is; nothing is thrown. */
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
