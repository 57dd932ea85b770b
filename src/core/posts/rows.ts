import { postStats, posts } from '../../../db/schema/posts'
import { pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { AUTHOR_COLUMNS, AUTHOR_TYPES, authorJoins } from './author'
import { isKept, type PostFacts } from './visibility'

// Rows of posts as records are made of. SQL text: every page of posts runs it.

const POST_COLUMNS = {
  ...pick(
    posts,
    'key',
    'id',
    'title',
    'content',
    'topic',
    'startsAt',
    'place',
    'isPrivate',
    'isOfficial',
    'createdAt',
    'updatedAt',
    'moderationState',
  ),
  postCollegeId: posts.collegeId,
}
const COUNTS = pick(
  postStats,
  'views',
  'upvoteCount',
  'downvoteCount',
  'commentsCount',
  'threadCount',
  'threadTopCount',
)
const TYPES = { ...POST_COLUMNS, ...COUNTS, ...AUTHOR_TYPES }

export type PostRow = Raw<typeof TYPES>

/** Ten rows cost 50 microseconds; hence the post cache. */
export const postsText = `
  SELECT ${selectList(POST_COLUMNS, 'p')}, ${selectList(COUNTS, 's')}, ${AUTHOR_COLUMNS}
  FROM json_each($ids) CROSS JOIN posts p ON p.id = json_each.value CROSS JOIN post_stats s ON s.post = p.key
    ${authorJoins('u.id = p.author_id')}
  WHERE ${isKept('p')}`

export const postRows = sqlStatement(postsText, { returns: TYPES, params: { ids: TEXT } })

export const toFacts = ({ id, authorId, postCollegeId, isPrivate, moderationState }: PostRow): PostFacts => ({
  id,
  authorId,
  collegeId: postCollegeId,
  isPrivate: isPrivate === 1,
  moderationState,
})

/** The row of any post, whatever its state, unless its author has deleted it. */
export async function postRowById(db: Connection, id: string): Promise<PostRow | undefined> {
  return postRows(db).get({ ids: JSON.stringify([id]) })
}
