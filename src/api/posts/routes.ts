import { listPosts } from '../../core/posts/lists'
import { deletePost, editPost, publishPost, readPost, viewPost } from '../../core/posts/service'
import { whyPost } from '../../core/posts/why'
import { languageFrom } from '../../messages/accept-language'
import { created, ok, okMessage } from '../http/envelope'
import { FIRST_POSTS } from '../http/first-posts'
import { cacheForAnonymous, cacheFromTheStart } from '../http/response-cache'
import { confirms, done, makes, returns, routes } from '../http/route'
import { anonymousList, anonymousPost } from './response-cache'
import {
  AuthorParams,
  BranchParams,
  CollegeParams,
  NewPost,
  OnePost,
  PostChanges,
  PostPage,
  PostParams,
  PostsFiltered,
  PostsPaged,
  toPaging,
  Why,
  WhyAsked,
} from './schemas'

cacheFromTheStart(FIRST_POSTS, {
  route: '/api/v1/posts',
  source: anonymousList('Posts', {}, toPaging({ limit: 20, sortBy: 'hot' })),
})

export const posts = routes('posts', '/api/v1/posts')
  .get(
    '',
    async ({ viewer, query, request }) => {
      const page = await listPosts(viewer, listFilter(query), toPaging(query))
      // A window moves on while nothing changes.
      if (viewer === null && query.window === undefined)
        cacheForAnonymous(request, anonymousList('Posts', listFilter(query), toPaging(query)))
      return ok('Posts', page)
    },
    {
      content: true,
      follower: 'copy',
      fails: ['FORBIDDEN'],
      query: PostsFiltered,
      ...returns(PostPage, 'listPosts', 'List the posts that one may read, newest first'),
    },
  )
  .get(
    '/college/:collegeId',
    async ({ viewer, params, query }) => ok('College posts', await listPosts(viewer, params, toPaging(query))),
    {
      content: true,
      follower: 'copy',
      fails: ['FORBIDDEN'],
      params: CollegeParams,
      query: PostsPaged,
      ...returns(PostPage, 'listCollegePosts', "List the posts of a college's members"),
    },
  )
  .get(
    '/branch/:branch',
    async ({ viewer, params, query }) => ok('Branch posts', await listPosts(viewer, params, toPaging(query))),
    {
      content: true,
      follower: 'copy',
      fails: ['FORBIDDEN'],
      params: BranchParams,
      query: PostsPaged,
      ...returns(PostPage, 'listBranchPosts', 'List the posts of those who study a branch, by its code or name'),
    },
  )
  .get(
    '/user/:userId',
    async ({ viewer, params, query }) =>
      ok('User’s posts', await listPosts(viewer, { authorId: params.userId }, toPaging(query))),
    {
      content: true,
      follower: 'copy',
      fails: ['FORBIDDEN'],
      params: AuthorParams,
      query: PostsPaged,
      ...returns(PostPage, 'listUserPosts', 'List the posts of a user'),
    },
  )
  .get(
    '/:id',
    async ({ viewer, params, request }) => {
      const post = await readPost(viewer, params.id)
      if (viewer === null) cacheForAnonymous(request, anonymousPost('Post', params.id))
      return ok('Post', { post })
    },
    {
      content: true,
      follower: 'copy',
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      params: PostParams,
      ...returns(OnePost, 'getPost', 'Read a post'),
    },
  )
  .get(
    '/:id/why',
    async ({ viewer, params, query, request }) => {
      const { sortBy, window } = toPaging(query)
      const language = languageFrom(request.headers.get('accept-language'))
      const order = { sortBy, ...(window === undefined ? {} : { window }) }
      return ok('Why', { why: await whyPost(viewer, params.id, order, listFilter(query), language) })
    },
    {
      content: true,
      follower: 'copy',
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      params: PostParams,
      query: WhyAsked,
      ...returns(
        Why,
        'explainPost',
        'Say in words what placed a post in a list',
        'Ask with the order and the filters of the list. Nothing in it depends on who asks.',
      ),
    },
  )
  .post('/:id/view', async ({ viewer, params }) => done('View counted', viewPost(viewer, params.id)), {
    content: true,
    fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
    params: PostParams,
    ...confirms('countPostView', 'Count a view of a post'),
  })
  .post('', async ({ user, body }) => created('Post published', { post: await publishPost(user, body) }), {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'CONTENT_POLICY_VIOLATION', 'DUPLICATE', 'CONFLICT', 'FORBIDDEN', 'FEATURE_DISABLED'],
    body: NewPost,
    ...makes(
      OnePost,
      'createPost',
      'Publish a post',
      'Where the settings say so, a moderator decides first: then the post is `held`, and nobody else sees it.',
    ),
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Post changed', { post: await editPost(user, params.id, body) }),
    {
      author: true,
      fails: [
        'VALIDATION_FAILED',
        'CONTENT_POLICY_VIOLATION',
        'NOT_FOUND',
        'FORBIDDEN',
        'NOT_OWNER',
        'CONFLICT',
        'DUPLICATE',
      ],
      params: PostParams,
      body: PostChanges,
      ...returns(OnePost, 'updatePost', "Change one's post"),
    },
  )
  .delete(
    '/:id',
    async ({ user, params, request, server }) => {
      // As long as a long thread takes.
      server?.timeout(request, 0)
      await deletePost(user, params.id)
      return okMessage('Post deleted')
    },
    {
      owner: true,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
      params: PostParams,
      ...confirms('deletePost', "Delete one's post and the thread beneath it"),
    },
  )

const listFilter = ({ topic, collegeId, branch }: { topic?: string; collegeId?: string; branch?: string }) => ({
  ...(topic === undefined ? {} : { topic }),
  ...(collegeId === undefined ? {} : { collegeId }),
  ...(branch === undefined ? {} : { branch }),
})
