import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { clampTo, cursoredPagination, namedObject, uuid } from '../../lib/text/schema'
import { OnePost } from '../posts/schemas'
import { commentVersion, MAX_VERSIONS } from '../posts/versions'
import { markAnswer, unmarkAnswer } from './answers'
import { listOwnComments, ownComment } from './by-author'
import { delayComment, waitingComments } from './delayed'
import { listComments } from './lists'
import { writeComment } from './publish'
import * as model from './schemas'
import { deleteComment, editComment, readComment, readCommentHistory } from './service'
import { readTree } from './tree'

const TREE_DESCRIPTION = `The records of \`GET /comments/post/:postId\` in reading order, each followed by its replies. Of each level there is a
beginning without gaps; the nearest comments come first, where a step along a level and a step down both count one.
\`repliesLeft\` and \`meta.left\` say what is not there: ask for the replies to a comment with \`parent\` and its
\`repliesCursor\`, for more of the first level with \`meta.nextCursor\`. A comment that \`comment\` names may come again, when
what stands before it on its level is loaded.`

const OwnComments = t.Object({ comments: t.Array(ownComment, { maxItems: 100 }), meta: cursoredPagination })

const WRITING = [
  'VALIDATION_FAILED',
  'CONTENT_POLICY_VIOLATION',
  'NOT_FOUND',
  'FORBIDDEN',
  'BLOCK_RELATION',
  'DUPLICATE',
  'CONFLICT',
  'FEATURE_DISABLED',
] as const

const read = { content: true, follower: 'copy', fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'] } as const

const ofAnswer = {
  author: true,
  ...byId,
  fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER', 'CONFLICT', 'BLOCK_RELATION'],
} as const

/** The answers to questions. */
export const answers = routes('comments', '/api/v1/posts')
  .put(
    '/:id/answer',
    async ({ user, params, body }) => ok('Answer marked', { post: await markAnswer(user, params.id, body.commentId) }),
    {
      ...ofAnswer,
      body: namedObject('NewAnswer', { commentId: uuid() }),
      ...returns(
        OnePost,
        'markAnswer',
        'Mark a comment as the answer to one’s question',
        'In place of another one. Moderators do so where the question has no author any more, or is official.',
      ),
    },
  )
  .delete(
    '/:id/answer',
    async ({ user, params }) => ok('Question open again', { post: await unmarkAnswer(user, params.id) }),
    { ...ofAnswer, ...returns(OnePost, 'unmarkAnswer', 'Open one’s question again') },
  )

export const comments = routes('comments', '/api/v1/comments')
  .get(
    '/post/:postId',
    async ({ viewer, params, query }) =>
      ok('Comments', await listComments(viewer, params.postId, model.toPaging(query))),
    {
      ...read,
      params: model.ThreadParams,
      query: model.CommentsPaged,
      ...returns(model.CommentPage, 'listComments', 'List the comments on a post, replies among them, newest first'),
    },
  )
  .get(
    '/post/:postId/tree',
    async ({ viewer, params, query }) => ok('Thread', await readTree(viewer, params.postId, model.toTreeQuery(query))),
    {
      ...read,
      params: model.ThreadParams,
      query: model.TreeAsked,
      ...returns(model.Tree, 'readThread', 'Read the thread of a post in one request', TREE_DESCRIPTION),
    },
  )
  .post(
    '/post/:postId',
    async ({ user, params, body }) =>
      created('Comment posted', { comment: await writeComment(user, params.postId, body) }),
    {
      author: true,
      creates: 'viewer',
      fails: WRITING,
      params: model.ThreadParams,
      body: model.NewComment,
      ...makes(model.OneComment, 'createComment', 'Comment on a post, or reply to a comment on it'),
    },
  )
  .get(
    '/:commentId',
    async ({ viewer, params }) => ok('Comment', { comment: await readComment(viewer, params.commentId) }),
    {
      ...read,
      params: model.CommentParams,
      ...returns(model.OneComment, 'getComment', 'Read a comment'),
    },
  )
  .patch(
    '/:commentId',
    async ({ user, params, body }) =>
      ok('Comment changed', { comment: await editComment(user, params.commentId, body.content) }),
    {
      author: true,
      fails: ['CONTENT_POLICY_VIOLATION', 'NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER', 'DUPLICATE'],
      params: model.CommentParams,
      body: model.CommentChanges,
      ...returns(model.OneComment, 'updateComment', "Change one's comment"),
    },
  )
  .delete('/:commentId', async ({ user, params }) => done('Comment deleted', deleteComment(user, params.commentId)), {
    session: true,
    fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
    params: model.CommentParams,
    ...confirms('deleteComment', "Delete one's comment; where it has replies a placeholder stays"),
  })
  .get(
    '/mine',
    async ({ user, query: { page, limit, cursor } }) =>
      ok(
        'Your comments',
        listOwnComments(user, { page: clampTo(model.PAGE, page), limit: clampTo(model.LIMIT, limit), cursor }),
      ),
    {
      session: true,
      follower: 'copy',
      query: model.OwnCommentsPaged,
      ...returns(OwnComments, 'listOwnComments', "List one's comments, newest first, removed ones too"),
    },
  )
  .get(
    '/:commentId/history',
    async ({ user, params }) => ok('Earlier versions', { versions: await readCommentHistory(user, params.commentId) }),
    {
      session: true,
      follower: 'copy',
      fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
      params: model.CommentParams,
      ...returns(
        t.Object({ versions: t.Array(commentVersion, { maxItems: MAX_VERSIONS }) }),
        'listCommentVersions',
        'List what a comment was before its author changed it, latest first',
        'For its author and administrators. The first version and the latest nineteen are kept.',
      ),
    },
  )
  .get('/delayed', async ({ user }) => ok('Waiting comments', { delayedComments: waitingComments.list(user) }), {
    session: true,
    follower: 'copy',
    ...returns(model.DelayedComments, 'listDelayedComments', "List one's comments that wait to appear"),
  })
  .post(
    '/delayed',
    async ({ user, body }) => created('Comment waits', { delayedComment: await delayComment(user, body) }),
    {
      author: true,
      creates: 'viewer',
      fails: WRITING,
      body: model.NewDelayedComment,
      ...makes(model.OneDelayedComment, 'delayComment', 'Comment at a random minute of the next quarter of an hour'),
    },
  )
  .post(
    '/delayed/:commentId/publish',
    async ({ user, params }) =>
      ok('Comment posted', { comment: await waitingComments.publish(user, params.commentId) }),
    {
      author: true,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'VALIDATION_FAILED', 'FEATURE_DISABLED'],
      params: model.CommentParams,
      ...returns(model.OneComment, 'publishDelayedComment', "Post one's waiting comment at once"),
    },
  )
  .delete(
    '/delayed/:commentId',
    async ({ user, params }) => done('Comment deleted', waitingComments.remove(user, params.commentId)),
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: model.CommentParams,
      ...confirms('deleteDelayedComment', "Delete one's waiting comment"),
    },
  )
