import { sql } from 'drizzle-orm'
import { index, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { sqliteTable, string } from './columns'
import { postKey } from './posts'
import { userKey } from './users'

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
