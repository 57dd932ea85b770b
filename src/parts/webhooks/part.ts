import type { Part } from '../../ground/parts'
import { deleteOldDeliveries, resealWebhooks, startWebhooks } from './delivery'
import { announcePost, announceRemoval, announceRemovalsOf, announceReport } from './outbox'
import { webhooks as routes } from './routes'
import { checkWebhooks } from './service'

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
