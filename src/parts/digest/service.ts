import { randomInt } from 'node:crypto'
import { identities } from '../../../db/schema/identities'
import { notificationSettings } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { orNull, pick, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { mailTo } from '../../campus/colleges/directory'
import { config } from '../../config'
import { refuse } from '../../errors'
import { readAccount, type Viewer } from '../../ground/access/account'
import { blockedUserIds } from '../../ground/access/blocks'
import { writeAs } from '../../ground/access/write-as'
import { audit, systemActor } from '../../ground/audit/audit'
import { interestsOf } from '../../ground/parts'
import { seal, unseal } from '../../lib/crypto/sealing'
import { deliverQueued } from '../../lib/mail/mail'
import { MailLimit } from '../../lib/mail/message'
import { digestMail } from '../../lib/mail/templates'
import { openAddress } from '../../lib/net/addresses'
import { isoOf } from '../../lib/text/coarse-time'

// The weekly digest by mail: off until somebody wants it. Composed at the moment of sending, and not through the queue:
// no title waits somewhere that is not public any more.

const WEEK_MS = 604_800_000
const RETRY_MS = 3_600_000
const MAX_ATTEMPTS = 3
/** Of so many posts those that somebody wants to read are chosen. */
const CANDIDATES = 200
const MAX_TITLES = 10

const digestDueAt = (db: Connection, userId: string): string | null =>
  sql({ dueAt: orNull(TEXT) })`
    SELECT digest_due_at AS dueAt FROM notification_settings WHERE user_id = ${userId}`.get(db)?.dueAt ?? null

/** `dueAt`: null for no digest. */
const put = (tx: Tx, userId: string, dueAt: string | null, attempts = 0) =>
  sql`INSERT INTO notification_settings (user_id, digest_due_at, digest_attempts)
    VALUES (${userId}, ${dueAt}, ${attempts})
    ON CONFLICT (user_id) DO UPDATE SET digest_due_at = excluded.digest_due_at,
      digest_attempts = excluded.digest_attempts`.run(tx)

type DigestState = { isOn: boolean; isAvailable: boolean }

/** Where addresses are sealed for an offline recipient, this server cannot send it. */
const isAvailable = (): boolean => config.addressRecipient === undefined

export const digestState = ({ id }: Viewer): DigestState => ({
  isOn: digestDueAt(storage.reader, id) !== null,
  isAvailable: isAvailable(),
})

/** 409 `CONFLICT` where no mail can be sent to anybody. */
export async function switchDigest(user: Viewer, isOn: boolean): Promise<DigestState> {
  if (isOn && !isAvailable()) refuse('CONFLICT', 'digest.unavailable')
  return writeAs(user, 'session', (tx, user) => {
    const state = { isOn, isAvailable: isAvailable() }
    if (isOn === (digestDueAt(tx, user.id) !== null)) return state
    put(tx, user.id, isOn ? isoOf(Date.now() + randomInt(WEEK_MS)) : null)
    audit(tx, user, { action: 'user:changed:digest', entityType: 'user', entityId: user.id })
    return state
  })
}

const UNSUBSCRIBE = 'digest-unsubscribe'

/** Sealed, another one in each mail: whoever reads along in a mailbox must not learn whose account it is. */
export const unsubscribeToken = (userId: string): string => seal(UNSUBSCRIBE, userId)

/** For a mail program, without a session. 403 `INVALID_TOKEN` for another token; again changes nothing. */
export async function unsubscribeByToken(token: string): Promise<void> {
  const userId = unseal(UNSUBSCRIBE, token) ?? refuse('INVALID_TOKEN', 'digest.token', { status: 403 })
  await storage.write((tx) => {
    if (readAccount(tx, userId) === undefined || digestDueAt(tx, userId) === null) return
    put(tx, userId, null)
    const entry = { action: 'user:changed:digest', entityType: 'user', entityId: userId } as const
    audit(tx, systemActor('system'), entry)
  })
}

/**
 * Titles of public posts, those in followed topics and courses first. The reader's own are among them: whoever reads along in the
 * mailboxes of a college would see whose post is missing in one digest alone.
 */
function titlesFor(userId: string): string[] {
  const db = storage.reader
  const blocked = new Set(blockedUserIds(db, userId))
  const { isFollowed, isMuted } = interestsOf(db, userId)
  // Those that were talked about most first. Index: posts_newest.
  const talkedAbout = sql(pick(posts, 'id', 'authorId', 'title', 'content', 'topic', 'courseId'))`
    SELECT p.id, p.author_id AS authorId, p.title, p.content, p.topic, p.course_id AS courseId
    FROM posts p CROSS JOIN post_stats s ON s.post = p.key
    WHERE p.created_at > ${isoOf(Date.now() - WEEK_MS)} AND p.is_private = 0 AND p.moderation_state = 'active'
      AND p.author_id IS NOT NULL
    ORDER BY 2 * s.comments_count + s.upvote_count - s.downvote_count DESC, p.id DESC LIMIT ${CANDIDATES}`.all(db)
  const wanted = talkedAbout.filter(
    ({ id, authorId, title, content, topic }) =>
      authorId !== null && !blocked.has(authorId) && !isMuted({ postId: id, topic, texts: [title, content] }),
  )
  const { true: first = [], false: rest = [] } = Object.groupBy(wanted, (post) => `${isFollowed(post)}`)
  return [...first, ...rest].slice(0, MAX_TITLES).map(({ title }) => title)
}

/** Sends what is due. Above what mail there may be in an hour the rest waits. */
export async function sendDueDigests(): Promise<void> {
  for (;;) {
    const now = Date.now()
    // What would wait for more than two weeks was scheduled while the clock was ahead. Index: notification_settings_digest.
    const due = sql({
      ...pick(notificationSettings, 'userId', 'digestAttempts'),
      ...{ ...pick(identities, 'id', 'emailSealed'), language: users.language },
    })`
      SELECT s.user_id AS userId, s.digest_attempts AS digestAttempts, u.language, i.email_sealed AS emailSealed, i.id
      FROM notification_settings s
      CROSS JOIN users u ON u.id = s.user_id CROSS JOIN identities i ON i.id = u.auth_id
      WHERE s.digest_due_at <= ${isoOf(now)} OR s.digest_due_at > ${isoOf(now + 2 * WEEK_MS)}
      ORDER BY s.digest_due_at LIMIT 1`.get(storage.reader)
    if (due === undefined) return
    const { userId, language } = due
    const attempts = due.digestAttempts + 1
    const isLast = attempts >= MAX_ATTEMPTS
    // Before the try, so that a killed process does not send it again and again.
    await schedule(userId, isLast ? WEEK_MS : RETRY_MS, isLast ? 0 : attempts)
    const email = openAddress(due)
    const titles = email === null ? [] : titlesFor(userId)
    if (email !== null && titles.length > 0) {
      const unsubscribe = `${config.publicUrl}/api/v1/digest/unsubscribe/${unsubscribeToken(userId)}`
      try {
        await deliverQueued(digestMail(mailTo(email, language), titles, unsubscribe))
      } catch (error) {
        if (error instanceof MailLimit) return
        // Counted and logged where mail is sent; tried again in an hour.
        continue
      }
    }
    await schedule(userId, WEEK_MS, 0)
  }
}

/** Unless it was switched off meanwhile. */
async function schedule(userId: string, inMs: number, attempts: number): Promise<void> {
  await storage.write((tx) => {
    if (digestDueAt(tx, userId) !== null) put(tx, userId, isoOf(Date.now() + inMs), attempts)
  })
}
