import { randomInt } from 'node:crypto'
import { moderationMails } from '../../../db/schema/notifications'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { namesOf } from '../../ground/names/own-names'
import { accountNewsMail, newsMail } from '../../lib/mail/templates'
import { runEvery } from '../../lib/process/background'
import { ownerOf } from '../authorship/aliases'
import { mailTo } from '../colleges/directory'
import { mailOwner } from '../notices/notices'

// Mails about moderation. A mail at the moment of a decision would tell the moderator, who sees or hears of a student's
// mailbox, whose account it was about. So a mail leaves at a random time of the day after the decision, at most once a
// day, and says only that there is news: the owner reads the notices in the app. So does the mail to who took an
// invitation, whom the log names at that moment.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SHORTEST_DELAY_MS = HOUR_MS
const CHECK_INTERVAL_MS = 600_000
/** Requests wait while one write queues this many mails. */
const BATCH = 100

const PARAMS = { userId: moderationMails.userId }

/** The day after the last mail, and an hour by which the clock may have been set back. */
const latestDue = (): string => new Date(Date.now() + DAY_MS + HOUR_MS).toISOString()
const withinTheDay = (): string => new Date(Date.now() + randomInt(SHORTEST_DELAY_MS, DAY_MS)).toISOString()

/** Runs in the transaction of a decision that the account's owner is told of, of an alias the owner of that. */
export function scheduleModerationMail(tx: Tx, nameId: string): void {
  const userId = ownerOf(tx, nameId)
  const now = Date.now()
  const sentAt =
    sql({ sentAt: moderationMails.sentAt })`
    SELECT sent_at AS sentAt FROM moderation_mails WHERE user_id = ${userId}`.get(tx)?.sentAt ?? null
  // Within a day from now, though the clock was ahead when the last one was sent.
  const dayAfter = sentAt === null ? null : new Date(Math.min(Date.parse(sentAt), now) + DAY_MS).toISOString()
  // An earlier time that is set stays: decisions must not move it.
  const dueAt = withinTheDay()
  sql`
    INSERT INTO moderation_mails (user_id, due_at) VALUES (${userId}, ${dueAt})
    ON CONFLICT (user_id) DO UPDATE SET due_at = coalesce(due_at, max(${dueAt}, coalesce(${dayAfter}, '')))`.run(tx)
}

/** What would wait for more than a day was scheduled while the clock was ahead. By the index moderation_mails_due. */
const late = (latest: string, limit: number) => sql(PARAMS)`
  SELECT user_id AS userId FROM moderation_mails WHERE due_at > ${latest} LIMIT ${limit}`

/** `decided`: null without news, 0 where no moderator decided what the news is. By the index moderation_mails_due. */
const due = (now: string, limit: number) => sql({ userId: moderationMails.userId, decided: orNull(INTEGER) })`
  SELECT user_id AS userId, (
    SELECT max(n.kind NOT IN ('became_moderator', 'account_revealed')) FROM account_notices n
    WHERE n.user_id IN ${raw(namesOf('m.user_id'))} AND n.acknowledged_at IS NULL AND n.created_at >
      CASE WHEN m.sent_at <= ${now} THEN m.sent_at ELSE '' END
      AND (n.ends_at IS NULL OR n.ends_at > ${now})
      AND n.kind IN ('suspended', 'banned', 'sanction_lifted', 'post_removed', 'comment_removed', 'texts_removed',
        'text_refused', 'appeal_upheld', 'appeal_overturned', 'became_moderator', 'account_revealed')
  ) AS decided
  FROM moderation_mails m WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}`

/** Queues the mails that are due. What was undone or read in the app by now is no news. */
export async function sendDueModerationMails(): Promise<void> {
  while (late(latestDue(), 1).get(storage.reader) !== undefined) await storage.write(rescheduleBatch)
  const isAnyDue = () => due(new Date().toISOString(), 1).get(storage.reader) !== undefined
  while (isAnyDue()) await storage.write(sendBatch)
}

function rescheduleBatch(tx: Tx): void {
  for (const { userId } of late(latestDue(), BATCH).all(tx))
    sql`UPDATE moderation_mails SET due_at = ${withinTheDay()} WHERE user_id = ${userId}`.run(tx)
}

function sendBatch(tx: Tx): void {
  const now = new Date().toISOString()
  for (const { userId, decided } of due(now, BATCH).all(tx)) {
    const mail = decided === 1 ? newsMail : accountNewsMail
    if (decided !== null) mailOwner(tx, userId, (...owner) => mail(mailTo(...owner)))
    sql`
      UPDATE moderation_mails SET due_at = NULL, sent_at = coalesce(${decided === null ? null : now}, sent_at) WHERE
      user_id = ${userId}`.run(tx)
  }
}

export const startModerationMails = () => runEvery(CHECK_INTERVAL_MS, 'mails about moderation', sendDueModerationMails)
