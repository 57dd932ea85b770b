import { Elysia } from 'elysia'
import { listComments } from '../../core/comments/lists'
import { deleteComment, editComment, readComment, writeComment } from '../../core/comments/service'
import { readTree } from '../../core/comments/tree'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import {
  CommentChanges,
  CommentPage,
  CommentParams,
  CommentsPaged,
  NewComment,
  OneComment,
  ThreadParams,
  Tree,
  TreeAsked,
  toPaging,
  toTreeQuery,
} from './schemas'

const TREE_DESCRIPTION = `The records of \`GET /comments/post/:postId\` in reading order, each followed by its replies. Of each level there is a
beginning without gaps; the nearest comments come first, where a step along a level and a step down both count one.
\`repliesLeft\` and \`meta.left\` say what is not there: ask for the replies to a comment with \`parent\` and its
\`repliesCursor\`, for more of the first level with \`meta.nextCursor\`. A comment that \`comment\` names may come again, when
what stands before it on its level is loaded.`

export const comments = new Elysia({ name: 'comments', prefix: '/api/v1/comments', detail: { tags: ['comments'] } })
  .use(access)
  .get(
    '/post/:postId',
    async ({ viewer, params, query }) => ok('Comments', await listComments(viewer, params.postId, toPaging(query))),
    {
      content: true,
      follower: 'copy',
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      params: ThreadParams,
      query: CommentsPaged,
      response: envelope(CommentPage),
      detail: { operationId: 'listComments', summary: 'List the comments on a post, replies among them, newest first' },
    },
  )
  .get(
    '/post/:postId/tree',
    async ({ viewer, params, query }) => ok('Thread', await readTree(viewer, params.postId, toTreeQuery(query))),
    {
      content: true,
      follower: 'copy',
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      params: ThreadParams,
      query: TreeAsked,
      response: envelope(Tree),
      detail: {
        operationId: 'readThread',
        summary: 'Read the thread of a post in one request',
        description: TREE_DESCRIPTION,
      },
    },
  )
  .post(
    '/post/:postId',
    async ({ user, params, body }) =>
      created('Comment posted', { comment: await writeComment(user, params.postId, body) }),
    {
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
      content: true,
      follower: 'copy',
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
