import { sql } from '../../../db/sql'
import { toFlag } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { actorOn, editorOf, ownName, withPresentAliases, writerIn } from '../../campus/authorship/writers'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { refuseByPolicy } from '../../ground/policy/check-texts'
import { keepingSearch } from '../../ground/search-index'
import { ownHeldRow } from '../held/texts'
import { publish, replace } from '../publication'
import { postChanged } from './cache'
import { deletePostOrBegin, finishPostDeletion, untilDeleted } from './changes'
import { keepingPostCounts } from './counts'
import { eventFields } from './event'
import { isOfficialPost, refuseUnlessModerator } from './official'
import { dropPinOfOtherTopic } from './pins'
import {
  addPost,
  checkPost,
  configuredTopic,
  heldPostRecord,
  holdPost,
  missing,
  type NewPostInput,
  nextPlace,
  postTexts,
} from './publish'
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

// Posts: read, published, edited, deleted, viewed. visibility.ts decides who may read a post; lists.ts and
// feed-visibility.ts select the feed of a viewer; changes.ts has the writes that other subjects need, too.

/** 404, 401 or 403 for what the viewer may not read. Authors read why their own was removed. */
export async function readPost(viewer: Viewer | null, id: string): Promise<PostRecord> {
  const [post] = cachedPosts([id])
  if (post === undefined) return readHeldPost(viewer, id)
  refuseUnlessReadable(readAccess(post, viewer))
  await auditPrivateRead(viewer, post)
  const [record] = postRecords(viewer, [id])
  if (record === undefined) return missing()
  if (post.moderationState !== 'banned' || !isAuthor(post, viewer)) return record
  return { ...record, removal: readRemoval(storage.reader, id) }
}

/** For its author alone. */
function readHeldPost(viewer: Viewer | null, id: string): PostRecord {
  const held = viewer === null ? undefined : ownHeldRow(storage.reader, viewer, id)
  if (viewer === null || held?.type !== 'post') return missing()
  return heldPostRecord(ownName(storage.reader, viewer, held.authorId), held)
}

/** The post as its author sees it, past the cache. */
const readWritten = (db: Connection, viewer: Viewer, id: string): PostRecord => storedPost(db, viewer, id) ?? missing()

/**
 * The post carries its author's college and branch. Where a moderator has to decide, it is `held`. 409 `DUPLICATE`, 429
 * for a young account's many.
 */
export async function publishPost(user: Viewer, input: NewPostInput): Promise<PostRecord> {
  const create = async () => {
    const isOfficial = input.official === true
    if (isOfficial) refuseUnlessModerator(user)
    const { checked, post } = await checkPost(input, user, !isOfficial)
    const write = () =>
      writeCreation(user, 'author', async (tx, user) => {
        if (isOfficial) refuseUnlessModerator(user)
        checked.recheck()
        const place = nextPlace(tx)
        const writer = writerIn(tx, user, place.id, input.alias === true)
        if (checked.doubts.length > 0) return holdPost(tx, writer, post, place, checked.doubts)
        const { self, author, actor } = writer
        return readWritten(tx, self, await addPost(tx, actor, author, post, place, isOfficial))
      })
    const authorOf = ({ postedBy }: PostRecord) => postedBy?.id ?? user.id
    return publish({ author: user, kind: 'post', texts: checked.texts, authorOf }, write)
  }
  const read = async (id: string) => {
    const self = await withPresentAliases(storage.reader, user)
    const held = ownHeldRow(storage.reader, self, id)
    if (held !== undefined) return heldPostRecord(ownName(storage.reader, self, held.authorId), held)
    ownPost(storage.reader, self, id)
    return readWritten(storage.reader, self, id)
  }
  return createOnce(user.creation, { create, read })
}

/** Refuses as reading the post does, then 403 `NOT_OWNER`. Official posts are those of all moderators. */
function ownPost(db: Connection, user: Viewer, id: string): PostFacts {
  const post = readablePost(db, user, id)
  return isOwn(db, post, user) ? post : refuse('NOT_OWNER')
}

