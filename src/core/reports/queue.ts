import { type Connection, storage } from '../../../db/storage'
import { paginate } from '../../lib/schema'
import type { Viewer } from '../access/account'
import {
  type Asked,
  countTargets,
  latestCopy,
  newestAbout,
  pageOfTargets,
  reasonsAbout,
  type TargetRow,
} from './queue-queries'
import { QUEUE_FIELDS, type QueueEntry } from './queue-record'
import { STATUSES, toReference, toTarget, toTargetedReport, wordsIn } from './record'

/** `status` and `fields` as they stand in the query: some of the words, with commas between them. */
export type QueueQuery = { page: number; limit: number; status?: string | undefined; fields?: string | undefined }

/** What is reported, one entry a target: most open reports first, then what was reported last. `total` counts targets. */
export async function readQueue(viewer: Viewer, { page, limit, status, fields }: QueueQuery) {
  const db = storage.reader
  const asked = { statuses: wordsIn(STATUSES, status, ['pending', 'resolved']), viewer: viewer.id }
  const picked = wordsIn(QUEUE_FIELDS, fields, QUEUE_FIELDS)
  const total = await countTargets(db, asked)
  const offset = (page - 1) * limit
  const targets = offset < total ? await pageOfTargets(db, asked, { limit, offset }) : []
  const data = await Promise.all(targets.map((target) => entryOf(db, asked, target, picked)))
  return { data, pagination: paginate(total, page, limit) }
}

/** The fields that were picked; what was not is not read either. */
async function entryOf(
  db: Connection,
  asked: Asked,
  { targetId, count }: TargetRow,
  picked: readonly (keyof QueueEntry)[],
): Promise<Partial<QueueEntry>> {
  const entry: Partial<QueueEntry> = { reportCount: count }
  if (picked.includes('reports')) entry.reports = (await newestAbout(db, asked, targetId)).map(toTargetedReport)
  if (picked.includes('reasons')) entry.reasons = await reasonsAbout(db, asked, targetId)
  const copy = await latestCopy(db, targetId)
  if (copy !== undefined)
    Object.assign(entry, {
      type: copy.type,
      target: toTarget(copy),
      moderationState: copy.targetState,
      author: toReference(copy.authorId, copy.authorName),
    })
  return Object.fromEntries(Object.entries(entry).filter(([field]) => picked.some((name) => name === field)))
}
