import { storage } from '../../../db/storage'
import { counted, measured } from '../../lib/metrics'
import { pendingByWebhook } from './queries'

// Webhooks are no labels: their addresses are nobody's business.

export const countTry = counted(
  { name: 'quad_webhook_tries_total', help: 'Tries to deliver an event to a webhook', label: 'outcome' },
  ['delivered', 'failed', 'skipped'],
)

// Monitoring asks while storage opens and closes, too.
measured(
  'gauge',
  { name: 'quad_webhook_deliveries_waiting', help: 'Deliveries that wait' },
  () => storage.health() && [...pendingByWebhook(storage.reader).values()].reduce((sum, count) => sum + count, 0),
)
