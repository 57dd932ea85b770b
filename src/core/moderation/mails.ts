import type { Tx } from '../../../db/storage'
import { enqueue, type Mail } from '../../lib/mail/mail'
import { type Limit, rateLimiter } from '../../lib/rate-limiter'
import { type Addressee, addresseeOf } from './queries'

/** Whose hundred posts are removed in a night knows it after ten mails, and nobody is harassed by ban and pardon. */
const AN_HOUR = {
  removals: { name: 'mails:removals', max: 10, seconds: 3600 },
  sanctions: { name: 'mails:sanctions', max: 10, seconds: 3600 },
} as const satisfies Record<string, Limit>

/** Queues a mail to the user in the transaction of what it tells of; ten of a kind an hour at most. */
export async function mailTo(
  tx: Tx,
  userId: string,
  kind: keyof typeof AN_HOUR,
  compose: (addressee: Addressee) => Mail,
): Promise<void> {
  const addressee = await addresseeOf(tx, userId)
  if (addressee !== undefined && rateLimiter.consume(AN_HOUR[kind], userId).allowed)
    await enqueue(tx, compose(addressee))
}
