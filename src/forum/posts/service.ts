import { sql } from '../../../db/sql'
import { FLAG, toFlag } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { actorOn, editorOf } from '../../campus/authorship/writers'
import { openCourse } from '../../campus/courses/courses'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { refuseByPolicy } from '../../ground/policy/check-texts'
import { keepingSearch } from '../../ground/search-index'
import { attachPicture, claimPicture, detachPicture, renamePicture } from '../pictures/pictures'
import { replace } from '../publication'
import { postChanged, postListsChanged, postRowById } from './cache'
import { deletePostOrBegin, finishPostDeletion, untilDeleted } from './changes'
import { keepingPostCounts } from './counts'
import { configuredTopic, eventFields, type PostChangesInput, pictureFields, wholeText } from './fields'
import { dropPinOfOtherTopic } from './pins'
import { missing, ownHeldPost, postTexts } from './publish'
import { cachedPosts, type PostRecord, postRecords, readRemoval, storedPost } from './record'
import { changePostStats } from './stats'
import { keepPostVersion } from './versions'
import {
  auditPrivateRead,
  isAuthor,
  type PostFacts,
  postFacts,
  readAccess,
  readablePost,
  refuseUnlessReadable,
} from './visibility'

// Posts: read, edited, deleted, viewed. visibility.ts decides who may read a post; lists.ts selects the feed of a viewer;
// publish.ts has new ones, and changes.ts the writes that other subjects need, too.

/** 404, 401 or 403 for what the viewer may not read. Authors read why their own was removed. */
export async function readPost(viewer: Viewer | null, id: string): Promise<PostRecord> {
  const [post] = cachedPosts([id])
  if (post === undefined) return (viewer && ownHeldPost(storage.reader, viewer, id)) ?? missing()
  refuseUnlessReadable(readAccess(post, viewer))
  await auditPrivateRead(viewer, post)
  const [record] = postRecords(viewer, [id])
  if (record === undefined) return missing()
  if (post.moderationState !== 'banned' || !isAuthor(post, viewer)) return record
  return { ...record, removal: readRemoval(storage.reader, id) }
}

/** Refuses as reading the post does, then 403 `NOT_OWNER`. */
function ownPost(db: Connection, user: Viewer, id: string): PostFacts {
  const post = readablePost(db, user, id)
  return isOwn(db, post, user) ? post : refuse('NOT_OWNER')
}

/** Official posts are those of all moderators. */
function isOwn(db: Connection, { id, authorId }: PostFacts, user: Viewer): boolean {
  if (authorId !== null || !isAdministrator(user)) return isSelf(user, authorId)
  const official = sql({ isOfficial: FLAG })`SELECT is_official AS isOfficial FROM posts WHERE id = ${id}`
  return official.get(db)?.isOfficial === 1
}

/** The user's own post as it is stored, past the cache. */
function ownStored(db: Connection, user: Viewer, id: string): PostRecord {
  ownPost(db, user, id)
  return storedPost(db, user, id) ?? missing()
}

/**
 * 400 without changes, for an unknown topic, for an event in another than that of events, and for a course that takes no
 * posts, unless the post has it already.
 */
