import { type Static, t } from 'elysia'
import { type Connection, storage } from '../../../db/storage'
import { integer, nullable, paginate } from '../../lib/schema'
import type { Viewer } from '../access/account'
import {
  countTargets,
  latestCopy,
  MAX_PER_TARGET,
  newestAbout,
  pageOfTargets,
  type QueueFilter,
  reasonsAbout,
  type TargetRow,
} from './queue-queries'
import {
  reportedTarget,
  STATUSES,
  selectedWords,
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
})

export type QueueEntry = Static<typeof queueEntry>

export const QUEUE_FIELDS = Object.keys(queueEntry.properties) as (keyof QueueEntry)[]

/** `status` and `fields` are texts of the query: words with commas between them. */
export type QueueQuery = { page: number; limit: number; status?: string | undefined; fields?: string | undefined }

/** The target with most pending reports first, then the one reported last. `total` counts targets. */
export async function readQueue(viewer: Viewer, { page, limit, status, fields }: QueueQuery) {
  const db = storage.reader
  const filter = { statuses: selectedWords(STATUSES, status, ['pending', 'resolved']), viewer: viewer.id }
  const selected = selectedWords(QUEUE_FIELDS, fields, QUEUE_FIELDS)
  const total = await countTargets(db, filter)
  const offset = (page - 1) * limit
  const targets = offset < total ? await pageOfTargets(db, filter, { limit, offset }) : []
  const data = await Promise.all(targets.map((target) => readEntry(db, filter, target, selected)))
  return { data, pagination: paginate(total, page, limit) }
}

/** Reads only the selected fields. */
async function readEntry(
  db: Connection,
  filter: QueueFilter,
  { targetId, count }: TargetRow,
  selected: readonly (keyof QueueEntry)[],
): Promise<Partial<QueueEntry>> {
  const entry: Partial<QueueEntry> = { reportCount: count }
  if (selected.includes('reports')) entry.reports = (await newestAbout(db, filter, targetId)).map(toTargetedReport)
  if (selected.includes('reasons')) entry.reasons = await reasonsAbout(db, filter, targetId)
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
