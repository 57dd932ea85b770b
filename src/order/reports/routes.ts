import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, paged, returns, routes } from '../../http/route'
import {
  anyId,
  faultMessage,
  integer,
  named,
  namedObject,
  oneOf,
  pagination,
  queryFlag,
  text,
  uuid,
} from '../../lib/text/schema'
import { message } from '../../messages/message'
import { readContext, targetContext } from './context'
import { escalate, escalation, version, withdrawEscalation } from './decision'
import { ORDERS } from './open-targets'
import { claim, claimTarget, QUEUE_FIELDS, queueEntry, readQueue, releaseTarget } from './queue'
import { reportRecord, reportStatus, STATUSES, targetType, wordList } from './record'
import {
  decideReport,
  deleteReport,
  deleteReports,
  fileReport,
  listReports,
  listReportsOfUser,
  MAX_OF_USER,
  readReport,
} from './service'

const NewReport = namedObject('NewReport', {
  targetId: uuid(),
  type: targetType,
  reason: text(1, 100),
  message: text(1, 1000),
})

const ReportQuery = t.Object({
  ...paged(),
  type: oneOf(['Post', 'Comment', 'Both']),
  status: wordList(STATUSES, 'Reports in these states; `pending` without it'),
})
/** As many as fit in a body of the largest size. */
const MOST_AT_ONCE = 400
const BulkDeletion = namedObject('ReportDeletion', {
  reportIds: t.Array(uuid(), {
    minItems: 1,
    maxItems: MOST_AT_ONCE,
    ...faultMessage(message('fields.uuids', { min: 1, max: MOST_AT_ONCE })),
  }),
})
const OneReport = t.Object({ report: reportRecord })
const Reports = t.Object({
  data: t.Array(reportRecord, { maxItems: 100 }),
  pagination,
  filters: t.Object({ type: t.UnionEnum(['Post', 'Comment', 'Both']), status: t.Array(reportStatus) }),
})
const ReportsOfUser = t.Object({ reports: t.Array(reportRecord, { maxItems: MAX_OF_USER }) })
const ReportsDeleted = t.Object({ deletedCount: integer() })

const QueueQuery = t.Object({
  ...paged(10, 50),
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
const EscalationParams = t.Object({ resourceId: uuid() })
const ofTarget = { admin: true, fails: ['NOT_FOUND'], params: t.Object({ targetId: uuid() }) } as const
const ReportQueue = t.Object({
  data: t.Array(named('ReportQueueEntry', t.Partial(queueEntry)), { maxItems: 50 }),
  pagination,
})

export const reports = routes('reports', '/api/v1/reports')
  .post('', async ({ user, body }) => created('Reported', { report: await fileReport(user, body) }), {
    reporter: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    body: NewReport,
    ...makes(OneReport, 'createReport', 'Report a post or a comment'),
  })
  .get('', async ({ user, query }) => ok('Reports', listReports(user, query)), {
    admin: true,
    query: ReportQuery,
    ...returns(Reports, 'listReports', 'List the reports, newest first'),
  })
  .get(
    '/users/:userId',
    async ({ user, params }) => ok('Reports', { reports: listReportsOfUser(user, params.userId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: t.Object({ userId: anyId({ maxLength: 100 }) }),
      ...returns(ReportsOfUser, 'listUserReports', "List the newest reports about a user's content and by the user"),
    },
  )
  .get('/:id', async ({ user, params }) => ok('Report', { report: readReport(user, params.id) }), {
    admin: true,
    ...byId,
    ...returns(OneReport, 'getReport', 'Read a report'),
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Report updated', { report: await decideReport(user, params.id, body) }),
    {
      admin: true,
      ...byId,
      fails: ['NOT_FOUND', 'CONFLICT'],
      body: namedObject('ReportDecision', { status: reportStatus, version: t.Optional(version) }),
      ...returns(OneReport, 'decideReport', 'Resolve a report, ignore it, or open it again'),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Report deleted', deleteReport(user, params.id)), {
    admin: true,
    ...byId,
    ...confirms('deleteReport', 'Delete a report'),
  })
  .post(
    '/bulk-deletion',
    async ({ user, body }) => ok('Reports deleted', { deletedCount: await deleteReports(user, body.reportIds) }),
    {
      admin: true,
      body: BulkDeletion,
      ...returns(ReportsDeleted, 'deleteReports', 'Delete several reports; what is not there does not count'),
    },
  )

export const reportQueue = routes('admin', '/api/v1/admin/manage')
  .get('/reports', async ({ user, query }) => ok('Reported', readQueue(user, query)), {
    admin: true,
    query: QueueQuery,
    ...returns(
      ReportQueue,
      'listReportQueue',
      'Read what is reported, one entry a target, those with most open reports first, or in another order',
    ),
  })
  .get(
    '/reports/:targetId/context',
    async ({ user, params }) => ok('Context', { context: readContext(user, params.targetId) }),
    {
      ...ofTarget,
      ...returns(
        t.Object({ context: targetContext }),
        'readReportContext',
        'Read what a reported post or comment stands beside, and what is known of its author',
      ),
    },
  )
  .put(
    '/reports/:targetId/claim',
    async ({ user, params }) => ok('Claim', { claim: claimTarget(user, params.targetId) }),
    {
      ...ofTarget,
      ...returns(
        t.Object({ claim: named('ReportClaim', claim) }),
        'claimReportTarget',
        'Tell other moderators for two minutes that one looks at this',
        'Repeat it to keep the claim. While another moderator has it, that claim is answered, and stays.',
      ),
    },
  )
  .delete(
    '/reports/:targetId/claim',
    async ({ user, params }) => done('Released', releaseTarget(user, params.targetId)),
    {
      ...ofTarget,
      ...confirms('releaseReportTarget', "End one's claim; another moderator's stays"),
    },
  )

export const escalations = routes('moderation', '/api/v1/moderation/escalations')
  .put(
    '/:resourceId',
    async ({ user, params, body }) =>
      ok('Escalated', { escalation: await escalate(user, params.resourceId, body.reason) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: EscalationParams,
      body: namedObject('Escalate', { reason: text(1, 500) }),
      ...returns(
        t.Object({ escalation }),
        'escalateReport',
        'Leave the decision about a reported post or comment to a superadmin',
        'Until it is taken back, a decision by anybody else is 403 `FORBIDDEN`.',
      ),
    },
  )
  .delete('/:resourceId', async ({ user, params }) => done('Taken back', withdrawEscalation(user, params.resourceId)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: EscalationParams,
    ...confirms('withdrawEscalation', 'Take an own escalation back; superadmins take back any'),
  })
