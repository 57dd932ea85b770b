import { makeClient } from '../../../src/client'

/** The API of the Quad that this page came from. */
export const api = makeClient(location.origin, { fetcher: answered as typeof fetch }).api.v1

/** What the page's document brought along is not asked for, once. */
function answered(...[url, options]: Parameters<typeof fetch>): Promise<Response> {
  const path = String(url).slice(location.origin.length)
  const brought = document.querySelector(`script[data-answer="${path}"]`)
  if (brought === null || (options?.method ?? 'GET') !== 'GET') return fetch(url, options)
  brought.remove()
  const response = new Response(null, { headers: { 'content-type': 'application/json' } })
  // Read as a stream it would miss the first frame.
  return Promise.resolve(Object.assign(response, { text: () => Promise.resolve(brought.textContent) }))
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
export type DataOf<Answer extends Promise<unknown>> = Extract<Awaited<Answer>, { success: true; data: unknown }>['data']

type Answered<Success> = { data: Success | null; error: { value: unknown } | null; response?: Response }

const unreachable = (): Failure => ({ success: false, code: 'UNREACHABLE', message: 'The server could not be reached' })

let unauthenticated: () => void = () => undefined

/** Has `effect` happen whenever the server answers that nobody is signed in. */
export function whenUnauthenticated(effect: () => void): void {
  unauthenticated = effect
}

/** The envelope that a request is answered with, whichever it is; nothing is thrown. */
export async function envelope<Success>(request: Promise<Answered<Success>>): Promise<Success | Failure> {
  try {
    const { data, error, response } = await request
    if (data !== null) return data
    const failure = isFailure(error?.value) ? withHeaders(error.value, response) : unreachable()
    if (failure.code === 'UNAUTHENTICATED') unauthenticated()
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
