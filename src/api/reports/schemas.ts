import { t } from 'elysia'
import { version } from '../../core/reports/decision'
import { reportRecord, reportStatus, STATUSES, targetType, wordList } from '../../core/reports/record'
import { MAX_OF_USER } from '../../core/reports/service'
import { anyId, faultMessage, integer, named, oneOf, pagination, ranged, text, uuid } from '../../lib/schema'
import { message } from '../../messages/message'

export const NewReport = named(
  'NewReport',
  t.Object({
    targetId: uuid(),
    type: targetType,
    reason: text(1, 100),
    message: text(1, 1000),
  }),
)
export const ReportParams = t.Object({ id: uuid() })
export const UserParams = t.Object({ userId: anyId({ maxLength: 100 }) })
export const Decision = named('ReportDecision', t.Object({ status: reportStatus, version: t.Optional(version) }))

export const ReportQuery = t.Object({
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 100),
  type: oneOf(['Post', 'Comment', 'Both']),
  status: wordList(STATUSES, 'Reports in these states; `pending` without it'),
})
/** As many as fit in a body of the largest size. */
const MOST_AT_ONCE = 400
export const BulkDeletion = named(
  'ReportDeletion',
  t.Object({
    reportIds: t.Array(uuid(), {
      minItems: 1,
      maxItems: MOST_AT_ONCE,
      ...faultMessage(message('fields.uuids', { min: 1, max: MOST_AT_ONCE })),
    }),
  }),
)
export const OneReport = t.Object({ report: reportRecord })
export const Reports = t.Object({
  data: t.Array(reportRecord, { maxItems: 100 }),
  pagination,
  filters: t.Object({ type: t.UnionEnum(['Post', 'Comment', 'Both']), status: t.Array(reportStatus) }),
})
export const ReportsOfUser = t.Object({ reports: t.Array(reportRecord, { maxItems: MAX_OF_USER }) })
export const ReportsDeleted = t.Object({ deletedCount: integer() })
