import { follow, listFollows, unfollow } from '../../core/follows/service'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { Follow, Followed, Follows } from './schemas'

export const follows = routes('follows', '/api/v1/follows')
  .get('', async ({ user }) => ok('Followed', await listFollows(user)), {
    session: true,
    follower: 'copy',
    ...returns(Follows, 'listFollows', 'List the posts and topics that one follows, the newest first'),
  })
  .put('', async ({ user, body }) => ok('Followed', await follow(user, body)), {
    reader: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'CONFLICT'],
    body: Follow,
    ...returns(
      Followed,
      'follow',
      'Follow a post or a topic',
      'A new comment in a followed post, and a new post in a followed topic, are told in the inbox.',
    ),
  })
  .delete('', async ({ user, body }) => ok('Not followed', await unfollow(user, body)), {
    reader: true,
    body: Follow,
    ...returns(Followed, 'unfollow', 'Follow a post or a topic no longer'),
  })
