import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { keyOf, pick, sqlStatement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { takeThreadOutOfSearch } from '../../lib/search-index'
import { type ChosenBranch, NO_BRANCH } from '../colleges/branches'
import { keepingPostCounts } from './counts'
import { revokeKarmaOfPost } from './karma'
import { forgetModeratorsWords } from './moderators-words'
import { dropPin } from './pin-rows'
import type { PostFacts } from './visibility'

type State = PostFacts['moderationState']

const putState = sqlStatement('UPDATE posts SET moderation_state = $state WHERE id = $id', {
  params: { id: posts.id, state: posts.moderationState },
})

/**
 * Changes the post's moderation state and the list totals; what is not active any more is not pinned either. The caller
 * audits it.
 */
export async function setPostState(tx: Tx, id: string, state: State): Promise<void> {
  if (state !== 'active') dropPin(tx, id)
  await keepingPostCounts(tx, { id }, async () => putState(tx).run({ id, state }))
}

const putBranch = sqlStatement('UPDATE posts SET branch = $branch, branch_id = $branchId WHERE author_id = $authorId', {
  params: pick(posts, 'authorId', 'branch', 'branchId'),
})

/** Changes the branch on all posts of the author; `updated_at` stays. By the index posts_author_newest. */
export async function movePostsToBranch(tx: Tx, authorId: string, { branch, branchId }: ChosenBranch): Promise<void> {
  await keepingPostCounts(tx, { authorId }, async () => putBranch(tx).run({ authorId, branch, branchId }))
}

/** Index: posts_author_newest. */
const orphans = sqlStatement("SELECT id FROM posts WHERE author_id IS NULL AND branch <> ''", {
  returns: { id: posts.id },
})
const putBranchOfPost = sqlStatement('UPDATE posts SET branch = $branch, branch_id = $branchId WHERE id = $id', {
  params: pick(posts, 'id', 'branch', 'branchId'),
})

/** Whether there is a post that `hideBranchOfOrphans` changes. */
export const isBranchOfOrphanShown = (db: Connection): boolean => orphans(db).get() !== undefined

/** Posts that outlived their author's account have nobody's branch. Earlier versions of Quad left it there. */
export async function hideBranchOfOrphans(tx: Tx): Promise<void> {
  for (const { id } of orphans(tx).all())
    await keepingPostCounts(tx, { id }, async () => putBranchOfPost(tx).run({ id, ...NO_BRANCH }))
}

const inThread = sqlStatement(`SELECT id FROM comments WHERE post = ${keyOf('posts', 'id')}`, {
  returns: { id: comments.id },
  params: { id: posts.id },
})
const deleteById = sqlStatement('DELETE FROM posts WHERE id = $id', { params: { id: posts.id } })

/** Deletes the post and, by its foreign key, its thread, and revokes the karma of both. */
export async function deletePostRow(tx: Tx, id: string): Promise<void> {
  dropPin(tx, id)
  await revokeKarmaOfPost(tx, id)
  takeThreadOutOfSearch(tx, id)
  forgetModeratorsWords(
    tx,
    id,
    ...inThread(tx)
      .all({ id })
      .map((comment) => comment.id),
  )
  await keepingPostCounts(tx, { id }, async () => deleteById(tx).run({ id }))
}
