import { asc, count, eq, gt, inArray, lte, min, or } from 'drizzle-orm'
import { mailQueue, mailSent } from '../../../db/schema/mail'
import type { Connection, Tx } from '../../../db/storage'
import { addressIndex } from '../addresses'
import { exactId } from '../ids'
import { seal, unseal } from '../sealing'
import type { MailKind, SentMail } from './budget'
import type { Mail } from './message'

const HOUR_MS = 3_600_000

export type QueuedMail = typeof mailQueue.$inferSelect

export async function insertQueued(tx: Tx, mail: Mail) {
  const id = exactId()
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

/** A mail that would wait for longer than the longest pause was postponed while the clock was ahead, and is due, too. */
export async function firstDue(db: Connection, longestPauseMs: number): Promise<QueuedMail | undefined> {
  const now = new Date()
  const latest = new Date(now.getTime() + longestPauseMs).toISOString()
  return db.orm
    .select()
    .from(mailQueue)
    .where(or(lte(mailQueue.nextAttemptAt, now.toISOString()), gt(mailQueue.nextAttemptAt, latest)))
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

/** Notes that a mail was sent now, and forgets those until `before` and those of the future, of a clock that was ahead. */
export async function noteSent(tx: Tx, kind: MailKind, before: string) {
  tx.orm.insert(mailSent).values({ id: exactId(), kind, sentAt: new Date().toISOString() }).run()
  const after = new Date(Date.now() + HOUR_MS).toISOString()
  tx.orm
    .delete(mailSent)
    .where(or(lte(mailSent.sentAt, before), gt(mailSent.sentAt, after)))
    .run()
}

/** Index `mail_sent_at`. */
export async function sentSince(db: Connection, since: string): Promise<SentMail[]> {
  const rows = db.orm.select().from(mailSent).where(gt(mailSent.sentAt, since)).all()
  return rows.map(({ kind, sentAt }) => ({ kind, at: Date.parse(sentAt) }))
}

export const countQueued = async (db: Connection): Promise<number> => queueLoad(db).length

/** How many mails wait, and for how long the oldest has. */
export function queueLoad(db: Connection): { length: number; oldestSeconds: number } {
  const { length = 0, oldest } =
    db.orm
      .select({ length: count(), oldest: min(mailQueue.createdAt) })
      .from(mailQueue)
      .get() ?? {}
  return { length, oldestSeconds: oldest ? Math.max(0, (Date.now() - Date.parse(oldest)) / 1000) : 0 }
}
