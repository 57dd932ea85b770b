import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { pick, selectList, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { minuteOf } from '../../lib/coarse-time'
import { named, nullable, timestamp } from '../../lib/schema'
import { presetText, toPresetText } from '../settings/removal-reasons'

// Why a post or comment was removed, as its author may know it: not by whom, and not whether or by whom it was reported.

export const removal = named(
  'Removal',
  t.Object(
    {
      reason: nullable(t.String({ description: 'In the words of the moderator' })),
      rule: nullable(t.String({ description: 'The rule that it broke: one of the report reasons of the instance' })),
      preset: nullable(presetText),
      at: nullable(timestamp),
    },
    { description: 'For the author of what a moderator removed' },
  ),
)
export type Removal = Static<typeof removal>

const COLUMNS = pick(moderationRecords, 'reason', 'rule', 'preset', 'createdAt')

/** By the index moderation_records_resource. */
const lastRemoval = sqlStatement(
  `SELECT ${selectList(COLUMNS)} FROM moderation_records
  WHERE resource_id = $id AND state = 'banned' ORDER BY created_at DESC, id DESC LIMIT 1`,
  { returns: COLUMNS, params: { id: moderationRecords.resourceId } },
)

/** For what is removed now. */
export async function readRemoval(db: Connection, id: string): Promise<Removal> {
  const row = lastRemoval(db).get({ id })
  if (row === undefined) return { reason: null, rule: null, preset: null, at: null }
  return { reason: row.reason, rule: row.rule, preset: toPresetText(row.preset), at: minuteOf(row.createdAt) }
}
