import { t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { orNull, type Raw, type SqlType, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { MessageOrKey } from '../../messages/message'
import type { Viewer } from '../access/account'
import { notByViewer } from '../names/own-names'
import { endEscalation } from './escalations'
import { toReference, type UserReference } from './record'

// What was decided last about a post, a comment or a person. Its version tells a moderator who decides that another
// one did so meanwhile.

/** `meta.decided` of the refusal. */
export type Decided = {
  by: UserReference | null
  state: 'active' | 'banned' | 'shadow_banned' | 'resolved' | 'ignored' | 'refused' | 'blocked' | 'suspended'
  at: string
}

/** 409 `CONFLICT`, with who decided what. */
export const refuseDecided = (decided: Decided, text: MessageOrKey): never =>
  refuse('CONFLICT', text, { meta: { decided } })

export const version = t.String({
  maxLength: 32,
  description: 'Changes with each decision about the target; a decision that names it is refused when it is old',
})

const STATE: SqlType<Decided['state']> = { declared: 'TEXT' }
const LAST = {
  id: moderationRecords.id,
  state: STATE,
  at: moderationRecords.createdAt,
  byId: moderationRecords.moderatorId,
  byName: orNull(users.username),
}
type Last = Raw<typeof LAST>

/** A change of state closes reports at the same time, and says more than they do. */
const LAST_DECISION_TEXT = `
  SELECT d.id, d.state, d.at, d.byId, u.username AS byName
  FROM (
    SELECT * FROM (
      SELECT id, state, created_at AS at, moderator_id AS byId, 1 AS rank FROM moderation_records
      WHERE resource_id = $targetId ORDER BY created_at DESC, id DESC LIMIT 1)
    UNION ALL
    SELECT * FROM (
      SELECT id, status AS state, closed_at AS at, resolved_by AS byId, 0 AS rank FROM reports INDEXED BY reports_target
      WHERE target_id = $targetId AND status <> 'pending' AND ${notByViewer('target_author_id')}
      ORDER BY closed_at DESC, id DESC LIMIT 1)
  ) d LEFT JOIN users u ON u.id = d.byId
  ORDER BY d.at DESC, d.rank DESC LIMIT 1`

const last = sqlStatement(LAST_DECISION_TEXT, {
  returns: LAST,
  params: { targetId: reports.targetId, viewer: users.id },
})

/** The same until somebody decides; not the decision itself, so that no client reads it. */
const versionOf = (row: Last | undefined): string =>
  row === undefined ? '0' : Bun.hash(`${row.id} ${row.at} ${row.state}`).toString(36)

export const readVersion = (db: Connection, viewer: string, targetId: string): string =>
  versionOf(last(db).get({ targetId, viewer }))

/**
 * 409 `CONFLICT`, with who decided what, when another moderator decided about the target since the viewer read this
 * version; 403 `FORBIDDEN` for what superadmins alone decide. What the viewer decided since, in another tab or about
 * another report, is no conflict.
 */
export function refuseIfDecided(tx: Tx, viewer: Viewer, targetId: string, read: string | undefined): void {
  endEscalation(tx, viewer, targetId)
  refuseIfDecidedSince(tx, viewer, targetId, read)
}

/** The same about a person, whom nobody hands over. */
export function refuseIfDecidedSince(tx: Tx, viewer: Viewer, targetId: string, read: string | undefined): void {
  if (read === undefined) return
  const row = last(tx).get({ targetId, viewer: viewer.id })
  if (row === undefined || row.byId === viewer.id || versionOf(row) === read) return
  refuseDecided({ by: toReference(row.byId, row.byName), state: row.state, at: row.at }, 'reports.decided')
}
