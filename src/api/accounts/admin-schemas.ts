import { t } from 'elysia'
import { managedUser } from '../../core/accounts/record'
import { anyId, choice, emailShown, integer, named, nullable, recordId, text } from '../../lib/schema'

export const UserQuery = t.Object({
  username: t.Optional(t.String({ maxLength: 320, description: 'Part of a username' })),
  email: t.Optional(t.String({ maxLength: 320, description: 'A whole e-mail address; such a search is audited' })),
})

export const FoundUsers = t.Array(managedUser, { maxItems: 1000 })

export const RevealReason = named('RevealReason', t.Object({ reason: text(10, 500) }))

const revealQuota = t.Object({
  limit: integer('In a day, over all accounts, of emails and accounts together'),
  remaining: nullable(integer('Null where nothing is limited')),
})
export const Reveals = t.Object({ quota: revealQuota })
export const EmailRevealed = t.Object({
  email: nullable(emailShown('Null if this server cannot read it')),
  sealed: nullable(t.String({ description: 'If this server cannot read the address: for `quad unseal`' })),
  quota: revealQuota,
})

export const AccountRevealed = t.Object({ id: recordId, username: t.String(), quota: revealQuota })

/** Any text: an id that names nobody is 404, whatever its form. */
export const UserParams = t.Object({ id: anyId() })

const role = named('Role', choice(['user', 'admin', 'superadmin']))

export const ChangeRole = named('ChangeRole', t.Object({ role }))

export const RoleChanged = named('RoleChanged', t.Object({ userId: recordId, role }))
