import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { pick, sqlStatement } from '../../../db/statement'
import { refuse } from '../../errors'
import { choice, named, recordId } from '../../lib/schema'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { topics } from '../settings/settings'
import { feedVisibility } from './feed-visibility'
import { cachedPins, dropPin, type PinRow, pinOf, pinRows, putPin } from './pin-rows'
import { listedPosts, type PostRecord } from './record'
import { findTopic } from './topics'
import { type AnyViewer, readablePost } from './visibility'

// Posts that moderators pin: above the feed of everybody, or above the posts of their topic. A pin shows a post to
// nobody who would not see it in the feed. It goes with the post, with its removal, and with a change of its topic.

/** How many posts a place has room for. */
const ROOM = { campus: 3, topic: 1 } as const
export const MOST_PINNED = ROOM.campus

/** Above the whole feed, or above the posts of the topic of the post. */
export const pinPlace = choice(['campus', 'topic'])

export const pin = named('Pin', t.Object({ postId: recordId, place: pinPlace }))
type Pin = Static<typeof pin>

/** Those above the posts of a topic, or above the feed. */
const pinsAt = (pins: readonly PinRow[], topic: string | undefined): PinRow[] =>
  pins.filter((pin) => (topic === undefined ? pin.place === 'campus' : pin.place === 'topic' && pin.topic === topic))

/** The ids of what is pinned above a feed, latest first, block relations considered. */
export async function pinnedAbove(viewer: AnyViewer, topic: string | undefined): Promise<string[]> {
  const pins = pinsAt(cachedPins(), topic)
  if (pins.length === 0) return []
  const { blocked } = await feedVisibility(viewer)
  return pins.filter(({ authorId }) => authorId === null || !blocked.has(authorId)).map(({ postId }) => postId)
}

/** What is pinned to the campus, or to a topic, as the viewer sees it in the feed. */
export async function listPinned(viewer: Viewer | null, topic?: string): Promise<{ posts: PostRecord[] }> {
  const spelling = topic === undefined ? undefined : findTopic(await topics(), topic)
  const ids = topic !== undefined && spelling === undefined ? [] : await pinnedAbove(viewer, spelling)
  return { posts: await listedPosts(viewer, ids) }
}

const topicOf = sqlStatement('SELECT topic FROM posts WHERE id = $id', {
  returns: pick(posts, 'topic'),
  params: { id: posts.id },
})

/**
 * Pins a post, or moves its pin. 404; 409 `CONFLICT` for a removed post, and where the place is full, with what is
 * pinned there.
 */
export async function pinPost(moderator: Viewer, postId: string, place: Pin['place']): Promise<Pin> {
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const { moderationState } = await readablePost(tx, moderator, postId)
    if (moderationState !== 'active') refuse('CONFLICT', 'posts.pinRemoved')
    const before = pinOf(tx, postId) ?? null
    if (before === place) return
    const there = pinsAt(pinRows(tx), place === 'topic' ? topicOf(tx).get({ id: postId })?.topic : undefined)
    if (there.length >= ROOM[place]) {
      const pinned = there.map(({ postId, title }) => ({ id: postId, title }))
      refuse('CONFLICT', message('posts.pinsFull', { count: ROOM[place] }), { meta: { pinned } })
    }
    putPin(tx, { postId, place })
    await audit(tx, moderator, {
      action: 'admin:pinned:post',
      entityType: 'post',
      entityId: postId,
      before: { place: before },
      after: { place },
    })
  })
  return { postId, place }
}

/** 404 `NOT_FOUND` for a post that is not pinned. */
export async function unpinPost(moderator: Viewer, postId: string): Promise<void> {
  await writeAs(moderator, 'admin', async (tx, moderator) => {
    const place = pinOf(tx, postId) ?? refuse('NOT_FOUND', 'posts.notPinned')
    dropPin(tx, postId)
    await audit(tx, moderator, {
      action: 'admin:unpinned:post',
      entityType: 'post',
      entityId: postId,
      before: { place },
      after: { place: null },
    })
  })
}
