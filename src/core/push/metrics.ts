import { storage } from '../../../db/storage'
import { metric } from '../../lib/metric'
import { countDeliveries } from './queries'

const tries = { sent: 0, failed: 0, refused: 0, gone: 0, skipped: 0 }

export function noteTry(outcome: keyof typeof tries): void {
  tries[outcome]++
}

/** In Prometheus' text format. Neither accounts nor the services of their browsers are labels. */
export function pushMetrics(): string {
  // Monitoring asks while storage opens and closes, too.
  if (storage.health() === undefined) return ''
  return [
    metric(
      'counter',
      'quad_push_tries_total',
      'Tries to push to a browser, by outcome',
      Object.fromEntries(Object.entries(tries).map(([outcome, count]) => [`{outcome="${outcome}"}`, count])),
    ),
    metric('gauge', 'quad_push_deliveries_waiting', 'Pushes that wait', { '': countDeliveries(storage.reader) }),
  ].join('')
}
