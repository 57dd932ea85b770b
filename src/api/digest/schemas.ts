import { t } from 'elysia'
import { named } from '../../lib/schema'

export const DigestState = named(
  'DigestState',
  t.Object({
    isOn: t.Boolean(),
    isAvailable: t.Boolean({ description: 'False where this server cannot read the addresses of its accounts' }),
  }),
)
export const SwitchDigest = named('SwitchDigest', t.Object({ isOn: t.Boolean() }))
export const TokenParams = t.Object({ token: t.String({ minLength: 1, maxLength: 200 }) })
