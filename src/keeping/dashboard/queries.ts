import { sql } from '../../../db/sql'
import { INTEGER, type Raw, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { notBy } from '../../ground/names/own-names'

const TOTALS = { users: INTEGER, posts: INTEGER, comments: INTEGER }

/** All in narrow indexes, less what few are: for administrators, milliseconds for half a million comments. */
export const readTotals = (db: Connection): Raw<typeof TOTALS> =>
  sql(TOTALS)`SELECT
    (SELECT count(*) FROM users) - (SELECT count(*) FROM users INDEXED BY users_alias WHERE status = 'ALIAS') AS users,
    (SELECT coalesce(sum(count), 0) FROM post_counts WHERE facet = 'all' AND value = '') AS posts,
    (SELECT count(*) FROM comments)
      - (SELECT count(*) FROM comments INDEXED BY comments_placeholders WHERE deleted_at IS NOT NULL) AS comments`.get(
    db,
  )!

/** What was added on each day and still exists. Each number is one range of a covering index. */
export const countDays = (days: readonly object[]) => sql({ ...TOTALS, date: TEXT })`
  SELECT
    day.value ->> 'date' AS date,
    (SELECT count(*) FROM identities
      WHERE created_at >= day.value ->> 'from' AND created_at < day.value ->> 'until') AS users,
    (SELECT count(*) FROM posts INDEXED BY posts_newest
      WHERE created_at >= day.value ->> 'from' AND created_at < day.value ->> 'until') AS posts,
    (SELECT count(*) FROM comments INDEXED BY comments_id_unique
      WHERE id >= day.value ->> 'fromId' AND id < day.value ->> 'untilId')
    - (SELECT count(*) FROM comments INDEXED BY comments_placeholders
      WHERE deleted_at IS NOT NULL AND id >= day.value ->> 'fromId' AND id < day.value ->> 'untilId') AS comments
  FROM json_each(${JSON.stringify(days)}) day`

/** By the index appeals_status. What an administrator wrote against a decision is for others to decide. */
export const countAppeals = (db: Connection, viewerId: string) =>
  sql({ open: INTEGER, upheld: INTEGER, overturned: INTEGER })`SELECT
    (SELECT count(*) FROM appeals WHERE status = 'open' AND ${notBy(viewerId, 'user_id')}) AS open,
    (SELECT count(*) FROM appeals WHERE status = 'upheld') AS upheld,
    (SELECT count(*) FROM appeals WHERE status = 'overturned') AS overturned`.get(db)
