import { describe, expect, test } from 'bun:test'
import { OpenIdProvider, type Scope, WITH_EMAIL } from '../../../src/lib/net/openid'
import { CLIENT, type IdentityProvider, startIdentityProvider, throughProvider } from '../../support/identity-provider'

const redirectUri = 'http://127.0.0.1:9/callback'

describe('what providers differ in', () => {
  const address = { email: '4711@campus.edu', email_verified: true }
  const claimsFrom = async (other: IdentityProvider, scope: Scope = WITH_EMAIL) => {
    const { id: clientId, secret: clientSecret } = CLIENT
    const client = new OpenIdProvider({ issuer: `${other.issuer}/`, clientId, clientSecret, redirectUri })
    other.control.person = { sub: 'somebody', ...address }
    const { url, attempt } = await client.begin(scope)
    const back = await throughProvider(url, redirectUri)
    return client.redeem(new URL(back).searchParams, attempt).finally(() => other.stop())
  }
  const expected = { subject: 'somebody', email: address.email, emailVerified: true }

  test('a secret that is taken in the form only', async () => {
    const other = await startIdentityProvider({ redirectUri, authMethod: 'client_secret_post' })
    expect(await claimsFrom(other)).toEqual({ ...expected, issuer: other.issuer })
    expect(other.control.paths).toContain('/me')
  })

  test('an address in the ID token itself: userinfo is not asked for', async () => {
    const other = await startIdentityProvider({ redirectUri, addressInIdToken: true })
    expect(await claimsFrom(other)).toEqual({ ...expected, issuer: other.issuer })
    expect(other.control.paths).not.toContain('/me')
  })

  test('an address that was not asked for: it is not believed, and userinfo is not asked', async () => {
    const other = await startIdentityProvider({ redirectUri, addressUnasked: true })
    const { issuer } = other
    const nothing = { issuer, subject: 'somebody', email: undefined, emailVerified: false }
    expect(await claimsFrom(other, 'openid')).toEqual(nothing)
    expect(other.control.scopes).toEqual(['openid'])
    expect(other.control.paths).not.toContain('/me')
  })
})

describe('what a provider sends', () => {
  /** A provider whose metadata is this. */
  async function beginWith(answer: () => Response | Promise<Response>): Promise<unknown> {
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
    const settings = { issuer: server.url.origin, clientId: 'a', clientSecret: 'b', redirectUri, timeoutMs: 300 }
    return new OpenIdProvider(settings).begin(WITH_EMAIL).finally(() => server.stop(true))
  }

  const large = JSON.stringify({ padding: 'x'.repeat(300_000) })
  const elsewhere = { issuer: 'https://elsewhere.example', authorization_endpoint: 'https://elsewhere.example/auth' }
  const drop = async (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode(' '))
    await Bun.sleep(20)
  }
  test.each<[string, () => Response | Promise<Response>, words: string]>([
    ['read up to a bound that is announced', () => new Response(large), '262144 bytes'],
    ['read up to a bound that is not', () => new Response(new Blob([large]).stream()), '262144 bytes'],
    [
      'read up to a bound where it is compressed',
      () => new Response(Bun.gzipSync(large), { headers: { 'content-encoding': 'gzip' } }),
      '262144 bytes',
    ],
    ['given up when it drips', () => new Response(new ReadableStream({ pull: drop })), ''],
    ['given up when nothing comes', () => new Promise(() => undefined), ''],
    ['not believed about another issuer', () => Response.json(elsewhere), ''],
  ])('is %s', async (_, answer, words) => {
    await expect(beginWith(answer)).rejects.toMatchObject({
      fault: 'unavailable',
      message: expect.stringContaining(words),
    })
  })

  test('is not looked for elsewhere', async () => {
    let asked = 0
    const elsewhere = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ asked: asked++ }) })
    const redirect = () => Response.redirect(`${elsewhere.url.origin}/.well-known/openid-configuration`, 302)
    await expect(beginWith(redirect)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(asked).toBe(0)
    await elsewhere.stop(true)
  })

  test('is believed after a restart with other keys of the same name, and signed by nobody else', async () => {
    const { id: clientId, secret: clientSecret } = CLIENT
    const first = await startIdentityProvider({ redirectUri })
    const port = Number(new URL(first.issuer).port)
    const client = new OpenIdProvider({ issuer: first.issuer, clientId, clientSecret, redirectUri })
    const signIn = async (at: IdentityProvider) => {
      at.control.person = { sub: 'somebody', email: '4711@campus.edu', email_verified: true }
      const { url, attempt } = await client.begin(WITH_EMAIL)
      return client.redeem(new URL(await throughProvider(url, redirectUri)).searchParams, attempt)
    }
    expect((await signIn(first)).subject).toBe('somebody')
    await first.stop()
    const second = await startIdentityProvider({ redirectUri, port })
    expect((await signIn(second)).subject).toBe('somebody')
    const asked = () => second.control.paths.filter((path) => path === '/jwks').length
    expect(asked()).toBe(1)
    expect((await signIn(second)).subject).toBe('somebody')
    expect(asked()).toBe(1)
    second.control.rewriteTokens = (tokens) => ({ ...tokens, id_token: `${tokens.id_token.slice(0, -8)}AAAAAAAA` })
    await expect(signIn(second)).rejects.toMatchObject({ fault: 'invalid' })
    await second.stop()
  })
})
