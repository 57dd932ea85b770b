import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, idOf, idOrNull, known, number, off, oneOf, sanction, sqliteTable, string, times, word } from './columns'
import { byUser, ofUser, users } from './users'

/** One row for each moderation action: who, what, why, when. It outlives the post, comment or user. */
export const moderationRecords = sqliteTable(
  'moderation_records',
  {
    id: id(),
    resource: word(['post', 'comment', 'user']),
    resourceId: string(),
    state: word(['active', 'banned', 'shadow_banned', 'blocked', 'suspended']),
    ...sanction(),
    moderatorId: byUser(),
    createdAt: string(),
  },
  (table) => [
    index('moderation_records_resource').on(table.resourceId, table.createdAt, table.id),
    index('moderation_records_moderator').on(table.moderatorId),
    index('moderation_records_bulk').on(table.bulkId).where(sql`bulk_id is not null`),
    known('moderation_records_kind', table.resource),
    known('moderation_records_state', table.state),
    check('moderation_records_end', sql`(${table.state} = 'suspended') = (${table.endsAt} is not null)`),
  ],
)

/** What moderators write for one another about a post, a comment or an account. `forum/posts/changes.ts` deletes it. */
export const moderationNotes = sqliteTable(
  'moderation_notes',
  {
    id: id(),
    resource: word(['post', 'comment', 'user']),
    resourceId: string(),
    content: string(),
    writerId: byUser(),
    createdAt: string(),
  },
  (table) => [
    index('moderation_notes_resource').on(table.resourceId, table.createdAt, table.id),
    index('moderation_notes_writer').on(table.writerId),
    known('moderation_notes_kind', table.resource),
  ],
)

/** Posts and comments about which superadmins alone decide, because a moderator asked for it. */
export const escalations = sqliteTable(
  'escalations',
  {
    resourceId: text().primaryKey(),
    reason: string(),
    escalatedBy: byUser(),
    createdAt: string(),
  },
  (table) => [index('escalations_by').on(table.escalatedBy)],
)

/** What people say against a removal or a sanction of theirs, once for each. Deleted with the account. */
export const appeals = sqliteTable(
  'appeals',
  {
    id: id(),
    recordId: idOf(() => moderationRecords.id),
    userId: ofUser(),
    message: string(),
    /** Lapsed: moderators changed the decision themselves before somebody looked at the appeal. */
    status: oneOf(['open', 'upheld', 'overturned', 'lapsed'], 'open'),
    reason: text(),
    moderatorId: byUser(),
    createdAt: string(),
    decidedAt: text(),
  },
  (table) => [
    uniqueIndex('appeals_record').on(table.recordId),
    index('appeals_status').on(table.status, table.createdAt, table.id),
    index('appeals_user').on(table.userId, table.id),
    index('appeals_moderator').on(table.moderatorId),
    known('appeals_status_known', table.status),
    check('appeals_decided', sql`(${table.status} = 'open') = (${table.decidedAt} is null)`),
  ],
)

/** Complaints about posts and comments. They outlive their targets, so the ids of targets are no foreign keys. */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    type: word(['Post', 'Comment']),
    targetId: string(),
    targetAuthorId: text(),
    /** A copy of the target at the time of the report. Erased some time after the report is closed. */
    targetTitle: text(),
    targetContent: text(),
    targetStartsAt: text(),
    targetPlace: text(),
    targetPoll: text(),
    /** Null when the reporter's account was deleted, and of an automatic one. */
    reporterId: byUser(),
    /** Nobody's: a part noticed the words. */
    automatic: off(),
    reason: string(),
    message: string(),
    status: oneOf(['pending', 'resolved', 'ignored'], 'pending'),
    resolvedBy: byUser(),
    closedAt: text(),
    ...times(),
  },
  (table) => [
    uniqueIndex('reports_open').on(table.reporterId, table.targetId).where(sql`status = 'pending'`),
    uniqueIndex('reports_open_automatic').on(table.targetId).where(sql`status = 'pending' and automatic = 1`),
    // Administrators neither read nor count reports of their own content: every index has the author.
    index('reports_newest').on(table.status, table.type, table.createdAt, table.id, table.targetAuthorId),
    index('reports_target').on(table.targetId, table.createdAt, table.id, table.status, table.targetAuthorId),
    index('reports_author').on(table.targetAuthorId, table.createdAt, table.id),
    index('reports_reporter').on(table.reporterId, table.createdAt, table.id, table.targetAuthorId),
    index('reports_resolved_by').on(table.resolvedBy),
    index('reports_closed').on(table.closedAt).where(sql`target_content is not null`),
    known('reports_type', table.type),
    known('reports_status', table.status),
    check('reports_closed_state', sql`(${table.status} = 'pending') = (${table.closedAt} is null)`),
    check('reports_automatic', sql`${table.automatic} = 0 or (${table.automatic} = 1 and ${table.reporterId} is null)`),
  ],
)

/** What moderators are told of: many texts within minutes. Until one of them dismisses it. */
export const bursts = sqliteTable(
  'bursts',
  {
    id: id(),
    kind: word(['account', 'text', 'link']),
    /** What its texts have in common: the account, the first of the texts that are the same, or the domain. */
    about: string(),
    /** Of kind `account`. */
    authorId: idOrNull(() => users.id),
    accounts: number(),
    texts: number(),
    /** The newest texts: a JSON array of type and id. */
    named: string(),
    since: string(),
    until: string(),
  },
  (table) => [
    uniqueIndex('bursts_about').on(table.kind, table.about),
    index('bursts_author').on(table.authorId),
    index('bursts_until').on(table.until),
    known('bursts_kind', table.kind),
    check('bursts_author_of_account', sql`(${table.kind} = 'account') = (${table.authorId} is not null)`),
  ],
)

export const bannedWords = sqliteTable(
  'banned_words',
  {
    id: id(),
    word: string(),
    /** Normalized: the same for all spellings of a word (`wordKey`). */
    key: string(),
    /** Matches inside other words, too. */
    strictMode: off(),
    severity: word(['mild', 'moderate', 'severe']),
    ...times(),
  },
  (table) => [
    uniqueIndex('banned_words_key').on(table.key),
    check('banned_words_strict_flag', sql`${table.strictMode} in (0, 1)`),
    known('banned_words_severity', table.severity),
    check('banned_words_key_length', sql`length(${table.key}) > 0`),
  ],
)
