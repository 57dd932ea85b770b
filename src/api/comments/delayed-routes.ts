import {
  delayComment,
  deleteDelayedComment,
  listDelayedComments,
  publishDelayedComment,
} from '../../core/comments/delayed'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import { CommentParams, DelayedComments, NewDelayedComment, OneComment, OneDelayedComment } from './schemas'

export const delayedComments = routes('comments', '/api/v1/comments/delayed')
  .get('', async ({ user }) => ok('Waiting comments', { delayedComments: await listDelayedComments(user) }), {
    session: true,
    follower: 'copy',
    ...returns(DelayedComments, 'listDelayedComments', "List one's comments that wait to appear"),
  })
  .post('', async ({ user, body }) => created('Comment waits', { delayedComment: await delayComment(user, body) }), {
    author: true,
    creates: 'viewer',
    fails: [
      'VALIDATION_FAILED',
      'CONTENT_POLICY_VIOLATION',
      'NOT_FOUND',
      'FORBIDDEN',
      'BLOCK_RELATION',
      'DUPLICATE',
      'CONFLICT',
      'FEATURE_DISABLED',
    ],
    body: NewDelayedComment,
    ...makes(OneDelayedComment, 'delayComment', 'Comment at a random minute of the next quarter of an hour'),
  })
  .post(
    '/:commentId/publish',
    async ({ user, params }) => ok('Comment posted', { comment: await publishDelayedComment(user, params.commentId) }),
    {
      author: true,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'VALIDATION_FAILED', 'FEATURE_DISABLED'],
      params: CommentParams,
      ...returns(OneComment, 'publishDelayedComment', "Post one's waiting comment at once"),
    },
  )
  .delete(
    '/:commentId',
    async ({ user, params }) => done('Comment deleted', deleteDelayedComment(user, params.commentId)),
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: CommentParams,
      ...confirms('deleteDelayedComment', "Delete one's waiting comment"),
    },
  )
