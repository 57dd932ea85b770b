import { Elysia } from 'elysia'
import { config } from '../../config'
import { backupMetrics } from '../../core/backups/metrics'
import { pushMetrics } from '../../core/push/metrics'
import { webhookMetrics } from '../../core/webhooks/metrics'
import { refuse } from '../../errors'
import { sameText } from '../../lib/keys'
import { METRICS_TYPE, metricsText } from '../../lib/metrics'
import { access } from '../http/access'

/** For the operator's monitoring, which sends `METRICS_TOKEN`; without that variable the route does not exist. */
export const metrics = new Elysia({ name: 'metrics' }).use(access).get(
  '/metrics',
  ({ request }) => {
    const { metricsToken } = config
    if (metricsToken === undefined) return refuse('NOT_FOUND')
    if (!sameText(request.headers.get('authorization') ?? '', `Bearer ${metricsToken}`))
      return refuse('UNAUTHENTICATED')
    const text = `${metricsText()}${backupMetrics()}${pushMetrics()}${webhookMetrics()}`
    return new Response(text, { headers: { 'content-type': METRICS_TYPE } })
  },
  { public: true, fails: ['NOT_FOUND', 'UNAUTHENTICATED'], detail: { hide: true } },
)
