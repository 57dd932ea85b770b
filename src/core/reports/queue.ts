import { type Static, t } from 'elysia'
import { type Connection, storage } from '../../../db/storage'
import { integer, nullable, paginate } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { claim, claimOf } from './claims'
import { readVersion, version } from './decision'
import { escalation, escalationOf } from './escalations'
import { type Order, openTargets } from './open-targets'
import {
  countAbout,
  countTargets,
  latestCopy,
  MAX_PER_TARGET,
  newestAbout,
  pageOfTargets,
  type QueueFilter,
  reasonsAbout,
} from './queue-queries'
import {
  reportedTarget,
  STATUSES,
  selectedWords,
  type TargetType,
  targetedReport,
  targetState,
  targetType,
  toReference,
  toTarget,
  toTargetedReport,
  userReference,
} from './record'

// The report queue: one entry for each reported post or comment.

export const queueEntry = t.Object({
  type: targetType,
  target: reportedTarget,
  moderationState: targetState,
  author: nullable(userReference),
  reports: t.Array(targetedReport, { maxItems: MAX_PER_TARGET, description: 'The newest' }),
  reportCount: integer('All reports with one of the statuses of the request'),
  reasons: t.Array(t.Object({ reason: t.String(), count: integer() }), { maxItems: MAX_PER_TARGET }),
  version,
  claim: nullable(claim),
  escalated: nullable(escalation),
})

export type QueueEntry = Static<typeof queueEntry>

export const QUEUE_FIELDS = Object.keys(queueEntry.properties) as (keyof QueueEntry)[]

/** `status` and `fields` are texts of the query: words with commas between them. */
export type QueueQuery = {
  page: number
  limit: number
  status?: string | undefined
  fields?: string | undefined
  order?: Order | undefined
  type?: TargetType | undefined
  reason?: string | undefined
  escalated?: 'true' | 'false' | undefined
}

/**
 * The target with most open reports first, then the one reported last. With an order what waits for a decision is
 * first, in that order; then what does not, the target reported last first. `total` counts targets.
 */
export async function readQueue(
  viewer: Viewer,
  { page, limit, status, fields, order, type, reason, escalated }: QueueQuery,
) {
  const db = storage.reader
  const statuses = selectedWords(STATUSES, status, ['pending', 'resolved'])
  const selected = selectedWords(QUEUE_FIELDS, fields, QUEUE_FIELDS)
  const isEscalated = escalated === undefined ? undefined : escalated === 'true'
  const filter = { statuses, viewer: viewer.id, type, reason, isEscalated }
  const openFirst = order !== undefined && statuses.includes('pending')
  const open = openFirst ? openTargets(db, { ...filter, order }) : []
  const closed = statuses.filter((each) => each !== 'pending')
  const others = { ...filter, statuses: openFirst ? closed : statuses, withoutOpen: openFirst }
  const total = open.length + (others.statuses.length === 0 ? 0 : countTargets(db, others))
  const offset = (page - 1) * limit
  const ids = open.slice(offset, offset + limit)
  const after = { limit: limit - ids.length, offset: Math.max(0, offset - open.length) }
  if (open.length + after.offset < total && after.limit > 0) ids.push(...pageOfTargets(db, others, after))
  const data = await Promise.all(ids.map((id) => readEntry(db, filter, id, selected)))
  return { data, pagination: paginate(total, page, limit) }
}

/** Reads only the selected fields. */
async function readEntry(
  db: Connection,
  filter: QueueFilter,
  targetId: string,
  selected: readonly (keyof QueueEntry)[],
): Promise<Partial<QueueEntry>> {
  const entry: Partial<QueueEntry> = {}
  if (selected.includes('reportCount')) entry.reportCount = countAbout(db, filter, targetId)
  if (selected.includes('reports')) entry.reports = (await newestAbout(db, filter, targetId)).map(toTargetedReport)
  if (selected.includes('reasons')) entry.reasons = await reasonsAbout(db, filter, targetId)
  if (selected.includes('version')) entry.version = readVersion(db, filter.viewer, targetId)
  if (selected.includes('escalated')) entry.escalated = escalationOf(db, targetId)
  if (selected.includes('claim')) entry.claim = claimOf(targetId)
  const copy = await latestCopy(db, targetId)
  if (copy !== undefined)
    Object.assign(entry, {
      type: copy.type,
      target: toTarget(copy),
      moderationState: copy.targetState,
      author: toReference(copy.authorId, copy.authorName),
    })
  return Object.fromEntries(Object.entries(entry).filter(([field]) => selected.some((name) => name === field)))
}
