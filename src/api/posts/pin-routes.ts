import { Elysia } from 'elysia'
import { listPinned, pinPost, unpinPost } from '../../core/posts/pins'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { NewPin, OnePin, Pinned, PinnedAt, PostParams } from './schemas'

export const pinnedPosts = new Elysia({ name: 'pinned-posts', prefix: '/api/v1/posts', detail: { tags: ['posts'] } })
  .use(access)
  .get('/pinned', async ({ viewer, query }) => ok('Pinned posts', await listPinned(viewer, query.topic)), {
    content: true,
    follower: 'copy',
    query: PinnedAt,
    response: envelope(Pinned),
    detail: {
      operationId: 'listPinnedPosts',
      summary: 'List what moderators pinned above the feed, or above the posts of a topic, latest first',
      description:
        'Of what one may read, without authors who have a block relation with one. `listPosts` has the same as `pinned` on its first page.',
    },
  })
  .put(
    '/:id/pin',
    async ({ user, params, body }) => ok('Post pinned', { pin: await pinPost(user, params.id, body.place) }),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: PostParams,
      body: NewPin,
      response: envelope(OnePin),
      detail: {
        operationId: 'pinPost',
        summary: 'Pin a post above the feed or above its topic',
        description:
          'Three above the feed, one above a topic; a full place is 409 with what is pinned there in `meta.pinned`.',
      },
    },
  )
  .delete(
    '/:id/pin',
    async ({ user, params }) => {
      await unpinPost(user, params.id)
      return okMessage('Post unpinned')
    },
    {
      admin: true,
      fails: ['NOT_FOUND'],
      params: PostParams,
      response: emptyEnvelope,
      detail: { operationId: 'unpinPost', summary: 'Take the pin of a post' },
    },
  )
