import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, makes, paged, returns, routes } from '../../http/route'
import {
  clearSignupCookie,
  cookieNames,
  readCookie,
  setSessionCookies,
  setSignupCookie,
} from '../../http/session-cookies'
import { base64, choice, namedObject, oneOf, pagination, text } from '../../lib/text/schema'
import { ownUser, profile } from '../accounts/record'
import { CodeSent, digits, email, otp, password } from './schemas'
import { beginSignup, completeOnboarding, finalizeSignup, resendSignupOtp, verifySignup } from './sign-up'
import { DECISIONS, decideSignUpRequest, listSignUpRequests, REQUEST_STATES, signUpRequest } from './sign-up-requests'

import { addressTrial, MOST_SAMPLES, mailTest, sendTestMail, tryAddresses } from './student-email'

/** What the steps after the first say. */
const NEEDS_COOKIE = 'Needs the cookie `pending_signup` of `POST /api/v1/auth/registration/initialize`.'

const VERIFY = {
  public: true,
  fails: ['SIGNUP_MISSING', 'OTP_INVALID', 'OTP_EXHAUSTED', 'OTP_EXPIRED'],
  body: t.Object({ otp }),
} as const
const Verified = t.Object({ isVerified: t.Literal(true) })

const proofOfWork = base64({
  maxLength: 2048,
  description:
    'The solution of the challenge of a 429 `PROOF_OF_WORK_REQUIRED`: `{challenge, solution}` as JSON in base64',
})

export const registration = routes('auth', '/api/v1/auth')
  .post(
    '/registration/initialize',
    async ({ origin, body, cookie }) => {
      const signup = await beginSignup(origin, body)
      setSignupCookie(cookie, signup)
      return created('We’ve sent you a code', { digits: signup.digits })
    },
    {
      public: true,
      fails: [
        'SIGN_UP_CLOSED',
        'INVALID_EMAIL',
        'DISPOSABLE_EMAIL',
        'COLLEGE_NOT_FOUND',
        'USER_EXISTS',
        'OTP_COOLDOWN',
        'PROOF_OF_WORK_REQUIRED',
        'MAIL_FAILED',
      ],
      body: t.Object({ email, password, proofOfWork: t.Optional(proofOfWork) }),
      ...makes(
        CodeSent,
        'beginSignup',
        'Begin to sign up; a code is mailed to the college email',
        'Sets the cookie `pending_signup`, which the next steps need. While little mail is left, it refuses with 429 `PROOF_OF_WORK_REQUIRED` and a challenge of ALTCHA in `meta.challenge`. Solve it (`solveChallenge` of altcha-lib, PBKDF2) within ten minutes and repeat the request with `proofOfWork`; each solution works once. With the password `oauth-flow-placeholder` the account will have none, as after `finishSignup` with it.',
      ),
    },
  )
  .post(
    '/registration/verify-otp',
    async ({ origin, body, cookie }) =>
      ok('Email verified', await verifySignup(origin, readCookie(cookie, cookieNames.signup), body.otp)),
    {
      ...VERIFY,
      ...returns(Verified, 'verifySignup', 'Verify the college email by the mailed code', NEEDS_COOKIE),
    },
  )
  .post(
    '/otp/verify',
    async ({ origin, body, cookie }) =>
      ok('Email verified', await verifySignup(origin, readCookie(cookie, cookieNames.signup), body.otp)),
    {
      ...VERIFY,
      ...returns(
        Verified,
        'verifySignupCode',
        'Verify the college email by the mailed code',
        `The same as \`POST /api/v1/auth/registration/verify-otp\`. ${NEEDS_COOKIE}`,
      ),
    },
  )
  .post(
    '/registration/finalize',
    async ({ origin, viewer, body, cookie }) => {
      const token = readCookie(cookie, cookieNames.signup)
      const { session, ...account } = await finalizeSignup(origin, viewer, token, body)
      clearSignupCookie(cookie)
      if (session) setSessionCookies(cookie, session, account.user.role)
      return created(session ? 'Account created' : 'Account created. Sign in to continue', account)
    },
    {
      viewer: true,
      fails: [
        'NOT_VERIFIED',
        'USER_EXISTS',
        'COLLEGE_NOT_FOUND',
        'SIGN_UP_CLOSED',
        'APPROVAL_PENDING',
        'SIGN_UP_REFUSED',
        'BUSY',
      ],
      body: t.Object({
        password,
        signIn: t.Optional(t.Boolean({ description: 'Open a session for the new account, too' })),
      }),
      ...makes(
        t.Object({ user: ownUser, profile }),
        'finishSignup',
        'Make the account of a verified email',
        `${NEEDS_COOKIE} The password is sent again: nothing keeps it meanwhile. With \`oauth-flow-placeholder\` in its place the account has none, and its owner signs in with a mailed code or a passkey. With \`signIn: true\` it sets the session cookies, too. Where a moderator lets people in (\`signUp\` of \`GET /instance\` is \`request\`) it files a request, and refuses with 403 \`APPROVAL_PENDING\` until one has; then it works, or a sign-up that is begun anew. \`SIGN_UP_REFUSED\` has the reason in \`meta.reason\`.`,
      ),
    },
  )
  .post(
    '/otp/send',
    async ({ origin, body, cookie }) =>
      ok('New code sent', await resendSignupOtp(origin, readCookie(cookie, cookieNames.signup), body.email)),
    {
      public: true,
      fails: ['SIGNUP_MISSING', 'OTP_EXPIRED', 'OTP_COOLDOWN', 'MAIL_FAILED', 'SIGN_UP_CLOSED'],
      body: t.Object({ email }),
      ...returns(
        t.Object({ messageId: t.String(), digits }),
        'resendSignupCode',
        'Mail another code to the email that signs up',
        NEEDS_COOKIE,
      ),
    },
  )
  .post(
    '/onboarding/complete',
    async ({ user, body }) => ok('Branch saved', await completeOnboarding(user, body.branch)),
    {
      session: true,
      fails: ['ALREADY_ONBOARDED'],
      body: t.Object({ branch: text(1, 100) }),
      ...returns(profile, 'completeOnboarding', 'Choose a branch, which ends the onboarding'),
    },
  )

