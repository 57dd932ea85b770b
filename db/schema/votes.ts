import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { flag, number, sqliteTable, string } from './columns'
import { comments } from './comments'
import { postKey } from './posts'
import { ofUser, userKey, users } from './users'

// WITHOUT ROWID. The user comes first in the key, so that the votes of one viewer are adjacent. Ids are computed
// (lib/ids.ts).

/** No cascade from `users`, because counts and karma change in the same transaction as a vote. */
const voter = () => number().references(() => users.key, { onDelete: 'restrict' })
const cast = () => ({
  /** 1 or -1, as added to the author's karma. */
  value: integer().$type<1 | -1>().notNull(),
  /** False while its account is banned: then it is shown and does not rank. */
  isCounted: flag().default(true),
  /** In milliseconds. */
  createdAt: number(),
})

export const postVotes = sqliteTable(
  'post_votes',
  {
    user: voter(),
    post: postKey(),
    ...cast(),
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
    user: voter(),
    comment: number().references(() => comments.key, { onDelete: 'cascade' }),
    ...cast(),
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

/** The polls of posts that have appeared; their options stand in the posts. */
export const polls = sqliteTable(
  'polls',
  {
    post: postKey().primaryKey(),
    /** A whole minute. */
    endsAt: string(),
    /** How many chose each option, as readers see it, as a JSON array. Null until there is a result. */
    votes: text(),
    /** How many chose each option and are in no count yet, sealed. Null once the poll is over and counted. */
    pending: text(),
  },
  (table) => [index('polls_open').on(table.endsAt).where(sql`pending is not null`)],
)

/** Who has voted in a poll that is open: not what, not when. WITHOUT ROWID: no number says in which order. */
export const pollVoters = sqliteTable('poll_voters', { user: userKey(), post: postKey() }, (table) => [
  primaryKey({ columns: [table.user, table.post] }),
  index('poll_voters_post').on(table.post),
])

/** WITHOUT ROWID, by its migration, because Drizzle cannot declare it. */
export const bookmarks = sqliteTable(
  'bookmarks',
  {
    user: userKey(),
    post: postKey(),
    /** In milliseconds. */
    createdAt: number(),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.post] }),
    index('bookmarks_newest').on(table.user, table.createdAt),
    index('bookmarks_post').on(table.post),
  ],
)
