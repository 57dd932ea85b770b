import { Elysia } from 'elysia'
import { delayPost, deleteDelayedPost, listDelayedPosts, publishDelayedPost } from '../../core/posts/delayed'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { DelayedPosts, NewPost, OneDelayedPost, OnePost, PostParams } from './schemas'

export const delayedPosts = new Elysia({
  name: 'delayed-posts',
  prefix: '/api/v1/posts/delayed',
  detail: { tags: ['posts'] },
})
  .use(access)
  .get('', async ({ user }) => ok('Waiting posts', { delayedPosts: await listDelayedPosts(user) }), {
    session: true,
    follower: 'copy',
    response: envelope(DelayedPosts),
    detail: { operationId: 'listDelayedPosts', summary: "List one's posts that wait to appear" },
  })
  .post('', async ({ user, body }) => created('Post waits', { delayedPost: await delayPost(user, body) }), {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'CONTENT_POLICY_VIOLATION', 'DUPLICATE', 'CONFLICT', 'FORBIDDEN', 'FEATURE_DISABLED'],
    body: NewPost,
    response: createdResponse(envelope(OneDelayedPost)),
    detail: { operationId: 'delayPost', summary: 'Publish a post at a random minute of the next hour' },
  })
  .post(
    '/:id/publish',
    async ({ user, params }) => ok('Post published', { post: await publishDelayedPost(user, params.id) }),
    {
      author: true,
      fails: ['NOT_FOUND', 'FEATURE_DISABLED'],
      params: PostParams,
      response: envelope(OnePost),
      detail: { operationId: 'publishDelayedPost', summary: "Publish one's waiting post at once" },
    },
  )
  .delete(
    '/:id',
    async ({ user, params }) => {
      await deleteDelayedPost(user, params.id)
      return okMessage('Post deleted')
    },
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: PostParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteDelayedPost', summary: "Delete one's waiting post" },
    },
  )
