import { Elysia } from 'elysia'
import { checklist, notePoster, readChecklist } from '../../core/setup/checklist'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'

/** What a new Quad lacks before students come. */
export const firstRun = new Elysia({
  name: 'setup:checklist',
  prefix: '/api/v1/admin/checklist',
  detail: { tags: ['admin'] },
})
  .use(access)
  .get('', async () => ok('Checklist', await readChecklist()), {
    superadmin: true,
    response: envelope(checklist),
    detail: { operationId: 'getChecklist', summary: 'Read what is done of the first run, and what is not' },
  })
  .post(
    '/poster',
    async ({ user }) => {
      await notePoster(user)
      return okMessage('Noted')
    },
    {
      superadmin: true,
      response: emptyEnvelope,
      detail: { operationId: 'notePoster', summary: 'Note that the poster was printed or saved' },
    },
  )
