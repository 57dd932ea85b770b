import { Elysia } from 'elysia'
import { listMutes, mute, unmute } from '../../core/mutes/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { Mute, Muted, Mutes } from './schemas'

export const mutes = new Elysia({ name: 'mutes', prefix: '/api/v1/mutes', detail: { tags: ['mutes'] } })
  .use(access)
  .get('', async ({ user }) => ok('Muted', await listMutes(user)), {
    session: true,
    follower: 'copy',
    response: envelope(Mutes),
    detail: { operationId: 'listMutes', summary: 'List the posts, topics and words that one has muted' },
  })
  .put('', async ({ user, body }) => ok('Muted', await mute(user, body)), {
    reader: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    body: Mute,
    response: envelope(Muted),
    detail: {
      operationId: 'mute',
      summary: 'Mute a thread, a topic or a word',
      description:
        'Notifications, pushes and digests leave it out. Lists stay the same for everybody: a client folds what is muted.',
    },
  })
  .delete('', async ({ user, body }) => ok('Not muted', await unmute(user, body)), {
    reader: true,
    body: Mute,
    response: envelope(Muted),
    detail: { operationId: 'unmute', summary: 'Unmute a thread, a topic or a word' },
  })
