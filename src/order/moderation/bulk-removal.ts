import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { INTEGER, idOf, pick, type SqlType } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { addNotice, withdrawBulkNotices } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { explain, UNEXPLAINED, type Why } from '../../campus/sanctions/records'
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

const KIND: SqlType<'post' | 'comment'> = { declared: 'TEXT' }
const countsOf = sql`count(*) FILTER (WHERE resource = 'post') AS posts,
  count(*) FILTER (WHERE resource = 'comment') AS comments`
const total = ({ posts, comments }: Counts): number => posts + comments

/**
 * What the user wrote in the 24 hours until then: removable, or, but for superadmins, `left` to one of these. What is hidden
 * silently was decided before, and stays as it is: the removal would tell its author.
 */
function texts(moderator: Viewer, userId: string, until: number) {
  const since = until - WINDOW_MS
  const [first, last] = [new Date(since).toISOString(), new Date(until).toISOString()]
  const isLeft = sql`(${moderator.role !== 'superadmin'} AND id IN (SELECT resource_id FROM escalations))`
  const all = sql`FROM (
    SELECT 'post' AS resource, id, created_at FROM posts INDEXED BY posts_author_newest WHERE author_id = ${userId}
      AND created_at >= ${first} AND created_at <= ${last} AND moderation_state = 'active'
    UNION ALL
    SELECT 'comment', id, created_at FROM comments INDEXED BY comments_author
    WHERE author = (SELECT key FROM users WHERE id = ${userId})
      AND created_at >= ${since} AND created_at <= ${until} AND is_banned = 0 AND deleted_at IS NULL)`
  return { removable: sql`${all} WHERE NOT ${isLeft}`, left: sql`${all} WHERE ${isLeft}` }
}

/** What a bulk removal would remove now. 404; refuses whoever may not suspend the user. */
export function countRemovable(moderator: Viewer, userId: string, db: Connection = storage.reader): Counts {
  refuseUnlessBelow(moderator, readAccount(db, userId) ?? refuse('NOT_FOUND', 'accounts.missing'))
  const { removable } = texts(moderator, userId, Date.now())
  return sql({ posts: INTEGER, comments: INTEGER })`SELECT ${countsOf} ${removable}`.get(db)!
}

/**
 * Removes what the user wrote in the last 24 hours, but for what waits for a superadmin. 404 for an unknown user; 409
 * where there is nothing to remove; 403 `FORBIDDEN` for oneself and, unless by a superadmin, for an administrator.
 */
export async function removeRecent(moderator: Viewer, userId: string, why: Why): Promise<BulkRemoval> {
  const explanation = explain(why, true)
  const sendsMail = optionalMails().contentRemoved
  const id = exactId()
  const { removable, left } = texts(moderator, userId, Date.now())
  const step = async (tx: Tx, moderator: Viewer) => {
    // The oldest posts first, then the oldest comments.
    const found = sql({ id: posts.id, resource: KIND })`
      SELECT id, resource ${removable} ORDER BY resource DESC, created_at, id LIMIT ${STEP}`.all(tx)
    for (const { id: textId, resource } of found)
      await changeContent(tx, moderator, resource, textId, {
        ...explanation,
        bulk: { id },
        state: 'banned',
      })
    return found.length
  }
  const create = async (tx: Tx, moderator: Viewer) => {
    const found = countRemovable(moderator, userId, tx)
    if (total(found) === 0) refuse('CONFLICT', 'moderation.nothingRecent')
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
  const stays = sql(pick(posts, 'id'))`SELECT id ${left}`.all(storage.reader)
  return { ...readBulk(storage.reader, removal.id), left: stays.map(({ id }) => id) }
}

const entryOf = (bulkId: string, entityId: string, counts: Counts) =>
  ({ entityType: 'user', entityId, metadata: { bulkId, count: total(counts) } }) as const

function readBulk(db: Connection, id: string): Omit<BulkRemoval, 'left'> {
  const counts = sql({ posts: INTEGER, comments: INTEGER })`
    SELECT ${countsOf} FROM moderation_records INDEXED BY moderation_records_bulk WHERE bulk_id = ${id}`.get(db)!
  return total(counts) === 0 ? refuse('NOT_FOUND', 'moderation.bulkMissing') : { id, ...counts }
}

/** Restores what the bulk removal removed, but for what somebody has decided about since. 404; refuses about oneself. */
export async function undoBulkRemoval(moderator: Viewer, id: string): Promise<BulkUndone> {
  const removed = readBulk(storage.reader, id)
  const restored: Counts = { posts: 0, comments: 0 }
  for (let last = STEP; last === STEP; ) {
    const step = await writeAs(moderator, 'admin', (tx, moderator) => restoreStep(tx, moderator, id))
    last = total(step)
    restored.posts += step.posts
    restored.comments += step.comments
  }
  return { id, restored, kept: total(removed) - total(restored) }
}

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
  const counts: Counts = { posts: 0, comments: 0 }
  for (const { resource, resourceId, moderatorId, createdAt } of records) {
    const type = resource === 'post' ? 'post' : 'comment'
    counts[`${type}s`]++
    await changeContent(tx, moderator, type, resourceId, { ...UNEXPLAINED, bulk: { id: null }, state: 'active' })
    // Those that the removal closed.
    reopenReportsAbout(tx, moderator, resourceId, moderatorId, createdAt)
  }
  const userId = records[0]?.authorId
  if (!userId) return counts
  withdrawBulkNotices(tx, userId)
  audit(tx, moderator, { action: 'admin:restored:recent', ...entryOf(id, userId, counts) })
  return counts
}
