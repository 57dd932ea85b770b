import { appeals } from '../../../db/schema/appeals'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { minuteOf } from '../../lib/coarse-time'
import { minuteId } from '../../lib/ids'
import { paginate } from '../../lib/schema'
import { isSelf, type Viewer } from '../access/account'
import { createAs } from '../access/create-once'
import { actorOn } from '../aliases/writers'
import { audit } from '../audit/audit'
import { auditPrivateReads, postFacts } from '../posts/visibility'
import { toReference } from '../reports/record'
import { toPresetText } from '../settings/removal-reasons'
import {
  appealsOf,
  countAppeals,
  decisionAgainst,
  type EntryRow,
  hasAnotherModerator,
  ownAppealById,
  pageOfAppeals,
} from './queries'
import type { AppealEntry, AppealStatus, OwnAppeal } from './record'

// Appeals against removals and sanctions: sent by the person, listed for the person and for moderators, who read the name
// that the decision is about. decide.ts decides them.

export type NewAppeal = Pick<OwnAppeal, 'resource' | 'resourceId' | 'message'>

/**
 * Once for each decision, and only while it holds: 404 without one, 409 `CONFLICT` for the second. Only moderators read
 * it, so the content policy does not apply.
 */
export async function sendAppeal(user: Viewer, { message, ...about }: NewAppeal): Promise<OwnAppeal> {
  const create = async (tx: Tx, user: Viewer) => {
    const { recordId, appellantId } = decisionAgainst(tx, user.id, about) ?? refuse('NOT_FOUND', 'appeals.nothing')
    const id = minuteId()
    const row = { id, recordId, userId: appellantId, message, createdAt: new Date().toISOString() }
    if (tx.orm.insert(appeals).values(row).onConflictDoNothing().returning({ id: appeals.id }).all().length === 0)
      refuse('CONFLICT', 'appeals.already')
    await audit(tx, actorOn(user, appellantId), {
      action: 'user:created:appeal',
      entityType: 'appeal',
      entityId: id,
      after: about,
    })
    return readOwn(tx, id)
  }
  return createAs(user, 'session', { create, read: async (id) => readOwn(storage.reader, id) })
}

const readOwn = (db: Connection, id: string): OwnAppeal =>
  ownAppealById(db, id) ?? refuse('NOT_FOUND', 'appeals.missing')

/** Newest first. */
export const listOwnAppeals = async (user: Viewer): Promise<{ appeals: OwnAppeal[] }> => ({
  appeals: appealsOf(storage.reader, user.id),
})

export type AppealQuery = { status?: AppealStatus | undefined; page: number; limit: number }

/** Those that wait, oldest first, or those of another status, newest first. */
export async function listAppeals(moderator: Viewer, { status = 'open', page, limit }: AppealQuery) {
  const db = storage.reader
  const rows = pageOfAppeals(db, status, { limit, offset: (page - 1) * limit })
  await auditPrivateReads(
    moderator,
    rows.map(({ postId }) => (postId === null ? undefined : postFacts(db, postId))),
  )
  return {
    appeals: rows.map((row) => toEntry(db, moderator, row)),
    pagination: paginate(countAppeals(db, status), page, limit),
  }
}

type Moderator = Pick<Viewer, 'id' | 'role' | 'aliases'>

/** A moderator decides about others only, and about the own decision only where nobody else can. */
export function mayDecide(db: Connection, moderator: Moderator, row: EntryRow): boolean {
  if (isSelf(moderator, row.appellantId)) return false
  if (row.resource === 'user' && row.appellantRole !== 'user' && moderator.role !== 'superadmin') return false
  return row.firstModeratorId !== moderator.id || !hasAnotherModerator(db, row, moderator)
}

export function toEntry(db: Connection, moderator: Moderator, row: EntryRow): AppealEntry {
  const { id, resource, resourceId, message, status, reason, postId, title, text } = row
  return {
    ...{ id, resource, resourceId, message, status, reason },
    ...{ createdAt: minuteOf(row.createdAt), decidedAt: row.decidedAt },
    appellant: { id: row.appellantId, username: row.appellantName },
    decidedBy: toReference(row.decidedById, row.decidedByName),
    decision: {
      ...{ id: row.recordId, resource, resourceId, state: row.state, reason: row.firstReason, rule: row.rule },
      preset: toPresetText(row.preset),
      ...{ ends: row.ends, createdAt: row.firstAt },
      moderator: toReference(row.firstModeratorId, row.firstModeratorName),
    },
    content: postId === null || title === null || text === null ? null : { postId, title, text },
    mayDecide: status === 'open' && mayDecide(db, moderator, row),
  }
}
