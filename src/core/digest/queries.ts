import { identities } from '../../../db/schema/identities'
import { notificationSettings } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

const PARAMS = { userId: notificationSettings.userId }
const dueAt = sqlStatement('SELECT digest_due_at AS dueAt FROM notification_settings WHERE user_id = $userId', {
  returns: { dueAt: orNull(TEXT) },
  params: PARAMS,
})
export const digestDueAt = (db: Connection, userId: string): string | null => dueAt(db).get({ userId })?.dueAt ?? null

const put = sqlStatement(
  `INSERT INTO notification_settings (user_id, digest_due_at, digest_attempts) VALUES ($userId, $dueAt, $attempts)
  ON CONFLICT (user_id) DO UPDATE SET digest_due_at = $dueAt, digest_attempts = $attempts`,
  { params: { ...PARAMS, dueAt: orNull(TEXT), attempts: notificationSettings.digestAttempts } },
)
export const putDigest = (tx: Tx, row: { userId: string; dueAt: string | null; attempts: number }) => put(tx).run(row)

const DUE = {
  userId: notificationSettings.userId,
  attempts: notificationSettings.digestAttempts,
  ...pick(users, 'role', 'collegeId', 'language'),
  ...pick(identities, 'emailSealed'),
  identityId: identities.id,
}
export type DueDigest = Raw<typeof DUE>
/** What would wait for more than two weeks was scheduled while the clock was ahead. Index: notification_settings_digest. */
const due = sqlStatement(
  `SELECT s.user_id AS userId, s.digest_attempts AS attempts, u.role, u.college_id AS collegeId, u.language,
    i.email_sealed AS emailSealed, i.id AS identityId
  FROM notification_settings s CROSS JOIN users u ON u.id = s.user_id CROSS JOIN identities i ON i.id = u.auth_id
  WHERE s.digest_due_at <= $now OR s.digest_due_at > $latest ORDER BY s.digest_due_at LIMIT 1`,
  { returns: DUE, params: { now: TEXT, latest: TEXT } },
)
export const nextDigest = (db: Connection, params: { now: string; latest: string }): DueDigest | undefined =>
  due(db).get(params)

const TITLED = pick(posts, 'id', 'authorId', 'title', 'content', 'topic')
/** Public posts of the week, those that were talked about most first. Index: posts_newest. */
const week = sqlStatement(
  `SELECT ${selectList(TITLED, 'p')} FROM posts p CROSS JOIN post_stats s ON s.post = p.key
  WHERE p.created_at > $since AND p.is_private = 0 AND p.moderation_state = 'active' AND p.author_id IS NOT NULL
  ORDER BY 2 * s.comments_count + s.upvote_count - s.downvote_count DESC, p.id DESC LIMIT $limit`,
  { returns: TITLED, params: { since: TEXT, limit: INTEGER } },
)
export const postsOfWeek = (db: Connection, since: string, limit: number) => week(db).all({ since, limit })
