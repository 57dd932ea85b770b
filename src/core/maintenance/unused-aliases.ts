import { users } from '../../../db/schema/users'
import { INTEGER, pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { forgetAccount } from '../access/account'
import { ownerOf } from '../aliases/aliases'
import { deleteAuthorCounts } from '../posts/counts'

const WEEK_MS = 604_800_000
/** Looked at in one write, which other writes wait for. */
const BATCH = 500

/** An alias that waits for its end has its time. Each condition is one look into an index. */
const batch = sqlStatement(
  `SELECT u.id, u.key,
    NOT EXISTS (SELECT 1 FROM aliases WHERE alias = u.key AND created_at >= $before)
    AND NOT EXISTS (SELECT 1 FROM alias_endings WHERE alias_id = u.id AND due_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM deletions WHERE subject = 'account' AND id = u.id)
    AND NOT EXISTS (SELECT 1 FROM posts WHERE author_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM comments WHERE author = u.key)
    AND NOT EXISTS (SELECT 1 FROM post_votes WHERE user = u.key)
    AND NOT EXISTS (SELECT 1 FROM comment_votes WHERE user = u.key)
    AND NOT EXISTS (SELECT 1 FROM held_texts WHERE author_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM aliases a CROSS JOIN users owner ON owner.key = a.account
      CROSS JOIN delayed_comments c INDEXED BY delayed_comments_author
      ON c.author_id = owner.id AND c.post_id = a.post_id WHERE a.alias = u.key AND c.is_aliased = 1)
    AND NOT EXISTS (SELECT 1 FROM sanctions WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM appeals WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM account_notices WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM user_blocks INDEXED BY user_blocks_blocked WHERE blocked_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM moderation_notes INDEXED BY moderation_notes_resource WHERE resource_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM reports INDEXED BY reports_author WHERE target_author_id = u.id AND status = 'pending')
    AS isUnused
  FROM users u INDEXED BY users_alias WHERE u.status = 'ALIAS' AND u.key > $after ORDER BY u.key LIMIT $limit`,
  {
    returns: { ...pick(users, 'id', 'key'), isUnused: INTEGER },
    params: { before: INTEGER, after: users.key, limit: INTEGER },
  },
)
const remove = sqlStatement('DELETE FROM users WHERE id = $id', { params: pick(users, 'id') })

let after = 0

/**
 * Deletes a batch of the aliases that are older than a week and have neither texts, also such as wait to appear, nor votes
 * (names that were imported have), nor a sanction, an appeal, an open report, a note, a block, or news for their owner: under another name nobody would know of
 * these. Returns whether there may be more.
 */
export async function deleteUnusedAliases(tx: Tx): Promise<boolean> {
  const rows = batch(tx).all({ before: Date.now() - WEEK_MS, after, limit: BATCH })
  for (const { id } of rows.filter(({ isUnused }) => isUnused === 1)) {
    forgetAccount(tx, ownerOf(tx, id))
    forgetAccount(tx, id)
    await deleteAuthorCounts(tx, id)
    remove(tx).run({ id })
  }
  const isMore = rows.length === BATCH
  after = isMore ? (rows.at(-1)?.key ?? 0) : 0
  return isMore
}
