import { t } from 'elysia'
import { documented, named, recordId } from '../../lib/schema'
import { auditObject } from './objects'

const facts = t.Record(t.String(), t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]))

const maybe = t.Union([t.String(), t.Null()])

export const auditEntry = named(
  'AuditEntry',
  t.Object({
    id: recordId,
    timestamp: t.String({
      ...documented({ type: 'string', format: 'date-time' }),
      description:
        'ISO 8601, UTC. Of a code or link requested without a session the end of its hour, before which nobody sees it',
    }),
    action: t.String({ description: 'actor:verb:object' }),
    entityType: t.String(),
    entityId: maybe,
    actorId: maybe,
    actorName: t.Optional(
      t.Union([t.String(), t.Null()], { description: 'The Quad name now; null for nobody and for a deleted account' }),
    ),
    actorRole: maybe,
    status: t.UnionEnum(['success', 'failure']),
    ip: t.Union([t.String(), t.Null()], {
      description: 'Shown to a superadmin only; for what a student did only in the history of that account',
    }),
    userAgent: t.Union([t.String(), t.Null()], { description: 'As `ip`' }),
    requestId: maybe,
    platform: t.String(),
    subjectHash: t.Optional(
      t.String({
        description: 'What an attempt without a session aimed at: the same for one address, action and day (UTC)',
      }),
    ),
    before: t.Optional(facts),
    after: t.Optional(facts),
    reason: t.Optional(t.String()),
    metadata: t.Optional(facts),
    object: t.Optional(
      t.Union([auditObject, t.Null()], {
        description: 'What it is about, as it is called now; for a report and an appeal what that is about',
      }),
    ),
  }),
)
