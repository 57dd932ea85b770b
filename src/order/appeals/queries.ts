import { type Static, t } from 'elysia'
import { appeals } from '../../../db/schema/appeals'
import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { moderationRecord } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import type { Account } from '../../ground/access/account'
import { idsOfNames } from '../../ground/names/own-names'
import { choice, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'

export const APPEAL_STATUSES = appeals.status.enumValues
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

const APPEAL_FIELDS = {
  id: recordId,
  resource: t.UnionEnum(['post', 'comment', 'user']),
  resourceId: recordId,
  message: t.String({ description: 'In the words of the person' }),
  status: choice(APPEAL_STATUSES),
  reason: nullable(t.String({ description: 'Of the outcome, in the words of the moderator' })),
  createdAt: timestamp,
  decidedAt: nullable(timestamp),
}

/** As its own person reads it: not who decided. */
export const ownAppeal = namedObject('Appeal', {
  ...APPEAL_FIELDS,
  isCurrent: t.Boolean({ description: 'Whether it is about the last decision on this post, comment or account' }),
})
export type OwnAppeal = Static<typeof ownAppeal>

const person = t.Object({ id: recordId, username: t.String() })

/** As moderators read it. */
export const appealEntry = namedObject('AppealEntry', {
  ...APPEAL_FIELDS,
  appellant: person,
  decidedBy: nullable(person),
  decision: moderationRecord,
  content: nullable(
    t.Object(
      { postId: recordId, title: t.String({ description: 'Of the post' }), text: t.String() },
      { description: 'What was removed; null for a sanction, and for what its author has deleted' },
    ),
  ),
  mayDecide: t.Boolean({
    description: 'Not about oneself, not where another moderator can look at the own decision, not decided yet',
  }),
})
export type AppealEntry = Static<typeof appealEntry>

const APPEAL = pick(appeals, 'id', 'message', 'status', 'reason', 'createdAt', 'decidedAt')
const ABOUT = pick(moderationRecords, 'resource', 'resourceId')

const APPEALABLE = ['banned', 'blocked', 'suspended']

/**
 * The decision that holds now and that the user can appeal against: its moderation record, and the name that it is about.
 * By the index moderation_records_resource. A removal in silence is none that its author knows of.
 */
export function decisionAgainst(
  db: Connection,
  userId: string,
  { resource, resourceId }: Pick<OwnAppeal, 'resource' | 'resourceId'>,
): { recordId: string; appellantId: string } | undefined {
  const now = new Date().toISOString()
  const subject = {
    post: sql`SELECT id, author_id AS name FROM posts WHERE id = ${resourceId} AND moderation_state = 'banned'`,
    comment: sql`SELECT c.id, u.id AS name FROM comments c JOIN users u ON u.key = c.author
      WHERE c.id = ${resourceId} AND c.is_banned = 1 AND c.deleted_at IS NULL`,
    user: sql`SELECT user_id AS id, user_id AS name FROM sanctions
      WHERE user_id = ${resourceId} AND (ends_at IS NULL OR ends_at > ${now})`,
  }[resource]
  const row = sql({ ...pick(moderationRecords, 'id', 'state'), name: TEXT })`
    SELECT r.id, r.state, s.name FROM (${subject}) s JOIN moderation_records r ON r.resource_id = s.id
    WHERE s.name IN ${idsOfNames(userId)} ORDER BY r.created_at DESC, r.id DESC LIMIT 1`.get(db)
  return row && APPEALABLE.includes(row.state) ? { recordId: row.id, appellantId: row.name } : undefined
}

/** The most that are listed for their person. */
export const MOST_OWN = 200

const OWN = { ...APPEAL, ...ABOUT, isCurrent: FLAG }
const SELECT_OWN = raw(`
  SELECT ${selectList(APPEAL, 'a')}, ${selectList(ABOUT, 'r')}, NOT EXISTS (SELECT 1 FROM moderation_records later
    WHERE later.resource_id = r.resource_id AND (later.created_at, later.id) > (r.created_at, r.id)) AS isCurrent
  FROM appeals a CROSS JOIN moderation_records r ON r.id = a.record_id`)

const toOwn = (row: Raw<typeof OWN>): OwnAppeal => ({ ...row, isCurrent: row.isCurrent === 1 })

/** Newest first, by the index appeals_user for each name. */
export const appealsOf = (db: Connection, userId: string): OwnAppeal[] =>
  sql(OWN)`${SELECT_OWN} WHERE a.user_id IN ${idsOfNames(userId)} ORDER BY a.id DESC LIMIT ${MOST_OWN}`
    .all(db)
    .map(toOwn)

export function ownAppealById(db: Connection, id: string): OwnAppeal {
  const row = sql(OWN)`${SELECT_OWN} WHERE a.id = ${id}`.get(db) ?? refuse('NOT_FOUND', 'appeals.missing')
  return toOwn(row)
}

const ENTRY = {
  ...APPEAL,
  ...ABOUT,
  ...{ appellantId: appeals.userId, appellantName: users.username, appellantRole: users.role },
  ...{ decidedById: appeals.moderatorId, decidedByName: orNull(users.username) },
  ...pick(moderationRecords, 'state', 'rule', 'preset'),
  ...{ recordId: moderationRecords.id, firstReason: moderationRecords.reason, ends: moderationRecords.endsAt },
  ...{ firstModeratorId: moderationRecords.moderatorId, firstModeratorName: orNull(users.username) },
  firstAt: moderationRecords.createdAt,
  ...{ postId: orNull(posts.id), title: orNull(posts.title), text: orNull(posts.content) },
}
export type EntryRow = Raw<typeof ENTRY>

/** An erased comment has no text left, and a post whose deletion has begun is gone. */
const ENTRIES = raw(`
  SELECT ${selectList(APPEAL, 'a')}, ${selectList(ABOUT, 'r')}, a.user_id AS appellantId, u.username AS appellantName,
    u.role AS appellantRole, a.moderator_id AS decidedById, d.username AS decidedByName,
    r.id AS recordId, r.state, r.rule, r.preset, r.reason AS firstReason, r.ends_at AS ends, r.moderator_id AS firstModeratorId,
    m.username AS firstModeratorName, r.created_at AS firstAt,
    p.id AS postId, p.title, CASE WHEN c.id IS NULL THEN p.content WHEN c.deleted_at IS NULL THEN c.content END AS text
  FROM appeals a CROSS JOIN moderation_records r ON r.id = a.record_id CROSS JOIN users u ON u.id = a.user_id
    LEFT JOIN users d ON d.id = a.moderator_id LEFT JOIN users m ON m.id = r.moderator_id
    LEFT JOIN comments c ON c.id = r.resource_id AND r.resource = 'comment'
    LEFT JOIN posts p ON p.id = CASE r.resource WHEN 'post' THEN r.resource_id ELSE ${idOf('posts', 'c.post')} END
      AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject = 'post' AND deletions.id = p.id)`)

export function appealById(db: Connection, id: string): EntryRow {
  return sql(ENTRY)`${ENTRIES} WHERE a.id = ${id}`.get(db) ?? refuse('NOT_FOUND', 'appeals.missing')
}

/** What waits, oldest first; what was decided, newest first. By the index appeals_status, from one end. */
export function pageOfAppeals(status: AppealStatus, limit: number, offset: number) {
  const order = raw(status === 'open' ? 'a.created_at, a.id' : 'a.created_at DESC, a.id DESC')
  return sql(ENTRY)`${ENTRIES} WHERE a.status = ${status} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
}

export const countAppeals = (db: Connection, status: AppealStatus): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count FROM appeals WHERE status = ${status}`.get(db)!.count

/**
 * Whether somebody else than the one who decided can look at it. Only superadmins lift the sanction of an administrator.
 * Counts administrators, by the index users_role, who may moderate now: neither sanctioned nor without a passkey that they
 * need. An alias may be of one of them, which nobody must see: another one is then known to be there where two are.
 */
export function hasAnotherModerator(db: Connection, row: EntryRow, decider: Pick<Account, 'id'>): boolean {
  const isForAll = row.resource !== 'user' || row.appellantRole === 'user'
  const found = sql({ found: FLAG })`
    SELECT (SELECT count(*) FROM users u WHERE u.role IN ('admin', 'superadmin') AND u.role <> 'user'
      AND (${isForAll} OR u.role = 'superadmin') AND u.id <> ${decider.id} AND u.id <> ${row.appellantId}
      AND NOT EXISTS (SELECT 1 FROM sanctions s
        WHERE s.user_id = u.id AND (s.ends_at IS NULL OR s.ends_at > ${new Date().toISOString()}))
      AND ((SELECT value FROM settings WHERE key = 'administratorPasskeys') IS NOT 'true'
        OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = u.id))
    ) > (SELECT status = 'ALIAS' FROM users WHERE id = ${row.appellantId}) AS found`
  return found.get(db)?.found === 1
}
