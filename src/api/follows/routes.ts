import { t } from 'elysia'
import { follow, listFollows, MAX_FOLLOWS, unfollow } from '../../core/follows/service'
import { namedPost } from '../../core/posts/record'
import { choice, faultMessage, namedObject } from '../../lib/schema'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'

const Follow = namedObject('Follow', {
  kind: choice(['post', 'topic']),
  target: t.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the post, or the topic',
    ...faultMessage('fields.required'),
  }),
})

const Follows = namedObject('Follows', {
  posts: t.Array(namedPost, { maxItems: MAX_FOLLOWS.post }),
  topics: t.Array(t.String(), { maxItems: MAX_FOLLOWS.topic }),
})

const Followed = t.Object({ followed: t.Boolean() })

export const follows = routes('follows', '/api/v1/follows')
  .get('', async ({ user }) => ok('Followed', listFollows(user)), {
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
