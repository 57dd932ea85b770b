import { posts } from '../../../db/schema/posts'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { editorOf } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { setAnswer } from '../posts/questions'
import { type PostRecord, storedPost } from '../posts/record'
import { type PostFacts, readablePost } from '../posts/visibility'
import { commentById, missing } from './visibility'

// The answer to a question: a comment that its author marks; moderators do where there is no author, or no more.

const QUESTION = pick(posts, 'isQuestion', 'answerId')

/** Refuses as reading the post does, 403 `NOT_OWNER`, and 409 `CONFLICT` for what is no question. */
function ownQuestion(tx: Tx, user: Viewer, id: string) {
  const post = readablePost(tx, user, id)
  const isOwn = isSelf(user, post.authorId) || (post.authorId === null && isAdministrator(user))
  if (!isOwn) refuse('NOT_OWNER')
  const editor = editorOf(tx, user, post.authorId)
  const { isQuestion, answerId } = sql(QUESTION)`
    SELECT is_question AS isQuestion, answer_id AS answerId FROM posts WHERE id = ${id}`.get(tx)!
  if (isQuestion === 0 || post.moderationState === 'banned') refuse('CONFLICT', 'answers.noQuestion')
  return { post, editor, answerId }
}

/** 404 for a comment that its readers do not find, or of another thread; 403 `BLOCK_RELATION` with its author. */
function answerAuthor(tx: Tx, post: PostFacts, commentId: string): string | null {
  const comment = commentById(tx, commentId) ?? missing()
  const isThere = comment.postId === post.id && comment.deletedAt === null && !comment.isBanned
  if (!isThere || post.moderationState !== 'active') missing()
  // Between names, as in the thread. Nobody has a block relation with the moderators.
  if (post.authorId !== null) refuseBlockRelation(tx, post.authorId, comment.authorId)
  return comment.authorId
}

/** In place of another answer. Its author is told once, and gets no karma for it. */
export function markAnswer(user: Viewer, postId: string, commentId: string): Promise<PostRecord> {
  return writeAs(user, 'author', (tx, user) => {
    const { post, editor, answerId } = ownQuestion(tx, user, postId)
    const authorId = answerAuthor(tx, post, commentId)
    if (answerId !== commentId) {
      change(tx, postId, editor, commentId)
      tell(tx, 'answer.marked', { id: commentId, postId, authorId, by: user.id })
    }
    return storedPost(tx, user, postId) ?? missing()
  })
}

/** 404 where there is none. */
export function unmarkAnswer(user: Viewer, postId: string): Promise<PostRecord> {
  return writeAs(user, 'author', (tx, user) => {
    const { editor, answerId } = ownQuestion(tx, user, postId)
    if (answerId === null) refuse('NOT_FOUND', 'answers.none')
    change(tx, postId, editor, null)
    return storedPost(tx, user, postId) ?? missing()
  })
}

function change(tx: Tx, entityId: string, editor: Parameters<typeof audit>[1], answerId: string | null): void {
  setAnswer(tx, entityId, answerId)
  const entry = { action: 'user:updated:post', entityType: 'post', entityId, after: { answerId } } as const
  audit(tx, editor, { ...entry, metadata: { fields: 'answer' } })
}
