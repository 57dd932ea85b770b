import { decideReport } from '../../core/reports/resolve'
import {
  deleteReport,
  deleteReports,
  fileReport,
  listReports,
  listReportsOfUser,
  readReport,
} from '../../core/reports/service'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
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

export const reports = routes('reports', '/api/v1/reports')
  .post('', async ({ user, body }) => created('Reported', { report: await fileReport(user, body) }), {
    reporter: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    body: NewReport,
    ...makes(OneReport, 'createReport', 'Report a post or a comment'),
  })
  .get('', async ({ user, query }) => ok('Reports', await listReports(user, query)), {
    admin: true,
    query: ReportQuery,
    ...returns(Reports, 'listReports', 'List the reports, newest first'),
  })
  .get(
    '/users/:userId',
    async ({ user, params }) => ok('Reports', { reports: await listReportsOfUser(user, params.userId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: UserParams,
      ...returns(ReportsOfUser, 'listUserReports', "List the newest reports about a user's content and by the user"),
    },
  )
  .get('/:id', async ({ user, params }) => ok('Report', { report: await readReport(user, params.id) }), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: ReportParams,
    ...returns(OneReport, 'getReport', 'Read a report'),
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Report updated', { report: await decideReport(user, params.id, body) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: ReportParams,
      body: Decision,
      ...returns(OneReport, 'decideReport', 'Resolve a report, ignore it, or open it again'),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Report deleted', deleteReport(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: ReportParams,
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
