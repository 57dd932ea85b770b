import { posts } from '../../../db/schema/posts'
import { insertInto, sql } from '../../../db/sql'
import { orNull, toFlag } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { ownName, withPresentAliases, writerIn } from '../../campus/authorship/writers'
import { NO_BRANCH } from '../../campus/colleges/branches'
import { openCourse } from '../../campus/courses/courses'
import { refuse } from '../../errors'
import type { Account, Viewer } from '../../ground/access/account'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { type Actor, audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { refuseByPolicy, type Texts } from '../../ground/policy/check-texts'
import { orderedIds } from '../../lib/crypto/ids'
import { type HeldRow, heldState, holdText, ownHeldRow } from '../held/texts'
import { attachPicture, claimPicture } from '../pictures/pictures'
import { openPoll, optionTexts, storedPoll } from '../polls/poll'
import { publish } from '../publication'
import { keepingPostCounts } from './counts'
import {
  configuredTopic,
  eventFields,
  type NewPostInput,
  ownAuthor,
  refuseOfficial,
  refuseOfficialAlias,
  shownFields,
  toWritten,
  type Written,
  wholeText,
  writtenOf,
} from './fields'
import { type PostRecord, storedPost } from './record'
import { addPostStats } from './stats'
import { readablePost } from './visibility'

// New posts: checked, given their place, added. Publishing within the hour (delayed.ts) and releasing a held post
// (order/moderation) take the same steps.

/**
 * The post carries its author's college and branch. Where a moderator has to decide, it is `held`. 409 `DUPLICATE`, 429
 * for a young account's many.
 */
export async function publishPost(user: Viewer, input: NewPostInput): Promise<PostRecord> {
  const create = async () => {
    const isOfficial = input.official === true
    if (isOfficial) refuseOfficial(user)
    const { checked, recheck, post } = await checkPost(input, user, !isOfficial)
    const write = () =>
      writeCreation(user, 'author', (tx, user) => {
        if (isOfficial) refuseOfficial(user)
        recheck(tx)
        const { id, at } = nextPlace(tx)
        const writer = writerIn(tx, user, id, input.alias === true)
        const doubts = [...checked.doubts, ...claimPicture(tx, user, post.pictureId, !isOfficial)]
        if (doubts.length > 0) {
          holdText(tx, writer, { ...post, type: 'post', id, createdAt: at }, doubts)
          const record = heldPostRecord(tx, writer.author, { ...post, id, createdAt: at, refusedAt: null })
          return { ...record, ...checked.help }
        }
        addPost(tx, writer.actor, writer.author, post, { id, at }, isOfficial)
        return { ...(storedPost(tx, writer.self, id) ?? missing()), ...checked.help }
      })
    const authorOf = ({ postedBy }: PostRecord) => postedBy?.id ?? user.id
    return publish({ author: user, kind: 'post', texts: checked.texts, authorOf }, write)
  }
  const read = async (id: string) => {
    const db = storage.reader
    const self = await withPresentAliases(db, user)
    const held = ownHeldPost(db, self, id)
    if (held !== undefined) return held
    readablePost(db, self, id)
    return storedPost(db, self, id) ?? missing()
  }
  return createOnce(user.creation, { create, read })
}

/** What readers see of a post in words. */
export const postTexts = (
  title: string,
  content: string,
  { place, alt }: { place?: string | null | undefined; alt?: string | undefined },
): Texts<'title' | 'content'> => ({
  title,
  content,
  ...(place ? { place } : {}),
  ...(alt ? { 'picture.alt': alt } : {}),
})

/** 400 for an unknown topic, for an event in another than that of events, for a course that takes no posts, and what the content policy refuses. */
export async function checkPost(input: NewPostInput, author: Viewer, mayHold = false) {
  refuseOfficialAlias(input)
  const topic = configuredTopic(input.topic)
  const event = eventFields(topic, input)
  const courseId = input.course ? openCourse(storage.reader, input.course, author.collegeId) : null
  const poll = input.poll ? storedPoll(input.poll) : null
  const words = postTexts(input.title, input.content, { place: event.place, alt: input.picture?.alt })
  const name = () => (input.alias ? null : author.id)
  const checked = await refuseByPolicy({ ...words, ...optionTexts(poll) }, { author, name, mayHold })
  const recheck = (tx: Tx): void => {
    checked.recheck()
    if (courseId !== null) openCourse(tx, courseId, author.collegeId)
  }
  return { checked, recheck, post: toWritten(input, topic, checked.texts, event, { courseId, poll }) }
}

/** Where a post stands among others; one that waited for a moderator has its place from before. */
type Place = { id: string; at: string; isReleased?: boolean }

export function nextPlace(tx: Tx): Place {
  const now = new Date()
  return { id: nextPostId(tx, now.getTime()), at: now.toISOString() }
}

const nextPostId = orderedIds((tx: Tx, { from, until }) => {
  const latest = sql({ id: orNull(posts.id) })`SELECT max(id) AS id FROM posts WHERE id >= ${from} AND id < ${until}`
  return latest.get(tx)?.id ?? null
})

/** Adds the post with its author's college and branch. An official one has neither author nor branch. */
export function addPost(
  tx: Tx,
  actor: Actor,
  author: Account,
  post: Written,
  { id, at, isReleased = false }: Place = nextPlace(tx),
  isOfficial = false,
): string {
  const { collegeId, branch, branchId } =
    isOfficial || author.publicBranch === null ? { ...author, ...NO_BRANCH } : author
  const by = { authorId: isOfficial ? null : author.id, isOfficial: toFlag(isOfficial), collegeId, branch, branchId }
  const row = { ...post, ...by, id, createdAt: at, updatedAt: at }
  keepingPostCounts(tx, { id }, () => {
    insertInto(posts, row).run(tx)
    addPostStats(tx, id, at)
    openPoll(tx, row)
  })
  attachPicture(tx, post.pictureId, 'post', id)
  tell(tx, 'post.published', row)
  tell(tx, 'text.written', { type: 'post', id, authorId: row.authorId, text: wholeText(row), isReleased })
  audit(tx, actor, {
    action: isOfficial ? 'admin:wrote:post' : 'user:created:post',
    entityType: 'post',
    entityId: id,
    after: { topic: post.topic, isPrivate: post.isPrivate === 1 },
  })
  return id
}

export const missing = (): never => refuse('NOT_FOUND', 'posts.missing')

/** For its author alone. */
export function ownHeldPost(db: Connection, user: Viewer, id: string): PostRecord | undefined {
  const held = ownHeldRow(db, user, id)
  return held?.type === 'post' ? heldPostRecord(db, ownName(db, user, held.authorId), held) : undefined
}

type HeldPost = Pick<HeldRow, keyof Written | 'id' | 'createdAt' | 'refusedAt'>

/** As its author sees it: like a post that nobody has found yet. */
function heldPostRecord(db: Connection, author: Account, row: HeldPost): PostRecord {
  const { id, createdAt } = row
  return {
    id,
    ...shownFields(writtenOf(row), db),
    ...{ views: 0, upvoteCount: 0, downvoteCount: 0, commentsCount: 0, userVote: null, bookmarked: false },
    ...{ createdAt, updatedAt: createdAt },
    postedBy: ownAuthor(author),
    held: heldState(row),
  }
}
