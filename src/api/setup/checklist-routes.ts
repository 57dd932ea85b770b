import { checklist, notePoster, readChecklist } from '../../core/setup/checklist'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'

/** What a new Quad lacks before students come. */
export const firstRun = routes('admin', '/api/v1/admin/checklist')
  .get('', async () => ok('Checklist', await readChecklist()), {
    superadmin: true,
    ...returns(checklist, 'getChecklist', 'Read what is done of the first run, and what is not'),
  })
  .post('/poster', async ({ user }) => done('Noted', notePoster(user)), {
    superadmin: true,
    ...confirms('notePoster', 'Note that the poster was printed or saved'),
  })
