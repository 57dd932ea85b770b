import { eq } from 'drizzle-orm'
import { identities } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import type { Tx } from '../../../db/storage'
import { enqueue, type Mail } from '../../lib/mail/mail'
import { type CeilingLimit, securityLimiter } from '../../lib/security-limiter'
import type { Language } from '../../messages/template'

/** Ten mails tell enough to somebody whose hundred posts are removed, and nobody is flooded by repeated bans. */
const LIMITS = {
  removals: { name: 'mails:removals', max: 10, seconds: 3600, boundedSubjects: true },
  sanctions: { name: 'mails:sanctions', max: 10, seconds: 3600, boundedSubjects: true },
} as const satisfies Record<string, CeilingLimit>

type Recipient = { email: string; language: Language }

/** Queues a mail to the user, in the transaction that it is about; at most ten of a kind in an hour. */
export async function mailTo(
  tx: Tx,
  userId: string,
  kind: keyof typeof LIMITS,
  compose: (recipient: Recipient) => Mail,
): Promise<void> {
  const recipient: Recipient | undefined = tx.orm
    .select({ email: identities.email, language: users.language })
    .from(users)
    .innerJoin(identities, eq(identities.id, users.authId))
    .where(eq(users.id, userId))
    .get()
  if (recipient !== undefined && securityLimiter.consume(LIMITS[kind], userId).allowed)
    await enqueue(tx, compose(recipient))
}
