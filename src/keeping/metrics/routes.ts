import { Elysia } from 'elysia'
import { config } from '../../config'
import { refuse } from '../../errors'
import { access } from '../../http/access'
import { sameText } from '../../lib/crypto/keys'
import { METRICS_TYPE, metricsText } from '../../lib/process/metrics'
import '../../lib/process/storage-notices'

/** For the operator's monitoring, which sends `METRICS_TOKEN`; without that variable the route does not exist. */
export const metrics = new Elysia({ name: 'metrics' }).use(access).get(
  '/metrics',
  async ({ request }) => {
    const { metricsToken } = config
    if (metricsToken === undefined) return refuse('NOT_FOUND')
    if (!sameText(request.headers.get('authorization') ?? '', `Bearer ${metricsToken}`))
      return refuse('UNAUTHENTICATED')
    return new Response(await metricsText(), { headers: { 'content-type': METRICS_TYPE } })
  },
  { public: true, follower: 'itself', fails: ['NOT_FOUND', 'UNAUTHENTICATED'], detail: { hide: true } },
)
