import { type Static, t } from 'elysia'
import { escalations, moderationRecords } from '../../../db/schema/moderation'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { FLAG, orNull, pick, type Raw, type SqlType } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { minuteOf } from '../../lib/text/coarse-time'
import { namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import type { MessageOrKey } from '../../messages/message'
import { announceQueueAfter } from './live'
import { entityOf, notAbout, toReference, type UserReference, userReference, visibleTarget } from './record'

// What was decided last about a post, a comment or a person. Its version tells a moderator who decides that another
// one did so meanwhile.

/** `meta.decided` of the refusal. */
type Decided = {
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
const { id, createdAt: at, moderatorId: byId } = moderationRecords
const LAST = { id, state: STATE, at, byId, byName: orNull(users.username) }

/** A change of state closes reports at the same time, and says more than they do. */
const lastDecision = (db: Connection, targetId: string, viewer: string): Raw<typeof LAST> | undefined =>
  sql(LAST)`
    SELECT d.id, d.state, d.at, d.byId, u.username AS byName
    FROM (
      SELECT * FROM (
        SELECT id, state, created_at AS at, moderator_id AS byId, 1 AS rank FROM moderation_records
        WHERE resource_id = ${targetId} ORDER BY created_at DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT * FROM (
        SELECT id, status AS state, closed_at AS at, resolved_by AS byId, 0 AS rank FROM reports INDEXED BY reports_target
        WHERE target_id = ${targetId} AND status <> 'pending' AND ${notAbout(viewer)}
        ORDER BY closed_at DESC, id DESC LIMIT 1)
    ) d LEFT JOIN users u ON u.id = d.byId
    ORDER BY d.at DESC, d.rank DESC LIMIT 1`.get(db)

/** The same until somebody decides; not the decision itself, so that no client reads it. */
const versionOf = (row: Raw<typeof LAST> | undefined): string =>
  row === undefined ? '0' : Bun.hash(`${row.id} ${row.at} ${row.state}`).toString(36)

export const readVersion = (db: Connection, viewer: string, targetId: string): string =>
  versionOf(lastDecision(db, targetId, viewer))

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
  const row = lastDecision(tx, targetId, viewer.id)
  if (row === undefined || row.byId === viewer.id || versionOf(row) === read) return
  refuseDecided({ by: toReference(row.byId, row.byName), state: row.state, at: row.at }, 'reports.decided')
}

// What a moderator hands over: superadmins alone decide about it, until somebody takes that back. A decision ends it,
// and so does the deletion of the post or comment.

export const escalation = namedObject('Escalation', {
  resourceId: recordId,
  reason: t.String(),
  by: nullable(userReference),
  at: timestamp,
})
type Escalation = Static<typeof escalation>

export function escalationOf(db: Connection, resourceId: string): Escalation | null {
  const found = sql({ ...pick(escalations, 'reason', 'escalatedBy', 'createdAt'), byName: orNull(users.username) })`
    SELECT e.reason, e.escalated_by AS escalatedBy, e.created_at AS createdAt, u.username AS byName
    FROM escalations e LEFT JOIN users u ON u.id = e.escalated_by WHERE e.resource_id = ${resourceId}`.get(db)
  if (found === undefined) return null
  const { reason, escalatedBy, byName, createdAt } = found
  return { resourceId, reason, by: toReference(escalatedBy, byName), at: minuteOf(createdAt) }
}

/** The ids of what waits for a superadmin. */
export const escalatedOf = (db: Connection, viewer: string): string[] =>
  sql(pick(escalations, 'resourceId'))`
    SELECT e.resource_id AS resourceId FROM escalations e WHERE EXISTS (
      SELECT 1 FROM reports WHERE target_id = e.resource_id AND status = 'pending' AND ${notAbout(viewer)})`
    .all(db)
    .map(({ resourceId }) => resourceId)

const remove = (tx: Tx, resourceId: string) => sql`DELETE FROM escalations WHERE resource_id = ${resourceId}`.run(tx)

/**
 * Hands a reported post or comment over, or words the reason anew. 404 as for the context; 409 `CONFLICT` without an open
 * report, and for content of the only superadmin.
 */
export async function escalate(viewer: Viewer, resourceId: string, reason: string): Promise<Escalation> {
  const { authorId, type } = visibleTarget(viewer, resourceId)
  return writeAs(viewer, 'admin', (tx, viewer) => {
    const { isOpen, isSomebodyAbove } = sql({ isOpen: FLAG, isSomebodyAbove: FLAG })`
      SELECT EXISTS (SELECT 1 FROM reports WHERE target_id = ${resourceId} AND status = 'pending') AS isOpen,
        EXISTS (SELECT 1 FROM users
          WHERE role = 'superadmin' AND role <> 'user' AND id IS NOT ${authorId}) AS isSomebodyAbove`.get(tx)!
    if (isOpen === 0) refuse('CONFLICT', 'reports.nothingOpen')
    if (isSomebodyAbove === 0) refuse('CONFLICT', 'reports.nobodyAbove')
    sql`INSERT INTO escalations (resource_id, reason, escalated_by, created_at)
      VALUES (${resourceId}, ${reason}, ${viewer.id}, ${new Date().toISOString()})
      ON CONFLICT (resource_id) DO UPDATE SET reason = excluded.reason`.run(tx)
    announceQueueAfter(tx, { targetId: resourceId, authorId, change: 'escalated' })
    const about = { entityType: entityOf(type), entityId: resourceId }
    audit(tx, viewer, { action: 'admin:escalated:report', ...about, reason })
    return escalationOf(tx, resourceId) ?? refuse('INTERNAL')
  })
}

/** By whoever escalated, or a superadmin: 403 `FORBIDDEN` for others; 404 for what is not escalated. */
export async function withdrawEscalation(viewer: Viewer, resourceId: string): Promise<void> {
  const { authorId, type } = visibleTarget(viewer, resourceId)
  await writeAs(viewer, 'admin', (tx, viewer) => {
    const found = escalationOf(tx, resourceId) ?? refuse('NOT_FOUND', 'reports.notEscalated')
    if (found.by?.id !== viewer.id && viewer.role !== 'superadmin') refuse('FORBIDDEN', 'reports.escalatedByOther')
    remove(tx, resourceId)
    announceQueueAfter(tx, { targetId: resourceId, authorId, change: 'escalated' })
    audit(tx, viewer, { action: 'admin:withdrew:escalation', entityType: entityOf(type), entityId: resourceId })
  })
}

/** 403 `FORBIDDEN` where superadmins alone decide. The decision of one ends the escalation. */
export function endEscalation(tx: Tx, viewer: Viewer, resourceId: string): void {
  if (escalationOf(tx, resourceId) === null) return
  if (viewer.role !== 'superadmin') refuse('FORBIDDEN', 'reports.escalated')
  remove(tx, resourceId)
}
