import { chainState, readChainState } from '../../core/audit/chain-state'
import { readLogs } from '../../core/audit/logs'
import { exportLog } from '../../core/transparency/export-log'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { ExportQuery, LogQuery, Logs } from './schemas'

export const auditLog = routes('admin', '/api/v1/admin/manage')
  .get('/logs', async ({ user, query }) => ok('Audit log', await readLogs(user, query)), {
    admin: true,
    query: LogQuery,
    ...returns(
      Logs,
      'listAuditEntries',
      'Read the audit log',
      'For a superadmin who re-authenticated, `GET /api/v1/admin/manage/logs/export?format=csv` or `jsonl` is a file of at most 10,000 of its entries, the newest, with the same filters: without what students did (`by=students`), and without `ip`, `userAgent` and `object`.',
    ),
  })
  .get('/logs/chain', () => ok('Audit chain', readChainState()), {
    admin: true,
    ...returns(
      chainState,
      'getAuditChainState',
      'Read whether the chain of the audit log is unbroken',
      'The server verifies the whole log when it starts, and once a day.',
    ),
  })
  .get(
    '/logs/export',
    async ({ user, query }) => {
      const { body, type, name } = await exportLog(user, query)
      const headers = {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      }
      return new Response(body, { headers })
    },
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['VALIDATION_FAILED'],
      query: ExportQuery,
      detail: { hide: true },
    },
  )
