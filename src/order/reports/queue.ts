import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { integer, nullable, paginate, timestamp } from '../../lib/text/schema'
import { escalation, escalationOf, readVersion, version } from './decision'
import { announceQueue } from './live'
import { type Order, openTargets } from './open-targets'
import {
  countOf,
  latestCopy,
  MAX_PER_TARGET,
  newestOf,
  reasonsOf,
  targetCounts,
  targets,
  visibleTarget,
} from './queue-queries'
import {
  type ReportStatus,
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

// Who looks at which target. A claim keeps nobody from deciding: it tells others that somebody is about to. Claims are
// in memory, because they are over before a restart is.

export const claim = t.Object({ by: userReference, until: timestamp })
type Claim = Static<typeof claim>

const CLAIM_MS = 120_000

const claims = new Map<string, Claim>()

/** A claim of a later time than one can be made for is of a clock that was ahead. */
function isOver({ until }: Claim): boolean {
  const left = Date.parse(until) - Date.now()
  return left <= 0 || left > CLAIM_MS
}

function claimOf(targetId: string): Claim | null {
  const found = claims.get(targetId)
  return found === undefined || isOver(found) ? null : found
}

/**
 * Claims the target for two minutes, or renews that; another moderator's claim stays. Returns the claim that holds. 404
 * as for the context.
 */
export function claimTarget(viewer: Viewer, targetId: string): Claim {
  const { authorId } = visibleTarget(viewer, targetId)
  for (const [id, each] of claims) if (isOver(each)) claims.delete(id)
  const present = claims.get(targetId)
  if (present !== undefined && present.by.id !== viewer.id) return present
  const until = new Date(Date.now() + CLAIM_MS).toISOString()
  const mine = { by: { id: viewer.id, username: viewer.username }, until }
  claims.set(targetId, mine)
  if (present === undefined) announceQueue({ targetId, authorId, change: 'claimed' })
  return mine
}

/** Ends the viewer's claim; another moderator's stays. */
export function releaseTarget(viewer: Viewer, targetId: string): void {
  const { authorId } = visibleTarget(viewer, targetId)
  if (claims.get(targetId)?.by.id !== viewer.id) return
  claims.delete(targetId)
  announceQueue({ targetId, authorId, change: 'released' })
}

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

type QueueEntry = Static<typeof queueEntry>

export const QUEUE_FIELDS = Object.keys(queueEntry.properties) as (keyof QueueEntry)[]

/** `status` and `fields` are texts of the query: words with commas between them. */
type QueueQuery = {
  page: number
  limit: number
  status?: string
  fields?: string
  order?: Order
  type?: TargetType
  reason?: string
  escalated?: 'true' | 'false'
}

/**
 * The target with most open reports first, then the one reported last. With an order what waits for a decision is
 * first, in that order; then what does not, the target reported last first. `total` counts targets.
 */
export function readQueue(viewer: Viewer, { page, limit, status, fields, order, type, reason, escalated }: QueueQuery) {
  const db = storage.reader
  const statuses = selectedWords(STATUSES, status, ['pending', 'resolved'])
  const selected = selectedWords(QUEUE_FIELDS, fields, QUEUE_FIELDS)
  const isEscalated = escalated === undefined ? undefined : escalated === 'true'
  const filter = { viewer: viewer.id, type, reason }
  const openFirst = order !== undefined && statuses.includes('pending')
  const open = openFirst ? openTargets(db, { ...filter, order, isEscalated }) : []
  const others = {
    statuses: openFirst ? statuses.filter((each) => each !== 'pending') : statuses,
    withoutOpen: openFirst,
    byType: type !== undefined,
    byReason: reason !== undefined,
    isEscalated,
  }
  const count = others.statuses.length === 0 ? 0 : (targetCounts(db, others).get(filter)?.count ?? 0)
  const total = open.length + count
  const offset = (page - 1) * limit
  const ids = open.slice(offset, offset + limit)
  const after = { limit: limit - ids.length, offset: Math.max(0, offset - open.length) }
  if (open.length + after.offset < total && after.limit > 0)
    for (const { targetId } of targets(db, others).all({ ...filter, ...after })) ids.push(targetId)
  const data = ids.map((id) => readEntry(statuses, viewer.id, id, selected))
  return { data, pagination: paginate(total, page, limit) }
}

/** Reads only the selected fields. */
function readEntry(
  statuses: readonly ReportStatus[],
  viewer: string,
  targetId: string,
  selected: readonly (keyof QueueEntry)[],
): Partial<QueueEntry> {
  const db = storage.reader
  const about = { viewer, targetId }
  const most = { ...about, limit: MAX_PER_TARGET }
  const copy = latestCopy(db).get({ targetId })
  const fields: { [Field in keyof QueueEntry]: () => QueueEntry[Field] | undefined } = {
    type: () => copy?.type,
    target: () => copy && toTarget(copy),
    moderationState: () => copy?.targetState,
    author: () => copy && toReference(copy.authorId, copy.authorName),
    reports: () => newestOf(db, statuses).all(most).map(toTargetedReport),
    reportCount: () => countOf(db, statuses).get(about)?.count ?? 0,
    reasons: () => reasonsOf(db, statuses).all(most),
    version: () => readVersion(db, viewer, targetId),
    claim: () => claimOf(targetId),
    escalated: () => escalationOf(db, targetId),
  }
  return Object.fromEntries(selected.map((field) => [field, fields[field]()]))
}
