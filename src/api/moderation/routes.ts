import { storage } from '../../../db/storage'
import { CommentModerated, moderationHistory, PostModerated } from '../../core/moderation/records'
import { moderateComment, moderatePost } from '../../core/moderation/remove-or-restore'
import { envelope, ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { burstRoutes } from './burst-routes'
import { removalRoutes } from './removal-routes'
import { CommentParams, History, ModerateComment, ModeratePost, PostParams, ResourceParams } from './schemas'
import { userRoutes } from './user-routes'
import { wordRoutes } from './word-routes'

const commentState = {
  admin: true,
  fails: ['NOT_FOUND', 'CONFLICT'],
  params: CommentParams,
  body: ModerateComment,
  response: envelope(CommentModerated),
} as const

export const moderation = routes('moderation', '/api/v1/moderation')
  .put(
    '/posts/:postId/moderation-state',
    async ({ user, params, body }) => ok('Post moderated', await moderatePost(user, params.postId, body)),
    {
      admin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: PostParams,
      body: ModeratePost,
      ...returns(
        PostModerated,
        'moderatePost',
        'Ban a post, shadow-ban it or make it active; its open reports are resolved by a ban',
      ),
    },
  )
  .put(
    '/comments/:commentId/moderation-state',
    async ({ user, params, body }) => ok('Comment moderated', await moderateComment(user, params.commentId, body)),
    {
      ...commentState,
      detail: {
        operationId: 'moderateComment',
        summary: 'Ban a comment or make it active; its open reports are resolved by a ban',
      },
    },
  )
  .patch(
    '/comments/:commentId/moderation-state',
    async ({ user, params, body }) => ok('Comment moderated', await moderateComment(user, params.commentId, body)),
    {
      ...commentState,
      detail: {
        operationId: 'moderateCommentByPatch',
        summary: 'Ban a comment or make it active',
        description: 'The same as PUT.',
      },
    },
  )
  .get(
    '/history/:resourceId',
    async ({ params }) => ok('History', { history: await moderationHistory(storage.reader, params.resourceId) }),
    {
      admin: true,
      params: ResourceParams,
      ...returns(
        History,
        'listModerationHistory',
        'List what moderators decided about a post, a comment or a user, newest first',
      ),
    },
  )
  .use(burstRoutes)
  .use(removalRoutes)
  .use(userRoutes)
  .use(wordRoutes)
