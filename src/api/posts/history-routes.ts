import { Elysia, t } from 'elysia'
import { MAX_VERSIONS, postVersion, readPostHistory } from '../../core/posts/versions'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { PostParams } from './schemas'

const Versions = t.Object({ versions: t.Array(postVersion, { maxItems: MAX_VERSIONS }) })

export const postHistory = new Elysia({ name: 'post-history', prefix: '/api/v1/posts', detail: { tags: ['posts'] } })
  .use(access)
  .get(
    '/:id/history',
    async ({ user, params }) => ok('Earlier versions', { versions: await readPostHistory(user, params.id) }),
    {
      session: true,
      follower: 'copy',
      fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
      params: PostParams,
      response: envelope(Versions),
      detail: {
        operationId: 'listPostVersions',
        summary: 'List what a post was before its author changed it, latest first',
        description: 'For its author and administrators. The first version and the latest nineteen are kept.',
      },
    },
  )
