import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import {
  INTEGER,
  idOf,
  keyOf,
  millisecondsOf,
  orNull,
  pick,
  selectList,
  sqlStatement,
  TEXT,
} from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { isoOf } from '../../lib/coarse-time'
import { FACTS, type PostFacts, postFacts } from '../posts/visibility'

/** More news than this is counted as this. */
const MAX_ITEMS = 100

/** A comment or a post that may be news to a follower. */
export type NewItem = {
  authorId: string | null
  createdAt: string
  post: PostFacts
  topic: string
  texts: readonly string[]
  /** Who is told of it as a reply. */
  repliedTo: string | null
}

const COMMENT = {
  ...pick(comments, 'content', 'createdAt', 'parentComment'),
  authorId: orNull(users.id),
  parentAuthorId: orNull(users.id),
}
const WITHIN = { target: TEXT, since: TEXT, through: TEXT, limit: INTEGER }
const newComments = sqlStatement(
  `SELECT ${idOf('users', 'c.author')} AS authorId, c.content, c.created_at AS createdAt,
    ${idOf('users', 'p.author')} AS parentAuthorId, c.parent_comment AS parentComment
  FROM comments c LEFT JOIN comments p ON p.key = c.parent_comment
  WHERE c.post = ${keyOf('posts', 'target')} AND c.created_at > ${millisecondsOf('$since')}
    AND c.created_at <= ${millisecondsOf('$through')} AND c.is_banned = 0 AND c.deleted_at IS NULL
  ORDER BY c.created_at DESC LIMIT $limit`,
  { returns: COMMENT, params: WITHIN },
)
const POST = { ...FACTS, ...pick(posts, 'topic', 'title', 'content', 'createdAt') }
const newPosts = sqlStatement(
  `SELECT ${selectList(POST)} FROM posts
  WHERE topic = $target AND created_at > $since AND created_at <= $through AND moderation_state = 'active'
  ORDER BY created_at DESC LIMIT $limit`,
  { returns: POST, params: WITHIN },
)
const topicOf = sqlStatement('SELECT topic FROM posts WHERE id = $id', {
  returns: { topic: posts.topic },
  params: { id: posts.id },
})

type Pass = { kind: 'post' | 'topic'; target: string; through: string }

/** What was written since then, and until where this pass goes; the newest first. */
export function newItems(tx: Tx, { kind, target, through }: Pass, since: string): NewItem[] {
  const within = { target, since, through, limit: MAX_ITEMS }
  if (kind === 'topic')
    return newPosts(tx)
      .all(within)
      .map(({ topic, title, content, createdAt, ...row }) => {
        const post = { ...row, isPrivate: row.isPrivate === 1 }
        return { authorId: post.authorId, createdAt, post, topic, texts: [title, content], repliedTo: null }
      })
  const post = postFacts(tx, target)
  const topic = topicOf(tx).get({ id: target })?.topic ?? ''
  if (post === undefined) return []
  return newComments(tx)
    .all(within)
    .map(({ authorId, content, createdAt, parentAuthorId, parentComment }) => {
      const repliedTo = parentComment === null ? post.authorId : parentAuthorId
      return { authorId, createdAt: isoOf(createdAt), post, topic, texts: [content], repliedTo }
    })
}
