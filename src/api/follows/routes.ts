import { Elysia } from 'elysia'
import { follow, listFollows, unfollow } from '../../core/follows/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { Follow, Followed, Follows } from './schemas'

export const follows = new Elysia({ name: 'follows', prefix: '/api/v1/follows', detail: { tags: ['follows'] } })
  .use(access)
  .get('', async ({ user }) => ok('Followed', await listFollows(user)), {
    session: true,
    follower: 'copy',
    response: envelope(Follows),
    detail: { operationId: 'listFollows', summary: 'List the posts and topics that one follows, the newest first' },
  })
  .put('', async ({ user, body }) => ok('Followed', await follow(user, body)), {
    reader: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'CONFLICT'],
    body: Follow,
    response: envelope(Followed),
    detail: {
      operationId: 'follow',
      summary: 'Follow a post or a topic',
      description: 'A new comment in a followed post, and a new post in a followed topic, are told in the inbox.',
    },
  })
  .delete('', async ({ user, body }) => ok('Not followed', await unfollow(user, body)), {
    reader: true,
    body: Follow,
    response: envelope(Followed),
    detail: { operationId: 'unfollow', summary: 'Follow a post or a topic no longer' },
  })
