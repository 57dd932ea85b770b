import type * as OAuth from 'oauth4webapi'
import { ask } from '../tracing/spans'

/** The library, loaded with the first sign-in at a provider. */
const oauth = (): typeof OAuth => require('oauth4webapi')

export type Attempt = { state: string; nonce: string; verifier: string; scope: string }

export const WITH_EMAIL = 'openid email'
/** What the provider is asked for: its subject alone, or the email too. */
export type Scope = 'openid' | typeof WITH_EMAIL

/** What the provider vouches for. `emailVerified` is about this `email`; without `WITH_EMAIL` there is none. */
export type Claims = { issuer: string; subject: string; email: string | undefined; emailVerified: boolean }

/** Not signed in there; no response to this attempt, or one that proves nothing; a provider that is of no use. */
export type OpenIdFault = 'declined' | 'invalid' | 'unavailable'

export class OpenIdFailure extends Error {
  constructor(
    readonly fault: OpenIdFault,
    reason: string,
  ) {
    super(reason)
  }
}

export type OpenIdSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  timeoutMs?: number
}

const DISCOVERY_MS = 3_600_000
const TIMEOUT_MS = 10_000
/** Metadata, keys, tokens and claims take a few kilobytes; some providers list dozens of certificates. */
const MAX_ANSWER_BYTES = 262_144

/** An OpenID Connect provider, found by its issuer; authorization code flow with PKCE, state and nonce. */
export class OpenIdProvider {
  readonly #client: OAuth.Client
  #discovered: { at: number; metadata: Promise<OAuth.AuthorizationServer> } | undefined

  constructor(private readonly settings: OpenIdSettings) {
    this.#client = { client_id: settings.clientId }
  }

