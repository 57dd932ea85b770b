import type { Database } from 'bun:sqlite'
import type { PostState, ReportStatus, Vote } from './operation'
import { tokenIn, toText } from './texts'

type Row = Record<string, string | number | null>

export type StoredContent = {
  authorId: string | null
  /** The token of its text; another word for a text that no client wrote, or not as a whole. */
  text: string
  upvotes: number
  downvotes: number
}
export type StoredPost = StoredContent & { state: PostState; isPrivate: boolean; views: number; comments: number }
export type StoredComment = StoredContent & {
  postId: string
  parentId: string | null
  isBanned: boolean
  isDeleted: boolean
}
export type StoredReport = { reporterId: string | null; targetId: string; text: string; status: ReportStatus }
export type StoredNotification = {
  userId: string
  type: string
  postId: string | null
  commentId: string | null
  actorId: string | null
  isSeen: boolean
}
/** Of a bookmark, whose id only its acknowledgement names, the entity is the post. */
export type AuditEntry = { actorId: string | null; action: string; entityId: string | null }

/** Everything of a database that clients of the harness change. Keys of votes and bookmarks are `user target`. */
export type Observation = {
  posts: Map<string, StoredPost>
  comments: Map<string, StoredComment>
  votes: Map<string, Vote>
  bookmarks: Set<string>
  reports: Map<string, StoredReport>
  notifications: Map<string, StoredNotification>
  sessions: Map<string, string>
  users: Map<string, { language: 'en' | 'hi'; branch: string }>
  /** The account behind each alias. Clients of the harness write under their own names. */
  aliases: Map<string, string>
  blocks: Set<string>
  /** Entries after the row number that the caller named, and the last row number. */
  entries: AuditEntry[]
  lastEntry: number
  /** What accounts did beyond the entries of a day. */
  overflow: Map<string, number>
}

/** `undefined` for a text of the seed. */
export function textOfPost({ title, content, topic }: { title?: string; content: string; topic?: string }): string {
  const token = tokenIn(content) ?? tokenIn(title ?? '')
  if (token === undefined) return 'older'
  const whole = toText(token)
  const isWhole = title === whole.title && content === whole.content && topic === whole.topic
  return isWhole ? token : `torn: ${title} / ${content} / ${topic}`
}

export function textOfContent(content: string): string {
  const token = tokenIn(content)
  if (token === undefined) return 'older'
  return content === toText(token).content ? token : `torn: ${content}`
}

const toVote = (value: unknown): Vote => (value === 1 ? 'upvote' : 'downvote')

/** Reads what `sqlite` holds, in one transaction; `after` is the last audit entry that is known. */
export function observe(sqlite: Database, after = 0): Observation {
  const rows = (sql: string) => sqlite.query<Row, []>(sql).all()
  return sqlite.transaction((): Observation => {
    const text = (value: unknown) => String(value)
    const orNull = (value: unknown) => (value === null ? null : String(value))
    return {
      posts: new Map(
        rows('SELECT * FROM posts').map((row) => [
          text(row.id),
          {
            authorId: orNull(row.author_id),
            text: textOfPost({ title: text(row.title), content: text(row.content), topic: text(row.topic) }),
            state: row.moderation_state as PostState,
            isPrivate: row.is_private === 1,
            views: Number(row.views),
            upvotes: Number(row.upvote_count),
            downvotes: Number(row.downvote_count),
            comments: Number(row.comments_count),
          },
        ]),
      ),
      comments: new Map(
        rows('SELECT * FROM comments').map((row) => [
          text(row.id),
          {
            authorId: orNull(row.author_id),
            postId: text(row.post_id),
            parentId: orNull(row.parent_comment_id),
            text: textOfContent(text(row.content)),
            isBanned: row.is_banned === 1,
            isDeleted: row.deleted_at !== null,
            upvotes: Number(row.upvote_count),
            downvotes: Number(row.downvote_count),
          },
        ]),
      ),
      votes: new Map(
        rows(
          `SELECT user_id, post_id AS target, value FROM post_votes
          UNION ALL SELECT user_id, comment_id, value FROM comment_votes`,
        ).map((row) => [`${row.user_id} ${row.target}`, toVote(row.value)]),
      ),
      bookmarks: new Set(rows('SELECT user_id, post_id FROM bookmarks').map((row) => `${row.user_id} ${row.post_id}`)),
      reports: new Map(
        rows('SELECT id, reporter_id, target_id, message, status FROM reports').map((row) => [
          text(row.id),
          {
            reporterId: orNull(row.reporter_id),
            targetId: text(row.target_id),
            text: textOfContent(text(row.message)),
            status: row.status as ReportStatus,
          },
        ]),
      ),
      notifications: new Map(
        rows('SELECT id, user_id, type, post_id, comment_id, actor_id, seen FROM notifications').map((row) => [
          text(row.id),
          {
            userId: text(row.user_id),
            type: text(row.type),
            postId: orNull(row.post_id),
            commentId: orNull(row.comment_id),
            actorId: orNull(row.actor_id),
            isSeen: row.seen === 1,
          },
        ]),
      ),
      sessions: new Map(rows('SELECT id, user_id FROM sessions').map((row) => [text(row.id), text(row.user_id)])),
      users: new Map(
        rows("SELECT id, language, branch FROM users WHERE status != 'ALIAS'").map((row) => [
          text(row.id),
          { language: row.language === 'hi' ? 'hi' : 'en', branch: text(row.branch) },
        ]),
      ),
      aliases: new Map(
        rows('SELECT alias_id, account_id FROM aliases').map((row) => [text(row.alias_id), text(row.account_id)]),
      ),
      blocks: new Set(
        rows('SELECT blocker_id, blocked_id FROM user_blocks').flatMap((row) => [
          `${row.blocker_id} ${row.blocked_id}`,
          `${row.blocked_id} ${row.blocker_id}`,
        ]),
      ),
      entries: sqlite
        .query<Row, [number]>(
          `SELECT actor_id, action, CASE entity_type WHEN 'bookmark' THEN metadata ->> 'postId' ELSE entity_id END AS entity_id
          FROM audit_log WHERE rowid > ? ORDER BY rowid`,
        )
        .all(after)
        .map((row) => ({ actorId: orNull(row.actor_id), action: text(row.action), entityId: orNull(row.entity_id) })),
      lastEntry: Number(rows('SELECT coalesce(max(rowid), 0) AS last FROM audit_log')[0]?.last ?? 0),
      overflow: new Map(
        rows('SELECT actor_id, sum(count) AS count FROM audit_overflow GROUP BY actor_id').map((row) => [
          text(row.actor_id),
          Number(row.count),
        ]),
      ),
    }
  })()
}
