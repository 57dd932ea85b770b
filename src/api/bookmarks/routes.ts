import { addBookmark, listBookmarked, readBookmark, removeBookmark } from '../../core/bookmarks/service'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import { BookmarkedPosts, BookmarkParams, BookmarksPaged, NewBookmark, OneBookmark } from './schemas'

export const bookmarks = routes('bookmarks', '/api/v1/bookmarks')
  .post('', async ({ user, body }) => created('Post bookmarked', { bookmark: await addBookmark(user, body.postId) }), {
    reader: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'ALREADY_BOOKMARKED'],
    body: NewBookmark,
    ...makes(OneBookmark, 'createBookmark', 'Bookmark a post'),
  })
  .get('/user', async ({ user, query }) => ok('Saved posts', await listBookmarked(user, query)), {
    session: true,
    follower: 'copy',
    query: BookmarksPaged,
    ...returns(BookmarkedPosts, 'listBookmarkedPosts', 'List the posts that one has bookmarked, latest bookmark first'),
  })
  .get('/:postId', async ({ user, params }) => ok('Bookmark', { bookmark: await readBookmark(user, params.postId) }), {
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
