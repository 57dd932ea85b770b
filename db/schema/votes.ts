import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey } from 'drizzle-orm/sqlite-core'
import { flag, number, sqliteTable } from './columns'
import { comments } from './comments'
import { postKey } from './posts'
import { ofUser, users } from './users'

// WITHOUT ROWID. The user comes first in the key, so that the votes of one viewer are adjacent. Ids are computed
// (lib/ids.ts).

/** No cascade from `users`, because counts and karma change in the same transaction as a vote. */
export const postVotes = sqliteTable(
  'post_votes',
  {
    user: number().references(() => users.key, { onDelete: 'restrict' }),
    post: postKey(),
    /** 1 or -1, as added to the author's karma. */
    value: integer().$type<1 | -1>().notNull(),
    /** False while its account is banned: then it is shown and does not rank. */
    isCounted: flag().default(true),
    /** In milliseconds. */
    createdAt: number(),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.post] }),
    index('post_votes_post').on(table.post, table.value),
    check('post_votes_value', sql`${table.value} in (1, -1)`),
  ],
)

export const commentVotes = sqliteTable(
  'comment_votes',
  {
    user: number().references(() => users.key, { onDelete: 'restrict' }),
    comment: number().references(() => comments.key, { onDelete: 'cascade' }),
    /** 1 or -1, as added to the author's karma. */
    value: integer().$type<1 | -1>().notNull(),
    /** False while its account is banned: then it is shown and does not rank. */
    isCounted: flag().default(true),
    /** In milliseconds. */
    createdAt: number(),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.comment] }),
    index('comment_votes_comment').on(table.comment, table.value),
    check('comment_votes_value', sql`${table.value} in (1, -1)`),
  ],
)

/** Accounts that were banned or unbanned, until all their votes say so. */
export const voteRecounts = sqliteTable('vote_recounts', {
  userId: ofUser().primaryKey(),
})
