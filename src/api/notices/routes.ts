import { acknowledgeNotices, listNotices } from '../../core/notices/service'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { Acknowledge, Acknowledged, Notices } from './schemas'

export const notices = routes('notices', '/api/v1/notices')
  .get('', async ({ user }) => ok('Notices', await listNotices(user)), {
    session: true,
    follower: 'copy',
    ...returns(Notices, 'listNotices', 'List what one was told about the account, newest first'),
  })
  .patch('/acknowledge', async ({ user, body }) => ok('Acknowledged', await acknowledgeNotices(user, body.ids)), {
    session: true,
    body: Acknowledge,
    ...returns(Acknowledged, 'acknowledgeNotices', 'Acknowledge notices'),
  })
