import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { orNull, pick, selectList } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuseField } from '../../errors'
import { suspension } from '../../ground/access/sanctions'
import { MAX_REASON_LENGTH, presetText, toPresetText } from '../../ground/settings/removal-reasons'
import { allSettings, reportReasons } from '../../ground/settings/settings'
import { exactId } from '../../lib/crypto/ids'
import { choice, namedObject, nullable, recordId, text, timestamp } from '../../lib/text/schema'
import { message } from '../../messages/message'

export const moderationRecord = namedObject('ModerationRecord', {
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
})
type ModerationRecord = Static<typeof moderationRecord>

const COLUMNS = {
  ...pick(moderationRecords, 'id', 'resource', 'resourceId', 'state', 'reason', 'rule', 'preset'),
  ...pick(moderationRecords, 'moderatorId', 'createdAt'),
  ends: moderationRecords.endsAt,
}

/** Runs in the transaction of the change of state, and returns its time. The operator has no id. */
export function recordModeration(
  tx: Tx,
  moderator: { id: string | null },
  record: Pick<ModerationRecord, 'resource' | 'resourceId' | 'state' | 'reason' | 'ends'> &
    Partial<Omit<Explanation, 'reason'> & { bulkId: string | null }>,
): string {
  const { ends: endsAt, ...rest } = record
  const createdAt = new Date().toISOString()
  const row = { ...rest, endsAt, id: exactId(), moderatorId: moderator.id, createdAt }
  // What a moderator has changed since needs no second look. By the index moderation_records_resource.
  sql`
    UPDATE appeals SET status = 'lapsed', decided_at = ${createdAt} WHERE status = 'open'
    AND record_id IN (SELECT id FROM moderation_records WHERE resource_id = ${record.resourceId})`.run(tx)
  tx.orm.insert(moderationRecords).values(row).run()
  return createdAt
}

/** The length of a history, which has no pages. */
export const MOST_RECORDS = 1000

/** By the index moderation_records_resource. */
export const historyOf = (resourceId: string) => sql({ ...COLUMNS, moderatorName: orNull(users.username) })`
  SELECT ${raw(selectList(COLUMNS, 'r'))}, u.username AS moderatorName
  FROM moderation_records r LEFT JOIN users u ON u.id = r.moderator_id
  WHERE r.resource_id = ${resourceId} ORDER BY r.created_at DESC, r.id DESC LIMIT ${MOST_RECORDS}`

/** The moderation records of a post, a comment or a user, newest first. A moderator with a deleted account is null. */
export const moderationHistory = (db: Connection, resourceId: string): ModerationRecord[] =>
  historyOf(resourceId)
    .all(db)
    .map(({ moderatorId: id, moderatorName: username, preset, ...record }) => ({
      ...record,
      preset: toPresetText(preset),
      moderator: id === null || username === null ? null : { id, username },
    }))

export const postState = choice(['active', 'banned', 'shadow_banned'])
export const commentState = choice(['active', 'banned'])

export const PostModerated = namedObject('PostModerated', {
  resource: t.Literal('post'),
  resourceId: recordId,
  moderationState: postState,
})
export const CommentModerated = namedObject('CommentModerated', {
  resource: t.Literal('comment'),
  resourceId: recordId,
  moderationState: commentState,
})

export const UserModerated = namedObject('UserModerated', {
  userId: recordId,
  blocked: t.Boolean(),
  suspension: nullable(suspension),
})

export type UserModerated = Static<typeof UserModerated>

// What the author of something that was taken away reads: the rule, a removal reason of the settings, and the
// moderator's own words.

/** In a request. */
export const why = {
  reason: t.Optional(text(1, 500)),
  rule: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      description: 'What a removal is for: one of the report reasons of the instance. Its author reads it',
    }),
  ),
  preset: t.Optional(
    t.String({
      minLength: 1,
      maxLength: MAX_REASON_LENGTH,
      description:
        'The English text of one of the `removalReasons` of the settings. Its author reads it in either language, and the rule that it stands on',
    }),
  ),
}

/** `preset` is the English text of a removal reason. */
export type Why = { reason?: string; rule?: string; preset?: string }

/** As it is stored; `preset` as JSON, in both languages. */
export type Explanation = { reason: string | null; rule: string | null; preset: string | null }
export const UNEXPLAINED = { reason: null, rule: null, preset: null }

/** As the log has it. */
export const audited = ({ reason, rule }: Explanation) => ({
  reason: reason ?? undefined,
  metadata: rule === null ? undefined : { rule },
})

/**
 * A removal reason brings its rule, unless another is named. 400 for a rule or a removal reason that the settings do not
 * list, and for either where nothing is taken away.
 */
export function explain({ reason, rule, preset }: Why, isTakenAway: boolean): Explanation {
  const rules = reportReasons()
  const isRule = (name: string | null | undefined): name is string => typeof name === 'string' && rules.includes(name)
  if (rule !== undefined && (!isTakenAway || !isRule(rule))) refuseField('rule', message('moderation.rule', { rules }))
  const explanation = { reason: reason ?? null, rule: rule ?? null, preset: null }
  if (preset === undefined) return explanation
  const picked = allSettings().removalReasons.find(({ en }) => en === preset)
  if (!isTakenAway || picked === undefined) return refuseField('preset', 'moderation.preset')
  const { en, hi } = picked
  return {
    ...explanation,
    rule: rule ?? (isRule(picked.rule) ? picked.rule : null),
    preset: JSON.stringify({ en, hi }),
  }
}
