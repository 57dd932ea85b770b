import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { users } from '../../../db/schema/users'
import { orNull, pick, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { exactId } from '../../lib/ids'
import { choice, named, nullable, recordId, timestamp } from '../../lib/schema'
import { suspension } from '../access/sanctions'
import { presetText, toPresetText } from '../settings/removal-reasons'

export const moderationRecord = named(
  'ModerationRecord',
  t.Object({
    id: recordId,
    resource: t.UnionEnum(['post', 'comment', 'user']),
    resourceId: recordId,
    state: t.UnionEnum(['active', 'banned', 'shadow_banned', 'blocked', 'suspended']),
    reason: nullable(t.String()),
    rule: nullable(t.String()),
    preset: nullable(presetText),
    ends: nullable(timestamp),
    moderator: nullable(t.Object({ id: recordId, username: t.String() })),
    createdAt: timestamp,
  }),
)
export type ModerationRecord = Static<typeof moderationRecord>

const COLUMNS = {
  ...pick(moderationRecords, 'id', 'resource', 'resourceId', 'state', 'reason', 'rule', 'preset'),
  ends: moderationRecords.endsAt,
  moderatorId: moderationRecords.moderatorId,
  createdAt: moderationRecords.createdAt,
}

/** What a moderator has changed since needs no second look. By the index moderation_records_resource. */
const lapse = sqlStatement(
  `UPDATE appeals SET status = 'lapsed', decided_at = $now WHERE status = 'open'
    AND record_id IN (SELECT id FROM moderation_records WHERE resource_id = $resourceId)`,
  { params: { resourceId: moderationRecords.resourceId, now: TEXT } },
)

/** `preset` as JSON. */
type Explained = { rule: string | null; preset: string | null; bulkId: string | null }

/** Runs in the transaction of the change of state, and returns its time. The operator has no id. */
export async function recordModeration(
  tx: Tx,
  moderator: { id: string | null },
  record: Pick<ModerationRecord, 'resource' | 'resourceId' | 'state' | 'reason' | 'ends'> & Partial<Explained>,
): Promise<string> {
  const { ends: endsAt, ...rest } = record
  const createdAt = new Date().toISOString()
  const row = { ...rest, endsAt, id: exactId(), moderatorId: moderator.id, createdAt }
  lapse(tx).run({ resourceId: record.resourceId, now: createdAt })
  tx.orm.insert(moderationRecords).values(row).run()
  return createdAt
}

/** The length of a history, which has no pages. */
export const MOST_RECORDS = 1000

/** By the index moderation_records_resource. */
export const HISTORY_TEXT = `
  SELECT ${selectList(COLUMNS, 'r')}, u.username AS moderatorName
  FROM moderation_records r LEFT JOIN users u ON u.id = r.moderator_id
  WHERE r.resource_id = $resourceId
  ORDER BY r.created_at DESC, r.id DESC
  LIMIT ${MOST_RECORDS}`
const history = sqlStatement(HISTORY_TEXT, {
  returns: { ...COLUMNS, moderatorName: orNull(users.username) },
  params: { resourceId: moderationRecords.resourceId },
})

/** The moderation records of a post, a comment or a user, newest first. A moderator with a deleted account is null. */
export async function moderationHistory(db: Connection, resourceId: string): Promise<ModerationRecord[]> {
  return history(db)
    .all({ resourceId })
    .map(({ moderatorId, moderatorName, preset, ...record }) => ({
      ...record,
      preset: toPresetText(preset),
      moderator: moderatorId === null || moderatorName === null ? null : { id: moderatorId, username: moderatorName },
    }))
}

export const postState = choice(['active', 'banned', 'shadow_banned'])

export const commentState = choice(['active', 'banned'])

export const PostModerated = named(
  'PostModerated',
  t.Object({ resource: t.Literal('post'), resourceId: recordId, moderationState: postState }),
)

export type PostModerated = Static<typeof PostModerated>

export const CommentModerated = named(
  'CommentModerated',
  t.Object({ resource: t.Literal('comment'), resourceId: recordId, moderationState: commentState }),
)

export type CommentModerated = Static<typeof CommentModerated>

export const UserModerated = named(
  'UserModerated',
  t.Object({ userId: recordId, blocked: t.Boolean(), suspension: nullable(suspension) }),
)

export type UserModerated = Static<typeof UserModerated>
