import { toFlag } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { aliasIn } from '../../campus/authorship/aliases'
import { ownName, withPresentAliases, writerIn } from '../../campus/authorship/writers'
import { AppError, refuse, refuseField } from '../../errors'
import type { Account, Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { type Actor, audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { refuseByPolicy } from '../../ground/policy/check-texts'
import { type HeldRow, heldState, holdText, ownHeldRow } from '../held/texts'
import { ownAuthor, refuseOfficial, refuseOfficialAlias, shownOfficial } from '../posts/fields'
import { broadcastComment } from '../posts/subscriptions'
import { readableThread } from '../posts/visibility'
import { publish } from '../publication'
import { type CommentRecord, ownRecord } from './record'
import { addComment, type NewComment, nextCommentId } from './threads'
import { type CommentFacts, commentById, missing } from './visibility'

// New comments. Publishing within a quarter of an hour (delayed.ts) and releasing a held one (order/moderation) take the
// same steps.

type NewCommentInput = {
  content: string
  parentCommentId: string | null
  official?: boolean
  /** Under the alias in this thread; left out, so too where there is one. */
  alias?: boolean
}

/** Refuses as reading the thread does, and 403 `BLOCK_RELATION` with the author of the post or of the parent. */
export async function writeComment(
  user: Viewer,
  postId: string,
  { content: input, parentCommentId, official = false, alias }: NewCommentInput,
): Promise<CommentRecord> {
  const create = async () => {
    if (official) refuseOfficial(user)
    refuseOfficialAlias({ official, alias })
    const name = () => nameUsed(user, postId, !official && alias)
    const checked = await refuseByPolicy({ content: input }, { author: user, name, mayHold: !official })
    const write = () =>
      writeCreation(user, 'author', (tx, user) => {
        if (official) refuseOfficial(user)
        const { usesAlias } = openPlace(tx, user, { postId, parentCommentId }, { alias, isOfficial: official })
        checked.recheck()
        const writer = writerIn(tx, user, postId, usesAlias)
        const place = { ...nextPlace(tx), postId, parentCommentId, content: checked.texts.content }
        const comment = { ...place, authorId: official ? null : writer.author.id, isOfficial: toFlag(official) }
        if (checked.doubts.length > 0) {
          const { now: createdAt, ...text } = place
          holdText(tx, writer, { ...text, type: 'comment', createdAt }, checked.doubts)
          return { ...newRecord(comment, writer.author), held: 'waiting' as const, ...checked.help }
        }
        publishComment(tx, writer.actor, comment)
        return { ...newRecord(comment, writer.author), ...checked.help }
      })
    const authorOf = ({ commentedBy }: CommentRecord) => commentedBy?.id ?? user.id
    return publish({ author: user, kind: 'comment', texts: checked.texts, authorOf }, write)
  }
  const read = async (id: string) => {
    const db = storage.reader
    const self = await withPresentAliases(db, user)
    const held = ownHeldRow(db, self, id)
    if (held !== undefined) return heldCommentRecord(ownName(db, self, held.authorId), held)
    const record = ownRecord(db, self, id)
    return record.isDeleted ? missing() : record
  }
  return createOnce(user.creation, { create: () => refusedAsReading(user, postId, create), read })
}

/** What a comment would stand under: the id of an alias, null for one that is not there yet, or the account's. */
export const nameUsed = (user: Viewer, postId: string, isAliased: boolean | undefined): string | null =>
  (isAliased === false ? undefined : aliasIn(storage.reader, user.id, postId)) ?? (isAliased ? null : user.id)

/** A thread that the viewer may not read is refused first. A text that is written is compared with it in the write. */
async function refusedAsReading<Result>(user: Viewer, postId: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AppError) readableThread(storage.reader, user, postId)
    throw error
  }
}

/** As its author sees it: like a comment that nobody has found yet. */
function heldCommentRecord(author: Account, row: HeldRow): CommentRecord {
  const comment = { ...row, postId: row.postId ?? '', now: row.createdAt, isOfficial: 0 } as const
  return { ...newRecord(comment, author), held: heldState(row) }
}

/** The id and the time of a comment that appears now. */
export function nextPlace(tx: Tx): Pick<NewComment, 'id' | 'now'> {
  const now = new Date()
  return { id: nextCommentId(tx, now.getTime()), now: now.toISOString() }
}

/** The caller checks its place. */
export function publishComment(tx: Tx, author: Actor, comment: NewComment, isReleased = false): void {
  const { id, postId, parentCommentId, authorId, content: text } = comment
  addComment(tx, comment)
  broadcastComment(tx, postId, id)
  tell(tx, 'comment.published', comment)
  tell(tx, 'text.written', { type: 'comment', id, authorId, text, isReleased })
  audit(tx, author, {
    action: comment.isOfficial === 1 ? 'admin:wrote:comment' : 'user:created:comment',
    entityType: 'comment',
    entityId: id,
    metadata: { postId, parentCommentId },
  })
}

type Place = Pick<NewComment, 'postId' | 'parentCommentId'>

/**
 * Whether somebody may write there, and if so, whether under the alias: where nothing is said of it, wherever there is one.
 * Refuses as reading the thread does, 404 without the parent, and 403 `BLOCK_RELATION` with the author of the post or of
 * the parent. Blocks stand between names: if an alias that stands in the thread fell silent when somebody blocks the
 * account, one would find the account by blocking. One that is not there yet nobody misses, and the account's block holds.
 */
export function openPlace(
  tx: Tx,
  user: Account,
  { postId, parentCommentId }: Place,
  { alias, isOfficial = false }: { alias?: boolean | undefined; isOfficial?: boolean },
): { usesAlias: boolean } {
  const present = isOfficial ? undefined : aliasIn(tx, user.id, postId)
  const usesAlias = !isOfficial && (alias ?? present !== undefined)
  // Where no student of the college writes, an alias would be seen to be a moderator's.
  const post = readableThread(tx, usesAlias ? { ...user, role: 'user' } : user, postId)
  // Nobody has a block relation with the moderators: by a refusal one would know whose words they are.
  const name = usesAlias && present !== undefined ? present : user.id
  if (!isOfficial) refuseBlockRelation(tx, name, post.authorId)
  if (parentCommentId === null) return { usesAlias }
  const parent = readableParent(tx, postId, parentCommentId)
  if (!isOfficial) refuseBlockRelation(tx, name, parent.authorId)
  return { usesAlias }
}

/** 404 for a parent that does not exist or was deleted or removed; 400 for one below another post. */
function readableParent(tx: Tx, postId: string, id: string): CommentFacts {
  const parent = commentById(tx, id)
  if (parent === undefined || parent.isBanned || parent.deletedAt !== null)
    return refuse('NOT_FOUND', 'comments.parentMissing')
  if (parent.postId !== postId) refuseField('parentCommentId', 'comments.parentElsewhere')
  return parent
}

/** The record of a new comment, without a query: reading it back takes a fifth of the whole write. */
export function newRecord(
  { id, content, postId, parentCommentId, isOfficial, now }: Omit<NewComment, 'authorId'>,
  author: Account,
): CommentRecord {
  return {
    id,
    content,
    postId,
    parentCommentId,
    isBanned: false,
    isDeleted: false,
    isBlocked: false,
    createdAt: now,
    updatedAt: now,
    commentedBy: isOfficial === 1 ? null : ownAuthor(author),
    ...shownOfficial({ isOfficial }),
    upvoteCount: 0,
    downvoteCount: 0,
    userVote: null,
    repliesCount: 0,
  }
}
