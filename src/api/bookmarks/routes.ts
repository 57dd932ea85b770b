import { Elysia } from 'elysia'
import { addBookmark, listBookmarked, readBookmark, removeBookmark } from '../../core/bookmarks/service'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { BookmarkedPosts, BookmarkParams, BookmarksPaged, NewBookmark, OneBookmark } from './schemas'

export const bookmarks = new Elysia({ name: 'bookmarks', prefix: '/api/v1/bookmarks', detail: { tags: ['bookmarks'] } })
  .use(access)
  .post('', async ({ user, body }) => created('Post bookmarked', { bookmark: await addBookmark(user, body.postId) }), {
    reader: true,
    creates: 'viewer',
    fails: ['NOT_FOUND', 'FORBIDDEN', 'BLOCK_RELATION', 'ALREADY_BOOKMARKED'],
    body: NewBookmark,
    response: createdResponse(envelope(OneBookmark)),
    detail: { operationId: 'createBookmark', summary: 'Bookmark a post' },
  })
  .get('/user', async ({ user, query }) => ok('Saved posts', await listBookmarked(user, query)), {
    session: true,
    follower: 'copy',
    query: BookmarksPaged,
    response: envelope(BookmarkedPosts),
    detail: {
      operationId: 'listBookmarkedPosts',
      summary: 'List the posts that one has bookmarked, latest bookmark first',
    },
  })
  .get('/:postId', async ({ user, params }) => ok('Bookmark', { bookmark: await readBookmark(user, params.postId) }), {
    session: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: BookmarkParams,
    response: envelope(OneBookmark),
    detail: { operationId: 'getBookmark', summary: "Read one's bookmark of a post" },
  })
  .delete(
    '/delete/:postId',
    async ({ user, params }) => {
      await removeBookmark(user, params.postId)
      return okMessage('Bookmark removed')
    },
    {
      reader: true,
      fails: ['NOT_FOUND'],
      params: BookmarkParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteBookmark', summary: "Remove one's bookmark of a post" },
    },
  )
