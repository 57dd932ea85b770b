import { type Api, type ApiOptions, type Data, type Failure, makeApi } from './api'
import { type LiveListeners, LiveSocket } from './live-socket'
import type { Fetch, PlatformResponse, RequestOptions, Socket } from './platform'
import type { ServerMessage } from './routes'
import { bearerFetch, memoryStore, type TokenStore } from './tokens'
import { areIncompatible, OWN_VERSION, type Versions, versionIn, warnOfVersions } from './version'

export type QuadOptions = ApiOptions & {
  /**
   * How the server knows who asks. `tokens` (the default) works everywhere: in a page of any origin that the server
   * trusts, in Node, in an app. `cookies` is for pages of the server's own site.
   */
  session?: 'tokens' | 'cookies'
  /** Where tokens are kept; in memory without. */
  tokenStore?: TokenStore
  /** The language of messages for people, of refusals for example. */
  language?: 'en' | 'hi' | (() => string)
  /** For a runtime without a `WebSocket`, such as Node 20: that of a package. */
  WebSocket?: new (
    url: string,
  ) => Socket
  /** The session ended elsewhere, or its tokens are used up: ask people to sign in. */
  onSignedOut?: () => void
  /** The server is of another major version than this package; a warning on the console without. */
  onVersionMismatch?: (versions: Versions) => void
}

export type Post = Data<Api['posts']['get']>['posts'][number]
export type Comment = Data<ReturnType<Api['comments']>['get']>['comment']
export type Notification = Extract<ServerMessage, { type: 'notification' }>['notification']
/** Whoever is signed in. */
export type Me = Data<Api['auth']['me']['get']>['user']

/** A client of one Quad. */
export type Quad = {
  readonly api: Api
  /** Signs in with a password, and keeps the tokens where the session needs them. */
  signIn(credentials: { email: string; password: string }): ReturnType<Api['auth']['login']['post']>
  signOut(): ReturnType<Api['auth']['logout']['post']>
  /** Connects to live updates, until the socket's `stop()`. */
  connect(listeners?: LiveListeners): LiveSocket
}

/** A client of the Quad at `origin`, such as `https://campus.example`. */
export function createQuad(origin: string, options: QuadOptions = {}): Quad {
  const base = origin.replace(/\/+$/, '')
  const { session = 'tokens', language, headers, onSignedOut = () => undefined } = options
  const hasTokens = session === 'tokens'
  const platformFetch = versionChecked(base, options.fetch ?? (globalThis.fetch as Fetch), options.onVersionMismatch)
  const fetch = hasTokens
    ? bearerFetch({ origin: base, fetch: platformFetch, store: options.tokenStore ?? memoryStore(), onSignedOut })
    : withCookies(platformFetch)
  const api = makeApi(base, {
    fetch,
    headers: () => ({
      ...(language === undefined ? {} : { 'accept-language': typeof language === 'string' ? language : language() }),
      ...headers?.(),
    }),
  })
  return {
    api,
    signIn: (credentials) => api.auth.login.post(hasTokens ? { ...credentials, tokens: true } : credentials),
    signOut: () => api.auth.logout.post(),
    connect(listeners = {}) {
      const socket = liveSocket(base, api, { hasTokens, WebSocket: options.WebSocket, ...listeners })
      socket.start()
      return socket
    },
  }
}

const withCookies =
  (fetch: Fetch): Fetch =>
  (url, options) =>
    fetch(url, { ...options, credentials: 'include' } as RequestOptions)

type LiveOptions = LiveListeners & Pick<QuadOptions, 'WebSocket'> & { hasTokens: boolean }

/** Of the live updates, which a server can be built without. */
type Tickets = { readonly ws: { ticket: { post(): Promise<Ticket> } } }
type Ticket = { data: { data: { ticket: string } }; error: null } | { data: null; error: { value: Failure } }

/** A browser sends cookies with the handshake, but no header: whoever holds tokens exchanges one for a ticket. */
function liveSocket(origin: string, api: Api, { hasTokens, WebSocket, ...listeners }: LiveOptions): LiveSocket {
  const Constructor = WebSocket ?? (globalThis as { WebSocket?: new (url: string) => Socket }).WebSocket
  if (Constructor === undefined) throw new Error('This runtime has no WebSocket: pass one as the option `WebSocket`')
  const address = `${origin.replace(/^http/, 'ws')}/api/v1/ws`
  let ticket = ''
  const ask = async () => {
    if (!hasTokens) return api.auth.me.get()
    const answer = await (api as Api & Tickets).ws.ticket.post()
    ticket = answer.data?.data.ticket ?? ''
    return answer
  }
  return new LiveSocket({
    ...listeners,
    checksFirst: hasTokens,
    open: () => new Constructor(hasTokens ? `${address}?ticket=${ticket}` : address),
    async isSessionValid() {
      const { error } = await ask()
      if (error === null) return true
      return error.value.code === 'UNAUTHENTICATED' ? false : undefined
    },
  })
}

/** Asks for the server's version once, beside the first request: a header would cost every response. */
function versionChecked(origin: string, fetch: Fetch, onMismatch = warnOfVersions): Fetch {
  let isChecked = false
  const check = async (response: PlatformResponse) => {
    const server = response.ok ? await versionIn(response) : undefined
    const versions = { client: OWN_VERSION, server: server ?? OWN_VERSION }
    if (areIncompatible(versions)) onMismatch(versions)
  }
  return (url, options) => {
    if (!isChecked) {
      isChecked = true
      // Whether this works or not, the request goes on.
      fetch(`${origin}/api/v1/instance`, { credentials: 'omit' } as RequestOptions)
        .then(check)
        .catch(() => undefined)
    }
    return fetch(url, options)
  }
}
