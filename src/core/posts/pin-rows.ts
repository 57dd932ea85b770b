import { pinnedPosts, posts } from '../../../db/schema/posts'
import { pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import { pinsChanged } from './cache'

const POST = pick(posts, 'topic', 'title', 'authorId')
const OWN = pick(pinnedPosts, 'postId', 'place')
const PIN = { ...OWN, ...POST }

/** A pinned post, as far as its place and its title need it. */
export type PinRow = Raw<typeof PIN>

const rows = sqlStatement(
  `SELECT ${selectList(OWN, 'n')}, ${selectList(POST, 'p')}
  FROM pinned_posts n CROSS JOIN posts p ON p.id = n.post_id ORDER BY n.pinned_at DESC, n.post_id DESC`,
  { returns: PIN },
)
const params = pick(pinnedPosts, 'postId')
const put = sqlStatement(
  `INSERT INTO pinned_posts (post_id, place, pinned_at) VALUES ($postId, $place, $now)
  ON CONFLICT (post_id) DO UPDATE SET place = excluded.place, pinned_at = excluded.pinned_at`,
  { params: { ...OWN, now: TEXT } },
)
const placeOf = sqlStatement('SELECT place FROM pinned_posts WHERE post_id = $postId', {
  returns: pick(pinnedPosts, 'place'),
  params,
})
const remove = sqlStatement('DELETE FROM pinned_posts WHERE post_id = $postId', { params })

/** All pins of this Quad, latest first. */
export const pinRows = (db: Connection): PinRow[] => rows(db).all()

/** Every feed begins with them. */
const pinCache = new Cache<'all', readonly PinRow[]>('pins', 1)
export const cachedPins = (): readonly PinRow[] => pinCache.getNow('all', () => pinRows(storage.reader))

function changed(tx: Tx): void {
  pinsChanged(tx)
  tx.afterCommit(() => pinCache.clear())
}

export const pinOf = (db: Connection, postId: string) => placeOf(db).get({ postId })?.place

export function putPin(tx: Tx, pin: Pick<PinRow, 'postId' | 'place'>): void {
  put(tx).run({ ...pin, now: new Date().toISOString() })
  changed(tx)
}

/** Takes the pin of a post that has one. */
export function dropPin(tx: Tx, postId: string): void {
  if (remove(tx).run({ postId }).changes > 0) changed(tx)
}

const removeElsewhere = sqlStatement(
  `DELETE FROM pinned_posts WHERE post_id = $postId AND place = 'topic'
    AND EXISTS (SELECT 1 FROM posts p WHERE p.id = $postId AND p.topic <> $topic)`,
  { params: { ...params, topic: posts.topic } },
)

/** Call before a change of the topic: the pin was above the posts of the old one. */
export function dropPinOfOtherTopic(tx: Tx, postId: string, topic: string): void {
  if (removeElsewhere(tx).run({ postId, topic }).changes > 0) changed(tx)
}
