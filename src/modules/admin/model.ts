import { FormatRegistry } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { feedbackRecord } from '../../core/feedback/record'
import { named, pagination, ranged, timestamp } from '../../domain/shapes'
export const AllFeedback = t.Array(feedbackRecord, { maxItems: 1000 })
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
export type LogQuery = Static<typeof LogQuery>

const facts = t.Record(t.String(), t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]))
const maybe = t.Union([t.String(), t.Null()])

const auditEntry = named(
  'AuditEntry',
  t.Object({
    id: t.String(),
    timestamp,
    action: t.String({ description: 'actor:verb:object' }),
    entityType: t.String(),
    entityId: maybe,
    actorId: maybe,
    actorRole: maybe,
    status: t.UnionEnum(['success', 'failure']),
    ip: t.Union([t.String(), t.Null()], { description: 'Shown to a superadmin only' }),
    userAgent: t.Union([t.String(), t.Null()], { description: 'Shown to a superadmin only' }),
    requestId: maybe,
    platform: t.String(),
    before: t.Optional(facts),
    after: t.Optional(facts),
    reason: t.Optional(t.String()),
    metadata: t.Optional(facts),
  }),
)
export type AuditEntry = Static<typeof auditEntry>

export const Logs = t.Object({ data: t.Array(auditEntry, { maxItems: 100 }), pagination })
