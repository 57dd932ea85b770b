import { posts } from '../../../db/schema/posts'
import { pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { inBackground } from '../../lib/background'
import { publish } from '../../lib/sockets/hub'
import type { Peer } from '../../lib/sockets/peer'
import { Throttle } from '../../lib/throttle'
import { accountById } from '../access/account'
import { FACTS, postAccess, refuseUnlessReadable } from './visibility'

// Who follows a post over a socket learns its counts and the ids of new comments. The right to read is asked once, when
// somebody begins to follow; a post whose readers may have changed is followed by nobody any more but its author, and
// tells nobody so: a shadow ban would be told with it, and to the author by the silence.

const POSTS_A_SOCKET = 50
/** At most four times a second for each post. */
const PAUSE_MS = 250

const COUNTS = pick(posts, 'upvoteCount', 'downvoteCount', 'commentsCount')
const TYPES = { ...FACTS, ...COUNTS }
type Counts = Raw<typeof COUNTS>
type Row = Raw<typeof TYPES>
type Followed = { peers: Set<Peer>; standing: string; told: Counts }

const followed = new Map<string, Followed>()
const postsOf = new WeakMap<Peer, Set<string>>()
const topicOf = (postId: string): string => `post:${postId}`

const byId = sqlStatement(`SELECT ${selectList(TYPES)} FROM posts WHERE id = $id`, {
  returns: TYPES,
  params: { id: posts.id },
})

const countsIn = ({ upvoteCount, downvoteCount, commentsCount }: Row): Counts => ({
  upvoteCount,
  downvoteCount,
  commentsCount,
})

/** All that the right to read hangs on, but for the reader. */
const standingOf = ({ moderationState, isPrivate, collegeId }: Row): string =>
  `${moderationState} ${isPrivate} ${collegeId}`

/** Refuses as `GET /posts/:id` does, and 429 `RATE_LIMITED` beyond 50 posts. */
export async function subscribeToPost(peer: Peer, id: string): Promise<void> {
  const reader = (await accountById(peer.userId)) ?? refuse('UNAUTHENTICATED')
  // From here on nothing is awaited: no write can come between the look and the following.
  const post = byId(storage.reader).get({ id }) ?? refuse('NOT_FOUND')
  refuseUnlessReadable(postAccess({ ...post, isPrivate: post.isPrivate === 1 }, reader))
  if (!peer.isOpen) return
  const own = postsOf.get(peer) ?? new Set()
  if (!own.has(id) && own.size >= POSTS_A_SOCKET) refuse('RATE_LIMITED')
  postsOf.set(peer, own.add(id))
  const topic = followed.get(id) ?? { peers: new Set(), standing: standingOf(post), told: countsIn(post) }
  topic.peers.add(peer)
  followed.set(id, topic)
  peer.follow(topicOf(id))
}

export function unsubscribeFromPost(peer: Peer, id: string): void {
  peer.unfollow(topicOf(id))
  postsOf.get(peer)?.delete(id)
  const topic = followed.get(id)
  topic?.peers.delete(peer)
  if (topic?.peers.size === 0) followed.delete(id)
}

/** For a peer that goes. */
export function unsubscribeFromAll(peer: Peer): void {
  for (const id of postsOf.get(peer) ?? []) unsubscribeFromPost(peer, id)
}

/** How many follow the post. */
export const subscriberCount = (id: string): number => followed.get(id)?.peers.size ?? 0

const counts = new Throttle(PAUSE_MS, (id) => {
  const topic = followed.get(id)
  const post = topic && byId(storage.reader).get({ id })
  if (topic === undefined || post === undefined) return false
  const present = countsIn(post)
  if (Bun.deepEquals(present, topic.told)) return false
  topic.told = present
  publish(topicOf(id), { type: 'post', postId: id, ...present })
  return true
})

/** Once a change of the post is on disk: those who follow it get its counts, unless they are as they were. */
export function broadcastCounts(id: string): void {
  if (config.notifications && followed.has(id)) counts.touch(id)
}

/** The same for a change of many at once. */
export function broadcastAllCounts(): void {
  if (config.notifications) for (const id of followed.keys()) counts.touch(id)
}

/** Comments beneath a shadow-banned post are shown to nobody who might follow it. */
export function broadcastComment(tx: Tx, postId: string, commentId: string): void {
  if (!config.notifications) return
  tx.afterCommit(() => {
    if (followed.get(postId)?.standing.startsWith('active '))
      publish(topicOf(postId), { type: 'comment', postId, commentId })
  })
}

/** Once somebody's role has changed, or anybody's may have: who was an administrator follows what everybody may read. */
export function recheckSubscribers(userId?: string): void {
  if (followed.size === 0) return
  inBackground('rechecking who follows posts', async () => {
    for (const [id, { peers }] of followed)
      for (const peer of peers) if (userId === undefined || peer.userId === userId) await recheck(peer, id)
  })
}

async function recheck(peer: Peer, id: string): Promise<void> {
  const reader = await accountById(peer.userId)
  const post = byId(storage.reader).get({ id })
  const isReadable = post && reader && postAccess({ ...post, isPrivate: post.isPrivate === 1 }, reader) === 'readable'
  if (!isReadable) unsubscribeFromPost(peer, id)
}

/** Once posts may have changed hands, state or privacy: one of them, or any. Those that did lose who follows them. */
export function dropLostSubscribers(which: { id: string } | 'any'): void {
  if (followed.size === 0) return
  for (const id of which === 'any' ? [...followed.keys()] : [which.id]) {
    const topic = followed.get(id)
    const post = topic && byId(storage.reader).get({ id })
    if (topic === undefined || (post !== undefined && standingOf(post) === topic.standing)) continue
    const author = post === undefined || post.moderationState === 'banned' ? null : post.authorId
    for (const peer of topic.peers) if (peer.userId !== author) unsubscribeFromPost(peer, id)
    if (post !== undefined) topic.standing = standingOf(post)
  }
}
