import { type Static, t } from 'elysia'
import { reports } from '../../../db/schema/moderation'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { pictureOfPost } from '../../forum/pictures/pictures'
import { wholeText } from '../../forum/posts/fields'
import type { Viewer } from '../../ground/access/account'
import { readingsOf } from '../../ground/parts'
import { integer, nullable, paginate, timestamp } from '../../lib/text/schema'
import { escalation, escalationOf, readVersion, version } from './decision'
import { announceQueue } from './live'
import { type OpenFilter, type Order, openTargets } from './open-targets'
import {
  latestCopy,
  notAbout,
  REPORT_JOINS,
  type ReportStatus,
  readings,
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
  visibleTarget,
  WORDS_COLUMNS,
  WORDS_TYPES,
  wordsIn,
} from './record'

// Who looks at which target. A claim keeps nobody from deciding: it tells others that somebody is about to. Claims are
// in memory, because they are over before a restart is.

export const claim = t.Object({ by: userReference, until: timestamp })
type Claim = Static<typeof claim>

const CLAIM_MS = 120_000

const claims = new Map<string, Claim>()

/** One of a later time than can be claimed is of a clock that was ahead. */
function claimOf(targetId: string): Claim | null {
  const found = claims.get(targetId)
  const left = found === undefined ? 0 : Date.parse(found.until) - Date.now()
  return found === undefined || left <= 0 || left > CLAIM_MS ? null : found
}

/**
 * Claims the target for two minutes, or renews that; another moderator's claim stays. Returns the claim that holds. 404
 * as for the context.
 */
export function claimTarget(viewer: Viewer, targetId: string): Claim {
  const { authorId } = visibleTarget(viewer, targetId)
  for (const id of claims.keys()) if (claimOf(id) === null) claims.delete(id)
  const present = claimOf(targetId)
  if (present !== null && present.by.id !== viewer.id) return present
  const until = new Date(Date.now() + CLAIM_MS).toISOString()
  const mine = { by: { id: viewer.id, username: viewer.username }, until }
  claims.set(targetId, mine)
  if (present === null) announceQueue({ targetId, authorId, change: 'claimed' })
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

/** Reports and reasons in an entry. */
export const MAX_PER_TARGET = 20

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
  readings,
})

type QueueEntry = Static<typeof queueEntry>

export const QUEUE_FIELDS = Object.keys(queueEntry.properties) as (keyof QueueEntry)[]

/** `status` and `fields`: words with commas between them. */
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

/** `withoutOpen`: without targets that have such reports that are pending, which open-targets.ts has put first. */
type Chosen = Omit<OpenFilter, 'order'> & { statuses: readonly ReportStatus[]; withoutOpen: boolean }

function chosen({ viewer, statuses, withoutOpen, type, reason, isEscalated }: Chosen) {
  const ofReason = reason === undefined ? sql`` : sql`AND reason = ${reason}`
  const escalated = raw(`AND target_id ${isEscalated ? 'IN' : 'NOT IN'} (SELECT resource_id FROM escalations)`)
  const notOpen = sql`AND target_id NOT IN (
    SELECT target_id FROM reports INDEXED BY reports_newest WHERE status = 'pending' ${ofReason} AND ${notAbout(viewer)})`
  return sql`FROM reports INDEXED BY reports_target WHERE status IN ${wordsIn(statuses)} AND ${notAbout(viewer)}
    ${type === undefined ? sql`` : sql`AND type = ${type}`} ${ofReason}
    ${isEscalated === undefined ? sql`` : escalated} ${withoutOpen ? notOpen : sql``}`
}

/**
 * Most open reports first, then the target reported last. Reads all of the covering index reports_target and sorts the
 * targets: 50 ms with 100,000 reports, which only administrators wait for, and in the console those who look past what
 * is open.
 */
export const chosenTargets = (of: Chosen, limit: number, offset: number) => sql(pick(reports, 'targetId'))`
  SELECT target_id AS targetId ${chosen(of)}
  GROUP BY target_id ORDER BY sum(status = 'pending') DESC, max(created_at) DESC, target_id DESC
  LIMIT ${limit} OFFSET ${offset}`

