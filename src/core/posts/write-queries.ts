import { posts } from '../../../db/schema/posts'
import { orNull, pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { orderedIds } from '../../lib/ids'
import { keepingSearch } from '../../lib/search-index'
import { addPostStats } from './stats'

/** By the primary key. */
const latestId = sqlStatement('SELECT max(id) AS id FROM posts WHERE id >= $from AND id < $until', {
  returns: { id: orNull(posts.id) },
  params: { from: TEXT, until: TEXT },
})

/** For a post that this transaction inserts. */
export const nextPostId = orderedIds((tx: Tx, minute) => latestId(tx).get(minute)?.id ?? null)

const INSERT = {
  ...pick(
    posts,
    'id',
    'authorId',
    'collegeId',
    'branch',
    'branchId',
    'title',
    'content',
    'topic',
    'isPrivate',
    'isOfficial',
    'startsAt',
    'place',
  ),
  now: posts.createdAt,
}
export type PostInsert = Raw<typeof INSERT>

const insert = sqlStatement(
  `INSERT INTO posts (id, author_id, college_id, branch, branch_id, title, content, topic, is_private, is_official, starts_at, place, created_at, updated_at)
  VALUES ($id, $authorId, $collegeId, $branch, $branchId, $title, $content, $topic, $isPrivate, $isOfficial, $startsAt, $place, $now, $now)`,
  { params: INSERT },
)

export async function insertPost(tx: Tx, post: PostInsert): Promise<void> {
  insert(tx).run(post)
  addPostStats(tx, post.id, post.now)
}

const UPDATE = {
  id: posts.id,
  title: orNull(posts.title),
  content: orNull(posts.content),
  topic: orNull(posts.topic),
  isPrivate: orNull(posts.isPrivate),
  now: posts.updatedAt,
}
export type PostUpdate = Raw<typeof UPDATE>

const update = sqlStatement(
  `UPDATE posts SET
    title = coalesce($title, title), content = coalesce($content, content), topic = coalesce($topic, topic),
    is_private = coalesce($isPrivate, is_private), updated_at = $now
  WHERE id = $id`,
  { params: UPDATE },
)

/** Changes the fields that are not null. */
export async function updatePost(tx: Tx, post: PostUpdate): Promise<void> {
  const change = () => update(tx).run(post)
  if (post.title === null && post.content === null) change()
  else keepingSearch(tx, 'posts', post.id, change)
}

const putEvent = sqlStatement('UPDATE posts SET starts_at = $startsAt, place = $place WHERE id = $id', {
  params: pick(posts, 'id', 'startsAt', 'place'),
})

export function updateEvent(tx: Tx, event: { id: string; startsAt: string | null; place: string | null }): void {
  putEvent(tx).run(event)
}
