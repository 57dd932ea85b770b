import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, makes, paged, returns, routes } from '../../http/route'
import { choice, namedObject, oneOf, pagination, text, uuid } from '../../lib/text/schema'
import {
  APPEAL_STATUSES,
  appealEntry,
  appealsOf,
  decideAppeal,
  listAppeals,
  MOST_OWN,
  ownAppeal,
  sendAppeal,
} from './service'

const NewAppeal = namedObject('NewAppeal', {
  resource: choice(['post', 'comment', 'user']),
  resourceId: uuid(),
  message: text(1, 500),
})
const OwnAppeals = t.Object({ appeals: t.Array(ownAppeal, { maxItems: MOST_OWN }) })

const AppealQuery = t.Object({ status: oneOf(APPEAL_STATUSES), ...paged() })
const DecideAppeal = namedObject('DecideAppeal', { outcome: choice(['upheld', 'overturned']), reason: text(1, 500) })

export const appeals = routes('moderation', '/api/v1')
  .post('/appeals', async ({ user, body }) => created('Appeal sent', { appeal: await sendAppeal(user, body) }), {
    session: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: NewAppeal,
    ...makes(
      t.Object({ appeal: ownAppeal }),
      'createAppeal',
      'Appeal against the removal of the own post or comment, or against the own sanction',
      'Once for each decision, while it holds. Blocked and suspended users may, too; then `resourceId` is the own id.',
    ),
  })
  .get('/appeals', async ({ user }) => ok('Appeals', { appeals: appealsOf(user) }), {
    session: true,
    follower: 'copy',
    ...returns(OwnAppeals, 'listOwnAppeals', 'List the own appeals, newest first'),
  })
  .get('/moderation/appeals', async ({ user, query }) => ok('Appeals', await listAppeals(user, query)), {
    admin: true,
    query: AppealQuery,
    ...returns(
      t.Object({ appeals: t.Array(appealEntry, { maxItems: 100 }), pagination }),
      'listAppeals',
      'List the appeals that wait, oldest first, or those of another status, newest first',
    ),
  })
  .put(
    '/moderation/appeals/:id',
    async ({ user, params, body }) => ok('Appeal decided', { appeal: await decideAppeal(user, params.id, body) }),
    {
      admin: true,
      ...byId,
      fails: ['NOT_FOUND', 'CONFLICT'],
      body: DecideAppeal,
      ...returns(
        t.Object({ appeal: appealEntry }),
        'decideAppeal',
        'Keep the first decision, or overturn it: what was removed is restored, a sanction is lifted',
        'The moderator who decided first may only where no other can.',
      ),
    },
  )
