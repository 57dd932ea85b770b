import { type Static, t } from 'elysia'
import { appeals, moderationRecords } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { actorOn } from '../../campus/authorship/writers'
import { addNotice } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { moderationRecord, UNEXPLAINED } from '../../campus/sanctions/records'
import { refuse } from '../../errors'
import { pictureOfPost, pictureShown } from '../../forum/pictures/pictures'
import { pollRecord, shownPoll } from '../../forum/polls/poll'
import { auditPrivateReads, postFacts } from '../../forum/posts/visibility'
import { isSelf, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { idsOfNames } from '../../ground/names/own-names'
import { toPresetText } from '../../ground/settings/removal-reasons'
import { optionalMails } from '../../ground/settings/settings'
import { minuteId } from '../../lib/crypto/ids'
import { minuteOf } from '../../lib/text/coarse-time'
import { choice, namedObject, nullable, paginate, recordId, timestamp } from '../../lib/text/schema'
import { changeContent } from '../moderation/remove-or-restore'
import { changeSanction } from '../moderation/suspend-or-ban'
import { toReference } from '../reports/record'

// Appeals against removals and sanctions: sent by the person, listed for the person and for moderators, who read the name
// that the decision is about.

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
      {
        postId: recordId,
        title: t.String({ description: 'Of the post' }),
        text: t.String(),
        picture: t.Optional(pictureShown),
        poll: t.Optional(pollRecord),
      },
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

/** What appeals are sent about; a removal in silence is none that its author knows of. */
const APPEALABLE = ['banned', 'blocked', 'suspended']

type NewAppeal = Pick<OwnAppeal, 'resource' | 'resourceId' | 'message'>

/**
 * Once for each decision, and only while it holds: 404 without one, 409 `CONFLICT` for the second. Only moderators read
 * it, so the content policy does not apply.
 */
export async function sendAppeal(user: Viewer, { message, ...about }: NewAppeal): Promise<OwnAppeal> {
  const { resource, resourceId } = about
  const create = (tx: Tx, user: Viewer) => {
    const now = new Date().toISOString()
    const subject = {
      post: sql`SELECT id, author_id AS name FROM posts WHERE id = ${resourceId} AND moderation_state = 'banned'`,
      comment: sql`SELECT c.id, u.id AS name FROM comments c JOIN users u ON u.key = c.author
        WHERE c.id = ${resourceId} AND c.is_banned = 1 AND c.deleted_at IS NULL`,
      user: sql`SELECT user_id AS id, user_id AS name FROM sanctions
        WHERE user_id = ${resourceId} AND (ends_at IS NULL OR ends_at > ${now})`,
    }[resource]
    // The decision that holds now, and the name that it is about. By the index moderation_records_resource.
    const decision = sql({ ...pick(moderationRecords, 'id', 'state'), name: TEXT })`
      SELECT r.id, r.state, s.name FROM (${subject}) s JOIN moderation_records r ON r.resource_id = s.id
      WHERE s.name IN ${idsOfNames(user.id)} ORDER BY r.created_at DESC, r.id DESC LIMIT 1`.get(tx)
    if (decision === undefined || !APPEALABLE.includes(decision.state)) return refuse('NOT_FOUND', 'appeals.nothing')
    const id = minuteId()
    const { changes } = sql`INSERT INTO appeals (id, record_id, user_id, message, created_at)
      VALUES (${id}, ${decision.id}, ${decision.name}, ${message}, ${now}) ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) refuse('CONFLICT', 'appeals.already')
    const entry = { action: 'user:created:appeal', entityType: 'appeal', entityId: id, after: about } as const
    audit(tx, actorOn(user, decision.name), entry)
    return ownAppealById(tx, id)
  }
  return createAs(user, 'session', { create, read: (id) => ownAppealById(storage.reader, id) })
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
export const appealsOf = ({ id }: Viewer): OwnAppeal[] =>
  sql(OWN)`${SELECT_OWN} WHERE a.user_id IN ${idsOfNames(id)} ORDER BY a.id DESC LIMIT ${MOST_OWN}`
    .all(storage.reader)
    .map(toOwn)

const ownAppealById = (db: Connection, id: string): OwnAppeal =>
  toOwn(sql(OWN)`${SELECT_OWN} WHERE a.id = ${id}`.get(db) ?? refuse('NOT_FOUND', 'appeals.missing'))

const ENTRY = {
  ...APPEAL,
  ...ABOUT,
  ...{ appellantId: appeals.userId, appellantName: users.username, appellantRole: users.role },
  ...{ decidedById: appeals.moderatorId, decidedByName: orNull(users.username) },
  ...pick(moderationRecords, 'state', 'rule', 'preset'),
  ...{ recordId: moderationRecords.id, firstReason: moderationRecords.reason, ends: moderationRecords.endsAt },
  ...{ firstModeratorId: moderationRecords.moderatorId, firstModeratorName: orNull(users.username) },
  firstAt: moderationRecords.createdAt,
  ...{ postId: orNull(posts.id), title: orNull(posts.title), text: orNull(posts.content), poll: posts.poll },
}
type EntryRow = Raw<typeof ENTRY>

/** An erased comment has no text left, and a post whose deletion has begun is gone. */
const ENTRIES = raw(`
  SELECT ${selectList(APPEAL, 'a')}, ${selectList(ABOUT, 'r')}, a.user_id AS appellantId, u.username AS appellantName,
    u.role AS appellantRole, a.moderator_id AS decidedById, d.username AS decidedByName,
    r.id AS recordId, r.state, r.rule, r.preset, r.reason AS firstReason, r.ends_at AS ends, r.moderator_id AS firstModeratorId,
    m.username AS firstModeratorName, r.created_at AS firstAt,
    p.id AS postId, p.title, CASE WHEN c.id IS NULL THEN p.content WHEN c.deleted_at IS NULL THEN c.content END AS text,
    CASE WHEN c.id IS NULL THEN p.poll END AS poll
  FROM appeals a CROSS JOIN moderation_records r ON r.id = a.record_id CROSS JOIN users u ON u.id = a.user_id
    LEFT JOIN users d ON d.id = a.moderator_id LEFT JOIN users m ON m.id = r.moderator_id
    LEFT JOIN comments c ON c.id = r.resource_id AND r.resource = 'comment'
    LEFT JOIN posts p ON p.id = CASE r.resource WHEN 'post' THEN r.resource_id ELSE ${idOf('posts', 'c.post')} END
      AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject = 'post' AND deletions.id = p.id)`)

export const appealById = (db: Connection, id: string): EntryRow =>
  sql(ENTRY)`${ENTRIES} WHERE a.id = ${id}`.get(db) ?? refuse('NOT_FOUND', 'appeals.missing')

/** What waits, oldest first; what was decided, newest first. By the index appeals_status, from one end. */
export function pageOfAppeals(status: AppealStatus, limit: number, offset: number) {
  const order = raw(status === 'open' ? 'a.created_at, a.id' : 'a.created_at DESC, a.id DESC')
  return sql(ENTRY)`${ENTRIES} WHERE a.status = ${status} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
}

/** Those that wait, oldest first, or those of another status, newest first. */
export async function listAppeals(
  moderator: Viewer,
  { status = 'open', page, limit }: { status?: AppealStatus; page: number; limit: number },
) {
  const db = storage.reader
  const rows = pageOfAppeals(status, limit, (page - 1) * limit).all(db)
  const posts = rows.map(({ postId }) => (postId === null ? undefined : postFacts(db, postId)))
  await auditPrivateReads(moderator, posts)
  const { count } = sql({ count: INTEGER })`SELECT count(*) AS count FROM appeals WHERE status = ${status}`.get(db)!
  return { appeals: rows.map((row) => toEntry(db, moderator, row)), pagination: paginate(count, page, limit) }
}

type Moderator = Pick<Viewer, 'id' | 'role' | 'aliases'>

/**
 * A moderator decides about others only, and about the own decision only where nobody else can. Only superadmins lift the
 * sanction of an administrator. Counts administrators, by the index users_role, who may moderate now: neither sanctioned
 * nor without a passkey that they need. An alias may be of one of them, which nobody must see: another one is then known
 * to be there where two are.
 */
export function mayDecide(db: Connection, moderator: Moderator, row: EntryRow): boolean {
  const isForAll = row.resource !== 'user' || row.appellantRole === 'user'
  if (isSelf(moderator, row.appellantId) || (!isForAll && moderator.role !== 'superadmin')) return false
  if (row.firstModeratorId !== moderator.id) return true
  const { isAnother } = sql({ isAnother: FLAG })`
    SELECT (SELECT count(*) FROM users u WHERE u.role IN ('admin', 'superadmin') AND u.role <> 'user'
      AND (${isForAll} OR u.role = 'superadmin') AND u.id <> ${moderator.id} AND u.id <> ${row.appellantId}
      AND NOT EXISTS (SELECT 1 FROM sanctions s
        WHERE s.user_id = u.id AND (s.ends_at IS NULL OR s.ends_at > ${new Date().toISOString()}))
      AND ((SELECT value FROM settings WHERE key = 'administratorPasskeys') IS NOT 'true'
        OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = u.id))
    ) > (SELECT status = 'ALIAS' FROM users WHERE id = ${row.appellantId}) AS isAnother`.get(db)!
  return isAnother === 0
}

function toEntry(db: Connection, moderator: Moderator, row: EntryRow): AppealEntry {
  const { id, resource, resourceId, message, status, reason, postId, title, text, poll } = row
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
    content:
      postId === null || title === null || text === null
        ? null
        : { postId, title, text, ...(resource === 'post' ? pictureOfPost(db, postId) : {}), ...shownPoll(poll) },
    mayDecide: status === 'open' && mayDecide(db, moderator, row),
  }
}

