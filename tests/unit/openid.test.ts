import { describe, expect, test } from 'bun:test'
import { OpenIdProvider } from '../../src/lib/openid'
import { CLIENT, type IdentityProvider, startIdentityProvider, throughProvider } from '../support/identity-provider'

const redirectUri = 'http://127.0.0.1:9/callback'

describe('what providers differ in', () => {
  const address = { email: '4711@campus.edu', email_verified: true }
  const claimsFrom = async (other: IdentityProvider) => {
    const { id: clientId, secret: clientSecret } = CLIENT
    const client = new OpenIdProvider({ issuer: `${other.issuer}/`, clientId, clientSecret, redirectUri })
    other.control.person = { sub: 'somebody', ...address }
    const { url, attempt } = await client.begin()
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

  test('one that never answers is given up', async () => {
    const silent = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => undefined) })
    const settings = { issuer: silent.url.origin, clientId: 'a', clientSecret: 'b', redirectUri, timeoutMs: 50 }
    const began = performance.now()
    await expect(new OpenIdProvider(settings).begin()).rejects.toMatchObject({ fault: 'unavailable' })
    expect(performance.now() - began).toBeLessThan(2_000)
    await silent.stop(true)
  })

  test('one whose document is about another issuer is not believed', async () => {
    const document = { issuer: 'https://elsewhere.example', authorization_endpoint: 'https://elsewhere.example/auth' }
    const liar = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(document) })
    const settings = { issuer: liar.url.origin, clientId: 'a', clientSecret: 'b', redirectUri }
    await expect(new OpenIdProvider(settings).begin()).rejects.toMatchObject({ fault: 'unavailable' })
    await liar.stop(true)
  })
})
