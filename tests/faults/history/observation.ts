import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { idOf } from '../../../db/statement'
import { type StoredEntry, toEntry } from '../../../src/ground/audit/entries'
import type { Vote } from './operation'
import { tokenIn, toText } from './texts'

type StoredContent = {
  authorId: string | null
  /** The token of its text; another word for a text that no client wrote, or not as a whole. */
  text: string
  upvotes: number
  downvotes: number
}
export type StoredPost = StoredContent & { state: string; isPrivate: boolean; views: number; comments: number }
export type StoredComment = StoredContent & {
  postId: string
  parentId: string | null
  isBanned: boolean
  isDeleted: boolean
}
type StoredReport = { reporterId: string | null; targetId: string; text: string; status: string }
type StoredNotification = {
  userId: string
  type: string
  postId: string | null
  commentId: string | null
  actorId: string | null
  isSeen: boolean
}
/** Of a bookmark, whose id only its acknowledgement names, the entity is the post. */
type AuditEntry = { actorId: string | null; action: string; entityId: string | null }

/** Everything of a database that clients of the harness change. Keys of votes and bookmarks are `user target`. */
export type Observation = {
  posts: Map<string, StoredPost>
  comments: Map<string, StoredComment>
  votes: Map<string, Vote>
  bookmarks: Set<string>
  reports: Map<string, StoredReport>
  notifications: Map<string, StoredNotification>
  sessions: Map<string, string>
  users: Map<string, { language: string; branch: string }>
  /** The account behind each alias. Clients of the harness write under their own names. */
  aliases: Map<string, string>
  blocks: Set<string>
  /** Entries after the row number that the caller named, and the last row number. */
  entries: AuditEntry[]
  lastEntry: number
  /** Accounts that are beyond the entries of a day. */
  overflow: Set<string>
}

/** `undefined` for a text of the seed. */
export function textOfPost({ title, content, topic }: { title?: string; content: string; topic?: string }) {
  const token = tokenIn(content) ?? tokenIn(title ?? '')
  if (token === undefined) return 'older'
  const whole = toText(token)
  const isWhole = title === whole.title && content === whole.content && topic === whole.topic
  return isWhole ? token : `torn: ${title} / ${content} / ${topic}`
}

export function textOfContent(content: string) {
  const token = tokenIn(content)
  if (token === undefined) return 'older'
  return content === toText(token).content ? token : `torn: ${content}`
}

/** Reads what `sqlite` holds, in one transaction; `after` is the last audit entry that is known. */
function observe(sqlite: Database, after = 0): Observation {
  const all = <T>(sql: string, ...values: number[]) => sqlite.query<T, number[]>(sql).all(...values)
  /** By id; what is named as a flag is one. */
  const rows = <T>(sql: string) =>
    new Map(
      all<{ id: string; [name: string]: unknown }>(sql).map(({ id, ...row }) => {
        const fields = Object.entries(row).map(([name, value]) => [name, name.startsWith('is') ? value === 1 : value])
        return [id, Object.fromEntries(fields) as T]
      }),
    )
  const pairs = (sql: string) => new Map(all<{ id: string; value: string }>(sql).map(({ id, value }) => [id, value]))
  const withText = <T extends object>(found: Map<string, T & { content: string; title?: string; topic?: string }>) =>
    new Map(
      [...found].map(([id, { content, title, topic, ...row }]) => {
        const text = title === undefined ? textOfContent(content) : textOfPost({ content, title, topic: topic ?? '' })
        return [id, { ...row, text } as unknown as T]
      }),
    )
  const common = 'id, content, upvote_count AS upvotes, downvote_count AS downvotes'
  return sqlite.transaction(
    (): Observation => ({
      posts: withText(
        rows(`SELECT ${common}, author_id AS authorId, title, topic, moderation_state AS state, is_private AS isPrivate, views,
          comments_count AS comments FROM posts JOIN post_stats ON post = key`),
      ),
      comments: withText(
        rows(`SELECT ${common}, ${idOf('users', 'author')} AS authorId, ${idOf('posts', 'post')} AS postId,
          ${idOf('comments', 'comments.parent_comment')} AS parentId, is_banned AS isBanned,
          deleted_at IS NOT NULL AS isDeleted FROM comments`),
      ),
      votes: pairs(
        `SELECT user_id || ' ' || target AS id, iif(value = 1, 'upvote', 'downvote') AS value FROM (
          SELECT u.id AS user_id, p.id AS target, value FROM post_votes JOIN users u ON u.key = user JOIN posts p ON p.key = post
          UNION ALL SELECT u.id, c.id, value FROM comment_votes JOIN users u ON u.key = user JOIN comments c ON c.key = comment)`,
      ) as Observation['votes'],
      bookmarks: new Set(
        pairs(
          "SELECT u.id || ' ' || p.id AS id FROM bookmarks JOIN users u ON u.key = user JOIN posts p ON p.key = post",
        ).keys(),
      ),
      reports: withText(
        rows('SELECT id, reporter_id AS reporterId, target_id AS targetId, message AS content, status FROM reports'),
      ),
      notifications: rows(
        `SELECT id, user_id AS userId, type, post_id AS postId, comment_id AS commentId, actor_id AS actorId,
          seen AS isSeen FROM notifications`,
      ),
      sessions: pairs('SELECT id, user_id AS value FROM sessions'),
      users: rows("SELECT id, language, branch FROM users WHERE status != 'ALIAS'"),
      aliases: pairs(`SELECT ${idOf('users', 'alias')} AS id, ${idOf('users', 'account')} AS value FROM aliases`),
      blocks: new Set(
        pairs(
          `SELECT blocker_id || ' ' || blocked_id AS id FROM user_blocks
          UNION SELECT blocked_id || ' ' || blocker_id FROM user_blocks`,
        ).keys(),
      ),
      // Not as the program reads it: its statements would keep the file open.
      entries: all<StoredEntry>(
        'SELECT *, entity_type AS entityType FROM audit_log WHERE number > ? ORDER BY number',
        after,
      )
        .map(toEntry)
        .map(({ actorId, action, entityType, entityId, metadata }) => ({
          actorId,
          action,
          entityId: entityType === 'bookmark' ? `${metadata?.postId}` : entityId,
        })),
      lastEntry: all<{ last: number }>('SELECT coalesce(max(number), 0) AS last FROM audit_log')[0]?.last ?? 0,
      overflow: new Set(pairs('SELECT actor_id AS id FROM audit_overflow').keys()),
    }),
  )()
}

/** What a data directory holds; SQLite puts right what a cut has left of its log. */
export function observed(dataDir: string, after?: number): Observation {
  const sqlite = new Database(join(dataDir, 'quad.db'), { readwrite: true, strict: true })
  try {
    return observe(sqlite, after)
  } finally {
    sqlite.close()
  }
}
