import { getTableColumns } from 'drizzle-orm'
import { type Static, t } from 'elysia'
import { accountNotices } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { idsOfNames } from '../../ground/names/own-names'
import { presetText, toPresetText } from '../../ground/settings/removal-reasons'
import { namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { type MessageOrKey, message, resolveMessage } from '../../messages/message'

export const noticeRecord = namedObject('AccountNotice', {
  id: recordId,
  kind: t.UnionEnum(accountNotices.kind.enumValues),
  text: t.String({ description: 'In the language of the account' }),
  reason: nullable(t.String({ description: 'In the words of the administrator who acted' })),
  rule: nullable(t.String({ description: 'Of something that was taken away, as the next' })),
  preset: nullable(presetText),
  appeal: nullable(
    t.Object(
      { resource: t.UnionEnum(['post', 'comment', 'user']), resourceId: recordId },
      { description: 'What can be appealed against, while the decision holds: the fields of `POST /appeals`' },
    ),
  ),
  createdAt: timestamp,
  acknowledgedAt: nullable(timestamp),
})
export type NoticeRecord = Static<typeof noticeRecord>

const { bulkId: _, ...COLUMNS } = getTableColumns(accountNotices)
const SHOWN = { title: orNull(posts.title), alias: orNull(users.username), isInForce: FLAG, removed: INTEGER }
const TYPES = { ...COLUMNS, ...SHOWN }
type Row = Raw<typeof TYPES>

/** The title is read with the notice: the post may have been edited since, and with the post the notice is deleted. */
const TEXTS: { [Kind in Row['kind']]: (row: Row) => MessageOrKey } = {
  email_revealed: () => 'notices.emailRevealed',
  account_revealed: ({ alias }) => message('notices.accountRevealed', { name: alias ?? '' }),
  password_changed: () => 'notices.passwordChanged',
  passkeys_changed: () => 'notices.passkeysChanged',
  suspended: ({ endsAt, alias }) => {
    const ends = new Date(endsAt ?? '')
    return alias === null
      ? message('notices.suspended', { ends })
      : message('notices.aliasSuspended', { ends, name: alias })
  },
  banned: ({ alias }) => (alias === null ? 'notices.banned' : message('notices.aliasBanned', { name: alias })),
  sanction_lifted: ({ alias }) =>
    alias === null ? 'notices.sanctionLifted' : message('notices.aliasSanctionLifted', { name: alias }),
  post_removed: ({ title }) => message('notices.postRemoved', { title: title ?? '' }),
  comment_removed: ({ title }) => message('notices.commentRemoved', { title: title ?? '' }),
  texts_removed: ({ removed }) => message('notices.textsRemoved', { count: removed }),
  webhook_disabled: () => 'notices.webhookDisabled',
  text_refused: () => 'notices.textRefused',
  appeal_upheld: ({ title }) => (title === null ? 'notices.appealUpheld' : message('notices.removalUpheld', { title })),
  appeal_overturned: ({ title }) =>
    title === null ? 'notices.appealOverturned' : message('notices.removalOverturned', { title }),
  export_ready: () => 'notices.exportReady',
  became_moderator: () => 'notices.becameModerator',
  invitation_taken: () => 'notices.invitationTaken',
}

const MAX_NOTICES = 500

/** Newest first. */
export function listNotices({ id, language }: Viewer): { notices: NoticeRecord[] } {
  // Newest first, by the index account_notices_user for each name: ids are UUIDv7. `alias`: the name that it concerns.
  const rows = sql(TYPES)`
    SELECT ${raw(selectList(COLUMNS, 'n'))}, p.title,
      (SELECT u.username FROM users u WHERE u.id = n.user_id AND n.user_id <> ${id}) AS alias, CASE n.kind
        WHEN 'post_removed' THEN p.moderation_state = 'banned'
        WHEN 'comment_removed' THEN c.is_banned = 1 AND c.deleted_at IS NULL
        WHEN 'suspended' THEN EXISTS (SELECT 1 FROM sanctions s WHERE s.user_id = n.user_id
          AND s.ends_at > ${new Date().toISOString()})
        WHEN 'banned' THEN EXISTS (SELECT 1 FROM sanctions s WHERE s.user_id = n.user_id AND s.ends_at IS NULL)
        ELSE 0 END AS isInForce,
      (SELECT count(*) FROM moderation_records r WHERE r.bulk_id = n.bulk_id AND NOT EXISTS (
        SELECT 1 FROM moderation_records later WHERE later.resource_id = r.resource_id
          AND (later.created_at, later.id) > (r.created_at, r.id)
      )) AS removed
    FROM account_notices n LEFT JOIN comments c ON c.id = n.comment_id
      LEFT JOIN posts p ON p.id = coalesce(n.post_id, (SELECT self.id FROM posts self WHERE self.key = c.post))
    WHERE n.user_id IN ${idsOfNames(id)} ORDER BY n.id DESC LIMIT ${MAX_NOTICES}`.all(storage.reader)
  const known = new Set<string>()
  const notices = rows.map((row) => {
    const { id, kind, reason, rule, createdAt, acknowledgedAt } = row
    const text = resolveMessage(TEXTS[kind](row), language)
    const [preset, appeal] = [toPresetText(row.preset), appealable(row, known)]
    return { id, kind, text, reason, rule, preset, appeal, createdAt, acknowledgedAt }
  })
  return { notices }
}

/** By the newest notice only: what was removed twice is appealed against once. */
function appealable(row: Row, known: Set<string>): NoticeRecord['appeal'] {
  const resourceId = row.postId ?? row.commentId ?? row.userId
  if (row.isInForce !== 1 || known.has(resourceId)) return null
  known.add(resourceId)
  return { resource: row.postId ? 'post' : row.commentId ? 'comment' : 'user', resourceId }
}

/**
 * Notices of others, and those acknowledged before, count for nothing. Those of an alias are in no entry: by the time of a
 * decision about the alias one would know who read of it.
 */
export async function acknowledgeNotices(user: Viewer, ids: readonly string[]): Promise<{ acknowledged: number }> {
  return writeAs(user, 'session', (tx, user) => {
    const now = new Date().toISOString()
    const lowerCase = JSON.stringify(ids.map((id) => id.toLowerCase()))
    const read = sql(pick(accountNotices, 'userId'))`
      UPDATE account_notices SET acknowledged_at = ${now}
      WHERE user_id IN ${idsOfNames(user.id)} AND acknowledged_at IS NULL
        AND id IN (SELECT value FROM json_each(${lowerCase}))
      RETURNING user_id AS userId`.all(tx)
    const acknowledged = read.filter(({ userId }) => userId === user.id).length
    const entry = { action: 'user:acknowledged:notices', entityType: 'user', entityId: user.id } as const
    if (acknowledged > 0) audit(tx, user, { ...entry, metadata: { acknowledged } })
    return { acknowledged: read.length }
  })
}
