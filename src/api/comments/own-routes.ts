import { t } from 'elysia'
import { listOwnComments, ownComment } from '../../core/comments/own'
import { commentVersion, readCommentHistory } from '../../core/comments/versions'
import { MAX_VERSIONS } from '../../core/posts/versions'
import { clampTo, cursoredPagination } from '../../lib/schema'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { CommentParams, LIMIT, OwnCommentsPaged, PAGE } from './schemas'

const OwnComments = t.Object({ comments: t.Array(ownComment, { maxItems: 100 }), meta: cursoredPagination })
const Versions = t.Object({ versions: t.Array(commentVersion, { maxItems: MAX_VERSIONS }) })

/** What one wrote. */
export const ownComments = routes('comments', '/api/v1/comments')
  .get(
    '/mine',
    async ({ user, query: { page, limit, cursor } }) =>
      ok(
        'Your comments',
        await listOwnComments(user, {
          page: clampTo(PAGE, page),
          limit: clampTo(LIMIT, limit),
          ...(cursor === undefined ? {} : { cursor }),
        }),
      ),
    {
      session: true,
      follower: 'copy',
      query: OwnCommentsPaged,
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
      params: CommentParams,
      ...returns(
        Versions,
        'listCommentVersions',
        'List what a comment was before its author changed it, latest first',
        'For its author and administrators. The first version and the latest nineteen are kept.',
      ),
    },
  )
