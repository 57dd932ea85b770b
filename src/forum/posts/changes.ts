import { comments } from '../../../db/schema/comments'
import { deletions } from '../../../db/schema/posts'
import { hasRow, raw, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { StorageUnavailable, storageFault } from '../../../db/storage-unavailable'
import type { DomainEvents } from '../../ground/parts'
import { takeOutOfSearch, takeThreadOutOfSearch } from '../../ground/search-index'
import { every } from '../../lib/process/background'
import { renamePicture } from '../pictures/pictures'
import { keepingPostCounts } from './counts'
import { dropPin } from './pins'
import { type PostFacts, postFacts } from './visibility'
import { subtractKarma } from './votes'

/** What moderators wrote about a post, a comment or an account goes with it, and so does what they handed over. */
export function forgetModeratorsWords(tx: Tx, ...ids: string[]): void {
  for (const words of ['moderation_notes', 'escalations'])
    sql`DELETE FROM ${raw(words)} WHERE resource_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`.run(tx)
}

/**
 * Changes the post's moderation state and the list totals; what is not active any more is not pinned either. The caller
 * audits it.
 */
export function setPostState(tx: Tx, id: string, state: PostFacts['moderationState']): void {
  if (state !== 'active') dropPin(tx, id)
  // Not of a shadow ban: by another name of the picture its author would learn of it.
  if ((postFacts(tx, id)?.moderationState === 'banned') !== (state === 'banned')) renamePicture(tx, id)
  keepingPostCounts(tx, { id }, () => sql`UPDATE posts SET moderation_state = ${state} WHERE id = ${id}`.run(tx))
}

/** Changes the branch on all posts of the author; `updated_at` stays. By the index posts_author_newest. */
export function movePostsToBranch(tx: Tx, { userId: authorId, branch, branchId }: DomainEvents['branch.shown']): void {
  const move = sql`UPDATE posts SET branch = ${branch}, branch_id = ${branchId} WHERE author_id = ${authorId}`
  keepingPostCounts(tx, { authorId }, () => move.run(tx))
}

const inThread = (postId: string) => sql`FROM comments WHERE post = (SELECT key FROM posts WHERE id = ${postId})`

/** Deletes the post and, by its foreign key, its thread, and revokes the karma of both. */
export function deletePostRow(tx: Tx, id: string): void {
  dropPin(tx, id)
  subtractKarma.ofPostAndThread(id).run(tx)
  takeThreadOutOfSearch(tx, id)
  const thread = sql(pick(comments, 'id'))`SELECT id ${inThread(id)}`.all(tx)
  forgetModeratorsWords(tx, id, ...thread.map((comment) => comment.id))
  keepingPostCounts(tx, { id }, () => sql`DELETE FROM posts WHERE id = ${id}`.run(tx))
}

// Each word of a deleted text is overwritten in the search index, milliseconds a text. So what has many texts is deleted
// in steps, and other writes go between. `deletions` remembers it, and the response waits for the last step: what is
// said to be deleted is in no file.

/** How long a step holds the writer, but for the text that ends it. */
const STEP_MS = 10
/** A post with so many comments is deleted in one write. */
const FEW_COMMENTS = 10
const COMMENTS_AT_ONCE = 5

type Deletion = Pick<typeof deletions.$inferSelect, 'subject' | 'id'>

export const beginDeletion = (tx: Tx, { subject, id }: Deletion) =>
  sql`INSERT OR IGNORE INTO deletions (subject, id) VALUES (${subject}, ${id})`.run(tx)

export const endDeletion = (tx: Tx, { subject, id }: Deletion) =>
  sql`DELETE FROM deletions WHERE subject = ${subject} AND id = ${id}`.run(tx)

export const isBeingDeleted = (db: Connection, { subject, id }: Deletion): boolean =>
  hasRow(db, sql`FROM deletions WHERE subject = ${subject} AND id = ${id}`)

/** Waits for what has begun. If that fails, it is finished later: nobody may be told that nothing was done. */
export async function untilDeleted(finishing: Promise<void>): Promise<void> {
  try {
    await finishing
  } catch (error) {
    const fault = storageFault(error)
    throw fault === undefined ? error : new StorageUnavailable(fault.reason, { cause: error, mayBeMade: true })
  }
}

/** Finishes what a killed process, or a full disk, left; throws only once it has tried all. */
export async function finishDeletions(
  subject: Deletion['subject'],
  finish: (id: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const waiting = sql(pick(deletions, 'id'))`SELECT id FROM deletions WHERE subject = ${subject}`.all(storage.reader)
  for (const { id } of waiting) await finish(id).catch((err) => failures.push(err))
  if (failures.length > 0) throw failures[0]
}

/**
 * Repeats a part of a write until there is nothing left, or for as long as a step may take; returns whether there may
 * be more.
 */
export async function repeatForAStep(doNext: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = performance.now() + STEP_MS
  do if (!(await doNext())) return false
  while (performance.now() < until)
  return true
}

/**
 * Deletes a post with its thread; of one with a long thread it only hides the post, from lists and readers, and
 * `finishPostDeletion` does the rest.
 */
export function deletePostOrBegin(tx: Tx, id: string): void {
  if (!hasRow(tx, sql`${inThread(id)} LIMIT 1 OFFSET ${FEW_COMMENTS}`)) deletePostRow(tx, id)
  else {
    setPostState(tx, id, 'banned')
    beginDeletion(tx, { subject: 'post', id })
  }
}

/** The counts of the post are left: nobody reads it any more. */
function deleteSomeOfThread(tx: Tx, postId: string): boolean {
  const limit = COMMENTS_AT_ONCE
  subtractKarma.ofNewestComments(postId, limit).run(tx)
  // Newest first, so that replies go before their parents. By the index comments_post_newest.
  const newest = sql(pick(comments, 'id'))`
    SELECT id ${inThread(postId)} ORDER BY created_at DESC, id DESC LIMIT ${limit}`.all(tx)
  for (const { id } of newest) {
    takeOutOfSearch(tx, 'comments', id)
    sql`DELETE FROM comments WHERE id = ${id}`.run(tx)
  }
  forgetModeratorsWords(tx, ...newest.map(({ id }) => id))
  return newest.length === limit
}

/** Resolves when the post and its thread are gone, where their deletion has begun. */
export async function finishPostDeletion(id: string): Promise<void> {
  const deletion = { subject: 'post', id } as const
  while (
    await storage.write(async (tx) => {
      if (!isBeingDeleted(tx, deletion)) return false
      if (await repeatForAStep(() => deleteSomeOfThread(tx, id))) return true
      deletePostRow(tx, id)
      endDeletion(tx, deletion)
      return false
    })
  );
}

export const startPostDeletions = every(5000, 'deletions of posts', () => finishDeletions('post', finishPostDeletion))
