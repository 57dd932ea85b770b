import { storage } from '../../../db/storage'
import { config } from '../../config'
import { openAddress } from '../../lib/addresses'
import { runEvery } from '../../lib/background'
import { deliverQueued } from '../../lib/mail/mail'
import { MailLimit } from '../../lib/mail/message'
import { digestMail } from '../../lib/mail/templates'
import { blockedUserIds } from '../access/blocks'
import { mailCampus } from '../colleges/directory'
import { followsOf } from '../follows/queries'
import { readMuted } from '../mutes/muted'
import { type DueDigest, digestDueAt, nextDigest, postsOfWeek, putDigest } from './queries'
import { unsubscribeToken, WEEK_MS } from './service'

// Composed at the moment of sending, and not through the queue: no title waits somewhere that is not public any more.

const CHECK_INTERVAL_MS = 600_000
const RETRY_MS = 3_600_000
const MAX_ATTEMPTS = 3
/** Of so many posts those that somebody wants to read are chosen. */
const CANDIDATES = 200
const MAX_TITLES = 10

const at = (time: number): string => new Date(time).toISOString()
const next = (): DueDigest | undefined =>
  nextDigest(storage.reader, { now: at(Date.now()), latest: at(Date.now() + 2 * WEEK_MS) })

/**
 * Titles of public posts, those in followed topics first. The reader's own are among them: whoever reads along in the
 * mailboxes of a college would see whose post is missing in one digest alone.
 */
async function titlesFor({ userId }: DueDigest): Promise<string[]> {
  const db = storage.reader
  const blocked = new Set(await blockedUserIds(db, userId))
  const isMuted = readMuted(db, userId)
  const followed = new Set(followsOf(db, userId).flatMap(({ kind, target }) => (kind === 'topic' ? [target] : [])))
  const posts = postsOfWeek(db, at(Date.now() - WEEK_MS), CANDIDATES).filter(
    ({ id, authorId, title, content, topic }) =>
      authorId !== null && !blocked.has(authorId) && !isMuted({ postId: id, topic, texts: [title, content] }),
  )
  const [first, rest] = [
    posts.filter((post) => followed.has(post.topic)),
    posts.filter((post) => !followed.has(post.topic)),
  ]
  return [...first, ...rest].slice(0, MAX_TITLES).map(({ title }) => title)
}

/** Sends what is due. Above what mail there may be in an hour the rest waits. */
export async function sendDueDigests(): Promise<void> {
  const campus = await mailCampus()
  for (let due = next(); due !== undefined; due = next()) {
    const { userId, language } = due
    const attempts = due.attempts + 1
    const isLast = attempts >= MAX_ATTEMPTS
    // Before the try, so that a killed process does not send it again and again.
    await schedule(userId, isLast ? WEEK_MS : RETRY_MS, isLast ? 0 : attempts)
    const email = await openAddress({ id: due.identityId, emailSealed: due.emailSealed })
    const titles = email === null ? [] : await titlesFor(due)
    if (email !== null && titles.length > 0) {
      const { publicUrl } = config
      const unsubscribe = `${publicUrl}/api/v1/digest/unsubscribe/${unsubscribeToken(userId)}`
      try {
        await deliverQueued(digestMail(language, { to: email, campus, titles, publicUrl, unsubscribe }))
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
  await storage.write(async (tx) => {
    if (digestDueAt(tx, userId) !== null) putDigest(tx, { userId, dueAt: at(Date.now() + inMs), attempts })
  })
}

/** Looks for due digests now and then. The returned function stops that and waits for a run in progress. */
export const startDigests = (): (() => Promise<void>) => runEvery(CHECK_INTERVAL_MS, 'digests', sendDueDigests)
