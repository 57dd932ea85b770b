import type { Fetch, PlatformResponse, RequestOptions } from './platform'

/** What a client without cookies holds. `obtainedAt` is in milliseconds since 1970, by the client's clock. */
type Tokens = { accessToken: string; refreshToken: string; obtainedAt: number }

/** Where tokens are kept. Without a store of your own they are in memory, and gone with the page or process. */
export type TokenStore = {
  read(): Tokens | undefined | Promise<Tokens | undefined>
  write(tokens: Tokens | undefined): void | Promise<void>
}

export function memoryStore(): TokenStore {
  let current: Tokens | undefined
  return {
    read: () => current,
    write(tokens) {
      current = tokens
    },
  }
}

/**
 * What a store does not keep, because it is full, forbidden or broken, is kept in memory: a refresh token that is lost
 * or sent twice ends the session.
 */
function withMemory(store: TokenStore): TokenStore {
  let unwritten: { tokens: Tokens | undefined } | undefined
  let isSaid = false
  const say = (error: unknown) => {
    if (!isSaid) console.warn('The token store does not work; the session lasts as long as the page:', error)
    isSaid = true
  }
  return {
    async read() {
      if (unwritten) return unwritten.tokens
      try {
        return await store.read()
      } catch (error) {
        say(error)
        unwritten = { tokens: undefined }
        return undefined
      }
    },
    async write(tokens) {
      if (unwritten) unwritten = { tokens }
      try {
        await store.write(tokens)
      } catch (error) {
        say(error)
        unwritten = { tokens }
      }
    },
  }
}

/**
 * Access tokens last 15 minutes. They are renewed a minute before: a route that needs no session does not refuse an
 * expired token, but answers as if nobody were signed in.
 */
const FRESH_MS = 14 * 60_000

/** Not what was obtained in the future: the clock was set back, and nobody knows how old it is. */
function isFresh({ obtainedAt }: Tokens): boolean {
  const age = Date.now() - obtainedAt
  return age >= 0 && age <= FRESH_MS
}

const AUTH = '/api/v1/auth'
const SIGN_OUT = new Set([`POST ${AUTH}/logout`, `DELETE ${AUTH}/account`])

type Renewal = { tokens: Tokens | undefined } | { refusal: PlatformResponse }
type Locks = { request<Result>(name: string, work: () => Promise<Result>): Promise<Result> }
type BearerOptions = { origin: string; fetch: Fetch; store: TokenStore; onSignedOut: () => void }

/**
 * A `fetch` that sends the access token, keeps the tokens that responses bring, and renews them: before they end, and
 * once for a request that is refused.
 */
export function bearerFetch({ origin, fetch, store: given, onSignedOut }: BearerOptions): Fetch {
  const store = withMemory(given)
  let renewing: Promise<Renewal> | undefined

  const send = (url: string, options: RequestOptions | undefined, tokens: Tokens | undefined) => {
    const headers = { ...headersOf(options), ...(tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}) }
    return fetch(url, { ...options, headers, credentials: 'omit' } as RequestOptions)
  }

  /** Requests that fail at once share one renewal: a refresh token works once, and its second use ends the session. */
  const renew = (refused: Tokens): Promise<Renewal> => {
    renewing ??= alone(`quad ${origin}`, () => exchange(refused)).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function exchange(refused: Tokens): Promise<Renewal> {
    const current = await store.read()
    // Another tab, or a request before this one, has renewed them.
    if (current?.accessToken !== refused.accessToken) return { tokens: current }
    const token = JSON.stringify({ refreshToken: refused.refreshToken })
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: token }
    const response = await send(`${origin}${AUTH}/refresh`, options as RequestOptions, undefined)
    if (!response.ok) return { refusal: response }
    const body = await bodyOf(response)
    // A network that answers in place of Quad ends no session.
    if ((body as { success?: unknown } | undefined)?.success !== true) return { refusal: response }
    const tokens = tokensIn(body)
    await store.write(tokens)
    if (tokens === undefined) onSignedOut()
    return { tokens }
  }

  async function keep(url: string, options: RequestOptions | undefined, response: PlatformResponse): Promise<void> {
    const path = url.slice(origin.length)
    if (!response.ok || !path.startsWith(AUTH)) return
    if (SIGN_OUT.has(`${(options as { method?: string } | undefined)?.method} ${path}`)) return store.write(undefined)
    const tokens = tokensIn(await bodyOf(response))
    if (tokens !== undefined) await store.write(tokens)
  }

  return async (url, options) => {
    let tokens = await store.read()
    if (tokens !== undefined && !isFresh(tokens)) {
      const renewal = await renew(tokens)
      if ('refusal' in renewal) return renewal.refusal
      tokens = renewal.tokens
    }
    let response = await send(url, options, tokens)
    if (tokens !== undefined && response.status === 401 && (await isSignedOut(response))) {
      const renewal = await renew(tokens)
      if ('refusal' in renewal) return renewal.refusal
      if (renewal.tokens !== undefined) response = await send(url, options, renewal.tokens)
    }
    await keep(url, options, response)
    return response
  }
}

/** Eden sends a plain object; who calls `fetch` with this may send `Headers`. */
function headersOf(options: RequestOptions | undefined): Record<string, string> {
  const { headers } = (options ?? {}) as { headers?: Record<string, string> }
  return headers instanceof Headers ? Object.fromEntries(headers) : { ...headers }
}

const bodyOf = (response: PlatformResponse): Promise<unknown> =>
  response
    .clone()
    .json()
    .catch(() => undefined)

const isSignedOut = async (response: PlatformResponse): Promise<boolean> =>
  ((await bodyOf(response)) as { code?: unknown } | undefined)?.code === 'UNAUTHENTICATED'

function tokensIn(body: unknown): Tokens | undefined {
  const { accessToken, refreshToken } = (body as { data?: Partial<Tokens> } | undefined)?.data ?? {}
  return accessToken && refreshToken ? { accessToken, refreshToken, obtainedAt: Date.now() } : undefined
}

/** One at a time among the tabs of a browser, which may share a store. */
function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = (globalThis as { navigator?: { locks?: Locks } }).navigator ?? {}
  return locks === undefined ? work() : locks.request(name, work)
}
