import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { INTEGER, idOf, pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { addNotice, withdrawBulkNotices } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { type Explanation, explain, UNEXPLAINED, type Why } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import { readAccount, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { refuseUnlessBelow } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { optionalMails } from '../../ground/settings/settings'
import { exactId } from '../../lib/crypto/ids'
import { integer, namedObject, recordId } from '../../lib/text/schema'
import { reopenReportsAbout } from '../reports/service'
import { changeContent } from './remove-or-restore'

// A bulk removal: all posts and comments that somebody wrote within a day are removed, in short writes, with one notice
// and one mail. Their moderation records have its id, by which all of it is undone.

const WINDOW_MS = 86_400_000
/** Removed or restored in one write, which other writes wait for. */
const STEP = 50
/** What one bulk removal removes at most; the oldest first. */
const MOST_REMOVED = 1000

export const writtenCounts = namedObject('WrittenCounts', { posts: integer(), comments: integer() })
type Counts = Static<typeof writtenCounts>

export const bulkRemoval = namedObject('BulkRemoval', {
  id: recordId,
  ...writtenCounts.properties,
  left: t.Array(recordId, { description: 'Posts and comments of the same time that wait for a superadmin' }),
})
type BulkRemoval = Static<typeof bulkRemoval>

export const bulkUndone = namedObject('BulkUndone', {
  id: recordId,
  restored: writtenCounts,
  kept: integer('What somebody has decided about since, or its author has deleted'),
})
type BulkUndone = Static<typeof bulkUndone>

/** In milliseconds. `decidesAll`: what is escalated, too, as superadmins do. */
type Span = { userId: string; since: number; until: number; decidesAll: boolean }

const spanOf = (moderator: Viewer, userId: string, until = Date.now()): Span => ({
  userId,
  decidesAll: moderator.role === 'superadmin',
  since: until - WINDOW_MS,
  until,
})

const iso = (time: number): string => new Date(time).toISOString()

/** What is hidden silently was decided before, and stays as it is: the removal would tell its author. */
function removable(type: 'post' | 'comment', { userId, since, until, decidesAll }: Span) {
  const all = {
    post: sql`FROM posts INDEXED BY posts_author_newest WHERE author_id = ${userId}
      AND created_at >= ${iso(since)} AND created_at <= ${iso(until)} AND moderation_state = 'active'`,
    comment: sql`FROM comments INDEXED BY comments_author WHERE author = (SELECT key FROM users WHERE id = ${userId})
      AND created_at >= ${since} AND created_at <= ${until} AND is_banned = 0 AND deleted_at IS NULL`,
  }[type]
  const isLeft = sql`(NOT ${decidesAll} AND id IN (SELECT resource_id FROM escalations))`
  return { removed: sql`${all} AND NOT ${isLeft}`, left: sql`${all} AND ${isLeft}` }
}

const ID = pick(posts, 'id')

function countIn(db: Connection, span: Span): Counts {
  const [posts, comments] = [removable('post', span).removed, removable('comment', span).removed]
  return sql({ posts: INTEGER, comments: INTEGER })`
    SELECT (SELECT count(*) ${posts}) AS posts, (SELECT count(*) ${comments}) AS comments`.get(db)!
}

/** Whoever may not be suspended by the moderator may not be removed wholesale either. 404. */
function refuseUnlessAllowed(db: Connection, moderator: Viewer, userId: string): void {
  refuseUnlessBelow(moderator, readAccount(db, userId) ?? refuse('NOT_FOUND', 'accounts.missing'))
}

/** What a bulk removal would remove now. Refuses as that does. */
export function countRemovable(moderator: Viewer, userId: string): Counts {
  refuseUnlessAllowed(storage.reader, moderator, userId)
  return countIn(storage.reader, spanOf(moderator, userId))
}

/**
 * Removes what the user wrote in the last 24 hours, but for what waits for a superadmin. 404 for an unknown user; 409
 * where there is nothing to remove; 403 `FORBIDDEN` for oneself and, unless by a superadmin, for an administrator.
 */
export async function removeRecent(moderator: Viewer, userId: string, why: Why): Promise<BulkRemoval> {
  const explanation = explain(why, true)
  const sendsMail = optionalMails().contentRemoved
  const id = exactId()
  const span = spanOf(moderator, userId)
  const step = (tx: Tx, moderator: Viewer) => removeStep(tx, moderator, span, { ...explanation, id })
  const create = async (tx: Tx, moderator: Viewer) => {
    refuseUnlessAllowed(tx, moderator, userId)
    const found = countIn(tx, span)
    if (found.posts + found.comments === 0) refuse('CONFLICT', 'moderation.nothingRecent')
    addNotice(tx, userId, { kind: 'texts_removed', bulkId: id, ...explanation })
    if (sendsMail) scheduleModerationMail(tx, userId)
    const reason = explanation.reason ?? undefined
    audit(tx, moderator, { action: 'admin:removed:recent', ...entryOf(id, userId, found), reason })
    await step(tx, moderator)
    return readBulk(tx, id)
  }
  const removal = await createAs(moderator, 'admin', { create, read: (id) => readBulk(storage.reader, id) })
  // A repeat with the same key found another id, and removes nothing.
  for (let done = STEP; removal.id === id && done < MOST_REMOVED; done += STEP)
    if ((await writeAs(moderator, 'admin', step)) < STEP) break
  const [posts, comments] = [removable('post', span).left, removable('comment', span).left]
  const stays = sql(ID)`SELECT id ${posts} UNION ALL SELECT id ${comments}`.all(storage.reader)
  return { ...readBulk(storage.reader, removal.id), left: stays.map(({ id }) => id) }
}

async function removeStep(tx: Tx, moderator: Viewer, span: Span, { id: bulkId, ...why }: Explanation & { id: string }) {
  const decision = { ...why, bulkId, sendsMail: false, state: 'banned' } as const
  let room = STEP
  for (const type of ['post', 'comment'] as const) {
    const { removed } = removable(type, span)
    const found = sql(ID)`SELECT id ${removed} ORDER BY created_at, id LIMIT ${room}`.all(tx)
    for (const { id } of found) await changeContent(tx, moderator, type, id, decision)
    room -= found.length
  }
  return STEP - room
}

const entryOf = (bulkId: string, entityId: string, { posts, comments }: Counts) =>
  ({ entityType: 'user', entityId, metadata: { bulkId, count: posts + comments } }) as const

function readBulk(db: Connection, id: string): Omit<BulkRemoval, 'left'> {
  const counts = sql({ posts: INTEGER, comments: INTEGER })`
    SELECT count(*) FILTER (WHERE resource = 'post') AS posts, count(*) FILTER (WHERE resource = 'comment') AS comments
    FROM moderation_records INDEXED BY moderation_records_bulk WHERE bulk_id = ${id}`.get(db)!
  return counts.posts + counts.comments === 0 ? refuse('NOT_FOUND', 'moderation.bulkMissing') : { id, ...counts }
}

/** Restores what the bulk removal removed, but for what somebody has decided about since. 404; refuses about oneself. */
export async function undoBulkRemoval(moderator: Viewer, id: string): Promise<BulkUndone> {
  const removed = readBulk(storage.reader, id)
  const restored: Counts = { posts: 0, comments: 0 }
  for (let last = STEP; last === STEP; ) {
    const step = await writeAs(moderator, 'admin', (tx, moderator) => restoreStep(tx, moderator, id))
    last = step.posts + step.comments
    restored.posts += step.posts
    restored.comments += step.comments
  }
  return { id, restored, kept: removed.posts + removed.comments - restored.posts - restored.comments }
}

const UNDONE = { ...UNEXPLAINED, isBulkUndone: true, sendsMail: false, state: 'active' } as const

async function restoreStep(tx: Tx, moderator: Viewer, id: string): Promise<Counts> {
  // What nobody has decided about since.
  const records = sql({
    ...pick(moderationRecords, 'resource', 'resourceId', 'moderatorId', 'createdAt'),
    authorId: posts.authorId,
  })`
    SELECT r.resource, r.resource_id AS resourceId, r.moderator_id AS moderatorId, r.created_at AS createdAt,
      coalesce(p.author_id, ${raw(idOf('users', 'c.author'))}) AS authorId
    FROM moderation_records r INDEXED BY moderation_records_bulk
      LEFT JOIN posts p ON p.id = r.resource_id AND p.moderation_state = 'banned'
      LEFT JOIN comments c ON c.id = r.resource_id AND c.is_banned = 1 AND c.deleted_at IS NULL
    WHERE r.bulk_id = ${id} AND (p.id IS NOT NULL OR c.id IS NOT NULL) AND NOT EXISTS (
      SELECT 1 FROM moderation_records later
      WHERE later.resource_id = r.resource_id AND (later.created_at, later.id) > (r.created_at, r.id)
    ) LIMIT ${STEP}`.all(tx)
  for (const { resource, resourceId, moderatorId: by, createdAt: at } of records) {
    await changeContent(tx, moderator, resource === 'post' ? 'post' : 'comment', resourceId, UNDONE)
    // Those that the removal closed.
    reopenReportsAbout(tx, moderator, resourceId, { by, at })
  }
  const restored = records.filter(({ resource }) => resource === 'post').length
  const counts = { posts: restored, comments: records.length - restored }
  const userId = records[0]?.authorId
  if (!userId) return counts
  withdrawBulkNotices(tx, userId)
  audit(tx, moderator, { action: 'admin:restored:recent', ...entryOf(id, userId, counts) })
  return counts
}
