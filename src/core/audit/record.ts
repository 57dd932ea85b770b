import { type Static, t } from 'elysia'
import { named, timestamp } from '../../lib/schema'

const facts = t.Record(t.String(), t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]))

const maybe = t.Union([t.String(), t.Null()])

export const auditEntry = named(
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
