import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { confirms, done, makes, returns, routes } from '../../http/route'
import { anyId, faultMessage, integer, namedObject, ranged } from '../../lib/text/schema'
import { postRecord } from '../posts/record'
import { addBookmark, bookmarkRecord, listBookmarked, readBookmark, removeBookmark } from './service'

/** Any text that is not blank: an id that names no post is 404, whatever its form. */
const postId = anyId(faultMessage('bookmarks.postId'))

const BookmarkParams = t.Object({ postId })
const OneBookmark = t.Object({ bookmark: bookmarkRecord })
const BookmarkedPosts = t.Object({
  posts: t.Array(postRecord, { maxItems: 100 }),
  count: integer('Of all pages together'),
})

export const bookmarks = routes('bookmarks', '/api/v1/bookmarks')
  .post('', async ({ user, body }) => created('Post bookmarked', { bookmark: await addBookmark(user, body.postId) }), {
    reader: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'ALREADY_BOOKMARKED'],
    body: namedObject('NewBookmark', { postId: t.String({ ...postId, maxLength: 100 }) }),
    ...makes(OneBookmark, 'createBookmark', 'Bookmark a post'),
  })
  .get('/user', async ({ user, query }) => ok('Saved posts', await listBookmarked(user, query)), {
    session: true,
    follower: 'copy',
    query: t.Object({ page: ranged(1, 1, 1_000_000_000), limit: ranged(20, 1, 100) }),
    ...returns(BookmarkedPosts, 'listBookmarkedPosts', 'List the posts that one has bookmarked, latest bookmark first'),
  })
  .get('/:postId', async ({ user, params }) => ok('Bookmark', { bookmark: readBookmark(user, params.postId) }), {
    session: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: BookmarkParams,
    ...returns(OneBookmark, 'getBookmark', "Read one's bookmark of a post"),
  })
  .delete(
    '/delete/:postId',
    async ({ user, params }) => done('Bookmark removed', removeBookmark(user, params.postId)),
    {
      reader: true,
      fails: ['NOT_FOUND'],
      params: BookmarkParams,
      ...confirms('deleteBookmark', "Remove one's bookmark of a post"),
    },
  )
