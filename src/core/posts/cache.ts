import type { Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import type { CursoredMeta } from '../../lib/cursor'
import type { Json } from '../../lib/json'
import { emptyWhereMoved, tellAllCounts, tellCounts } from './subscriptions'
import type { PostFacts } from './visibility'

/**
 * A post as it is kept: what decides who may read it, where lists have it, and what all its readers are shown of it, as a
 * JSON object that each reader's own part will close.
 */
export type KeptPost = PostFacts & { opened: string }

/** Which posts a page of a list shows, and the meta beside them. */
export type KeptPage = { ids: readonly string[]; meta: Json<CursoredMeta> }

/** What makes a reader's lists differ from those of others of the same college and role. */
export type Peculiar = {
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
export const keptPosts = new Cache<string, KeptPost>(20_000, { most: ROOM, takenBy: ({ opened }) => opened.length })
export const keptPages = new Cache<string, KeptPage>(2_000)
/** By reader. */
export const peculiar = new Cache<string, Peculiar>(20_000)

/** Stands still while everything that is kept of posts is true. */
export const postsVersion = (): number => keptPosts.version + keptPages.version

/** After a change of whom the two have block relations with. */
export function blocksChanged(tx: Tx, ...userIds: string[]): void {
  tx.afterCommit(() => {
    for (const id of userIds) peculiar.drop(id)
  })
}

/** After a change of what a post's record shows: its text, its counts. */
export function postChanged(tx: Tx, id: string): void {
  tx.afterCommit(() => {
    keptPosts.drop(id)
    tellCounts(id)
  })
}

/** After a change of many at once, such as all that an account has voted on. */
export function manyPostsChanged(tx: Tx): void {
  tx.afterCommit(() => {
    keptPosts.clear()
    tellAllCounts()
  })
}

/** After a change of what lists hold: a post that comes, goes, or moves between them; of one, or of all by an author. */
export function postsMoved(tx: Tx, which: { id: string } | { authorId: string }): void {
  tx.afterCommit(() => {
    keptPages.clear()
    peculiar.clear()
    if ('id' in which) keptPosts.drop(which.id)
    else keptPosts.dropWhere(({ authorId }) => authorId === which.authorId)
    emptyWhereMoved('id' in which ? which : 'any')
  })
}
