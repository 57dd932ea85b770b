import { t } from 'elysia'
import { bookmarkRecord } from '../../core/bookmarks/record'
import { postRecord } from '../../core/posts/record'
import { anyId, faultMessage, integer, named, ranged } from '../../lib/schema'

/** Any text that is not blank: an id that names no post is 404, whatever its form. */
const postId = anyId(faultMessage('bookmarks.postId'))

export const NewBookmark = named('NewBookmark', t.Object({ postId: t.String({ ...postId, maxLength: 100 }) }))
export const BookmarkParams = t.Object({ postId })
export const BookmarksPaged = t.Object({ page: ranged(1, 1, 1_000_000_000), limit: ranged(20, 1, 100) })
export const OneBookmark = t.Object({ bookmark: bookmarkRecord })
export const BookmarkedPosts = t.Object({
  posts: t.Array(postRecord, { maxItems: 100 }),
  count: integer('Of all pages together'),
})
