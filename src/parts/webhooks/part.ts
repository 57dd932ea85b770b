import type { Part } from '../../ground/parts'
import { checkWebhooks } from './checks'
import { resealWebhooks, startWebhooks } from './delivery'
import { announcePost, announceRemoval, announceRemovalsOf, announceReport } from './outbox'
import { deleteOldDeliveries } from './queries'
import { webhooks as routes } from './routes'

export const webhooks = {
  name: 'webhooks',
  routes: [routes],
  on: {
    'post.published': announcePost,
    'text.removing': announceRemoval,
    'account.removed': announceRemovalsOf,
    'report.created': announceReport,
  },
  starts: startWebhooks,
  maintenance: { 'old deliveries of webhooks': deleteOldDeliveries },
  reseal: resealWebhooks,
  checks: checkWebhooks,
} as const satisfies Part
