import { t } from 'elysia'
import { addressTrial, MOST_PATTERN, MOST_SAMPLES, tryAddresses } from '../../core/auth/address-trial'
import { mailTest, sendTestMail } from '../../core/auth/mail-test'
import { named, text } from '../../lib/schema'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'

const TryAddresses = named(
  'TryAddresses',
  t.Object({
    addresses: t.Array(text(1, 254), { minItems: 1, maxItems: MOST_SAMPLES }),
    pattern: t.Optional(
      t.String({ minLength: 1, maxLength: MOST_PATTERN, description: 'In place of `ENROLLMENT_PATTERN`; RE2' }),
    ),
  }),
)

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
