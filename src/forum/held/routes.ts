import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { byId, confirms, done, returns, routes } from '../../http/route'
import { listHeldTexts, MOST_HELD, ownHeldText, takeBackHeldText } from './texts'

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
