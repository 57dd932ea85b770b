import { Elysia } from 'elysia'
import { listHeldTexts, takeBackHeldText } from '../../core/held/texts'
import { decideHeldText } from '../../core/moderation/held'
import { listHeldEntries } from '../../core/moderation/held-queue'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { DecideHeld, HeldDecided, HeldParams, HeldQueue, HeldTexts, QueuePaged } from './schemas'

export const held = new Elysia({ name: 'held', prefix: '/api/v1/held', detail: { tags: ['posts'] } })
  .use(access)
  .get('', async ({ user }) => ok('Held', { held: await listHeldTexts(user) }), {
    session: true,
    follower: 'copy',
    response: envelope(HeldTexts),
    detail: {
      operationId: 'listHeldTexts',
      summary: "List one's posts and comments that wait for a moderator or were refused by one",
    },
  })
  .delete(
    '/:id',
    async ({ user, params }) => {
      await takeBackHeldText(user, params.id)
      return okMessage('Taken back')
    },
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: HeldParams,
      response: emptyEnvelope,
      detail: { operationId: 'takeBackHeldText', summary: 'Take back a text that waits for a moderator' },
    },
  )

export const heldQueue = new Elysia({
  name: 'held:queue',
  prefix: '/api/v1/moderation/held',
  detail: { tags: ['moderation'] },
})
  .use(access)
  .get('', async ({ user, query }) => ok('Held', await listHeldEntries(user, query)), {
    admin: true,
    query: QueuePaged,
    response: envelope(HeldQueue),
    detail: {
      operationId: 'listHeldQueue',
      summary: 'List the texts that wait for a moderator, the oldest first, or those that were refused',
    },
  })
  .put('/:id', async ({ user, params, body }) => ok('Decided', await decideHeldText(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
    params: HeldParams,
    body: DecideHeld,
    response: envelope(HeldDecided),
    detail: {
      operationId: 'decideHeldText',
      summary: 'Release a held text, refuse it, or take a refusal back',
      description:
        'A released text appears with the id and the time that it was written with. 409 where another moderator has refused it since (`meta.decided`), and where the thread of a comment is gone.',
    },
  })
