import { t } from 'elysia'
import { entry, QUEUE_FIELDS } from '../../core/reports/queue-record'
import { STATUSES, someOf } from '../../core/reports/record'
import { named, pagination, ranged } from '../../lib/schema'

export const QueueQuery = t.Object({
  page: ranged(1, 1, 1_000_000),
  limit: ranged(10, 1, 50),
  status: someOf(STATUSES),
  fields: someOf(QUEUE_FIELDS),
})
export const ReportQueue = t.Object({
  data: t.Array(named('ReportQueueEntry', t.Partial(entry)), { maxItems: 50 }),
  pagination,
})
