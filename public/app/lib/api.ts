import { signal } from '@preact/signals'
import { makeApi, type Failure as Refusal } from '../../../client/api'
import type { ErrorCode } from '../../../client/routes'
import { language } from '../texts/catalogue'
import { text } from '../texts/core'
import type { Reader } from './copies'
import { ACCOUNT, readStorage, timesForgotten } from './storage'

export const api = makeApi(location.origin, {
  fetch: fetchOrPreloaded,
  // Refusals are shown in the language in which the server sends them.
  headers: () => ({ 'accept-language': language.peek() }),
})

/** The options of a request that creates, which is sent under a key of `drafts.ts`. */
export const under = (key: string) => ({ headers: { 'idempotency-key': key } })

/** Not a word of a draft changes when it is sent as moderator after all, so its key is another one. */
export const officialKey = (key: string): string => `${key}-official`

/** From when the posts are that were read on this device before, if they are shown in place of the server's. */
export const copiedAt = signal<number | null>(null)

/** Whether the last request did not get through. What browsers say of the network is wrong behind some VPNs and portals. */
export const isAway = signal(false)

/** Whether Quad answers at all, also where it has nothing to say of the session. */
export async function isReached(): Promise<boolean> {
  const answer = await fetch('/offline.html', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  isAway.value = !answer?.ok
  return !isAway.peek()
}

/** What may be kept on the device; `copies/shelf.ts` says it exactly. */
const KEPT = /^\/api\/v1\/(?:auth\/me|instance|posts[?/]|courses\/|comments\/post\/)/

/** After what the page itself still has to load. */
const KEEP_MS = 1000

const copies = () => import('./copies')

let reader: Reader

/** Sets for whom the device keeps what they read. */
export function keepFor(signedIn: Reader): void {
  reader = signedIn
}

function keep(path: string, response: Response): void {
  const times = timesForgotten()
  const isCurrent = () => timesForgotten() === times
  setTimeout(() => {
    if (readStorage(ACCOUNT) === null || !isCurrent()) return
    copies()
      .then(({ keepAnswer }) => keepAnswer({ reader, path, response, isCurrent }))
      .catch(() => undefined)
  }, KEEP_MS)
}

/** Serves a GET once from the response that the document brought along, instead of the network. */
function fetchOrPreloaded(...[url, options]: Parameters<typeof fetch>): Promise<Response> {
  if ((options?.method ?? 'GET') !== 'GET') return fetchReauthenticated(url, options)
  const path = String(url).slice(location.origin.length)
  // Not by a selector with the path in it, because a path may hold quotes.
  const preloaded = [...document.querySelectorAll('script')].find(({ dataset }) => dataset.answer === path)
  if (preloaded === undefined) return fetchOrCopy(path, url, options)
  preloaded.remove()
  if (KEPT.test(path)) keep(path, new Response(preloaded.textContent))
  return Promise.resolve(answerOf(preloaded.textContent))
}

/** Reading it as a stream would miss the first frame. */
const answerOf = (body: string): Response =>
  Object.assign(new Response(null, { headers: { 'content-type': 'application/json' } }), {
    text: () => Promise.resolve(body),
  })

/** Where the server cannot be reached, what was read before on this device. */
async function fetchOrCopy(path: string, ...request: Parameters<typeof fetch>): Promise<Response> {
  if (!KEPT.test(path)) return fetchReauthenticated(...request)
  try {
    const response = await fetchReauthenticated(...request)
    keep(path, response.clone())
    return response
  } catch (error) {
    isAway.value = true
    const copy = await copies()
      .then(({ findCopy }) => findCopy(path))
      .catch(() => undefined)
    if (copy === undefined) throw error
    // Whoever is signed in, and where, is not what grows old.
    if (path.includes('/post')) copiedAt.value = copy.savedAt
    return answerOf(copy.text)
  }
}

let reauthenticate: () => Promise<boolean> = () => Promise.resolve(false)

/** Sets the function that asks people to confirm who they are; it resolves to whether they did. */
export function onReauthentication(ask: () => Promise<boolean>): void {
  reauthenticate = ask
}

/** Asks who is there if the server wants to know, and repeats the request once. */
export async function fetchReauthenticated(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (response.status !== 403) return response
  const failure: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const isAsked = isFailure(failure) && failure.code === 'REAUTHENTICATION_REQUIRED'
  return isAsked && (await reauthenticate()) ? fetch(...request) : response
}

/** Why a request failed: the envelope, and what its headers add for people. */
export type Failure = Omit<Refusal, 'code'> & {
  /** Empty if `message` is already in the words of the page. */
  code: ErrorCode | ''
  /** Of an unexpected failure, so that the operator finds it in the log. */
  requestId?: string
  retryAfter?: number
  /** An earlier request with the same key did create it. */
  isReplayed?: true
}

/** The data of a successful response, from the promise that `envelope` returned. */
export type ResponseData<Answer extends Promise<unknown>> = Extract<
  Awaited<Answer>,
  { success: true; data: unknown }
>['data']

type Answer<Success> = { response: Response } & (
  | { data: Success; error: null }
  | { data: null; error: { value: Refusal } }
)

const failed = (code: ErrorCode, message: string): Failure => ({ success: false, code, message })
export const unreachable = () => failed('UNREACHABLE', text.failures.UNREACHABLE)

let refusalListener: (code: Failure['code']) => void = () => undefined

/** Sets the function that is called with the code of every refusal. */
export function onRefusal(effect: (code: Failure['code']) => void): void {
  refusalListener = effect
}

/** Resolves to the envelope of the response, whether success or failure; never throws. */
export async function envelope<Success>(request: Promise<Answer<Success>>): Promise<Success | Failure> {
  try {
    const { data, error, response } = await request
    const isUnreachable = error?.value.code === 'UNREACHABLE'
    // What the device kept, or the document brought along, says nothing of the network, and has no address.
    if (isUnreachable || response.url !== '') isAway.value = isUnreachable
    if (error === null) return data
    const failure = isUnreachable ? unreachable() : withHeaders(error.value, response)
    refusalListener(failure.code)
    return failure
  } catch {
    return unreachable()
  }
}

/** Why something was not taken away; undefined also where it was gone already. */
export async function unlessGone(request: Promise<{ success: true } | Failure>): Promise<Failure | undefined> {
  const answer = await request
  return answer.success || answer.code === 'NOT_FOUND' ? undefined : answer
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'code' in value && 'success' in value

function withHeaders(failure: Refusal, { status, headers }: Response): Failure {
  const wait = Number(headers.get('retry-after') ?? Number.NaN)
  const id = headers.get('x-request-id')
  return {
    ...failure,
    ...(wait > 0 ? { retryAfter: wait } : {}),
    ...(status >= 500 && id ? { requestId: id } : {}),
    ...(headers.has('idempotency-replayed') ? { isReplayed: true } : {}),
  }
}
