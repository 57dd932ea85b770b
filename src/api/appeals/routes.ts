import { Elysia } from 'elysia'
import { decideAppeal } from '../../core/appeals/decide'
import { listAppeals, listOwnAppeals, sendAppeal } from '../../core/appeals/service'
import { access } from '../http/access'
import { created, createdResponse, envelope, ok } from '../http/envelope'
import {
  AppealDecided,
  AppealParams,
  AppealQuery,
  Appeals,
  DecideAppeal,
  NewAppeal,
  OneAppeal,
  OwnAppeals,
} from './schemas'

export const appeals = new Elysia({ name: 'appeals', prefix: '/api/v1', detail: { tags: ['moderation'] } })
  .use(access)
  .post('/appeals', async ({ user, body }) => created('Appeal sent', { appeal: await sendAppeal(user, body) }), {
    session: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: NewAppeal,
    response: createdResponse(envelope(OneAppeal)),
    detail: {
      operationId: 'createAppeal',
      summary: 'Appeal against the removal of the own post or comment, or against the own sanction',
      description:
        'Once for each decision, while it holds. Blocked and suspended users may, too; then `resourceId` is the own id.',
    },
  })
  .get('/appeals', async ({ user }) => ok('Appeals', await listOwnAppeals(user)), {
    session: true,
    follower: 'copy',
    response: envelope(OwnAppeals),
    detail: { operationId: 'listOwnAppeals', summary: 'List the own appeals, newest first' },
  })
  .get('/moderation/appeals', async ({ user, query }) => ok('Appeals', await listAppeals(user, query)), {
    admin: true,
    query: AppealQuery,
    response: envelope(Appeals),
    detail: {
      operationId: 'listAppeals',
      summary: 'List the appeals that wait, oldest first, or those of another status, newest first',
    },
  })
  .put(
    '/moderation/appeals/:id',
    async ({ user, params, body }) => ok('Appeal decided', { appeal: await decideAppeal(user, params.id, body) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: AppealParams,
      body: DecideAppeal,
      response: envelope(AppealDecided),
      detail: {
        operationId: 'decideAppeal',
        summary: 'Keep the first decision, or overturn it: what was removed is restored, a sanction is lifted',
        description: 'The moderator who decided first may only where no other can.',
      },
    },
  )
