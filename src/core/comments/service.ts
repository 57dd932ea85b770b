import { toFlag } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { AppError, refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../access/account'
import { createOnce, writeCreation } from '../access/create-once'
import { writeAs } from '../access/write-as'
import { actorOn, editorOf, ownName, withPresentAliases, writerIn } from '../aliases/writers'
import { audit } from '../audit/audit'
import { ownHeldRow } from '../held/texts'
import { notifyMentions } from '../notifications/mentions'
import { refuseByPolicy } from '../policy/check-texts'
import { refuseDuplicate } from '../policy/duplicates'
import { countNewAccountText } from '../policy/new-accounts'
import { watchForBursts } from '../policy/watch-bursts'
import { feedVisibility } from '../posts/feed-visibility'
import { refuseOfficialAlias, refuseUnlessModerator } from '../posts/official'
import { auditPrivateRead, readableThread } from '../posts/visibility'
import { heldCommentRecord, holdComment } from './held'
import { newRecord, nextPlace, openPlace, publishComment } from './new-comment'
import { commentRowById, updateComment } from './queries'
import { type CommentRecord, toRecord } from './record'
import { deleteFromThread } from './threads'
import { keepCommentVersion } from './versions'
import { type CommentFacts, readableComment } from './visibility'

// Comments: read, written, edited, deleted. lists.ts has the pages of a thread, visibility.ts who may read a comment,
// and threads.ts every change of the tree and its counts.

/** 404, 401 or 403 for what the viewer may not read. */
export async function readComment(viewer: Viewer | null, id: string): Promise<CommentRecord> {
  const { post } = await readableComment(storage.reader, viewer, id)
  const { blocked } = await feedVisibility(viewer)
  const row = (await commentRowById(storage.reader, viewer?.id ?? null, id)) ?? missing()
  await auditPrivateRead(viewer, post)
  return toRecord(row, viewer, blocked)
}

const missing = (): never => refuse('NOT_FOUND', 'comments.missing')

/** The author's own comment, past every cache. */
const ownRecord = async (db: Connection, user: Viewer, id: string): Promise<CommentRecord> =>
  toRecord((await commentRowById(db, user.id, id)) ?? missing(), user, new Set())

export type NewCommentInput = {
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
  { content: input, parentCommentId, official: isOfficial = false, alias }: NewCommentInput,
): Promise<CommentRecord> {
  const create = async () => {
    if (isOfficial) refuseUnlessModerator(user)
    refuseOfficialAlias({ official: isOfficial, alias })
    const checked = await refuseByPolicy({ content: input }, { author: user, mayHold: !isOfficial })
    const { content } = checked.texts
    const write = () =>
      writeCreation(user, 'author', async (tx, user) => {
        if (isOfficial) refuseUnlessModerator(user)
        const { usesAlias } = await openPlace(tx, user, { postId, parentCommentId }, { alias, isOfficial })
        await checked.recheck()
        const writer = await writerIn(tx, user, postId, usesAlias)
        const place = { ...nextPlace(tx), postId, parentCommentId, content }
        if (checked.doubts.length > 0) return holdComment(tx, writer, place, checked.doubts)
        const comment = { ...place, authorId: isOfficial ? null : writer.author.id, isOfficial: toFlag(isOfficial) }
        await publishComment(tx, writer.actor, comment)
        return newRecord(comment, writer.author)
      })
    return watchForBursts('comment', checked.texts, {
      authorOf: ({ commentedBy }) => commentedBy?.id ?? user.id,
      write: () =>
        refuseDuplicate(user.id, { kind: 'comment', texts: checked.texts }, () =>
          countNewAccountText(user, 'comment', write),
        ),
    })
  }
  const read = async (id: string) => {
    const self = await withPresentAliases(storage.reader, user)
    const held = ownHeldRow(storage.reader, self, id)
    if (held !== undefined) return heldCommentRecord(await ownName(storage.reader, self, held.authorId), held)
    const record = await ownRecord(storage.reader, self, id)
    return record.isDeleted ? missing() : record
  }
  return createOnce(user.creation, { create: () => refusedAsReading(user, postId, create), read })
}

/**
 * Whatever refuses the text, a thread that the viewer may not read is refused first. It is looked up then: a text that is
 * written is compared with its thread in the transaction.
 */
async function refusedAsReading<Result>(user: Viewer, postId: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AppError) await readableThread(storage.reader, user, postId)
    throw error
  }
}

/** Refuses as reading the comment does, then 403 `NOT_OWNER`. Official comments are those of all moderators. */
async function ownComment(db: Connection, user: Viewer, id: string): Promise<CommentFacts> {
  const { comment } = await readableComment(db, user, id)
  // A comment without an author that is not deleted is an official one.
  const isOwn = isSelf(user, comment.authorId) || (comment.authorId === null && isAdministrator(user))
  return isOwn ? comment : refuse('NOT_OWNER')
}

export async function editComment(user: Viewer, id: string, input: string): Promise<CommentRecord> {
  await ownComment(storage.reader, user, id)
  const checked = await refuseByPolicy({ content: input }, { author: user, mayHold: false })
  const write = () =>
    writeAs(user, 'author', async (tx, user) => {
      const { postId, authorId } = await ownComment(tx, user, id)
      const editor = await editorOf(tx, user, authorId)
      await checked.recheck()
      keepCommentVersion(tx, id, checked.texts.content)
      await updateComment(tx, id, checked.texts.content)
      await notifyMentions(tx, { id, postId, authorId, content: checked.texts.content })
      await audit(tx, editor, {
        action: 'user:updated:comment',
        entityType: 'comment',
        entityId: id,
        metadata: { postId },
      })
      return ownRecord(tx, user, id)
    })
  return refuseDuplicate(user.id, { kind: 'comment', texts: checked.texts, replaces: id }, write)
}

/** Banned and suspended users may delete their comments. */
export async function deleteComment(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    const { postId, authorId } = await ownComment(tx, user, id)
    await deleteFromThread(tx, id)
    await audit(tx, actorOn(user, authorId), {
      action: 'user:deleted:comment',
      entityType: 'comment',
      entityId: id,
      metadata: { postId },
    })
  })
}
