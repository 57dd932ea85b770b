import { t } from 'elysia'
import { HELD_STATES, listHeldTexts, MOST_HELD, ownHeldText, takeBackHeldText } from '../../core/held/texts'
import { DECISIONS, decideHeldText, heldDecided, heldEntry, listHeldEntries } from '../../core/moderation/held'
import { presetNamed, ruleNamed } from '../../core/moderation/records'
import { choice, namedObject, oneOf, pagination, text } from '../../lib/schema'
import { ok } from '../http/envelope'
import { byId, confirms, done, paged, returns, routes } from '../http/route'

const QueuePaged = t.Object({ state: oneOf(HELD_STATES, '`waiting` without it'), ...paged(20, 50) })
const DecideHeld = namedObject('DecideHeld', {
  decision: choice(DECISIONS),
  reason: t.Optional(text(1, 500)),
  rule: ruleNamed,
  preset: presetNamed,
})

export const held = routes('posts', '/api/v1/held')
  .get('', async ({ user }) => ok('Held', { held: listHeldTexts(user) }), {
    session: true,
    follower: 'copy',
    ...returns(
      t.Object({ held: t.Array(ownHeldText, { maxItems: MOST_HELD }) }),
      'listHeldTexts',
      "List one's posts and comments that wait for a moderator or were refused by one",
    ),
  })
  .delete('/:id', async ({ user, params }) => done('Taken back', takeBackHeldText(user, params.id)), {
    session: true,
    ...byId,
    ...confirms('takeBackHeldText', 'Take back a text that waits for a moderator'),
  })

export const heldQueue = routes('moderation', '/api/v1/moderation/held')
  .get('', async ({ user, query }) => ok('Held', listHeldEntries(user, query)), {
    admin: true,
    query: QueuePaged,
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
    body: DecideHeld,
    ...returns(
      heldDecided,
      'decideHeldText',
      'Release a held text, refuse it, or take a refusal back',
      'A released text appears with the id and the time that it was written with. 409 where another moderator has refused it since (`meta.decided`), and where the thread of a comment is gone.',
    ),
  })
