import { t } from 'elysia'
import { why } from '../../campus/sanctions/records'
import { HELD_STATES } from '../../forum/held/texts'
import { ok } from '../../http/envelope'
import { byId, paged, returns, routes } from '../../http/route'
import { choice, namedObject, oneOf, pagination } from '../../lib/text/schema'
import { DECISIONS, decideHeldText, heldDecided, heldEntry, listHeldEntries } from './held'

export const heldQueue = routes('moderation', '/api/v1/moderation/held')
  .get('', async ({ user, query }) => ok('Held', listHeldEntries(user, query)), {
    admin: true,
    query: t.Object({ state: oneOf(HELD_STATES, '`waiting` without it'), ...paged(20, 50) }),
    ...returns(
      t.Object({ held: t.Array(heldEntry, { maxItems: 50 }), pagination }),
      'listHeldQueue',
      'List the texts that wait for a moderator, the oldest first, or those that were refused',
    ),
  })
  .put('/:id', async ({ user, params, body }) => ok('Decided', await decideHeldText(user, params.id, body)), {
    admin: true,
    ...byId,
    fails: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
    body: namedObject('DecideHeld', { decision: choice(DECISIONS), ...why }),
    ...returns(
      heldDecided,
      'decideHeldText',
      'Release a held text, refuse it, or take a refusal back',
      'A released text appears with the id and the time that it was written with. 409 where another moderator has refused it since (`meta.decided`), and where the thread of a comment is gone.',
    ),
  })
