import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { integer, namedObject, uuid } from '../../lib/text/schema'
import { acknowledgeNotices, listNotices, noticeRecord } from './service'

const Notices = t.Object({ notices: t.Array(noticeRecord, { maxItems: 500 }) })

const Acknowledged = t.Object({ acknowledged: integer('How many were not acknowledged until now') })

export const notices = routes('notices', '/api/v1/notices')
  .get('', async ({ user }) => ok('Notices', listNotices(user)), {
    session: true,
    follower: 'copy',
    ...returns(Notices, 'listNotices', 'List what one was told about the account, newest first'),
  })
  .patch('/acknowledge', async ({ user, body }) => ok('Acknowledged', await acknowledgeNotices(user, body.ids)), {
    session: true,
    body: namedObject('AcknowledgeNotices', { ids: t.Array(uuid(), { minItems: 1, maxItems: 500 }) }),
    ...returns(Acknowledged, 'acknowledgeNotices', 'Acknowledge notices'),
  })
