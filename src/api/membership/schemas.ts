import { t } from 'elysia'
import { ownUser } from '../../core/accounts/record'
import { membershipPreview } from '../../core/membership/preview'
import { emailText, faultMessage, integer, named } from '../../lib/schema'

const email = t.Optional(emailText(254, { description: 'Where this server cannot read it' }))

export const SendMembershipCode = t.Optional(t.Object({ email }))

export const RenewMembership = named(
  'RenewMembership',
  t.Object({ otp: t.String({ minLength: 1, maxLength: 20, ...faultMessage('auth.codeRequired') }), email }),
)

export const CodeSent = t.Object({ digits: integer('How many it has') })
export const Renewed = t.Object({ user: ownUser })

/** Those that end at or before the first of the month. */
export const ByMonth = t.Object({
  by: t.Optional(t.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', maxLength: 7, ...faultMessage('fields.month') })),
})
export const Preview = membershipPreview
