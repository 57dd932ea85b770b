import { t } from 'elysia'
import { MAX_VERSIONS, postVersion, readPostHistory } from '../../core/posts/versions'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { PostParams } from './schemas'

const Versions = t.Object({ versions: t.Array(postVersion, { maxItems: MAX_VERSIONS }) })

export const postHistory = routes('posts', '/api/v1/posts').get(
  '/:id/history',
  async ({ user, params }) => ok('Earlier versions', { versions: await readPostHistory(user, params.id) }),
  {
    session: true,
    follower: 'copy',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
    params: PostParams,
    ...returns(
      Versions,
      'listPostVersions',
      'List what a post was before its author changed it, latest first',
      'For its author and administrators. The first version and the latest nineteen are kept.',
    ),
  },
)
