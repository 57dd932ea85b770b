import { asc, count, eq, gt, lte, sql } from 'drizzle-orm'
import { mailQueue, mailSent } from '../../../db/schema/mail'
import { statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Mail } from './message'

export type QueuedMail = typeof mailQueue.$inferSelect

const queue = statement((orm) =>
  orm
    .insert(mailQueue)
    .values({
      id: sql.placeholder('id'),
      addressee: sql.placeholder('to'),
      subject: sql.placeholder('subject'),
      text: sql.placeholder('text'),
      html: sql.placeholder('html'),
      createdAt: sql.placeholder('now'),
      nextAttemptAt: sql.placeholder('now'),
    })
    .prepare(),
)

export async function insertQueued(tx: Tx, { to, subject, text, html }: Mail) {
  queue(tx).run({ id: Bun.randomUUIDv7(), to, subject, text, html, now: new Date().toISOString() })
}

/** Index `mail_queue_due`. */
const due = statement((orm) =>
  orm
    .select()
    .from(mailQueue)
    .where(lte(mailQueue.nextAttemptAt, sql.placeholder('now')))
    .orderBy(asc(mailQueue.nextAttemptAt))
    .limit(1)
    .prepare(),
)

export async function firstDue(db: Connection): Promise<QueuedMail | undefined> {
  return due(db).get({ now: new Date().toISOString() })
}

const earliest = statement((orm) =>
  orm.select({ at: mailQueue.nextAttemptAt }).from(mailQueue).orderBy(asc(mailQueue.nextAttemptAt)).limit(1).prepare(),
)

export async function nextDueTime(db: Connection): Promise<string | undefined> {
  return earliest(db).get()?.at
}

const remove = statement((orm) =>
  orm
    .delete(mailQueue)
    .where(eq(mailQueue.id, sql.placeholder('id')))
    .prepare(),
)

export async function deleteQueued(tx: Tx, id: string) {
  remove(tx).run({ id })
}

const removeTo = statement((orm) =>
  orm
    .delete(mailQueue)
    .where(eq(mailQueue.addressee, sql.placeholder('to')))
    .prepare(),
)

export async function deleteQueuedTo(tx: Tx, to: string) {
  removeTo(tx).run({ to })
}

export async function postponeQueued(
  tx: Tx,
  id: string,
  change: Pick<QueuedMail, 'attempts' | 'nextAttemptAt' | 'lastError'>,
) {
  tx.orm.update(mailQueue).set(change).where(eq(mailQueue.id, id)).run()
}

const note = statement((orm) =>
  orm
    .insert(mailSent)
    .values({ id: sql.placeholder('id'), sentAt: sql.placeholder('at') })
    .prepare(),
)
const prune = statement((orm) =>
  orm
    .delete(mailSent)
    .where(lte(mailSent.sentAt, sql.placeholder('before')))
    .prepare(),
)

/** Notes that a mail was sent now, and forgets the ones from `before` on. */
export async function noteSent(tx: Tx, before: string) {
  note(tx).run({ id: Bun.randomUUIDv7(), at: new Date().toISOString() })
  prune(tx).run({ before })
}

/** Index `mail_sent_at`. */
export async function sentSince(db: Connection, since: string): Promise<string[]> {
  const rows = db.orm.select({ at: mailSent.sentAt }).from(mailSent).where(gt(mailSent.sentAt, since)).all()
  return rows.map(({ at }) => at)
}

export async function countQueued(db: Connection): Promise<number> {
  return db.orm.select({ queued: count() }).from(mailQueue).get()?.queued ?? 0
}
