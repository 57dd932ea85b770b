import { type Static, t } from 'elysia'
import { sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { choice, named, nullable, timestamp } from '../../lib/schema'
import { suspension } from '../access/sanctions'

export const moderationRecord = named(
  'ModerationRecord',
  t.Object({
    id: t.String(),
    resource: t.UnionEnum(['post', 'comment', 'user']),
    resourceId: t.String(),
    state: t.UnionEnum(['active', 'banned', 'shadow_banned', 'blocked', 'suspended']),
    reason: nullable(t.String()),
    ends: nullable(timestamp),
    moderator: nullable(t.Object({ id: t.String(), username: t.String() })),
    createdAt: timestamp,
  }),
)
export type ModerationRecord = Static<typeof moderationRecord>

type Row = Omit<ModerationRecord, 'moderator'> & { moderatorId: string | null; moderatorName: string | null }
type NewRow = Omit<Row, 'moderatorName'>

const insert = sqlStatement<never, NewRow>(`
  INSERT INTO moderation_records (id, resource, resource_id, state, reason, ends_at, moderator_id, created_at)
  VALUES ($id, $resource, $resourceId, $state, $reason, $ends, $moderatorId, $createdAt)`)

/** Notes that a moderator (or nobody: the operator) gave the resource another state, in the transaction that gives it. */
export async function recordModeration(
  tx: Tx,
  moderator: { id: string | null },
  given: Pick<ModerationRecord, 'resource' | 'resourceId' | 'state' | 'reason' | 'ends'>,
): Promise<void> {
  const createdAt = new Date().toISOString()
  insert(tx).run({ ...given, id: Bun.randomUUIDv7(), moderatorId: moderator.id, createdAt })
}

/** Lists that are not paged stop there. */
export const MOST_RECORDS = 1000

/** By the index moderation_records_resource. */
export const HISTORY_TEXT = `
  SELECT
    r.id, r.resource, r.resource_id AS resourceId, r.state, r.reason, r.ends_at AS ends,
    r.moderator_id AS moderatorId, u.username AS moderatorName, r.created_at AS createdAt
  FROM moderation_records r LEFT JOIN users u ON u.id = r.moderator_id
  WHERE r.resource_id = $resourceId
  ORDER BY r.created_at DESC, r.id DESC
  LIMIT ${MOST_RECORDS}`
const history = sqlStatement<Row, { resourceId: string }>(HISTORY_TEXT)

/** What moderators decided about a post, a comment or a user, newest first; a moderator whose account is gone has no name. */
export async function moderationHistory(db: Connection, resourceId: string): Promise<ModerationRecord[]> {
  return history(db)
    .all({ resourceId })
    .map(({ moderatorId, moderatorName, ...record }) => ({
      ...record,
      moderator: moderatorId === null || moderatorName === null ? null : { id: moderatorId, username: moderatorName },
    }))
}

export const postState = choice(['active', 'banned', 'shadow_banned'])

export const commentState = choice(['active', 'banned'])

export const PostModerated = named(
  'PostModerated',
  t.Object({ resource: t.Literal('post'), resourceId: t.String(), moderationState: postState }),
)

export type PostModerated = Static<typeof PostModerated>

export const CommentModerated = named(
  'CommentModerated',
  t.Object({ resource: t.Literal('comment'), resourceId: t.String(), moderationState: commentState }),
)

export type CommentModerated = Static<typeof CommentModerated>

export const UserModerated = named(
  'UserModerated',
  t.Object({ userId: t.String(), blocked: t.Boolean(), suspension: nullable(suspension) }),
)

export type UserModerated = Static<typeof UserModerated>
