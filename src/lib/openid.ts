import * as oauth from 'oauth4webapi'

/** What one sign-in remembers between leaving for the provider and coming back. */
export type Attempt = { state: string; nonce: string; verifier: string }

/** What the provider vouches for. `emailVerified` speaks of this very `email`. */
export type Claims = { issuer: string; subject: string; email: string | undefined; emailVerified: boolean }

export type OpenIdFault =
  /** The person did not sign in there. */
  | 'declined'
  /** The answer does not belong to this attempt, was used before, or proves nothing. */
  | 'invalid'
  /** The provider cannot be reached, or it and this server are not set up for each other. */
  | 'unavailable'

/** Why a sign-in at the provider came to nothing; the message holds no code, token or address. */
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
  /** For each request to the provider. */
  timeoutMs?: number
}

/** Endpoints and abilities of a provider hardly ever change. */
const DISCOVERY_MS = 3_600_000
const TIMEOUT_MS = 10_000

/** An OpenID Connect provider, found by its issuer; authorization code flow with PKCE, state and nonce. */
export class OpenIdProvider {
  readonly #client: oauth.Client
  #discovered: { at: number; metadata: Promise<oauth.AuthorizationServer> } | undefined

  constructor(private readonly settings: OpenIdSettings) {
    this.#client = { client_id: settings.clientId }
  }

  /** Where to send the person, and what to keep until the return. Throws OpenIdFailure. */
  async begin(): Promise<{ url: string; attempt: Attempt }> {
    const metadata = await this.#metadata()
    const attempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    }
    const url = URL.parse(metadata.authorization_endpoint ?? '')
    if (!url || (url.protocol !== 'https:' && !this.#insecure))
      throw new OpenIdFailure('unavailable', 'no authorization endpoint')
    const asked = {
      client_id: this.settings.clientId,
      redirect_uri: this.settings.redirectUri,
      response_type: 'code',
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return { url: url.href, attempt }
  }

  /**
   * What the provider says of the person who came back with `callback`, the query of the redirect. State, issuer,
   * code, signature, audience, time and nonce are checked. Throws OpenIdFailure.
   */
  async redeem(callback: URLSearchParams, { state, nonce, verifier }: Attempt): Promise<Claims> {
    const metadata = await this.#metadata()
    try {
      const checked = oauth.validateAuthResponse(metadata, this.#client, callback, state)
      const { redirectUri } = this.settings
      const answer = await oauth.authorizationCodeGrantRequest(
        metadata,
        this.#client,
        this.#authentication(metadata),
        checked,
        redirectUri,
        verifier,
        this.#request,
      )
      const tokens = await oauth.processAuthorizationCodeResponse(metadata, this.#client, answer, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      await oauth.validateApplicationLevelSignature(metadata, answer, this.#request)
      const proved = oauth.getValidatedIdTokenClaims(tokens)
      if (!proved) throw new OpenIdFailure('invalid', 'no ID token')
      // Address and verification are taken from one and the same statement: the ID token where it makes it, else
      // userinfo, whose subject must be the same.
      const stated =
        proved.email_verified === undefined && metadata.userinfo_endpoint
          ? await this.#userInfo(metadata, tokens.access_token, proved.sub)
          : proved
      const email = typeof stated.email === 'string' ? stated.email : undefined
      return { issuer: proved.iss, subject: proved.sub, email, emailVerified: stated.email_verified === true }
    } catch (error) {
      throw failureOf(error)
    }
  }

  async #userInfo(metadata: oauth.AuthorizationServer, accessToken: string, subject: string) {
    const answer = await oauth.userInfoRequest(metadata, this.#client, accessToken, this.#request)
    return oauth.processUserInfoResponse(metadata, this.#client, subject, answer)
  }

  /** Kept for an hour; a failure is not kept. */
  #metadata(): Promise<oauth.AuthorizationServer> {
    if (this.#discovered && Date.now() - this.#discovered.at < DISCOVERY_MS) return this.#discovered.metadata
    const metadata = this.#discover()
    this.#discovered = { at: Date.now(), metadata }
    metadata.catch(() => {
      if (this.#discovered?.metadata === metadata) this.#discovered = undefined
    })
    return metadata
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    try {
      const issuer = new URL(this.settings.issuer)
      return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, this.#request))
    } catch (error) {
      throw new OpenIdFailure('unavailable', `discovery: ${reasonOf(error)}`)
    }
  }

  /** Basic unless the provider takes the secret in the form only (RFC 6749 §2.3.1 prefers basic). */
  #authentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret } = this.settings
    const formOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return formOnly ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
  }

  /** The configuration takes an http issuer only on this machine. */
  get #insecure(): boolean {
    return this.settings.issuer.startsWith('http:')
  }

  get #request() {
    return {
      signal: () => AbortSignal.timeout(this.settings.timeoutMs ?? TIMEOUT_MS),
      [oauth.allowInsecureRequests]: this.#insecure,
    }
  }
}

/** OpenID Connect Core §3.1.2.6 and RFC 6749 §4.1.2.1: answers that mean "not signed in", not "something is broken". */
const DECLINED = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

/** Codes of oauth4webapi for an answer that is not what it should be. */
const INVALID = new Set<string | undefined>([
  oauth.INVALID_RESPONSE,
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.JSON_ATTRIBUTE_COMPARISON,
])

function failureOf(error: unknown): OpenIdFailure {
  if (error instanceof OpenIdFailure) return error
  if (error instanceof oauth.AuthorizationResponseError)
    return new OpenIdFailure(
      DECLINED.has(error.error) ? 'declined' : 'unavailable',
      `authorization: ${plain(error.error)}`,
    )
  if (error instanceof oauth.ResponseBodyError)
    return new OpenIdFailure(
      error.error === 'invalid_grant' ? 'invalid' : 'unavailable',
      `token: ${plain(error.error)}`,
    )
  const invalid = error instanceof oauth.OperationProcessingError && INVALID.has(error.code)
  return new OpenIdFailure(invalid ? 'invalid' : 'unavailable', reasonOf(error))
}

/** The error's own words; what hangs on it (`cause`) may be a whole response, tokens included. */
const reasonOf = (error: unknown): string => (error instanceof Error ? plain(error.message) : 'unknown')

/** What came from outside, fit for one line of a log. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
