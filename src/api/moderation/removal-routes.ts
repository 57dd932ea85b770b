import { Elysia } from 'elysia'
import { countRemovable, removeRecent, undoBulkRemoval } from '../../core/moderation/bulk-removal'
import { access } from '../http/access'
import { created, ok } from '../http/envelope'
import { makes, returns } from '../http/route'
import { OneRemoval, Removable, RemovalParams, RemovalUndone, RemoveRecent, UserParams } from './schemas'

export const removalRoutes = new Elysia({ name: 'moderation:removals' })
  .use(access)
  .get(
    '/users/:userId/removals',
    async ({ user, params }) => ok('Removable', { removable: await countRemovable(user, params.userId) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: UserParams,
      ...returns(
        Removable,
        'countRemovable',
        'Count what a user wrote in the last 24 hours that is visible: what a bulk removal would remove',
      ),
    },
  )
  .post(
    '/users/:userId/removals',
    async ({ user, params, body }) => created('Removed', { removal: await removeRecent(user, params.userId, body) }),
    {
      admin: true,
      creates: 'viewer',
      fails: ['CONFLICT', 'NOT_FOUND', 'VALIDATION_FAILED'],
      params: UserParams,
      body: RemoveRecent,
      ...makes(
        OneRemoval,
        'removeRecent',
        'Remove all that a user wrote in the last 24 hours, with one notice and one mail to them',
        'A thousand posts and comments at most. `DELETE /moderation/removals/:id` undoes all of it. 409 where there is nothing to remove.',
      ),
    },
  )
  .delete(
    '/removals/:id',
    async ({ user, params }) => ok('Undone', { removal: await undoBulkRemoval(user, params.id) }),
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: RemovalParams,
      ...returns(
        RemovalUndone,
        'undoRemovals',
        'Undo a bulk removal: restore what nobody has decided about since, and reopen the reports it closed',
      ),
    },
  )
