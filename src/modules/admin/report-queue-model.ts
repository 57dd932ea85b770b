import { type Static, t } from 'elysia'
import {
  reportedTarget,
  STATUSES,
  someOf,
  targetedReport,
  targetState,
  targetType,
  userReference,
} from '../../domain/report-record'
import { integer, named, nullable, pagination, ranged } from '../../domain/shapes'
import { MOST_SHOWN } from './report-queue-queries'

const entry = t.Object({
  type: targetType,
  target: reportedTarget,
  moderationState: targetState,
  author: nullable(userReference),
  reports: t.Array(targetedReport, { maxItems: MOST_SHOWN, description: 'The newest' }),
  reportCount: integer('Of all of them, in the states that were asked for'),
  reasons: t.Array(t.Object({ reason: t.String(), count: integer() }), { maxItems: MOST_SHOWN }),
})
export type QueueEntry = Static<typeof entry>

export const QUEUE_FIELDS = Object.keys(entry.properties) as (keyof QueueEntry)[]

export const QueueQuery = t.Object({
  page: ranged(1, 1, 1_000_000),
  limit: ranged(10, 1, 50),
  status: someOf(STATUSES),
  fields: someOf(QUEUE_FIELDS),
})
export type QueueQuery = Static<typeof QueueQuery>

export const ReportQueue = t.Object({
  data: t.Array(named('ReportQueueEntry', t.Partial(entry)), { maxItems: 50 }),
  pagination,
})
