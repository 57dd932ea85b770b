import { type Static, t } from 'elysia'
import { escalations } from '../../../db/schema/escalations'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { FLAG, INTEGER, orNull, pick, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { minuteOf } from '../../lib/coarse-time'
import { named, nullable, recordId, timestamp } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { notByViewer } from '../names/own-names'
import { announceQueueAfter } from './live'
import { entityOf, toReference, userReference } from './record'
import { visibleTarget } from './target'

// What a moderator hands over: superadmins alone decide about it, until somebody takes that back. A decision ends it,
// and so does the deletion of the post or comment.

export const escalation = named(
  'Escalation',
  t.Object({ resourceId: recordId, reason: t.String(), by: nullable(userReference), at: timestamp }),
)
export type Escalation = Static<typeof escalation>

const ROW = pick(escalations, 'resourceId', 'reason', 'escalatedBy', 'createdAt')
const ID = pick(escalations, 'resourceId')

const row = sqlStatement(
  `SELECT ${selectList(ROW, 'e')}, u.username AS byName
  FROM escalations e LEFT JOIN users u ON u.id = e.escalated_by WHERE e.resource_id = $resourceId`,
  { returns: { ...ROW, byName: orNull(users.username) }, params: ID },
)
const put = sqlStatement(
  `INSERT INTO escalations (resource_id, reason, escalated_by, created_at) VALUES ($resourceId, $reason, $by, $now)
  ON CONFLICT (resource_id) DO UPDATE SET reason = excluded.reason`,
  { params: { ...pick(escalations, 'resourceId', 'reason'), by: users.id, now: TEXT } },
)
const remove = sqlStatement('DELETE FROM escalations WHERE resource_id = $resourceId', { params: ID })
const isOpen = sqlStatement(
  "SELECT EXISTS (SELECT 1 FROM reports WHERE target_id = $id AND status = 'pending') AS found",
  { returns: { found: FLAG }, params: { id: reports.targetId } },
)
const otherSuperadmin = sqlStatement(
  "SELECT EXISTS (SELECT 1 FROM users WHERE role = 'superadmin' AND role <> 'user' AND id IS NOT $author) AS found",
  { returns: { found: FLAG }, params: { author: orNull(users.id) } },
)
const OPEN = `
  FROM escalations e WHERE EXISTS (
    SELECT 1 FROM reports r WHERE r.target_id = e.resource_id AND r.status = 'pending' AND ${notByViewer('r.target_author_id')})`
const open = sqlStatement(`SELECT e.resource_id AS resourceId ${OPEN}`, { returns: ID, params: { viewer: users.id } })
const count = sqlStatement(`SELECT count(*) AS count ${OPEN}`, {
  returns: { count: INTEGER },
  params: { viewer: users.id },
})

export function escalationOf(db: Connection, resourceId: string): Escalation | null {
  const found = row(db).get({ resourceId })
  if (found === undefined) return null
  const { reason, escalatedBy, byName, createdAt } = found
  return { resourceId, reason, by: toReference(escalatedBy, byName), at: minuteOf(createdAt) }
}

/** What waits for a superadmin. */
export const escalatedTargets = (db: Connection, viewer: string): ReadonlySet<string> =>
  new Set(
    open(db)
      .all({ viewer })
      .map(({ resourceId }) => resourceId),
  )

export const countEscalated = (db: Connection, viewer: string): number => count(db).get({ viewer })?.count ?? 0

/**
 * Hands a reported post or comment over, or words the reason anew. 404 as for the context; 409 `CONFLICT` without an open
 * report, and for content of the only superadmin.
 */
export async function escalate(viewer: Viewer, resourceId: string, reason: string): Promise<Escalation> {
  const { authorId, type } = await visibleTarget(viewer, resourceId)
  return writeAs(viewer, 'admin', async (tx, viewer) => {
    if (isOpen(tx).get({ id: resourceId })?.found !== 1) refuse('CONFLICT', 'reports.nothingOpen')
    if (otherSuperadmin(tx).get({ author: authorId })?.found !== 1) refuse('CONFLICT', 'reports.nobodyAbove')
    put(tx).run({ resourceId, reason, by: viewer.id, now: new Date().toISOString() })
    announceQueueAfter(tx, { targetId: resourceId, authorId, change: 'escalated' })
    await audit(tx, viewer, {
      action: 'admin:escalated:report',
      entityType: entityOf(type),
      entityId: resourceId,
      reason,
    })
    return escalationOf(tx, resourceId) ?? refuse('INTERNAL')
  })
}

/** By whoever escalated, or a superadmin: 403 `FORBIDDEN` for others; 404 for what is not escalated. */
export async function withdrawEscalation(viewer: Viewer, resourceId: string): Promise<void> {
  const { authorId, type } = await visibleTarget(viewer, resourceId)
  await writeAs(viewer, 'admin', async (tx, viewer) => {
    const found = escalationOf(tx, resourceId) ?? refuse('NOT_FOUND', 'reports.notEscalated')
    if (found.by?.id !== viewer.id && viewer.role !== 'superadmin') refuse('FORBIDDEN', 'reports.escalatedByOther')
    remove(tx).run({ resourceId })
    announceQueueAfter(tx, { targetId: resourceId, authorId, change: 'escalated' })
    await audit(tx, viewer, { action: 'admin:withdrew:escalation', entityType: entityOf(type), entityId: resourceId })
  })
}

/** 403 `FORBIDDEN` where superadmins alone decide. The decision of one ends the escalation. */
export function endEscalation(tx: Tx, viewer: Viewer, resourceId: string): void {
  if (row(tx).get({ resourceId }) === undefined) return
  if (viewer.role !== 'superadmin') refuse('FORBIDDEN', 'reports.escalated')
  remove(tx).run({ resourceId })
}
