import type { Connection } from '../../../db/storage'
import { type Finding, ok, warn } from '../../lib/process/finding'
import { pendingByWebhook, readWebhooks } from './queries'

const HOUR_MS = 3_600_000
/** A server that is being updated, or moved, fails for less. */
const LONG_MS = 12 * HOUR_MS

/** Whether webhooks are delivered. */
export function* checkWebhooks(db: Connection): Generator<Finding> {
  const webhooks = readWebhooks(db)
  const pending = pendingByWebhook(db)
  let isWell = true
  for (const { id, enabled, disabledReason, failingSince, failures } of webhooks) {
    const name = `the webhook ${id}`
    if (disabledReason !== null) {
      isWell = false
      yield warn('webhooks', `Quad switched ${name} off: ${WHY[disabledReason]}`)
    } else if (enabled && failingSince !== null && Date.now() - Date.parse(failingSince) > LONG_MS) {
      isWell = false
      const waiting = pending.get(id) ?? 0
      yield warn('webhooks', `${name} fails since ${failingSince} (${failures} tries, ${waiting} events wait)`)
    }
  }
  if (isWell) yield ok('webhooks', webhooks.length === 0 ? 'there are none' : 'none has failed for long')
}

const WHY = { gone: 'its server answered that it is gone (410)', failing: 'it had failed for three days' } as const
