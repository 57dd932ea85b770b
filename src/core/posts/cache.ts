import type { Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import type { CursoredMeta } from '../../lib/cursor'
import type { Json } from '../../lib/json'
import { broadcastAllCounts, broadcastCounts, dropLostSubscribers } from './subscriptions'
import type { PostFacts } from './visibility'

/**
 * A post as it is kept: what decides who may read it, where lists have it, and what all its readers are shown of it, as a
 * JSON object that each reader's own part will close.
 */
export type CachedPost = PostFacts & { opened: string }

/** Which posts a page of a list shows, and the meta beside them. */
export type CachedPage = { ids: readonly string[]; meta: Json<CursoredMeta> }

/** What makes a reader's lists differ from those of others of the same college and role. */
export type ViewerOverrides = {
  /** With whom the reader has a block relation. */
  blocked: ReadonlySet<string>
  /** Whether a shadow-banned post of its own is among them. */
  ownHidden: boolean
  /** Another one each time: what was kept under the one before is never asked for again. */
  serial: number
}

// One process owns every write, so it knows when what it keeps has become untrue. Posts are kept one by one and pages by
// their ids: a view or a vote rewrites one post, a new post the pages. Texts differ in length, hence the room: 16 MB, or
// twice that in a script beyond Latin.
const ROOM = 16 * 2 ** 20
export const postCache = new Cache<string, CachedPost>(20_000, { most: ROOM, takenBy: ({ opened }) => opened.length })
export const pageCache = new Cache<string, CachedPage>(2_000)
/** By reader. */
export const viewerOverrides = new Cache<string, ViewerOverrides>(20_000)

/** Stands still while everything that is kept of posts is true. */
export const postsVersion = (): number => postCache.version + pageCache.version

/** After a change of whom the two have block relations with. */
export function blocksChanged(tx: Tx, ...userIds: string[]): void {
  tx.afterCommit(() => {
    for (const id of userIds) viewerOverrides.drop(id)
  })
}

/** After a change of what a post's record shows: its text, its counts. */
export function postChanged(tx: Tx, id: string): void {
  tx.afterCommit(() => {
    postCache.drop(id)
    broadcastCounts(id)
  })
}

/** After a change of many at once, such as all that an account has voted on. */
export function manyPostsChanged(tx: Tx): void {
  tx.afterCommit(() => {
    postCache.clear()
    broadcastAllCounts()
  })
}

/** After a change of what lists hold: a post that comes, goes, or moves between them; of one, or of all by an author. */
export function postsMoved(tx: Tx, which: { id: string } | { authorId: string }): void {
  tx.afterCommit(() => {
    pageCache.clear()
    viewerOverrides.clear()
    if ('id' in which) postCache.drop(which.id)
    else postCache.dropWhere(({ authorId }) => authorId === which.authorId)
    dropLostSubscribers('id' in which ? which : 'any')
  })
}
