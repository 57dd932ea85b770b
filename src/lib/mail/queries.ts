import { asc, count, eq, gt, lte } from 'drizzle-orm'
import { mailQueue, mailSent } from '../../../db/schema/mail'
import type { Connection, Tx } from '../../../db/storage'
import type { Mail } from './message'

export type QueuedMail = typeof mailQueue.$inferSelect

export async function insertQueued(tx: Tx, { to, subject, text, html }: Mail) {
  tx.orm
    .insert(mailQueue)
    .values({
      id: Bun.randomUUIDv7(),
      addressee: to,
      subject,
      text,
      html,
      createdAt: new Date().toISOString(),
      nextAttemptAt: new Date().toISOString(),
    })
    .run()
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

export async function deleteQueuedTo(tx: Tx, to: string) {
  tx.orm.delete(mailQueue).where(eq(mailQueue.addressee, to)).run()
}

export async function postponeQueued(
  tx: Tx,
  id: string,
  change: Pick<QueuedMail, 'attempts' | 'nextAttemptAt' | 'lastError'>,
) {
  tx.orm.update(mailQueue).set(change).where(eq(mailQueue.id, id)).run()
}

/** Notes that a mail was sent now, and forgets the ones from `before` on. */
export async function noteSent(tx: Tx, before: string) {
  tx.orm.insert(mailSent).values({ id: Bun.randomUUIDv7(), sentAt: new Date().toISOString() }).run()
  tx.orm.delete(mailSent).where(lte(mailSent.sentAt, before)).run()
}

/** Index `mail_sent_at`. */
export async function sentSince(db: Connection, since: string): Promise<string[]> {
  const rows = db.orm.select({ at: mailSent.sentAt }).from(mailSent).where(gt(mailSent.sentAt, since)).all()
  return rows.map(({ at }) => at)
}

export async function countQueued(db: Connection): Promise<number> {
  return db.orm.select({ queued: count() }).from(mailQueue).get()?.queued ?? 0
}
