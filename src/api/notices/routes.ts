import { Elysia } from 'elysia'
import { acknowledgeNotices, listNotices } from '../../core/notices/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { Acknowledge, Acknowledged, Notices } from './schemas'

export const notices = new Elysia({ name: 'notices', prefix: '/api/v1/notices', detail: { tags: ['notices'] } })
  .use(access)
  .get('', async ({ user }) => ok('Notices', await listNotices(user)), {
    session: true,
    follower: 'copy',
    response: envelope(Notices),
    detail: { operationId: 'listNotices', summary: 'List what one was told about the account, newest first' },
  })
  .patch('/acknowledge', async ({ user, body }) => ok('Acknowledged', await acknowledgeNotices(user, body.ids)), {
    session: true,
    body: Acknowledge,
    response: envelope(Acknowledged),
    detail: { operationId: 'acknowledgeNotices', summary: 'Acknowledge notices' },
  })
