import { Elysia } from 'elysia'
import { listComments } from '../../core/comments/lists'
import { deleteComment, editComment, readComment, writeComment } from '../../core/comments/service'
import { access } from '../http/access'
import { createdJson, createdResponse, emptyEnvelope, envelope, ok, okJson, okMessage } from '../http/envelope'
import {
  CommentChanges,
  CommentPage,
  CommentParams,
  CommentsPaged,
  NewComment,
  OneComment,
  ThreadParams,
  toPaging,
} from './schemas'

export const comments = new Elysia({ name: 'comments', prefix: '/comments', detail: { tags: ['comments'] } })
  .use(access)
  .get(
    '/post/:postId',
    async ({ viewer, params, query }) => okJson('Comments', await listComments(viewer, params.postId, toPaging(query))),
    {
      viewer: true,
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      params: ThreadParams,
      query: CommentsPaged,
      response: envelope(CommentPage),
      detail: { operationId: 'listComments', summary: 'List the comments on a post, replies among them, newest first' },
    },
  )
  .post(
    '/post/:postId',
    async ({ user, params, body }) =>
      createdJson('Comment posted', { comment: await writeComment(user, params.postId, body) }),
    {
      author: true,
      creates: 'viewer',
      fails: ['VALIDATION_FAILED', 'CONTENT_POLICY_VIOLATION', 'NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'DUPLICATE'],
      params: ThreadParams,
      body: NewComment,
      response: createdResponse(envelope(OneComment)),
      detail: { operationId: 'createComment', summary: 'Comment on a post, or reply to a comment on it' },
    },
  )
  .get(
    '/:commentId',
    async ({ viewer, params }) => ok('Comment', { comment: await readComment(viewer, params.commentId) }),
    {
      viewer: true,
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      params: CommentParams,
      response: envelope(OneComment),
      detail: { operationId: 'getComment', summary: 'Read a comment' },
    },
  )
  .patch(
    '/:commentId',
    async ({ user, params, body }) =>
      ok('Comment changed', { comment: await editComment(user, params.commentId, body.content) }),
    {
      author: true,
      fails: ['CONTENT_POLICY_VIOLATION', 'NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER', 'DUPLICATE'],
      params: CommentParams,
      body: CommentChanges,
      response: envelope(OneComment),
      detail: { operationId: 'updateComment', summary: "Change one's comment" },
    },
  )
  .delete(
    '/:commentId',
    async ({ user, params }) => {
      await deleteComment(user, params.commentId)
      return okMessage('Comment deleted')
    },
    {
      session: true,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
      params: CommentParams,
      response: emptyEnvelope,
      detail: {
        operationId: 'deleteComment',
        summary: "Delete one's comment; where it has replies a placeholder stays",
      },
    },
  )
