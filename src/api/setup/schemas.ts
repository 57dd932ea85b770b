import { t } from 'elysia'
import { PASSWORD_LENGTH } from '../../core/auth/password-policy'
import { CollegeFields, CreateBranch } from '../../core/colleges/schemas'
import { triedMail } from '../../core/setup/service'
import { choice, emailText, named, recordId } from '../../lib/schema'

const { name, emailDomain, city, state } = CollegeFields.properties
const campus = { name, emailDomain, city, state }

const token = t.String({ minLength: 1, maxLength: 200, description: 'From the set-up link in the log' })

export const SetupState = named('SetupState', t.Object({ needed: t.Boolean() }))

export const FinishSetup = named(
  'FinishSetup',
  t.Object({
    token,
    campus: t.Object({ ...campus, branches: t.Optional(t.Array(CreateBranch, { maxItems: 200 })) }),
    collegeDomains: t.Optional(choice(['admin', 'superadmin'])),
    notifications: t.Optional(t.Boolean()),
    transparency: t.Optional(t.Boolean()),
    admin: t.Object({
      email: emailText(254),
      password: t.String({
        maxLength: 1024,
        description: `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`,
      }),
    }),
  }),
)
export const SetupFinished = named(
  'SetupFinished',
  t.Object({ college: t.Object({ id: recordId }), admin: t.Object({ id: recordId, username: t.String() }) }),
)

export const TryMail = named('TryMail', t.Object({ token, to: emailText(254) }))
export const OneTriedMail = t.Object({ mail: triedMail })
