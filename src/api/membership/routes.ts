import { Elysia } from 'elysia'
import { renewByCode, sendMembershipCode } from '../../core/membership/renew'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { CodeSent, Renewed, RenewMembership, SendMembershipCode } from './schemas'

export const membership = new Elysia({
  name: 'membership',
  prefix: '/users/me/membership',
  detail: { tags: ['users'] },
})
  .use(access)
  .post('/code', async ({ user, body }) => ok('Code sent', await sendMembershipCode(user, body?.email)), {
    session: true,
    fails: ['VALIDATION_FAILED', 'OTP_COOLDOWN', 'OTP_EXHAUSTED', 'RATE_LIMITED', 'MAIL_FAILED'],
    body: SendMembershipCode,
    response: envelope(CodeSent),
    detail: {
      operationId: 'sendMembershipCode',
      summary: 'Mail a code to the account’s own email, which renews the membership',
    },
  })
  .post('', async ({ user, body }) => ok('Membership renewed', await renewByCode(user, body)), {
    session: true,
    fails: ['VALIDATION_FAILED', 'OTP_INVALID', 'OTP_EXPIRED', 'OTP_EXHAUSTED', 'RATE_LIMITED'],
    body: RenewMembership,
    response: envelope(Renewed),
    detail: {
      operationId: 'renewMembership',
      summary: 'Renew the membership by a mailed code',
      description:
        'Signing in or re-authenticating by a code, resetting the password and, with an address of the college, signing in at the identity provider renew it, too. After `membership.endsAt` of the own user, writing is 403 `MEMBERSHIP_ENDED`; reading, reporting and deleting go on.',
    },
  })
