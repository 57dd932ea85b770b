import type { Static } from 'elysia'
import { pinnedPosts, posts } from '../../../db/schema/posts'
import { sql } from '../../../db/sql'
import { pick, type Raw } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { topics } from '../../ground/settings/settings'
import { Cache } from '../../lib/process/cache'
import { choice, namedObject, recordId } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { pageCache } from './cache'
import { findTopic } from './fields'
import { listedPosts, type PostRecord } from './record'
import { type AnyViewer, feedVisibility, readablePost } from './visibility'

// Posts that moderators pin: above the feed of everybody, or above the posts of their topic. A pin shows a post to
// nobody who would not see it in the feed. It goes with the post, with its removal, and with a change of its topic.

const POST = pick(posts, 'topic', 'title', 'authorId')
const OWN = pick(pinnedPosts, 'postId', 'place')
type PinRow = Raw<typeof OWN & typeof POST>

/** All pins of this Quad, latest first. */
export const pinRows = (db: Connection): PinRow[] =>
  sql({ ...OWN, ...POST })`
    SELECT n.post_id AS postId, n.place, p.topic, p.title, p.author_id AS authorId
    FROM pinned_posts n CROSS JOIN posts p ON p.id = n.post_id ORDER BY n.pinned_at DESC, n.post_id DESC`.all(db)

const placeOf = (tx: Tx, postId: string): Pin['place'] | undefined =>
  sql(pick(pinnedPosts, 'place'))`SELECT place FROM pinned_posts WHERE post_id = ${postId}`.get(tx)?.place

/** Every feed begins with them. */
const pinCache = new Cache<'all', readonly PinRow[]>('pins', 1)
const cachedPins = (): readonly PinRow[] => pinCache.get('all', () => pinRows(storage.reader))

const changed = (tx: Tx): void =>
  tx.afterCommit(() => {
    pageCache.clear()
    pinCache.clear()
  })

/** Takes the pin of a post that has one. */
export function dropPin(tx: Tx, postId: string): void {
  if (sql`DELETE FROM pinned_posts WHERE post_id = ${postId}`.run(tx).changes > 0) changed(tx)
}

/** Call before a change of the topic: the pin was above the posts of the old one. */
export function dropPinOfOtherTopic(tx: Tx, postId: string, topic: string): void {
  const { changes } = sql`
    DELETE FROM pinned_posts WHERE post_id = ${postId} AND place = 'topic'
      AND EXISTS (SELECT 1 FROM posts p WHERE p.id = ${postId} AND p.topic <> ${topic})`.run(tx)
  if (changes > 0) changed(tx)
}

/** How many posts a place has room for. */
const ROOM = { campus: 3, topic: 1 } as const
export const MOST_PINNED = ROOM.campus

/** Above the whole feed, or above the posts of the topic of the post. */
export const pinPlace = choice(['campus', 'topic'])

export const pin = namedObject('Pin', { postId: recordId, place: pinPlace })
type Pin = Static<typeof pin>

/** Those above the posts of a topic, or above the feed. */
const pinsAt = (pins: readonly PinRow[], topic: string | undefined): PinRow[] =>
  pins.filter((pin) => (topic === undefined ? pin.place === 'campus' : pin.place === 'topic' && pin.topic === topic))

/** The ids of what is pinned above a feed, latest first, block relations considered. */
export function pinnedAbove(viewer: AnyViewer, topic: string | undefined): string[] {
  const pins = pinsAt(cachedPins(), topic)
  if (pins.length === 0) return []
  const { blocked } = feedVisibility(viewer)
  return pins.filter(({ authorId }) => authorId === null || !blocked.has(authorId)).map(({ postId }) => postId)
}

/** What is pinned to the campus, or to a topic, as the viewer sees it in the feed. */
export async function listPinned(viewer: Viewer | null, topic?: string): Promise<{ posts: PostRecord[] }> {
  const spelling = topic === undefined ? undefined : findTopic(topics(), topic)
  const ids = topic !== undefined && spelling === undefined ? [] : pinnedAbove(viewer, spelling)
  return { posts: await listedPosts(viewer, ids) }
}

/**
 * Pins a post, or moves its pin. 404; 409 `CONFLICT` for a removed post, and where the place is full, with what is
 * pinned there.
 */
export async function pinPost(moderator: Viewer, postId: string, place: Pin['place']): Promise<Pin> {
  await writeAs(moderator, 'admin', (tx, moderator) => {
    const { moderationState } = readablePost(tx, moderator, postId)
    if (moderationState !== 'active') refuse('CONFLICT', 'posts.pinRemoved')
    const before = placeOf(tx, postId) ?? null
    if (before === place) return
    const topic = sql(pick(posts, 'topic'))`SELECT topic FROM posts WHERE id = ${postId}`.get(tx)?.topic
    const there = pinsAt(pinRows(tx), place === 'topic' ? topic : undefined)
    if (there.length >= ROOM[place]) {
      const pinned = there.map(({ postId, title }) => ({ id: postId, title }))
      refuse('CONFLICT', message('posts.pinsFull', { count: ROOM[place] }), { meta: { pinned } })
    }
    sql`INSERT INTO pinned_posts (post_id, place, pinned_at) VALUES (${postId}, ${place}, ${new Date().toISOString()})
      ON CONFLICT (post_id) DO UPDATE SET place = excluded.place, pinned_at = excluded.pinned_at`.run(tx)
    changed(tx)
    auditPin(tx, moderator, 'admin:pinned:post', postId, before, place)
  })
  return { postId, place }
}

/** 404 `NOT_FOUND` for a post that is not pinned. */
export async function unpinPost(moderator: Viewer, postId: string): Promise<void> {
  await writeAs(moderator, 'admin', (tx, moderator) => {
    const place = placeOf(tx, postId) ?? refuse('NOT_FOUND', 'posts.notPinned')
    dropPin(tx, postId)
    auditPin(tx, moderator, 'admin:unpinned:post', postId, place, null)
  })
}

const auditPin = (
  tx: Tx,
  moderator: Viewer,
  action: `admin:${'pinned' | 'unpinned'}:post`,
  entityId: string,
  before: Pin['place'] | null,
  after: Pin['place'] | null,
) => audit(tx, moderator, { action, entityType: 'post', entityId, before: { place: before }, after: { place: after } })
