import { FormatRegistry } from '@sinclair/typebox'
import { t } from 'elysia'
import { auditEntry } from '../../core/audit/record'
import { pagination, ranged } from '../../lib/schema'

/** A day or a time: `from` begins with it, `to` ends with it. */
FormatRegistry.Set(
  'moment',
  (given) => /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(given) && !Number.isNaN(Date.parse(given)),
)
const moment = t.Optional(t.String({ format: 'moment', error: 'Must be a day or a time as in ISO 8601' }))

const exactly = t.Optional(t.String({ minLength: 1, maxLength: 100 }))

export const LogQuery = t.Object({
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 100),
  sortBy: t.UnionEnum(['timestamp', 'action', 'actorId'], {
    default: 'timestamp',
    error: 'Must be timestamp, action or actorId',
  }),
  sortOrder: t.UnionEnum(['desc', 'asc'], { default: 'desc', error: 'Must be asc or desc' }),
  action: exactly,
  actorId: exactly,
  entityId: exactly,
  from: moment,
  to: moment,
})

export const Logs = t.Object({ data: t.Array(auditEntry, { maxItems: 100 }), pagination })
