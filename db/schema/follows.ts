import { sql } from 'drizzle-orm'
import { check, index, primaryKey } from 'drizzle-orm/sqlite-core'
import { known, sqliteTable, string, word } from './columns'
import { ofPost } from './posts'
import { ofUser } from './users'

/** What a user is told news of: posts (their comments), topics and courses (their posts). */
export const follows = sqliteTable(
  'follows',
  {
    userId: ofUser(),
    kind: word(['post', 'topic', 'course']),
    /** The id of the post or of the course, or the topic. */
    target: string(),
    postId: ofPost(),
    /** What was created until then is no news: the `created_at` of the last comment or post that was counted. */
    through: string(),
    createdAt: string(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.target] }),
    /** The followers of a target in the order in which they are notified. */
    index('follows_target').on(table.kind, table.target, table.userId),
    index('follows_post').on(table.postId).where(sql`post_id is not null`),
    known('follows_kind', table.kind),
    check(
      'follows_post_id',
      sql`${table.postId} is null or (${table.kind} = 'post' and ${table.postId} = ${table.target})`,
    ),
    check('follows_of_post', sql`${table.kind} <> 'post' or ${table.postId} is not null`),
  ],
)

/** When the followers of a target are notified next, in steps. A topic or course always has a row, a post after a new comment. */
export const followNews = sqliteTable(
  'follow_news',
  {
    kind: word(['post', 'topic', 'course']),
    target: string(),
    postId: ofPost(),
    dueAt: string(),
    /** The last follower of the step before; empty between two passes. */
    afterUser: string().default(''),
    /** The `created_at` of the last comment or post of the latest pass. */
    through: string().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.target] }),
    index('follow_news_due').on(table.dueAt),
    index('follow_news_post').on(table.postId).where(sql`post_id is not null`),
    known('follow_news_kind', table.kind),
    check(
      'follow_news_post_id',
      sql`${table.postId} is null or (${table.kind} = 'post' and ${table.postId} = ${table.target})`,
    ),
    check('follow_news_of_post', sql`${table.kind} <> 'post' or ${table.postId} is not null`),
  ],
)

/** What a user wants to hear nothing of: posts (threads), topics, words. */
export const mutes = sqliteTable(
  'mutes',
  {
    userId: ofUser(),
    kind: word(['post', 'topic', 'word']),
    /** The id of the post, the topic, or the word in lower case. */
    target: string(),
    postId: ofPost(),
    createdAt: string(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.target] }),
    index('mutes_post').on(table.postId).where(sql`post_id is not null`),
    known('mutes_kind', table.kind),
    check(
      'mutes_post_id',
      sql`${table.postId} is null or (${table.kind} = 'post' and ${table.postId} = ${table.target})`,
    ),
    check('mutes_of_post', sql`${table.kind} <> 'post' or ${table.postId} is not null`),
  ],
)