export async function editPost(user: Viewer, id: string, changes: PostChangesInput): Promise<PostRecord> {
  const { isPrivate, question } = changes
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (fields.length === 0) refuse('VALIDATION_FAILED', 'posts.nothingToChange')
  const topic = changes.topic === undefined ? null : configuredTopic(changes.topic)
  const title = changes.title?.trim() ?? null
  const content = changes.content?.trim() ?? null
  const textsAfter = (stored: PostRecord) => {
    const { title = stored.title, content = stored.content, place = stored.place, picture = stored.picture } = changes
    return postTexts(title, content, { place, alt: picture?.alt })
  }
  const isReworded = title !== null || content !== null || Boolean(changes.place || changes.picture?.alt)
  const before = isReworded ? ownStored(storage.reader, user, id) : undefined
  const name = () => before?.postedBy?.id ?? null
  const checked = before && (await refuseByPolicy(textsAfter(before), { author: user, name, mayHold: false }))
  const write = () =>
    writeAs(user, 'author', (tx, user) => {
      const { authorId, collegeId } = ownPost(tx, user, id)
      const editor = editorOf(tx, user, authorId)
      const stored = storedPost(tx, user, id) ?? missing()
      checked?.recheck(textsAfter(stored))
      if (isPrivate === true) tell(tx, 'text.removing', { type: 'post', id, by: 'author' })
      // They belong to the topic of events: with another topic they go. Null where they stay as they are.
      const isEventChanged = topic !== null || changes.startsAt !== undefined || changes.place !== undefined
      const event = isEventChanged ? eventFields(topic ?? stored.topic, changes, stored) : null
      keepPostVersion(tx, id, { title, content, event })
      if (topic !== null) dropPinOfOtherTopic(tx, id, topic)
      if (event !== null)
        sql`UPDATE posts SET starts_at = ${event.startsAt}, place = ${event.place} WHERE id = ${id}`.run(tx)
      if (changes.picture !== undefined) putPicture(tx, user, stored, changes.picture)
      if (changes.course !== undefined && changes.course !== (stored.course?.id ?? null)) {
        const courseId = changes.course && openCourse(tx, changes.course, collegeId)
        sql`UPDATE posts SET course_id = ${courseId} WHERE id = ${id}`.run(tx)
        postListsChanged(tx, { id })
      }
      const flag = isPrivate === undefined ? null : toFlag(isPrivate)
      const asked = question === undefined ? null : toFlag(question)
      const update = sql`
        UPDATE posts SET title = coalesce(${title}, title), content = coalesce(${content}, content),
          topic = coalesce(${topic}, topic), is_private = coalesce(${flag}, is_private),
          is_question = coalesce(${asked}, is_question), answer_id = CASE ${asked} WHEN 0 THEN NULL ELSE answer_id END,
          updated_at = ${new Date().toISOString()}
        WHERE id = ${id}`
      const change = () =>
        title === null && content === null ? update.run(tx) : keepingSearch(tx, 'posts', id, () => update.run(tx))
      if (topic === null && flag === null && stored.question === undefined && asked === null) change()
      else keepingPostCounts(tx, { id }, change)
      if (isPrivate !== undefined && isPrivate !== stored.isPrivate) renamePicture(tx, id)
      postChanged(tx, id)
      if (isReworded) {
        const text = wholeText(postRowById(tx, id) ?? missing())
        tell(tx, 'text.written', { type: 'post', id, authorId, text, isReleased: false })
      }
      audit(tx, editor, {
        action: 'user:updated:post',
        entityType: 'post',
        entityId: id,
        after: { ...(topic === null ? {} : { topic }), ...(isPrivate === undefined ? {} : { isPrivate }) },
        metadata: { fields: fields.join(',') },
      })
      return { ...(storedPost(tx, user, id) ?? missing()), ...checked?.help }
    })
  return checked ? replace({ author: user, kind: 'post', texts: checked.texts, replaces: id }, write) : write()
}

/** 404 and 409 as `claimPicture`; the picture that the post has may be sent again, with another text. */
function putPicture(tx: Tx, user: Viewer, { id, picture }: PostRecord, sent: PostChangesInput['picture']): void {
  const { pictureId, pictureAlt } = pictureFields(sent)
  if (pictureId !== picture?.id) {
    claimPicture(tx, user, pictureId, false)
    detachPicture(tx, id)
    attachPicture(tx, pictureId, 'post', id)
  }
  sql`UPDATE posts SET picture_id = ${pictureId}, picture_alt = ${pictureAlt} WHERE id = ${id}`.run(tx)
}

/** A removed one, too. */
export async function deletePost(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'owner', (tx, user) => {
    const post = postFacts(tx, id) ?? missing()
    refuseUnlessReadable(readAccess(post, user))
    if (!isOwn(tx, post, user)) refuse('NOT_OWNER')
    tell(tx, 'text.removing', { type: 'post', id, by: 'author' })
    deletePostOrBegin(tx, id)
    audit(tx, actorOn(user, post.authorId), { action: 'user:deleted:post', entityType: 'post', entityId: id })
  })
  await untilDeleted(finishPostDeletion(id))
}

/** Views that wait for the same commit. */
const pendingViews = new Map<string, { count: number; counted: Promise<void> }>()

/** Counts one view by anyone who may read the post. Views write no audit entry. */
export async function viewPost(viewer: Viewer | null, id: string): Promise<void> {
  readablePost(storage.reader, viewer, id)
  const pending = pendingViews.get(id)
  if (pending !== undefined) {
    pending.count++
    return pending.counted
  }
  const views = { count: 1, counted: Promise.resolve() }
  pendingViews.set(id, views)
  views.counted = storage
    .write((tx) => {
      pendingViews.delete(id)
      if (changePostStats(tx, id, { views: views.count }) === undefined) refuse('NOT_FOUND', 'posts.missing')
    })
    .finally(() => {
      if (pendingViews.get(id) === views) pendingViews.delete(id)
    })
  return views.counted
}
