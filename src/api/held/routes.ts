import { listHeldTexts, takeBackHeldText } from '../../core/held/texts'
import { decideHeldText } from '../../core/moderation/held'
import { listHeldEntries } from '../../core/moderation/held-queue'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import { DecideHeld, HeldDecided, HeldParams, HeldQueue, HeldTexts, QueuePaged } from './schemas'

export const held = routes('posts', '/api/v1/held')
  .get('', async ({ user }) => ok('Held', { held: await listHeldTexts(user) }), {
    session: true,
    follower: 'copy',
    ...returns(
      HeldTexts,
      'listHeldTexts',
      "List one's posts and comments that wait for a moderator or were refused by one",
    ),
  })
  .delete('/:id', async ({ user, params }) => done('Taken back', takeBackHeldText(user, params.id)), {
    session: true,
    fails: ['NOT_FOUND'],
    params: HeldParams,
    ...confirms('takeBackHeldText', 'Take back a text that waits for a moderator'),
  })

export const heldQueue = routes('moderation', '/api/v1/moderation/held')
  .get('', async ({ user, query }) => ok('Held', await listHeldEntries(user, query)), {
    admin: true,
    query: QueuePaged,
    ...returns(
      HeldQueue,
      'listHeldQueue',
      'List the texts that wait for a moderator, the oldest first, or those that were refused',
    ),
  })
  .put('/:id', async ({ user, params, body }) => ok('Decided', await decideHeldText(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
    params: HeldParams,
    body: DecideHeld,
    ...returns(
      HeldDecided,
      'decideHeldText',
      'Release a held text, refuse it, or take a refusal back',
      'A released text appears with the id and the time that it was written with. 409 where another moderator has refused it since (`meta.decided`), and where the thread of a comment is gone.',
    ),
  })
