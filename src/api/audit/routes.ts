import { Elysia } from 'elysia'
import { readLogs } from '../../core/audit/logs'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { LogQuery, Logs } from './schemas'

export const auditLog = new Elysia({ name: 'audit', prefix: '/admin/manage', detail: { tags: ['admin'] } })
  .use(access)
  .get('/logs', async ({ user, query }) => ok('Audit log', await readLogs(user, query)), {
    admin: true,
    query: LogQuery,
    response: envelope(Logs),
    detail: { operationId: 'listAuditEntries', summary: 'Read the audit log' },
  })
