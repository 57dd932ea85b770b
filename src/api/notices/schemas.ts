import { t } from 'elysia'
import { noticeRecord } from '../../core/notices/record'
import { integer, named, uuid } from '../../lib/schema'

export const Notices = t.Object({ notices: t.Array(noticeRecord, { maxItems: 500 }) })

export const Acknowledge = named(
  'AcknowledgeNotices',
  t.Object({ ids: t.Array(uuid(), { minItems: 1, maxItems: 500 }) }),
)

export const Acknowledged = t.Object({ acknowledged: integer('How many were not acknowledged until now') })
