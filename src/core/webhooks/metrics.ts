import { storage } from '../../../db/storage'
import { metric } from '../../lib/metric'
import { pendingByWebhook } from './queries'

const tries = { delivered: 0, failed: 0, skipped: 0 }

export function noteTry(outcome: keyof typeof tries): void {
  tries[outcome]++
}

/** In Prometheus' text format. Webhooks have no labels: their addresses are nobody's business. */
export function webhookMetrics(): string {
  // Monitoring asks while storage opens and closes, too.
  if (storage.health() === undefined) return ''
  const waiting = [...pendingByWebhook(storage.reader).values()].reduce((sum, count) => sum + count, 0)
  return [
    metric(
      'counter',
      'quad_webhook_tries_total',
      'Tries to deliver an event, by outcome',
      Object.fromEntries(Object.entries(tries).map(([outcome, count]) => [`{outcome="${outcome}"}`, count])),
    ),
    metric('gauge', 'quad_webhook_deliveries_waiting', 'Deliveries that wait', { '': waiting }),
  ].join('')
}
