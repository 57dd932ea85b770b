import { commentVersions } from '../../../db/schema/comments'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { actorOn, editorOf } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { refuseByPolicy } from '../../ground/policy/check-texts'
import { keepingSearch } from '../../ground/search-index'
import { keepCommentVersion, readVersions } from '../posts/versions'
import { auditPrivateRead, feedVisibility } from '../posts/visibility'
import { replace } from '../publication'
import { type CommentRecord, commentRow, ownRecord, toRecord } from './record'
import { deleteFromThread } from './threads'
import { type CommentFacts, missing, readableComment } from './visibility'

// Comments: read, edited, deleted. visibility.ts has who may read a comment, publish.ts new ones, and threads.ts every
// change of the tree and its counts.

/** 404, 401 or 403 for what the viewer may not read. */
export async function readComment(viewer: Viewer | null, id: string): Promise<CommentRecord> {
  const { post } = readableComment(storage.reader, viewer, id)
  const { blocked } = feedVisibility(viewer)
  const row = commentRow(storage.reader, viewer, id) ?? missing()
  await auditPrivateRead(viewer, post)
  return toRecord(row, viewer, blocked)
}

/** Refuses as reading the comment does, then 403 `NOT_OWNER`. Official comments are those of all moderators. */
function ownComment(db: Connection, user: Viewer, id: string): CommentFacts {
  const { comment } = readableComment(db, user, id)
  // A comment without an author that is not deleted is an official one.
  const isOwn = isSelf(user, comment.authorId) || (comment.authorId === null && isAdministrator(user))
  return isOwn ? comment : refuse('NOT_OWNER')
}

export async function editComment(user: Viewer, id: string, input: string): Promise<CommentRecord> {
  const { authorId: name } = ownComment(storage.reader, user, id)
  const checked = await refuseByPolicy({ content: input }, { author: user, name: () => name, mayHold: false })
  const { content } = checked.texts
  const write = () =>
    writeAs(user, 'author', (tx, user) => {
      const { postId, authorId } = ownComment(tx, user, id)
      const editor = editorOf(tx, user, authorId)
      checked.recheck()
      keepCommentVersion(tx, id, content)
      const update = sql`UPDATE comments SET content = ${content}, updated_at = ${Date.now()} WHERE id = ${id}`
      keepingSearch(tx, 'comments', id, () => update.run(tx))
      tell(tx, 'comment.edited', { id, postId, authorId, content })
      tell(tx, 'text.written', { type: 'comment', id, authorId, text: content, isReleased: false })
      audit(tx, editor, { action: 'user:updated:comment', entityType: 'comment', entityId: id, metadata: { postId } })
      return { ...ownRecord(tx, user, id), ...checked.help }
    })
  return replace({ author: user, kind: 'comment', texts: checked.texts, replaces: id }, write)
}

/** Banned and suspended users may delete their comments. */
export async function deleteComment(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const { postId, authorId } = ownComment(tx, user, id)
    deleteFromThread(tx, id)
    const entry = { entityType: 'comment', entityId: id, metadata: { postId } } as const
    audit(tx, actorOn(user, authorId), { action: 'user:deleted:comment', ...entry })
  })
}

/** What it was before its author changed it, newest first. Refuses as reading it does, then 403 `NOT_OWNER`. */
export async function readCommentHistory(viewer: Viewer, id: string) {
  const { comment, post } = readableComment(storage.reader, viewer, id)
  return readVersions(viewer, { ...comment, type: 'comment' }, post, pick(commentVersions, 'content', 'writtenAt'))
}
