import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { FLAG, orNull, pick, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { config } from '../../config'
import { reportReasons } from '../../ground/settings/settings'
import { minuteOf } from '../../lib/text/coarse-time'
import type { DueDelivery } from './queries'

// What a webhook is sent, read at that moment: of posts what anybody reads without signing in, of reports and removals
// nobody's name and nobody's words. Null for what is gone or hidden by now, of which nothing is sent.

const post = sqlStatement(
  `SELECT p.id, p.title, p.topic, p.created_at AS createdAt, u.username
  FROM posts p JOIN users u ON u.id = p.author_id
  WHERE p.id = $id AND p.is_private = 0 AND p.moderation_state = 'active'`,
  {
    returns: { ...pick(posts, 'id', 'title', 'topic', 'createdAt'), username: users.username },
    params: { id: posts.id },
  },
)

const report = sqlStatement(
  "SELECT id, type, target_id AS targetId, reason FROM reports WHERE id = $id AND status = 'pending'",
  { returns: pick(reports, 'id', 'type', 'targetId', 'reason'), params: { id: reports.id } },
)

/** Restored, or public again. What a deleted account left without an author is not back. */
const isBack = sqlStatement(
  `SELECT 1 AS found FROM posts
  WHERE id = $id AND moderation_state = 'active' AND is_private = 0 AND author_id IS NOT NULL
  UNION ALL
  SELECT 1 FROM comments WHERE id = $id AND is_banned = 0 AND deleted_at IS NULL`,
  { returns: { found: FLAG }, params: { id: posts.id } },
)

/** Index: moderation_records_resource. */
const removal = sqlStatement(
  `SELECT reason FROM moderation_records WHERE resource_id = $id AND state = 'banned'
  ORDER BY created_at DESC, id DESC LIMIT 1`,
  { returns: { reason: orNull(moderationRecords.reason) }, params: { id: moderationRecords.resourceId } },
)

/** One of the reasons that this Quad suggests; other words are somebody's own. */
function suggested(reason: string | null | undefined): string | null {
  const lower = reason?.toLowerCase()
  return reportReasons().find((each) => each.toLowerCase() === lower) ?? null
}

type Data = Record<string, unknown>

function publishedPost(db: Connection, id: string): Data | null {
  const row = post(db).get({ id })
  if (row === undefined) return null
  const { title, topic, username, createdAt } = row
  return { id, url: `${config.publicUrl}/post/${id}`, title, topic, author: username, createdAt: minuteOf(createdAt) }
}

function createdReport(db: Connection, id: string): Data | null {
  const row = report(db).get({ id })
  if (row === undefined) return null
  const target = { type: row.type === 'Post' ? 'post' : 'comment', id: row.targetId }
  return { id, target, reason: suggested(row.reason), url: `${config.publicUrl}/console/reports` }
}

function removedContent(db: Connection, id: string, { subject, removedBy }: DueDelivery): Data | null {
  if (isBack(db).get({ id }) !== undefined) return null
  const reason = removedBy === 'moderator' ? suggested(removal(db).get({ id })?.reason) : null
  return { type: subject, id, by: removedBy, reason }
}

const READERS = {
  'webhook.test': () => ({}),
  'post.published': publishedPost,
  'report.created': createdReport,
  'content.removed': removedContent,
}

/** The body of a try; null when there is nothing left to tell. */
export function payloadOf(db: Connection, delivery: DueDelivery): string | null {
  const data = READERS[delivery.event](db, delivery.subjectId ?? '', delivery)
  return data && JSON.stringify({ type: delivery.event, timestamp: delivery.occurredAt, data })
}
