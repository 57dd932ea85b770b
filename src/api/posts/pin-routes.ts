import { listPinned, pinPost, unpinPost } from '../../core/posts/pins'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import { NewPin, OnePin, Pinned, PinnedAt, PostParams } from './schemas'

export const pinnedPosts = routes('posts', '/api/v1/posts')
  .get('/pinned', async ({ viewer, query }) => ok('Pinned posts', await listPinned(viewer, query.topic)), {
    content: true,
    follower: 'copy',
    query: PinnedAt,
    ...returns(
      Pinned,
      'listPinnedPosts',
      'List what moderators pinned above the feed, or above the posts of a topic, latest first',
      'Of what one may read, without authors who have a block relation with one. `listPosts` has the same as `pinned` on its first page.',
    ),
  })
  .put(
    '/:id/pin',
    async ({ user, params, body }) => ok('Post pinned', { pin: await pinPost(user, params.id, body.place) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: PostParams,
      body: NewPin,
      ...returns(
        OnePin,
        'pinPost',
        'Pin a post above the feed or above its topic',
        'Three above the feed, one above a topic; a full place is 409 with what is pinned there in `meta.pinned`.',
      ),
    },
  )
  .delete('/:id/pin', async ({ user, params }) => done('Post unpinned', unpinPost(user, params.id)), {
    admin: true,
    fails: ['NOT_FOUND'],
    params: PostParams,
    ...confirms('unpinPost', 'Take the pin of a post'),
  })
