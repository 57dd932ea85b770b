import { postStats } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { isAlias, ownerOf } from '../../campus/authorship/aliases'
import { refuse } from '../../errors'
import { accountById } from '../../ground/access/account'
import { notificationsOn } from '../../ground/settings/settings'
import { publish, sendWithPong } from '../../lib/net/sockets/hub'
import type { Peer, SocketMessage } from '../../lib/net/sockets/peer'
import { inBackground, Throttle } from '../../lib/process/background'
import { FACTS, postAccess, refuseUnlessReadable } from './visibility'

// A subscriber of a post receives its counts and the ids of new comments over its socket. The right to read is checked
// once, at the subscription. When a post's viewers may have changed, everybody but its author is unsubscribed, without
// a message: a message would tell of a shadow ban, and so would silence towards the author.
//
// Of a post under an alias all of them hear with a pong. Otherwise a moderator who sees the network would hide it, vote on
// it, and look whose socket alone is sent something in that second; and anybody could see who has an old one open.

const POSTS_A_SOCKET = 50
/** Counts of a post are sent at most four times a second. */
const BROADCAST_INTERVAL_MS = 250

const COUNTS = pick(postStats, 'upvoteCount', 'downvoteCount', 'commentsCount')
const TYPES = { ...FACTS, ...COUNTS }
type Counts = Raw<typeof COUNTS>
type Row = Raw<typeof TYPES>
type Subscribed = { peers: Set<Peer>; readability: string; sent: Counts; isOfAlias: boolean }

const subscribed = new Map<string, Subscribed>()
const postIdsByPeer = new WeakMap<Peer, Set<string>>()
const socketTopic = (postId: string): string => `post:${postId}`

const SELECTED = raw(`SELECT ${selectList(FACTS, 'p')}, ${selectList(COUNTS, 's')}`)

const readPost = (id: string): Row | undefined =>
  sql(TYPES)`
    ${SELECTED} FROM posts p CROSS JOIN post_stats s ON s.post = p.key WHERE p.id = ${id}`.get(storage.reader)

const pickCounts = ({ upvoteCount, downvoteCount, commentsCount }: Row): Counts => ({
  upvoteCount,
  downvoteCount,
  commentsCount,
})

/** Everything that the right to read depends on, except the viewer. */
const readability = ({ moderationState, isPrivate, collegeId }: Row): string =>
  `${moderationState} ${isPrivate} ${collegeId}`

/** Refuses as `GET /posts/:id` does, and 429 `RATE_LIMITED` beyond 50 posts. */
export function subscribeToPost(peer: Peer, id: string): void {
  const viewer = accountById(peer.userId) ?? refuse('UNAUTHENTICATED')
  // From here on nothing is awaited, so that no write comes between the check and the subscription.
  const post = readPost(id) ?? refuse('NOT_FOUND')
  refuseUnlessReadable(postAccess(post, viewer))
  if (!peer.isOpen) return
  const postIds = postIdsByPeer.get(peer) ?? new Set()
  if (!postIds.has(id) && postIds.size >= POSTS_A_SOCKET) refuse('RATE_LIMITED')
  postIdsByPeer.set(peer, postIds.add(id))
  const subscription = subscribed.get(id) ?? {
    peers: new Set(),
    readability: readability(post),
    sent: pickCounts(post),
    isOfAlias: post.authorId !== null && isAlias(storage.reader, post.authorId),
  }
  subscription.peers.add(peer)
  subscribed.set(id, subscription)
  peer.follow(socketTopic(id))
}

export function unsubscribeFromPost(peer: Peer, id: string): void {
  peer.unfollow(socketTopic(id))
  postIdsByPeer.get(peer)?.delete(id)
  const subscription = subscribed.get(id)
  subscription?.peers.delete(peer)
  if (subscription?.peers.size === 0) subscribed.delete(id)
}

/** For a peer that disconnects. */
export function unsubscribeFromAll(peer: Peer): void {
  for (const id of postIdsByPeer.get(peer) ?? []) unsubscribeFromPost(peer, id)
}

export const subscriberCount = (id: string): number => subscribed.get(id)?.peers.size ?? 0

const counts = new Throttle('sending the counts of a post', BROADCAST_INTERVAL_MS, (id) => {
  const subscription = subscribed.get(id)
  const post = subscription && readPost(id)
  if (subscription === undefined || post === undefined) return false
  const current = pickCounts(post)
  if (Bun.deepEquals(current, subscription.sent)) return false
  subscription.sent = current
  tell(id, 'counts', () => countsMessage(id))
  return true
})

function countsMessage(id: string): SocketMessage | undefined {
  const post = readPost(id)
  return post && { type: 'post', postId: id, ...pickCounts(post) }
}

/** Of what waits for a pong under one key, the last is sent. */
function tell(id: string, key: string, compose: () => SocketMessage | undefined): void {
  const subscription = subscribed.get(id)
  if (subscription?.isOfAlias) {
    const { peers } = subscription
    for (const peer of peers) sendWithPong(peer, `${key} ${id}`, () => (peers.has(peer) ? compose() : undefined))
    return
  }
  const message = compose()
  if (message !== undefined) publish(socketTopic(id), message)
}

/** Sends the post's counts to its subscribers if they changed; call after the commit. */
export function broadcastCounts(id: string): void {
  if (subscribed.has(id) && notificationsOn()) counts.touch(id)
}

/** Tells subscribers of a new comment, except below a shadow-banned post, where nobody may read it. */
export function broadcastComment(tx: Tx, postId: string, commentId: string): void {
  if (!notificationsOn()) return
  tx.afterCommit(() => {
    if (subscribed.get(postId)?.readability.startsWith('active '))
      tell(postId, commentId, () => ({ type: 'comment', postId, commentId }))
  })
}

/**
 * Call after the role of the user, or of anybody, may have changed: drops subscriptions to what is not readable any
 * more.
 */
export function recheckSubscribers(userId?: string): void {
  if (subscribed.size === 0) return
  inBackground('rechecking post subscriptions', async () => {
    for (const [id, { peers }] of subscribed)
      for (const peer of peers) if (userId === undefined || peer.userId === userId) recheck(peer, id)
  })
}

function recheck(peer: Peer, id: string): void {
  const viewer = accountById(peer.userId)
  const post = readPost(id)
  const isReadable = post && viewer && postAccess(post, viewer) === 'readable'
  if (!isReadable) unsubscribeFromPost(peer, id)
}

/**
 * Call after state, privacy or college of one post, or of any, may have changed: unsubscribes its viewers but the
 * author.
 */
export function dropLostSubscribers(which: { id: string } | 'any'): void {
  if (subscribed.size === 0) return
  for (const id of which === 'any' ? [...subscribed.keys()] : [which.id]) {
    const subscription = subscribed.get(id)
    const post = subscription && readPost(id)
    if (subscription === undefined || (post !== undefined && readability(post) === subscription.readability)) continue
    const author = post === undefined || post.moderationState === 'banned' ? null : post.authorId
    const owner = author && ownerOf(storage.reader, author)
    for (const peer of subscription.peers) if (peer.userId !== owner) unsubscribeFromPost(peer, id)
    if (post !== undefined) subscription.readability = readability(post)
  }
}
