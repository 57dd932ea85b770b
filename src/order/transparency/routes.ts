import { t } from 'elysia'
import { chainState, readChainState } from '../../ground/audit/chain-state'
import { ABOUT, ACTORS, EXPORTED_ACTORS, readLogs } from '../../ground/audit/logs'
import { auditEntry } from '../../ground/audit/objects'
import { ok } from '../../http/envelope'
import { paged, returns, routes } from '../../http/route'
import { choice, faultMessage, instant, oneOf, pagination } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { exportLog, FORMATS } from './export-log'
import { readTransparency, Transparency } from './service'

const exactly = t.Optional(t.String({ minLength: 1, maxLength: 100, description: 'Whole, as entries have it' }))

const picked = {
  action: exactly,
  actorId: exactly,
  entityId: exactly,
  about: oneOf(ABOUT, 'Only actions about that; `access` is what somebody opened. Never opens a history'),
  from: t.Optional(instant('fields.time', 'A day or a time with which the list begins')),
  to: t.Optional(instant('fields.time', 'A day or a time with which it ends')),
}

const LogQuery = t.Object({
  ...picked,
  ...paged(),
  sortBy: t.UnionEnum(['timestamp', 'action', 'actorId'], {
    default: 'timestamp',
    ...faultMessage(message('fields.choice', { choices: ['timestamp', 'action', 'actorId'] })),
  }),
  sortOrder: t.UnionEnum(['desc', 'asc'], {
    default: 'desc',
    ...faultMessage(message('fields.choice', { choices: ['asc', 'desc'] })),
  }),
  by: oneOf(ACTORS, 'Only actions of those; `moderators` are administrators and the operator. Never opens a history'),
})

export const auditLog = routes('admin', '/api/v1/admin/manage')
  .get('/logs', async ({ user, query }) => ok('Audit log', await readLogs(user, query)), {
    admin: true,
    query: LogQuery,
    ...returns(
      t.Object({ data: t.Array(auditEntry, { maxItems: 100 }), pagination }),
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
      query: t.Object({ ...picked, by: oneOf(EXPORTED_ACTORS), format: choice(FORMATS) }),
      detail: { hide: true },
    },
  )

export const transparency = routes('instance', '/api/v1').get(
  '/transparency',
  async () => ok('Transparency', readTransparency()),
  {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    ...returns(
      Transparency,
      'getTransparency',
      'Read by month what was reported, removed, sanctioned and revealed',
      'Of whole months, in coarse numbers. 404 until a superadmin switches it on.',
    ),
  },
)
