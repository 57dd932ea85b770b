import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Account } from '../access/account'
import type { Writer } from '../aliases/writers'
import { findCollegeSummary } from '../colleges/directory'
import { type HeldRow, heldState, holdText } from '../held/texts'
import type { Doubt } from '../policy/check-texts'
import { ownAuthor } from './author'
import { shownEvent } from './event'
import type { CheckedPost, Place } from './publish'
import type { PostRecord } from './record'

/** Keeps the post for a moderator to decide, at the place that it will have. */
export async function holdPost(
  tx: Tx,
  writer: Writer,
  post: CheckedPost,
  { id, at }: Place,
  doubts: readonly Doubt[],
): Promise<PostRecord> {
  const held = { ...post, id, createdAt: at, refusedAt: null }
  await holdText(tx, writer, { type: 'post', ...post, id, createdAt: at }, doubts)
  return heldPostRecord(writer.author, held)
}

type HeldPost = Pick<
  HeldRow,
  'id' | 'title' | 'content' | 'topic' | 'startsAt' | 'place' | 'isPrivate' | 'createdAt' | 'refusedAt'
>

/** As its author sees it: like a post that nobody has found yet. */
export async function heldPostRecord(author: Account, row: HeldPost): Promise<PostRecord> {
  const { id, title, content, topic, startsAt, place, isPrivate, createdAt } = row
  const college = (await findCollegeSummary(author.collegeId)) ?? refuse('INTERNAL')
  return {
    id,
    title: title ?? '',
    content,
    topic: topic ?? '',
    ...shownEvent({ startsAt, place }),
    isPrivate: isPrivate === 1,
    views: 0,
    upvoteCount: 0,
    downvoteCount: 0,
    commentsCount: 0,
    userVote: null,
    bookmarked: false,
    createdAt,
    updatedAt: createdAt,
    postedBy: ownAuthor(author, college),
    held: heldState(row),
  }
}
