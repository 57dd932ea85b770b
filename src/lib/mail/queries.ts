import { asc, count, eq, gt, inArray, lte } from 'drizzle-orm'
import { mailQueue, mailSent } from '../../../db/schema/mail'
import type { Connection, Tx } from '../../../db/storage'
import { addressIndex } from '../addresses'
import { seal, unseal } from '../sealing'
import type { MailKind, SentMail } from './budget'
import type { Mail } from './message'

export type QueuedMail = typeof mailQueue.$inferSelect

export async function insertQueued(tx: Tx, mail: Mail) {
  const id = Bun.randomUUIDv7()
  tx.orm
    .insert(mailQueue)
    .values({
      id,
      addresseeIndex: addressIndex(mail.to),
      sealed: seal(id, JSON.stringify(mail)),
      createdAt: new Date().toISOString(),
      nextAttemptAt: new Date().toISOString(),
    })
    .run()
}

/** Null if the key that sealed it is gone. */
export function openQueued({ id, sealed }: Pick<QueuedMail, 'id' | 'sealed'>): Mail | null {
  const mail = unseal(id, sealed)
  return mail === null ? null : JSON.parse(mail)
}

export async function firstDue(db: Connection): Promise<QueuedMail | undefined> {
  return db.orm
    .select()
    .from(mailQueue)
    .where(lte(mailQueue.nextAttemptAt, new Date().toISOString()))
    .orderBy(asc(mailQueue.nextAttemptAt))
    .limit(1)
    .get()
}

export async function nextDueTime(db: Connection): Promise<string | undefined> {
  return db.orm
    .select({ at: mailQueue.nextAttemptAt })
    .from(mailQueue)
    .orderBy(asc(mailQueue.nextAttemptAt))
    .limit(1)
    .get()?.at
}

export async function deleteQueued(tx: Tx, id: string) {
  tx.orm.delete(mailQueue).where(eq(mailQueue.id, id)).run()
}

export async function deleteQueuedTo(tx: Tx, addressIndexes: readonly string[]) {
  tx.orm
    .delete(mailQueue)
    .where(inArray(mailQueue.addresseeIndex, [...addressIndexes]))
    .run()
}

export async function postponeQueued(
  tx: Tx,
  id: string,
  change: Pick<QueuedMail, 'attempts' | 'nextAttemptAt' | 'lastError'>,
) {
  tx.orm.update(mailQueue).set(change).where(eq(mailQueue.id, id)).run()
}

/** Notes that a mail was sent now, and forgets the ones from `before` on. */
export async function noteSent(tx: Tx, kind: MailKind, before: string) {
  tx.orm.insert(mailSent).values({ id: Bun.randomUUIDv7(), kind, sentAt: new Date().toISOString() }).run()
  tx.orm.delete(mailSent).where(lte(mailSent.sentAt, before)).run()
}

/** Index `mail_sent_at`. */
export async function sentSince(db: Connection, since: string): Promise<SentMail[]> {
  const rows = db.orm.select().from(mailSent).where(gt(mailSent.sentAt, since)).all()
  return rows.map(({ kind, sentAt }) => ({ kind, at: Date.parse(sentAt) }))
}

export async function countQueued(db: Connection): Promise<number> {
  return db.orm.select({ queued: count() }).from(mailQueue).get()?.queued ?? 0
}