const isOwn = (db: Connection, post: PostFacts, user: Viewer): boolean =>
  isSelf(user, post.authorId) || (isAdministrator(user) && isOfficialPost(db, post))

/** The texts of the user's own post after the changes. */
function textsAfter(db: Connection, user: Viewer, id: string, { title, content, place }: PostChangesInput) {
  ownPost(db, user, id)
  const stored = readWritten(db, user, id)
  return postTexts(title ?? stored.title, content ?? stored.content, place === undefined ? stored.place : place)
}

/**
 * Date and place after the changes, null where they stay as they are. They belong to the topic of events: with another
 * topic they go.
 */
function eventAfter(db: Connection, user: Viewer, id: string, changes: PostChangesInput, topic: string | null) {
  if (topic === null && changes.startsAt === undefined && changes.place === undefined) return null
  const stored = readWritten(db, user, id)
  return eventFields(topic ?? stored.topic, changes, stored)
}

/** 400 without changes, for an unknown topic, or for an event in another than that of events. */
export async function editPost(user: Viewer, id: string, changes: PostChangesInput): Promise<PostRecord> {
  const { isPrivate } = changes
  const isReworded = changes.title !== undefined || changes.content !== undefined || Boolean(changes.place)
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (fields.length === 0) refuse('VALIDATION_FAILED', 'posts.nothingToChange')
  const topic = changes.topic === undefined ? null : configuredTopic(changes.topic)
  const checked = isReworded
    ? await refuseByPolicy(textsAfter(storage.reader, user, id, changes), { author: user, mayHold: false })
    : undefined
  const title = changes.title?.trim() ?? null
  const content = changes.content?.trim() ?? null
  const write = () =>
    writeAs(user, 'author', async (tx, user) => {
      const { authorId } = ownPost(tx, user, id)
      const editor = editorOf(tx, user, authorId)
      checked?.recheck(textsAfter(tx, user, id, changes))
      if (isPrivate === true) tell(tx, 'text.removing', { type: 'post', id, by: 'author' })
      const flag = isPrivate === undefined ? null : toFlag(isPrivate)
      const event = eventAfter(tx, user, id, changes, topic)
      keepPostVersion(tx, { id, title, content, event })
      if (topic !== null) dropPinOfOtherTopic(tx, id, topic)
      if (event !== null)
        sql`UPDATE posts SET starts_at = ${event.startsAt}, place = ${event.place} WHERE id = ${id}`.run(tx)
      const run = () =>
        sql`
          UPDATE posts SET title = coalesce(${title}, title), content = coalesce(${content}, content),
            topic = coalesce(${topic}, topic), is_private = coalesce(${flag}, is_private),
            updated_at = ${new Date().toISOString()}
          WHERE id = ${id}`.run(tx)
      const change = () => (title === null && content === null ? run() : keepingSearch(tx, 'posts', id, run))
      if (topic === null && flag === null) change()
      else keepingPostCounts(tx, { id }, change)
      postChanged(tx, id)
      audit(tx, editor, {
        action: 'user:updated:post',
        entityType: 'post',
        entityId: id,
        after: { ...(topic === null ? {} : { topic }), ...(isPrivate === undefined ? {} : { isPrivate }) },
        metadata: { fields: fields.join(',') },
      })
      return readWritten(tx, user, id)
    })
  return checked ? replace({ author: user, kind: 'post', texts: checked.texts, replaces: id }, write) : write()
}

/** A removed one, too. */
export async function deletePost(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'owner', async (tx, user) => {
    const post = postFacts(tx, id) ?? missing()
    refuseUnlessReadable(readAccess(post, user))
    if (!isOwn(tx, post, user)) refuse('NOT_OWNER')
    tell(tx, 'text.removing', { type: 'post', id, by: 'author' })
    await deletePostOrBegin(tx, id)
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

type PostChangesInput = Partial<Omit<NewPostInput, 'official' | 'alias'>>
