import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { keyOf, selectList, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { FACTS } from '../posts/visibility'
import { notificationsOn } from '../settings/settings'
import { notifyOfComment } from './notify-of-comment'
import { MENTIONED } from './record'

// Names in comments: `@quiet-otter-4821`. Whoever writes one learns nothing by it: not whether somebody was notified, nor
// whether they follow the post.

/** More in one text notify nobody. */
const MAX_MENTIONS = 5

const MENTION = /(?<![\p{L}\p{N}_])@([a-z]{1,40}-[a-z]{1,40}-\d{1,9})(?![\p{L}\p{N}_-])/giu

/** The names that the text mentions, each once, in lower case as they are stored. */
function mentionedNames(text: string): string[] {
  const names = [...text.matchAll(MENTION)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)].slice(0, MAX_MENTIONS)
}

/**
 * Its author, who commented on it, and who follows it: an alias in its own thread alone. By users_username and
 * comments_author.
 */
const participant = sqlStatement(
  `SELECT u.id FROM users u WHERE u.username = $name AND (
    EXISTS (SELECT 1 FROM posts p WHERE p.id = $postId AND p.author_id = u.id)
    OR EXISTS (SELECT 1 FROM comments m INDEXED BY comments_author
      WHERE m.author = u.key AND m.post = ${keyOf('posts', 'postId')})
    OR EXISTS (SELECT 1 FROM follows f WHERE f.user_id = u.id AND f.kind = 'post' AND f.target = $postId)
  )`,
  { returns: { id: users.id }, params: { name: users.username, postId: posts.id } },
)

const FIELDS = { ...FACTS, topic: posts.topic }
const postRow = sqlStatement(`SELECT ${selectList(FIELDS)} FROM posts WHERE id = $id`, {
  returns: FIELDS,
  params: { id: posts.id },
})

/** `authorId`: null for what is said officially. */
export type Mentioning = { id: string; postId: string; authorId: string | null; content: string }

/** Notifies whom the comment names, unless `notifyOfComment` finds a reason, once for each comment. */
export async function notifyMentions(tx: Tx, { id, postId, authorId, content }: Mentioning): Promise<void> {
  if (!notificationsOn() || !content.includes('@')) return
  const names = mentionedNames(content)
  const row = names.length === 0 ? undefined : postRow(tx).get({ id: postId })
  if (row === undefined || row.moderationState !== 'active') return
  const post = { ...row, isPrivate: row.isPrivate === 1 }
  for (const name of names) {
    const toldId = participant(tx).get({ name, postId })?.id
    if (toldId === undefined) continue
    await notifyOfComment(tx, toldId, { id, post, topic: row.topic, authorId, content }, MENTIONED)
  }
}
