import { listMutes, mute, unmute } from '../../core/mutes/service'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { Mute, Muted, Mutes } from './schemas'

export const mutes = routes('mutes', '/api/v1/mutes')
  .get('', async ({ user }) => ok('Muted', await listMutes(user)), {
    session: true,
    follower: 'copy',
    ...returns(Mutes, 'listMutes', 'List the posts, topics and words that one has muted'),
  })
  .put('', async ({ user, body }) => ok('Muted', await mute(user, body)), {
    reader: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    body: Mute,
    ...returns(
      Muted,
      'mute',
      'Mute a thread, a topic or a word',
      'Notifications, pushes and digests leave it out. Lists stay the same for everybody: a client folds what is muted.',
    ),
  })
  .delete('', async ({ user, body }) => ok('Not muted', await unmute(user, body)), {
    reader: true,
    body: Mute,
    ...returns(Muted, 'unmute', 'Unmute a thread, a topic or a word'),
  })
