import { type Static, t } from 'elysia'
import { accountNotices } from '../../../db/schema/notices'
import { posts } from '../../../db/schema/posts'
import { INTEGER, orNull, pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { named, nullable, recordId, timestamp } from '../../lib/schema'
import { type MessageOrKey, message, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'

export const noticeRecord = named(
  'AccountNotice',
  t.Object({
    id: recordId,
    kind: t.UnionEnum(accountNotices.kind.enumValues),
    text: t.String({ description: 'In the language of the account' }),
    reason: nullable(t.String({ description: 'In the words of the administrator who acted' })),
    createdAt: timestamp,
    acknowledgedAt: nullable(timestamp),
  }),
)
export type NoticeRecord = Static<typeof noticeRecord>

const COLUMNS = pick(accountNotices, 'id', 'kind', 'reason', 'endsAt', 'createdAt', 'acknowledgedAt')
const TYPES = { ...COLUMNS, title: orNull(posts.title) }
type Row = Raw<typeof TYPES>

/** Newest first, by the index account_notices_user: ids are UUIDv7. */
const newest = sqlStatement(
  `SELECT ${selectList(COLUMNS, 'n')}, p.title
  FROM account_notices n LEFT JOIN comments c ON c.id = n.comment_id LEFT JOIN posts p ON p.id = coalesce(n.post_id, c.post_id)
  WHERE n.user_id = $userId ORDER BY n.id DESC LIMIT $limit`,
  { returns: TYPES, params: { userId: accountNotices.userId, limit: INTEGER } },
)

/** The title is read with the notice: the post may have been edited since, and with the post the notice is deleted. */
const TEXTS: { [Kind in Row['kind']]: (row: Row) => MessageOrKey } = {
  email_revealed: () => 'notices.emailRevealed',
  password_changed: () => 'notices.passwordChanged',
  passkeys_changed: () => 'notices.passkeysChanged',
  suspended: ({ endsAt }) => message('notices.suspended', { ends: new Date(endsAt ?? '') }),
  banned: () => 'notices.banned',
  sanction_lifted: () => 'notices.sanctionLifted',
  post_removed: ({ title }) => message('notices.postRemoved', { title: title ?? '' }),
  comment_removed: ({ title }) => message('notices.commentRemoved', { title: title ?? '' }),
  webhook_disabled: () => 'notices.webhookDisabled',
  text_refused: () => 'notices.textRefused',
  appeal_upheld: ({ title }) => (title === null ? 'notices.appealUpheld' : message('notices.removalUpheld', { title })),
  appeal_overturned: ({ title }) =>
    title === null ? 'notices.appealOverturned' : message('notices.removalOverturned', { title }),
}

export async function newestNotices(
  db: Connection,
  { id, language }: { id: string; language: Language },
  limit: number,
): Promise<NoticeRecord[]> {
  return newest(db)
    .all({ userId: id, limit })
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      text: resolveMessage(TEXTS[row.kind](row), language),
      reason: row.reason,
      createdAt: row.createdAt,
      acknowledgedAt: row.acknowledgedAt,
    }))
}