const Paged = t.Object({ state: oneOf(REQUEST_STATES, '`waiting` without it'), ...paged(20, 50) })

/** Who waits for a moderator, where the setting `signUp` is `request`. */
export const signUpRequests = routes('admin', '/api/v1/admin/sign-up-requests')
  .get('', async ({ query }) => ok('Sign-up requests', listSignUpRequests(query)), {
    admin: true,
    query: Paged,
    ...returns(
      t.Object({ requests: t.Array(signUpRequest, { maxItems: 50 }), pagination }),
      'listSignUpRequests',
      'List who verified a college email and waits to be let in, the oldest first',
    ),
  })
  .put('/:id', async ({ user, params, body }) => ok('Decided', await decideSignUpRequest(user, params.id, body)), {
    admin: true,
    ...byId,
    fails: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
    body: namedObject('DecideSignUp', { decision: choice(DECISIONS), reason: t.Optional(text(1, 500)) }),
    ...returns(
      signUpRequest,
      'decideSignUpRequest',
      'Approve or refuse a sign-up; the person is told by mail',
      'A refusal needs a `reason`, which the person reads, and can be taken back by an approval. 409 where another moderator has decided since (`meta.decided`).',
    ),
  })

const TryAddresses = namedObject('TryAddresses', {
  addresses: t.Array(text(1, 254), { minItems: 1, maxItems: MOST_SAMPLES }),
  pattern: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'In place of `ENROLLMENT_PATTERN`; RE2' })),
})

/** What a superadmin tries before students do. */
export const campusTrials = routes('admin', '/api/v1/admin/settings')
  .post('/addresses', async ({ user, body }) => ok('Tried', await tryAddresses(user, body.addresses, body.pattern)), {
    superadmin: true,
    fails: ['VALIDATION_FAILED'],
    body: TryAddresses,
    ...returns(
      addressTrial,
      'tryAddresses',
      'Tell which of some sample emails could sign up',
      'Nothing of the samples is stored, logged or sent back, but how many there were and how many could join.',
    ),
  })
  .post('/mail', async ({ user }) => ok('Tried', await sendTestMail(user)), {
    superadmin: true,
    fails: ['CONFLICT', 'RATE_LIMITED'],
    ...returns(mailTest, 'sendOwnTestMail', 'Send a test email to oneself, and read where it went'),
  })
