import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, JWK, Provider } from 'oidc-provider'

/** Who signs in at the provider, and what it says of the address. */
export type Person = { sub: string; email?: string; email_verified?: boolean | string }

/** A token answer on its way out; a test may put something else in its place. */
type Tokens = { id_token: string; access_token: string }

type Options = {
  redirectUri: string
  port?: number
  authMethod?: 'client_secret_basic' | 'client_secret_post'
  /** The address stands in the ID token, and not only in userinfo. */
  addressInIdToken?: boolean
  /** The address stands in the ID token, asked for or not. */
  addressUnasked?: boolean
}

export const CLIENT = { id: 'quad', secret: 'a secret of : / + the client' }

async function signingKey(): Promise<JWK> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { kty, crv, x, y, d, use: 'sig', alg: 'ES256', kid: 'test' } as JWK
}

/** Without its warnings: that it does not know this runtime, and that it keeps everything in memory. */
async function makeProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn } = console
  console.warn = () => undefined
  try {
    const library = await import('oidc-provider')
    return new library.Provider(issuer, configuration)
  } finally {
    console.warn = warn
  }
}

/**
 * An OpenID provider on the loopback that knows everybody: whoever comes is signed in as `person` without a page to
 * fill in. Registered is one client, with the secret and the one redirect URI.
 */
export async function startIdentityProvider(options: Options) {
  const { redirectUri, port = 0, authMethod = 'client_secret_basic', addressUnasked = false } = options
  const { addressInIdToken = addressUnasked } = options
  const address = ['email', 'email_verified']
  const control = {
    person: undefined as Person | undefined,
    /** The person presses "Cancel". */
    denies: false,
    rewriteTokens: undefined as ((tokens: Tokens) => Tokens) | undefined,
    rewriteUserInfo: undefined as ((claims: object) => object) | undefined,
    /** Paths that were asked for, in order. */
    paths: [] as string[],
    /** What a sign-in was to tell, in order. */
    scopes: [] as string[],
  }
  const people = new Map<string, Person>()
  const key = await signingKey()

  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authMethod,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: [authMethod],
    jwks: { keys: [key] },
    conformIdTokenClaims: !addressInIdToken,
    claims: { openid: addressUnasked ? ['sub', ...address] : ['sub'], email: address },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // Consent is given by everybody to everything that was asked for.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      const scope = `${oidc.params?.scope}`
      control.scopes.push(scope)
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  }

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const { person, denies } = control
    if (denies || !person) {
      const refusal = { error: 'access_denied', error_description: 'The person pressed Cancel' }
      return provider.interactionFinished(request, response, refusal)
    }
    people.set(person.sub, person)
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }

  /** Lets a test alter the JSON that goes out. */
  function rewriting<Body extends object>(response: ServerResponse, rewrite: (body: Body) => object) {
    const end = response.end.bind(response)
    Object.assign(response, {
      end: (body: string) => {
        const text = JSON.stringify(rewrite(JSON.parse(String(body))))
        response.setHeader('content-length', Buffer.byteLength(text))
        return end(text)
      },
    })
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    control.paths.push(path)
    if (path.startsWith('/interaction/')) return void signIn(request, response)
    if (path === '/token' && control.rewriteTokens) rewriting(response, control.rewriteTokens)
    if (path === '/me' && control.rewriteUserInfo) rewriting(response, control.rewriteUserInfo)
    handle(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = await makeProvider(issuer, configuration)
  const handle = provider.callback()

  return {
    issuer,
    control,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/**
 * Goes from the authorization URL to the redirect back, as a browser with an empty jar would; answers the URL that
 * it is sent to.
 */
export async function throughProvider(authorization: string, redirectUri: string) {
  const jar = new Map<string, string>()
  let url = authorization
  for (let step = 0; step < 10; step++) {
    if (url.startsWith(redirectUri)) return url
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      value === '' ? jar.delete(name) : jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the provider answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    url = new URL(location, url).href
  }
  throw new Error('the provider goes round in circles')
}
