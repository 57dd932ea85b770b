import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, index, primaryKey, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { known, sqliteTable, string, word } from './columns'
import { ofPost } from './posts'
import { ofUser } from './users'

/** A post is named twice, by which the row goes with it. */
type OfSomething = Record<'kind' | 'target' | 'postId', AnySQLiteColumn>
const ofSomething = (name: string, { kind, target, postId }: OfSomething) => [
  index(`${name}_post`).on(postId).where(sql`post_id is not null`),
  known(`${name}_kind`, kind),
  check(`${name}_post_id`, sql`${postId} is null or (${kind} = 'post' and ${postId} = ${target})`),
  check(`${name}_of_post`, sql`${kind} <> 'post' or ${postId} is not null`),
]

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
    ...ofSomething('follows', table),
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
    ...ofSomething('follow_news', table),
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
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.target] }), ...ofSomething('mutes', table)],
)

/** The secret address of a calendar with what its user follows: its hash, and the day of its making. */
export const calendars = sqliteTable(
  'calendars',
  {
    userId: ofUser().primaryKey(),
    hash: string(),
    createdAt: string(),
  },
  (table) => [uniqueIndex('calendars_hash').on(table.hash)],
)
