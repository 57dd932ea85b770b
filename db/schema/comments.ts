import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { counter, idOf, number, off, sqliteTable, string } from './columns'
import { ofPost, postKey, voteCounts } from './posts'
import { users } from './users'

/**
 * Wilson's lower bound of the share of counted upvotes, at 95 % (z² = 3.8416), in millionths; the author is one upvote.
 */
const UP = 'upvote_count - uncounted_upvotes + 1'
const VOTES = `upvote_count - uncounted_upvotes + downvote_count - uncounted_downvotes + 1`
const BEST_SCORE = sql.raw(
  `cast(1000000 * (${UP} + 1.9208 - 1.96 * sqrt((${UP}) * (${VOTES} - (${UP})) * 1.0 / (${VOTES}) + 0.9604)) / (${VOTES} + 3.8416) as integer)`,
)

export const comments = sqliteTable(
  'comments',
  {
    /** As the search index knows it; never given again. */
    key: integer().primaryKey({ autoIncrement: true }),
    id: string().unique(),
    post: postKey(),
    /** No action instead of restrict: a deleted post deletes its thread in any order. */
    parentComment: integer().references((): AnySQLiteColumn => comments.key, { onDelete: 'no action' }),
    /** Null for a deleted comment that stays as a placeholder of its replies, and for an official one. */
    author: integer().references(() => users.key, { onDelete: 'restrict' }),
    content: string(),
    /** Spoken for the moderators: the audit log alone knows by whom. */
    isOfficial: off(),
    isBanned: off(),
    /** As the other times, in milliseconds. */
    deletedAt: integer(),
    /** Deleted or removed, and without visible replies: only administrators see it in lists. */
    hidden: off(),
    ...voteCounts(),
    bestScore: integer().generatedAlwaysAs(BEST_SCORE, { mode: 'virtual' }),
    /** Direct replies that are not hidden. */
    repliesCount: counter(),
    createdAt: number(),
    updatedAt: number(),
  },
  (table) => [
    index('comments_post_newest').on(table.post, table.createdAt),
    index('comments_replies').on(table.parentComment).where(sql`parent_comment is not null`),
    index('comments_author').on(table.author),
    /** The placeholders of a time span; `id` finds all rows of it, and the difference is the comments. */
    index('comments_placeholders').on(table.id).where(sql`deleted_at is not null`),
    check(
      'comments_deleted',
      sql`(${table.deletedAt} is null) = (${table.author} is not null or ${table.isOfficial} = 1)`,
    ),
    check('comments_official', sql`${table.isOfficial} = 0 or ${table.author} is null`),
    check(
      'comments_deleted_empty',
      sql`${table.deletedAt} is null or (${table.content} = '' and ${table.isBanned} = 0)`,
    ),
    check(
      'comments_hidden',
      sql`${table.hidden} = ((${table.deletedAt} is not null or ${table.isBanned} = 1) and ${table.repliesCount} = 0)`,
    ),
    check('comments_not_own_parent', sql`${table.parentComment} is null or ${table.parentComment} <> ${table.key}`),
    check(
      'comments_counts',
      sql`${table.upvoteCount} >= 0 and ${table.downvoteCount} >= 0 and ${table.repliesCount} >= 0`,
    ),
  ],
)

// What a text was before its author changed it. Rows go with the text, and are overwritten like it (secure_delete).

export const postVersions = sqliteTable(
  'post_versions',
  {
    postId: ofPost().notNull(),
    /** From 1, the text as it was published. */
    number: number(),
    title: string(),
    content: string(),
    startsAt: text(),
    place: text(),
    writtenAt: string(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.number] })],
)

export const commentVersions = sqliteTable(
  'comment_versions',
  {
    commentId: idOf(() => comments.id),
    number: number(),
    content: string(),
    writtenAt: string(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.number] })],
)
