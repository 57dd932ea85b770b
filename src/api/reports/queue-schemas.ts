import { t } from 'elysia'
import { claim } from '../../core/reports/claims'
import { targetContext } from '../../core/reports/context'
import { escalation } from '../../core/reports/escalations'
import { ORDERS } from '../../core/reports/open-targets'
import { QUEUE_FIELDS, queueEntry } from '../../core/reports/queue'
import { STATUSES, wordList } from '../../core/reports/record'
import { named, oneOf, pagination, queryFlag, ranged, text, uuid } from '../../lib/schema'

export const QueueQuery = t.Object({
  page: ranged(1, 1, 1_000_000),
  limit: ranged(10, 1, 50),
  status: wordList(STATUSES, 'Of the reports that count; `pending,resolved` without it'),
  fields: wordList(QUEUE_FIELDS, 'What of each entry is sent; all of it without this'),
  order: oneOf(
    ORDERS,
    'What waits first: by harm, number of reports and age, or the oldest report first. Without it most open reports, then the newest report',
  ),
  type: oneOf(['Post', 'Comment']),
  reason: t.Optional(text(1, 100)),
  escalated: queryFlag(),
})
export const EscalationParams = t.Object({ resourceId: uuid() })
export const Escalate = named('Escalate', t.Object({ reason: text(1, 500) }))
export const OneEscalation = t.Object({ escalation })
export const TargetParams = t.Object({ targetId: uuid() })
export const OneContext = t.Object({ context: targetContext })
export const OneClaim = t.Object({ claim: named('ReportClaim', claim) })
export const ReportQueue = t.Object({
  data: t.Array(named('ReportQueueEntry', t.Partial(queueEntry)), { maxItems: 50 }),
  pagination,
})
