import type { Cookie } from 'elysia'
import { t } from 'elysia'
import { config } from '../../config'
import type { ErrorCode } from '../../errors'
import { DEVICE_SECONDS } from '../../ground/access/devices'
import { ok } from '../../http/envelope'
import { isFromElsewhere } from '../../http/origins'
import { requestQuery } from '../../http/request'
import { returns, routes } from '../../http/route'
import { cookieAttributes, readCookie, setSessionCookies } from '../../http/session-cookies'
import type { Attempt } from '../../lib/net/openid'
import { recordId } from '../../lib/text/schema'
import { otp } from './schemas'
import { beginProviderSignIn, finishLink, finishProviderSignIn, LINK_SECONDS } from './sign-in-by-provider'

/** How long a person may take to sign in at the provider. */
const ATTEMPT_SECONDS = 600

type Jar = Record<string, Cookie<unknown>>

// With `__Host-`, a page of another subdomain cannot plant its own attempt (RFC 6265bis §4.1.3.2).
const prefix = config.secure ? '__Host-idp_' : 'idp_'
const ATTEMPT = ['state', 'nonce', 'verifier', 'scope'] as const
/** `before`: somebody signed in there with this browser. It does not say who, and opens nothing. */
type Name = (typeof ATTEMPT)[number] | 'link' | 'before'

const readOwn = (jar: Jar, name: Name): string | undefined => readCookie(jar, prefix + name)

const setOwn = (jar: Jar, name: Name, value: string, maxAge: number): void =>
  void jar[prefix + name]?.set({ ...cookieAttributes, domain: undefined, value, maxAge })

export const forgetProvider = (jar: Jar): void => setOwn(jar, 'before', '', 0)

/** The cookies are for one return, successful or not. */
function consumeAttempt(jar: Jar): Attempt | undefined {
  const [state, nonce, verifier, scope] = ATTEMPT.map((name) => readOwn(jar, name))
  for (const name of ATTEMPT) setOwn(jar, name, '', 0)
  return state && nonce && verifier && scope ? { state, nonce, verifier, scope } : undefined
}

/** To the provider, and what the browser keeps until it returns. */
function leave(jar: Jar, { url, attempt }: { url: string; attempt: Attempt }): string {
  for (const name of ATTEMPT) setOwn(jar, name, attempt[name], ATTEMPT_SECONDS)
  return url
}

/** Signing out leaves `before`, like the cookie of a known browser. */
function setSignedIn(jar: Jar, { session, role }: Awaited<ReturnType<typeof finishLink>>): void {
  setSessionCookies(jar, session, role)
  setOwn(jar, 'before', '1', DEVICE_SECONDS)
}

const loginPage = (code: ErrorCode): string => `/login?error=${code}`

const redirects = (operationId: string, summary: string, where: string) => ({
  operationId,
  summary,
  description: 'For browsers, by a link.',
  responses: { 302: { description: `${where}; on any failure to \`/login?error=<code>\`` } },
})

/** Sign-in at the operator's identity provider: two redirects, no JSON. */
export const providerSignIn = routes('auth', '/api/v1/auth')
  .get(
    '/idp/start',
    async ({ request, cookie, redirect }) => {
      // A provider that knows the browser asks nothing: a foreign page would open a session that nobody asked for.
      if (isFromElsewhere(request)) return redirect('/login', 302)
      const departure = await beginProviderSignIn(readOwn(cookie, 'before') !== undefined)
      if ('refused' in departure) return redirect(loginPage(departure.refused), 302)
      return redirect(leave(cookie, departure), 302)
    },
    {
      public: true,
      detail: redirects('startProviderSignIn', 'Go to the identity provider to sign in', 'To the identity provider'),
    },
  )
  .get(
    '/idp/callback',
    async ({ origin, viewer, request, cookie, redirect }) => {
      const arrival = await finishProviderSignIn(origin, viewer, requestQuery(request), consumeAttempt(cookie))
      if ('refused' in arrival) return redirect(loginPage(arrival.refused), 302)
      if ('attempt' in arrival) return redirect(leave(cookie, arrival), 302)
      if ('link' in arrival) {
        setOwn(cookie, 'link', arrival.link, LINK_SECONDS)
        return redirect('/link', 302)
      }
      setSignedIn(cookie, arrival)
      return redirect('/', 302)
    },
    {
      viewer: true,
      query: t.Object({
        code: t.Optional(t.String({ description: 'From the provider' })),
        state: t.Optional(t.String({ description: 'What Quad sent to the provider' })),
        error: t.Optional(t.String({ description: 'From the provider, instead of `code`' })),
      }),
      detail: redirects(
        'finishProviderSignIn',
        'Return from the identity provider',
        'Home, signed in; to `/link` if a code is to be entered first; once more to the provider for the email',
      ),
    },
  )
  .post(
    '/idp/link',
    async ({ origin, viewer, body, cookie }) => {
      const signedIn = await finishLink(origin, viewer, body.otp, readOwn(cookie, 'link'))
      setOwn(cookie, 'link', '', 0)
      setSignedIn(cookie, signedIn)
      return ok('Signed in', { userId: signedIn.session.userId })
    },
    {
      viewer: true,
      fails: ['INVALID_TOKEN', 'OTP_INVALID', 'OTP_EXHAUSTED', 'OTP_EXPIRED', 'FORBIDDEN'],
      body: t.Object({ otp }),
      ...returns(
        t.Object({ userId: recordId }),
        'linkProvider',
        'Link an existing account to the identity provider by the mailed code, and sign in',
        'Needs the cookie that `GET /api/v1/auth/idp/callback` set when it led to `/link`.',
      ),
    },
  )
