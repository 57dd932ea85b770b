import { t } from 'elysia'
import { QUEUE_FIELDS, queueEntry } from '../../core/reports/queue'
import { STATUSES, wordList } from '../../core/reports/record'
import { named, pagination, ranged } from '../../lib/schema'

export const QueueQuery = t.Object({
  page: ranged(1, 1, 1_000_000),
  limit: ranged(10, 1, 50),
  status: wordList(STATUSES, 'Of the reports that count; `pending,resolved` without it'),
  fields: wordList(QUEUE_FIELDS, 'What of each entry is sent; all of it without this'),
})
export const ReportQueue = t.Object({
  data: t.Array(named('ReportQueueEntry', t.Partial(queueEntry)), { maxItems: 50 }),
  pagination,
})
