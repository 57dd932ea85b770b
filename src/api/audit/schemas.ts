import { FormatRegistry } from '@sinclair/typebox'
import { t } from 'elysia'
import { auditEntry } from '../../core/audit/record'
import { faultMessage, pagination, ranged } from '../../lib/schema'
import { message } from '../../messages/message'

/** A day or a time: `from` begins with it, `to` ends with it. */
FormatRegistry.Set(
  'moment',
  (text) => /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text)),
)
const moment = t.Optional(t.String({ format: 'moment', ...faultMessage('fields.time') }))

const exactly = t.Optional(t.String({ minLength: 1, maxLength: 100 }))

export const LogQuery = t.Object({
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
  action: exactly,
  actorId: exactly,
  entityId: exactly,
  from: moment,
  to: moment,
})

export const Logs = t.Object({ data: t.Array(auditEntry, { maxItems: 100 }), pagination })
