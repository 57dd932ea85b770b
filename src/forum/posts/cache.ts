import { postStats, posts, WRITTEN } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { Cache } from '../../lib/process/cache'
import type { CursoredMeta } from '../../lib/text/cursor'
import type { shownFields } from './fields'
import { broadcastCounts, dropLostSubscribers } from './subscriptions'
import { hiddenAudiences, isKept } from './visibility'

// Rows of posts as records are made of.

const POST_COLUMNS = {
  ...pick(posts, 'key', 'id', ...WRITTEN, 'isOfficial', 'createdAt', 'updatedAt'),
  ...pick(posts, 'moderationState', 'authorId', 'collegeId', 'answerId'),
}
const VOTES = pick(postStats, 'views', 'upvoteCount', 'downvoteCount')
const COUNTS = { ...VOTES, ...pick(postStats, 'commentsCount', 'threadCount', 'threadTopCount') }
const TYPES = { ...POST_COLUMNS, ...COUNTS }

export type PostRow = Raw<typeof TYPES>

const SELECTED = raw(`SELECT ${selectList(POST_COLUMNS, 'p')}, ${selectList(COUNTS, 's')}`)
const KEPT = raw(isKept('p'))

/** Ten rows cost 50 microseconds; hence the post cache. */
export const postRows = (ids: readonly string[]) => sql(TYPES)`
  ${SELECTED} FROM json_each(${JSON.stringify(ids)}) CROSS JOIN posts p ON p.id = json_each.value
    CROSS JOIN post_stats s ON s.post = p.key
  WHERE ${KEPT}`

/** The row of any post, whatever its state, unless its author has deleted it. */
export const postRowById = (db: Connection, id: string): PostRow | undefined => postRows([id]).get(db)

/** With what its records are made of. */
export type CachedPost = PostRow & { shown: ReturnType<typeof shownFields> & { id: string } }

/** The ids of a page of posts, and its meta. */
export type CachedPage = { ids: readonly string[]; meta: CursoredMeta }

// One process owns every write, so it knows when a cached value is stale. Posts are cached one by one and pages as
// lists of ids: a view or a vote drops one post, a new post drops the pages. The post cache is bounded by the length of
// its texts: 16 MB, or twice that in scripts beyond Latin.
const POST_CACHE_CHARACTERS = 16 * 2 ** 20
/** What the other columns of a row take. */
const REST_OF_POST = 2_000
export const postCache = new Cache<string, CachedPost>('posts', 20_000, {
  most: POST_CACHE_CHARACTERS,
  takenBy: ({ title, content }) => REST_OF_POST + title.length + content.length,
})
export const pageCache = new Cache<string, CachedPage>('pages', 2_000)
/** Pages by hot, apart because votes and comments drop them, too. */
export const hotPageCache = new Cache<string, CachedPage>('hot pages', 2_000)
/** How many posts of a list are newer than the beginning of a window. */
export const windowTotals = new Cache<string, { total: number }>('totals', 2_000)

/** Changes whenever a cached post or page was dropped. */
export const postsVersion = (): number => postCache.version + pageCache.version + hotPageCache.version

/** Call after a change of a post's record: its text or its counts. */
export function postChanged(tx: Tx, id: string): void {
  tx.afterCommit(() => {
    postCache.drop(id)
    broadcastCounts(id)
  })
}

/** A post, those of a JSON array of ids, or all of an author. */
export type SomePosts = { id: string } | { ids: string } | { authorId: string }

/** Call after posts were added, removed or moved between lists. */
export function postListsChanged(tx: Tx, which: SomePosts): void {
  tx.afterCommit(() => {
    pageCache.clear()
    hotPageCache.clear()
    windowTotals.clear()
    hiddenAudiences.clear()
    if ('id' in which) postCache.drop(which.id)
    else if ('authorId' in which) postCache.dropWhere(({ authorId }) => authorId === which.authorId)
    dropLostSubscribers('id' in which ? which : 'any')
  })
}
