import { Elysia } from 'elysia'
import {
  delayComment,
  deleteDelayedComment,
  listDelayedComments,
  publishDelayedComment,
} from '../../core/comments/delayed'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { CommentParams, DelayedComments, NewDelayedComment, OneComment, OneDelayedComment } from './schemas'

export const delayedComments = new Elysia({
  name: 'delayed-comments',
  prefix: '/api/v1/comments/delayed',
  detail: { tags: ['comments'] },
})
  .use(access)
  .get('', async ({ user }) => ok('Waiting comments', { delayedComments: await listDelayedComments(user) }), {
    session: true,
    follower: 'copy',
    response: envelope(DelayedComments),
    detail: { operationId: 'listDelayedComments', summary: "List one's comments that wait to appear" },
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
    response: createdResponse(envelope(OneDelayedComment)),
    detail: {
      operationId: 'delayComment',
      summary: 'Comment at a random minute of the next quarter of an hour',
    },
  })
  .post(
    '/:commentId/publish',
    async ({ user, params }) => ok('Comment posted', { comment: await publishDelayedComment(user, params.commentId) }),
    {
      author: true,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'VALIDATION_FAILED', 'FEATURE_DISABLED'],
      params: CommentParams,
      response: envelope(OneComment),
      detail: { operationId: 'publishDelayedComment', summary: "Post one's waiting comment at once" },
    },
  )
  .delete(
    '/:commentId',
    async ({ user, params }) => {
      await deleteDelayedComment(user, params.commentId)
      return okMessage('Comment deleted')
    },
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: CommentParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteDelayedComment', summary: "Delete one's waiting comment" },
    },
  )
