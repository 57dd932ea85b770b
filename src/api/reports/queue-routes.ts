import { Elysia } from 'elysia'
import { readQueue } from '../../core/reports/queue'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { QueueQuery, ReportQueue } from './queue-schemas'

export const reportQueue = new Elysia({ name: 'reports:queue', prefix: '/admin/manage', detail: { tags: ['admin'] } })
  .use(access)
  .get('/reports', async ({ user, query }) => ok('Reported', await readQueue(user, query)), {
    admin: true,
    query: QueueQuery,
    response: envelope(ReportQueue),
    detail: {
      operationId: 'listReportQueue',
      summary: 'Read what is reported, one entry a target, most open reports first',
    },
  })
