import { delayPost, deleteDelayedPost, listDelayedPosts, publishDelayedPost } from '../../core/posts/delayed'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import { DelayedPosts, NewPost, OneDelayedPost, OnePost, PostParams } from './schemas'

export const delayedPosts = routes('posts', '/api/v1/posts/delayed')
  .get('', async ({ user }) => ok('Waiting posts', { delayedPosts: await listDelayedPosts(user) }), {
    session: true,
    follower: 'copy',
    ...returns(DelayedPosts, 'listDelayedPosts', "List one's posts that wait to appear"),
  })
  .post('', async ({ user, body }) => created('Post waits', { delayedPost: await delayPost(user, body) }), {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'CONTENT_POLICY_VIOLATION', 'DUPLICATE', 'CONFLICT', 'FORBIDDEN', 'FEATURE_DISABLED'],
    body: NewPost,
    ...makes(OneDelayedPost, 'delayPost', 'Publish a post at a random minute of the next hour'),
  })
  .post(
    '/:id/publish',
    async ({ user, params }) => ok('Post published', { post: await publishDelayedPost(user, params.id) }),
    {
      author: true,
      fails: ['NOT_FOUND', 'FEATURE_DISABLED'],
      params: PostParams,
      ...returns(OnePost, 'publishDelayedPost', "Publish one's waiting post at once"),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Post deleted', deleteDelayedPost(user, params.id)), {
    session: true,
    fails: ['NOT_FOUND'],
    params: PostParams,
    ...confirms('deleteDelayedPost', "Delete one's waiting post"),
  })
