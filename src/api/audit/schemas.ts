import { t } from 'elysia'
import { ABOUT, ACTORS, EXPORTED_ACTORS } from '../../core/audit/groups'
import { auditEntry } from '../../core/audit/record'
import { FORMATS } from '../../core/transparency/export-log'
import { choice, faultMessage, oneOf, pagination, ranged } from '../../lib/schema'
import { instant } from '../../lib/time-schemas'
import { message } from '../../messages/message'

const exactly = t.Optional(t.String({ minLength: 1, maxLength: 100, description: 'Whole, as entries have it' }))

const picked = {
  action: exactly,
  actorId: exactly,
  entityId: exactly,
  about: oneOf(ABOUT, 'Only actions about that; `access` is what somebody opened. Never opens a history'),
  from: t.Optional(instant('fields.time', 'A day or a time with which the list begins')),
  to: t.Optional(instant('fields.time', 'A day or a time with which it ends')),
}

export const LogQuery = t.Object({
  ...picked,
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 100),
  sortBy: t.UnionEnum(['timestamp', 'action', 'actorId'], {
    default: 'timestamp',
    ...faultMessage(message('fields.choice', { choices: ['timestamp', 'action', 'actorId'] })),
  }),
  sortOrder: t.UnionEnum(['desc', 'asc'], {
    default: 'desc',
    ...faultMessage(message('fields.choice', { choices: ['asc', 'desc'] })),
  }),
  by: oneOf(ACTORS, 'Only actions of those; `moderators` are administrators and the operator. Never opens a history'),
})

export const Logs = t.Object({ data: t.Array(auditEntry, { maxItems: 100 }), pagination })

export const ExportQuery = t.Object({ ...picked, by: oneOf(EXPORTED_ACTORS), format: choice(FORMATS) })
