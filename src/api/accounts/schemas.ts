import { t } from 'elysia'
import { ownUser, publicUser } from '../../core/accounts/record'
import { anyId, choice, named, notEmpty, nullable, recordId, text } from '../../lib/schema'
import { LANGUAGES } from '../../messages/template'

/** Any text that is not blank: an id that names nobody is 404, whatever its form. */
export const UserParams = t.Object({ userId: anyId() })
export const SearchParams = t.Object({ query: text(1, Number.POSITIVE_INFINITY) })

/** At least one of them. */
export const ChangeMe = named(
  'ChangeMe',
  notEmpty(t.Object({ branch: t.Optional(text(1, 100)), language: t.Optional(choice(LANGUAGES)) })),
)

export const UserFound = t.Object({ user: publicUser })
export const UsersFound = t.Array(publicUser, { maxItems: 10 })
export const Oneself = t.Object({ user: ownUser })

export const Blocked = t.Object({ blocked: t.Literal(true) })
export const Unblocked = t.Object({ blocked: t.Literal(false) })
export const BlockedUsers = t.Array(
  named(
    'BlockedUser',
    t.Object({
      id: recordId,
      username: t.String(),
      branch: nullable(t.String()),
      collegeId: recordId,
      alias: t.Optional(t.Literal(true, { description: 'A name for one thread alone, without a profile' })),
    }),
  ),
)
