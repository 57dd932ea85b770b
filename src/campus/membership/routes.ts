import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { emailText, faultMessage, integer, namedObject } from '../../lib/text/schema'
import { ownUser } from '../accounts/record'
import { renewByCode, sendOwnCode } from '../auth/reauthenticate'
import { otp } from '../auth/schemas'
import { membershipPreview, previewMemberships, sendRemindersNow } from './reminders'

const email = t.Optional(emailText(254, { description: 'Where this server cannot read it' }))

/** Those that end at or before the first of the month. */
const ByMonth = t.Object({
  by: t.Optional(t.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', maxLength: 7, ...faultMessage('fields.month') })),
})

export const membership = routes('users', '/api/v1/users/me/membership')
  .post('/code', async ({ user, body }) => ok('Code sent', await sendOwnCode(user, body?.email, 'membership')), {
    session: true,
    fails: ['VALIDATION_FAILED', 'OTP_COOLDOWN', 'OTP_EXHAUSTED', 'RATE_LIMITED', 'MAIL_FAILED'],
    body: t.Optional(t.Object({ email })),
    ...returns(
      t.Object({ digits: integer('How many it has') }),
      'sendMembershipCode',
      'Mail a code to the account’s own email, which renews the membership',
    ),
  })
  .post('', async ({ user, body }) => ok('Membership renewed', await renewByCode(user, body)), {
    session: true,
    fails: ['VALIDATION_FAILED', 'OTP_INVALID', 'OTP_EXPIRED', 'OTP_EXHAUSTED', 'RATE_LIMITED'],
    body: namedObject('RenewMembership', { otp, email }),
    ...returns(
      t.Object({ user: ownUser }),
      'renewMembership',
      'Renew the membership by a mailed code',
      'Signing in or re-authenticating by a code, resetting the password and, with an address of the college, signing in at the identity provider renew it, too. After `membership.endsAt` of the own user, writing is 403 `MEMBERSHIP_ENDED`; reading, reporting and deleting go on.',
    ),
  })

export const memberships = routes('admin', '/api/v1/admin/memberships')
  .get('/preview', ({ query }) => ok('Memberships that end', previewMemberships(query.by)), {
    superadmin: true,
    query: ByMonth,
    ...returns(
      membershipPreview,
      'previewMemberships',
      'Count the memberships that end, by college and year of joining',
      'Coarse numbers, of nobody in particular. `by` is a month; unless told, those that end with this one.',
    ),
  })
  .post('/reminders', async ({ user, body }) => ok('Reminders on their way', await sendRemindersNow(user, body.by)), {
    superadmin: true,
    reauthenticated: true,
    body: ByMonth,
    ...returns(
      membershipPreview,
      'sendMembershipReminders',
      'Mail those whose membership ends',
      'Within hours, and to nobody who had such a mail within a week. Again changes nothing.',
    ),
  })