/**
 * Keeps the first decision or undoes it, in the same transaction. 404; 409 `CONFLICT` when it is decided or has lapsed;
 * 403 `FORBIDDEN` about oneself, and about the own decision where another moderator can look at it.
 */
export async function decideAppeal(
  moderator: Viewer,
  id: string,
  { outcome, reason }: { outcome: 'upheld' | 'overturned'; reason: string },
): Promise<AppealEntry> {
  const mails = optionalMails()
  return writeAs(moderator, 'admin', async (tx, moderator) => {
    const row = appealById(tx, id)
    if (row.status !== 'open') refuse('CONFLICT', 'appeals.decided')
    if (!mayDecide(tx, moderator, row)) refuse('FORBIDDEN', 'appeals.anotherModerator')
    // First, so that undoing the decision finds no open appeal, which would lapse.
    sql`UPDATE appeals SET status = ${outcome}, reason = ${reason}, moderator_id = ${moderator.id},
        decided_at = ${new Date().toISOString()}
      WHERE id = ${id}`.run(tx)
    const { resource, resourceId, text } = row
    const after = { status: outcome, resource, resourceId }
    audit(tx, moderator, { action: `admin:${outcome}:appeal`, entityType: 'appeal', entityId: id, after, reason })
    // What its author deleted meanwhile stays deleted.
    if (outcome === 'overturned' && resource === 'user') changeSanction(tx, moderator, resourceId, null, reason)
    else if (outcome === 'overturned' && resource !== 'user' && text !== null)
      await changeContent(tx, moderator, resource, resourceId, { ...UNEXPLAINED, reason, state: 'active' })
    const about =
      text === null ? {} : { post: { postId: resourceId }, comment: { commentId: resourceId }, user: {} }[resource]
    addNotice(tx, row.appellantId, { kind: `appeal_${outcome}`, reason, ...about })
    if (resource === 'user' ? mails.suspended : mails.contentRemoved) scheduleModerationMail(tx, row.appellantId)
    return toEntry(tx, moderator, appealById(tx, id))
  })
}
