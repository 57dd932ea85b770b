import { storage } from '../../../db/storage'
import { counted, measured } from '../../lib/metrics'
import { countDeliveries } from './queries'

// Neither accounts nor the services of their browsers are labels.

export const countTry = counted(
  { name: 'quad_push_tries_total', help: 'Tries to push to a browser', label: 'outcome' },
  ['sent', 'failed', 'refused', 'gone', 'skipped'],
)

// Monitoring asks while storage opens and closes, too.
measured(
  'gauge',
  { name: 'quad_push_deliveries_waiting', help: 'Pushes that wait' },
  () => storage.health() && countDeliveries(storage.reader),
)
