import { Elysia } from 'elysia'
import { decideReport } from '../../core/reports/resolve'
import {
  deleteReport,
  deleteReports,
  fileReport,
  listReports,
  listReportsOfUser,
  readReport,
} from '../../core/reports/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import {
  BulkDeletion,
  Decision,
  NewReport,
  OneReport,
  ReportParams,
  ReportQuery,
  Reports,
  ReportsDeleted,
  ReportsOfUser,
  UserParams,
} from './schemas'

export const reports = new Elysia({ name: 'reports', prefix: '/api/v1/reports', detail: { tags: ['reports'] } })
  .use(access)
  .post('', async ({ user, body }) => created('Reported', { report: await fileReport(user, body) }), {
    reporter: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    body: NewReport,
    response: createdResponse(envelope(OneReport)),
    detail: { operationId: 'createReport', summary: 'Report a post or a comment' },
  })
  .get('', async ({ user, query }) => ok('Reports', await listReports(user, query)), {
    admin: true,
    query: ReportQuery,
    response: envelope(Reports),
    detail: { operationId: 'listReports', summary: 'List the reports, newest first' },
  })
  .get(
    '/users/:userId',
    async ({ user, params }) => ok('Reports', { reports: await listReportsOfUser(user, params.userId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: UserParams,
      response: envelope(ReportsOfUser),
      detail: {
        operationId: 'listUserReports',
        summary: "List the newest reports about a user's content and by the user",
      },
    },
  )
  .get('/:id', async ({ user, params }) => ok('Report', { report: await readReport(user, params.id) }), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: ReportParams,
    response: envelope(OneReport),
    detail: { operationId: 'getReport', summary: 'Read a report' },
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Report updated', { report: await decideReport(user, params.id, body) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: ReportParams,
      body: Decision,
      response: envelope(OneReport),
      detail: { operationId: 'decideReport', summary: 'Resolve a report, ignore it, or open it again' },
    },
  )
  .delete(
    '/:id',
    async ({ user, params }) => {
      await deleteReport(user, params.id)
      return okMessage('Report deleted')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: ReportParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteReport', summary: 'Delete a report' },
    },
  )
  .post(
    '/bulk-deletion',
    async ({ user, body }) => ok('Reports deleted', { deletedCount: await deleteReports(user, body.reportIds) }),
    {
      admin: true,
      body: BulkDeletion,
      response: envelope(ReportsDeleted),
      detail: { operationId: 'deleteReports', summary: 'Delete several reports; what is not there does not count' },
    },
  )
