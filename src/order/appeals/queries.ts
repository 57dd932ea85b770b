import { type Static, t } from 'elysia'
import { appeals } from '../../../db/schema/appeals'
import { moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { moderationRecord } from '../../campus/sanctions/records'
import type { Account } from '../../ground/access/account'
import { NAMES } from '../../ground/names/own-names'
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

/** By the index moderation_records_resource. A removal in silence is none that its author knows of. */
const removal = (source: string, author: string, isRemoved: string): string => `
  SELECT r.id, r.state, ${author} AS appellantId
  FROM ${source} JOIN moderation_records r ON r.resource_id = c.id
  WHERE c.id = $resourceId AND ${author} IN ${NAMES} AND ${isRemoved}
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1`

const DECISION = {
  returns: { ...pick(moderationRecords, 'id', 'state'), appellantId: TEXT },
  params: { resourceId: moderationRecords.resourceId, userId: users.id },
}
const DECISIONS = {
  post: sqlStatement(removal('posts c', 'c.author_id', "c.moderation_state = 'banned'"), DECISION),
  comment: sqlStatement(
    removal('comments c JOIN users u ON u.key = c.author', 'u.id', 'c.is_banned = 1 AND c.deleted_at IS NULL'),
    DECISION,
  ),
  user: sqlStatement(
    `SELECT r.id, r.state, s.user_id AS appellantId FROM sanctions s JOIN moderation_records r ON r.resource_id = s.user_id
    WHERE s.user_id = $resourceId AND s.user_id IN ${NAMES} AND (s.ends_at IS NULL OR s.ends_at > $now)
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    { ...DECISION, params: { ...DECISION.params, now: TEXT } },
  ),
}
const APPEALABLE = ['banned', 'blocked', 'suspended']

/** The decision that holds now and that the user can appeal against: its moderation record, and the name that it is about. */
export function decisionAgainst(
  db: Connection,
  userId: string,
  { resource, resourceId }: Pick<OwnAppeal, 'resource' | 'resourceId'>,
): { recordId: string; appellantId: string } | undefined {
  const about = { resourceId, userId }
  const row =
    resource === 'user'
      ? DECISIONS.user(db).get({ ...about, now: new Date().toISOString() })
      : DECISIONS[resource](db).get(about)
  return row && APPEALABLE.includes(row.state) ? { recordId: row.id, appellantId: row.appellantId } : undefined
}

/** The most that are listed for their person. */
export const MOST_OWN = 200

const isCurrent = `NOT EXISTS (SELECT 1 FROM moderation_records later
    WHERE later.resource_id = r.resource_id AND (later.created_at, later.id) > (r.created_at, r.id))`
const OWN = { ...APPEAL, ...ABOUT, isCurrent: FLAG }
const ownColumns = `${selectList(APPEAL, 'a')}, ${selectList(ABOUT, 'r')}, ${isCurrent} AS isCurrent`

/** Newest first, by the index appeals_user for each name. */
const ofUser = sqlStatement(
  `SELECT ${ownColumns} FROM appeals a CROSS JOIN moderation_records r ON r.id = a.record_id
  WHERE a.user_id IN ${NAMES} ORDER BY a.id DESC LIMIT ${MOST_OWN}`,
  { returns: OWN, params: { userId: appeals.userId } },
)
const ownById = sqlStatement(
  `SELECT ${ownColumns} FROM appeals a CROSS JOIN moderation_records r ON r.id = a.record_id WHERE a.id = $id`,
  { returns: OWN, params: { id: appeals.id } },
)

const toOwn = (row: Raw<typeof OWN>): OwnAppeal => ({ ...row, isCurrent: row.isCurrent === 1 })

export const appealsOf = (db: Connection, userId: string): OwnAppeal[] => ofUser(db).all({ userId }).map(toOwn)
export const ownAppeals = (db: Connection, id: string): OwnAppeal[] => ownById(db).all({ id }).map(toOwn)

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
const ENTRIES = `
  SELECT ${selectList(APPEAL, 'a')}, ${selectList(ABOUT, 'r')}, a.user_id AS appellantId, u.username AS appellantName,
    u.role AS appellantRole, a.moderator_id AS decidedById, d.username AS decidedByName,
    r.id AS recordId, r.state, r.rule, r.preset, r.reason AS firstReason, r.ends_at AS ends, r.moderator_id AS firstModeratorId,
    m.username AS firstModeratorName, r.created_at AS firstAt,
    p.id AS postId, p.title, CASE WHEN c.id IS NULL THEN p.content WHEN c.deleted_at IS NULL THEN c.content END AS text
  FROM appeals a CROSS JOIN moderation_records r ON r.id = a.record_id CROSS JOIN users u ON u.id = a.user_id
    LEFT JOIN users d ON d.id = a.moderator_id LEFT JOIN users m ON m.id = r.moderator_id
    LEFT JOIN comments c ON c.id = r.resource_id AND r.resource = 'comment'
    LEFT JOIN posts p ON p.id = CASE r.resource WHEN 'post' THEN r.resource_id ELSE ${idOf('posts', 'c.post')} END
      AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject = 'post' AND deletions.id = p.id)`

const PAGE = { returns: ENTRY, params: { status: appeals.status, limit: INTEGER, offset: INTEGER } }
/** By the index appeals_status, from one end. */
export const oldestText = `${ENTRIES} WHERE a.status = $status ORDER BY a.created_at, a.id LIMIT $limit OFFSET $offset`
export const newestText = `${ENTRIES} WHERE a.status = $status ORDER BY a.created_at DESC, a.id DESC LIMIT $limit OFFSET $offset`
const oldest = sqlStatement(oldestText, PAGE)
const newest = sqlStatement(newestText, PAGE)
const entry = sqlStatement(`${ENTRIES} WHERE a.id = $id`, { returns: ENTRY, params: { id: appeals.id } })

export const entryById = (db: Connection, id: string): EntryRow | undefined => entry(db).get({ id })

/** What waits, oldest first; what was decided, newest first. */
export const pageOfAppeals = (
  db: Connection,
  status: AppealStatus,
  page: { limit: number; offset: number },
): EntryRow[] => (status === 'open' ? oldest : newest)(db).all({ status, ...page })

export const countAppeals = sqlStatement('SELECT count(*) AS total FROM appeals WHERE status = $status', {
  returns: { total: INTEGER },
  params: { status: appeals.status },
})

/**
 * Of administrators, by the index users_role, those who may moderate now: neither sanctioned nor without a passkey that
 * they need. An alias may be of one of them, which nobody must see: another one is then known to be there where two are.
 */
const others = sqlStatement(
  `SELECT (SELECT count(*) FROM users u WHERE u.role IN ('admin', 'superadmin') AND u.role <> 'user'
    AND ($role = 'admin' OR u.role = 'superadmin') AND u.id <> $decider AND u.id <> $appellant
    AND NOT EXISTS (SELECT 1 FROM sanctions s WHERE s.user_id = u.id AND (s.ends_at IS NULL OR s.ends_at > $now))
    AND ((SELECT value FROM settings WHERE key = 'administratorPasskeys') IS NOT 'true'
      OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = u.id))
  ) > (SELECT status = 'ALIAS' FROM users WHERE id = $appellant) AS found`,
  { returns: { found: FLAG }, params: { role: TEXT, decider: TEXT, appellant: TEXT, now: TEXT } },
)

/**
 * Whether somebody else than the one who decided can look at it. Only superadmins lift the sanction of an
 * administrator.
 */
export function hasAnotherModerator(db: Connection, row: EntryRow, decider: Pick<Account, 'id'>): boolean {
  const role = row.resource === 'user' && row.appellantRole !== 'user' ? 'superadmin' : 'admin'
  const now = new Date().toISOString()
  return others(db).get({ role, decider: decider.id, appellant: row.appellantId, now })?.found === 1
}