  /** Where to redirect the browser, and what to keep until it returns. @throws OpenIdFailure */
  async begin(scope: Scope): Promise<{ url: string; attempt: Attempt }> {
    const metadata = await this.#metadata()
    const attempt = {
      state: oauth().generateRandomState(),
      nonce: oauth().generateRandomNonce(),
      verifier: oauth().generateRandomCodeVerifier(),
      scope,
    }
    const url = URL.parse(metadata.authorization_endpoint ?? '')
    if (!url || (url.protocol !== 'https:' && !this.#insecure))
      throw new OpenIdFailure('unavailable', 'no authorization endpoint')
    for (const [name, value] of Object.entries({
      client_id: this.settings.clientId,
      redirect_uri: this.settings.redirectUri,
      response_type: 'code',
      scope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth().calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    }))
      url.searchParams.set(name, value)
    return { url: url.href, attempt }
  }

  /** Who returned with `callback`, the query of the redirect. @throws OpenIdFailure */
  async redeem(callback: URLSearchParams, { state, nonce, verifier, scope }: Attempt): Promise<Claims> {
    const metadata = await this.#metadata()
    try {
      const checked = oauth().validateAuthResponse(metadata, this.#client, callback, state)
      const authentication = this.#authentication(metadata)
      const code = [checked, this.settings.redirectUri, verifier, this.#request] as const
      const response = await oauth().authorizationCodeGrantRequest(metadata, this.#client, authentication, ...code)
      const tokens = await oauth().processAuthorizationCodeResponse(metadata, this.#client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      await this.#validateSignature(metadata, response)
      const idToken = oauth().getValidatedIdTokenClaims(tokens)
      if (!idToken) throw new OpenIdFailure('invalid', 'no ID token')
      const { iss: issuer, sub: subject } = idToken
      if (scope !== WITH_EMAIL) return { issuer, subject, email: undefined, emailVerified: false }
      // Both come from the same source: the ID token if it has them, else userinfo of the same subject.
      const claims =
        idToken.email_verified === undefined && metadata.userinfo_endpoint
          ? await oauth()
              .userInfoRequest(metadata, this.#client, tokens.access_token, this.#request)
              .then((answer) => oauth().processUserInfoResponse(metadata, this.#client, subject, answer))
          : idToken
      const email = typeof claims.email === 'string' ? claims.email : undefined
      return { issuer, subject, email, emailVerified: claims.email_verified === true }
    } catch (error) {
      throw toFailure(error)
    }
  }

  /** The library keeps keys for five minutes. A provider that has others by then is asked once more. */
  async #validateSignature(metadata: OAuth.AuthorizationServer, response: Response): Promise<void> {
    try {
      await oauth().validateApplicationLevelSignature(metadata, response, this.#request)
    } catch {
      const copy = { ...metadata }
      await oauth().validateApplicationLevelSignature(copy, response, this.#request)
      if (this.#discovered) this.#discovered.metadata = Promise.resolve(copy)
    }
  }

  /** Cached for an hour; failures are not cached. */
  #metadata(): Promise<OAuth.AuthorizationServer> {
    if (this.#discovered && performance.now() - this.#discovered.at < DISCOVERY_MS) return this.#discovered.metadata
    const metadata = this.#discover()
    this.#discovered = { at: performance.now(), metadata }
    metadata.catch(() => {
      if (this.#discovered?.metadata === metadata) this.#discovered = undefined
    })
    return metadata
  }

  async #discover(): Promise<OAuth.AuthorizationServer> {
    try {
      const issuer = new URL(this.settings.issuer)
      return await oauth().processDiscoveryResponse(issuer, await oauth().discoveryRequest(issuer, this.#request))
    } catch (error) {
      throw new OpenIdFailure('unavailable', `discovery: ${errorText(error)}`)
    }
  }

  /** Basic (preferred by RFC 6749 §2.3.1), unless the provider accepts the secret only in the form. */
  #authentication({ token_endpoint_auth_methods_supported: methods }: OAuth.AuthorizationServer): OAuth.ClientAuth {
    const { clientSecret } = this.settings
    const formOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return formOnly ? oauth().ClientSecretPost(clientSecret) : oauth().ClientSecretBasic(clientSecret)
  }

  /** The configuration accepts an http issuer only on this machine. */
  get #insecure(): boolean {
    return this.settings.issuer.startsWith('http:')
  }

  get #request() {
    return {
      signal: () => AbortSignal.timeout(this.settings.timeoutMs ?? TIMEOUT_MS),
      [oauth().allowInsecureRequests]: this.#insecure,
      [oauth().customFetch]: boundedFetch,
    }
  }
}

/** Follows no redirect, and reads no more than an answer of a provider can need: it is in memory whole. */
const boundedFetch = (url: string, options: OAuth.CustomFetchOptions<string, unknown>): Promise<Response> =>
  ask('provider', async (traced) => {
    const init = { ...options, headers: { ...traced, ...options.headers }, redirect: 'manual' } as RequestInit
    const response = await fetch(url, init)
    const { status, body, headers } = response
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > MAX_ANSWER_BYTES) throw new OpenIdFailure('unavailable', `more than ${MAX_ANSWER_BYTES} bytes`)
      chunks.push(chunk)
    }
    // They are about the body as it was sent.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
  })

/** OpenID Connect Core §3.1.2.6 and RFC 6749 §4.1.2.1: the person did not sign in, and nothing is broken. */
const DECLINED = /^(access_denied|(login|interaction|consent|account_selection)_required)$/

function toFailure(error: unknown): OpenIdFailure {
  if (error instanceof OpenIdFailure) return error
  const failure = (fault: OpenIdFault, isIt: boolean, reason: string) =>
    new OpenIdFailure(isIt ? fault : 'unavailable', reason)
  if (error instanceof oauth().AuthorizationResponseError)
    return failure('declined', DECLINED.test(error.error), `authorization: ${plain(error.error)}`)
  if (error instanceof oauth().ResponseBodyError)
    return failure('invalid', error.error === 'invalid_grant', `token: ${plain(error.error)}`)
  const { INVALID_RESPONSE, JWT_CLAIM_COMPARISON, JWT_TIMESTAMP_CHECK, JSON_ATTRIBUTE_COMPARISON } = oauth()
  // Of a response that is not what it should be.
  const codes = [INVALID_RESPONSE, JWT_CLAIM_COMPARISON, JWT_TIMESTAMP_CHECK, JSON_ATTRIBUTE_COMPARISON]
  const isInvalid = error instanceof oauth().OperationProcessingError && codes.some((each) => each === error.code)
  return failure('invalid', isInvalid, errorText(error))
}

/** The error's message only: its `cause` may be a whole response with tokens. */
const errorText = (error: unknown): string => (error instanceof Error ? plain(error.message) : 'unknown')

/** A text from outside, made safe for one line of a log. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