/** Reads the same index, in its order. */
export const chosenCount = (of: Chosen) => sql({ count: INTEGER })`
  SELECT count(DISTINCT target_id) AS count ${chosen(of)}`

/**
 * The target with most open reports first, then the one reported last. With an order what waits for a decision is
 * first, in that order; then what does not, the target reported last first. `total` counts targets.
 */
export function readQueue(viewer: Viewer, { page, limit, escalated, ...query }: QueueQuery) {
  const db = storage.reader
  const { order, type, reason } = query
  const statuses = selectedWords(STATUSES, query.status, ['pending', 'resolved'])
  const fields = selectedWords(QUEUE_FIELDS, query.fields, QUEUE_FIELDS)
  const filter = { viewer: viewer.id, type, reason, isEscalated: escalated && escalated === 'true' }
  const withoutOpen = order !== undefined && statuses.includes('pending')
  const open = withoutOpen ? openTargets(db, { ...filter, order }) : []
  const others = { ...filter, withoutOpen, statuses: statuses.filter((each) => !withoutOpen || each !== 'pending') }
  const total = open.length + (others.statuses.length === 0 ? 0 : chosenCount(others).get(db)!.count)
  const offset = (page - 1) * limit
  const ids = open.slice(offset, offset + limit)
  const after = Math.max(0, offset - open.length)
  if (open.length + after < total && ids.length < limit)
    for (const { targetId } of chosenTargets(others, limit - ids.length, after).all(db)) ids.push(targetId)
  const data = ids.map((id) => readEntry(viewer.id, id, statuses, fields))
  return { data, pagination: paginate(total, page, limit) }
}

/** What counts in the entry of a target. By the index reports_target. */
export function reportsOf(viewer: string, targetId: string, statuses: readonly ReportStatus[]) {
  const ofTarget = sql`FROM reports INDEXED BY reports_target
    WHERE target_id = ${targetId} AND status IN ${wordsIn(statuses)} AND ${notAbout(viewer)}`
  return {
    count: sql({ count: INTEGER })`SELECT count(*) AS count ${ofTarget}`,
    newest: sql(WORDS_TYPES)`
      SELECT ${WORDS_COLUMNS}
      FROM (SELECT rowid AS number ${ofTarget} ORDER BY created_at DESC, id DESC LIMIT ${MAX_PER_TARGET}) page
      CROSS JOIN reports r ON r.rowid = page.number ${REPORT_JOINS}`,
    /** The most frequent first. */
    reasons: sql({ ...pick(reports, 'reason'), count: INTEGER })`
      SELECT reason, count(*) AS count ${ofTarget} GROUP BY reason ORDER BY count DESC, reason LIMIT ${MAX_PER_TARGET}`,
  }
}

/** Reads only the selected fields. */
function readEntry(
  viewer: string,
  targetId: string,
  statuses: readonly ReportStatus[],
  selected: readonly (keyof QueueEntry)[],
): Partial<QueueEntry> {
  const db = storage.reader
  const found = reportsOf(viewer, targetId, statuses)
  const copy = latestCopy(targetId).get(db)
  const fields: { [Field in keyof QueueEntry]: () => QueueEntry[Field] | undefined } = {
    type: () => copy?.type,
    // None of the picture is copied: when its author deletes it, it is gone.
    target: () => copy && { ...toTarget(copy), ...pictureOfPost(db, targetId) },
    moderationState: () => copy?.targetState,
    author: () => copy && toReference(copy.authorId, copy.authorName),
    reports: () => found.newest.all(db).map(toTargetedReport),
    reportCount: () => found.count.get(db)!.count,
    reasons: () => found.reasons.all(db),
    version: () => readVersion(db, viewer, targetId),
    claim: () => claimOf(targetId),
    escalated: () => escalationOf(db, targetId),
    readings: () => {
      if (!copy?.content) return []
      const pictureAlt = pictureOfPost(db, targetId).picture?.alt ?? null
      return readingsOf(wholeText({ ...copy, pictureAlt, title: copy.title ?? '', content: copy.content }))
    },
  }
  return Object.fromEntries(selected.map((field) => [field, fields[field]()]))
}
