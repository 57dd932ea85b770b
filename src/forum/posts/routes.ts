import { t } from 'elysia'
import { created, ok, okMessage } from '../../http/envelope'
import { type BodySource, cacheForAnonymous, cacheFromTheStart, FIRST_POSTS, keptBody } from '../../http/response-cache'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { PICTURE_BYTES } from '../../lib/files/pictures'
import { faultMessage, namedObject, uuid } from '../../lib/text/schema'
import { languageFrom } from '../../messages/template'
import { pictureRecord } from '../pictures/pictures'
import { uploadPicture } from '../pictures/upload'
import { postsVersion } from './cache'
import { delayedPost, delayPost, waitingPosts } from './delayed'
import { NewPost, PostChanges } from './fields'
import { type ListFilter, listPosts, type Paging } from './lists'
import { listPinned, MOST_PINNED, pin, pinPlace, pinPost, unpinPost } from './pins'
import { publishPost } from './publish'
import { postRecord, postRecords } from './record'
import * as model from './schemas'
import { deletePost, editPost, readPost, viewPost } from './service'
import { MAX_VERSIONS, postVersion, readPostHistory } from './versions'
import { postWhy, whyPost } from './why'

const listFilter = ({ topic, collegeId, branch, course }: ListFilter) => ({ topic, collegeId, branch, course })

/** A page of posts for anonymous viewers. */
const anonymousList = (filter: ListFilter, paging: Paging): BodySource =>
  keptBody(async () => JSON.stringify(ok('Posts', await listPosts(null, filter, paging))), postsVersion)

/** A post for anonymous viewers; undefined if they may not read it. */
const anonymousPost = (id: string): BodySource =>
  keptBody(async () => {
    const [post] = postRecords(null, [id])
    return post && JSON.stringify(ok('Post', { post }))
  }, postsVersion)

cacheFromTheStart(FIRST_POSTS, {
  route: '/api/v1/posts',
  source: anonymousList({}, model.toPaging({ limit: 20, sortBy: 'hot' })),
})

const ofList = { content: true, follower: 'copy', fails: ['FORBIDDEN'] } as const
const ofPost = { content: true, ...byId, fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'] } as const

export const posts = routes('posts', '/api/v1/posts')
  .get(
    '',
    async ({ viewer, query, request }) => {
      const page = await listPosts(viewer, listFilter(query), model.toPaging(query))
      // A window moves on while nothing changes.
      if (viewer === null && query.window === undefined)
        cacheForAnonymous(request, anonymousList(listFilter(query), model.toPaging(query)))
      return ok('Posts', page)
    },
    {
      ...ofList,
      query: model.PostsFiltered,
      ...returns(model.PostPage, 'listPosts', 'List the posts that one may read, newest first'),
    },
  )
  .get(
    '/college/:collegeId',
    async ({ viewer, params, query }) => ok('College posts', await listPosts(viewer, params, model.toPaging(query))),
    {
      ...ofList,
      params: t.Object({ collegeId: uuid() }),
      query: model.PostsPaged,
      ...returns(model.PostPage, 'listCollegePosts', "List the posts of a college's members"),
    },
  )
  .get(
    '/branch/:branch',
    async ({ viewer, params, query }) => ok('Branch posts', await listPosts(viewer, params, model.toPaging(query))),
    {
      ...ofList,
      params: t.Object({ branch: t.String({ minLength: 1, description: 'Code or name' }) }),
      query: model.PostsPaged,
      ...returns(model.PostPage, 'listBranchPosts', 'List the posts of those who study a branch, by its code or name'),
    },
  )
  .get(
    '/user/:userId',
    async ({ viewer, params, query }) =>
      ok('User’s posts', await listPosts(viewer, { authorId: params.userId }, model.toPaging(query))),
    {
      ...ofList,
      params: t.Object({ userId: t.String({ minLength: 1, description: 'An unknown one has no posts' }) }),
      query: model.PostsPaged,
      ...returns(model.PostPage, 'listUserPosts', 'List the posts of a user'),
    },
  )
  .get(
    '/:id',
    async ({ viewer, params, request }) => {
      const post = await readPost(viewer, params.id)
      if (viewer === null) cacheForAnonymous(request, anonymousPost(params.id))
      return ok('Post', { post })
    },
    {
      ...ofPost,
      follower: 'copy',
      ...returns(model.OnePost, 'getPost', 'Read a post'),
    },
  )
  .get(
    '/:id/why',
    async ({ viewer, params, query, request }) => {
      const language = languageFrom(request.headers.get('accept-language'))
      return ok('Why', { why: await whyPost(viewer, params.id, model.toPaging(query), listFilter(query), language) })
    },
    {
      ...ofPost,
      follower: 'copy',
      query: model.WhyAsked,
      ...returns(
        t.Object({ why: postWhy }),
        'explainPost',
        'Say in words what placed a post in a list',
        'Ask with the order and the filters of the list. Nothing in it depends on who asks.',
      ),
    },
  )
  .post('/:id/view', async ({ viewer, params }) => done('View counted', viewPost(viewer, params.id)), {
    ...ofPost,
    ...confirms('countPostView', 'Count a view of a post'),
  })
  .post('', async ({ user, body }) => created('Post published', { post: await publishPost(user, body) }), {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'CONTENT_POLICY_VIOLATION', 'DUPLICATE', 'CONFLICT', 'FORBIDDEN', 'FEATURE_DISABLED'],
    body: NewPost,
    ...makes(
      model.OnePost,
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
      ...byId,
      fails: [
        'VALIDATION_FAILED',
        'CONTENT_POLICY_VIOLATION',
        'NOT_FOUND',
        'FORBIDDEN',
        'NOT_OWNER',
        'CONFLICT',
        'DUPLICATE',
      ],
      body: PostChanges,
      ...returns(model.OnePost, 'updatePost', "Change one's post"),
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
      ...byId,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
      ...confirms('deletePost', "Delete one's post and the thread beneath it"),
    },
  )
  .get('/pinned', async ({ viewer, query }) => ok('Pinned posts', await listPinned(viewer, query.topic)), {
    content: true,
    follower: 'copy',
    query: model.PinnedAt,
    ...returns(
      t.Object({ posts: t.Array(postRecord, { maxItems: MOST_PINNED }) }),
      'listPinnedPosts',
      'List what moderators pinned above the feed, or above the posts of a topic, latest first',
      'Of what one may read, without authors who have a block relation with one. `listPosts` has the same as `pinned` on its first page.',
    ),
  })
  .put(
    '/:id/pin',
    async ({ user, params, body }) => ok('Post pinned', { pin: await pinPost(user, params.id, body.place) }),
    {
      admin: true,
      ...byId,
      fails: ['NOT_FOUND', 'CONFLICT'],
      body: namedObject('NewPin', { place: pinPlace }),
      ...returns(
        t.Object({ pin }),
        'pinPost',
        'Pin a post above the feed or above its topic',
        'Three above the feed, one above a topic; a full place is 409 with what is pinned there in `meta.pinned`.',
      ),
    },
  )
  .delete('/:id/pin', async ({ user, params }) => done('Post unpinned', unpinPost(user, params.id)), {
    admin: true,
    ...byId,
    ...confirms('unpinPost', 'Take the pin of a post'),
  })
  .get(
    '/:id/history',
    async ({ user, params }) => ok('Earlier versions', { versions: await readPostHistory(user, params.id) }),
    {
      session: true,
      follower: 'copy',
      ...byId,
      fails: ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'],
      ...returns(
        t.Object({ versions: t.Array(postVersion, { maxItems: MAX_VERSIONS }) }),
        'listPostVersions',
        'List what a post was before its author changed it, latest first',
        'For its author and administrators. The first version and the latest nineteen are kept.',
      ),
    },
  )
  .get('/delayed', async ({ user }) => ok('Waiting posts', { delayedPosts: waitingPosts.list(user) }), {
    session: true,
    follower: 'copy',
    ...returns(model.DelayedPosts, 'listDelayedPosts', "List one's posts that wait to appear"),
  })
  .post('/delayed', async ({ user, body }) => created('Post waits', { delayedPost: await delayPost(user, body) }), {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'CONTENT_POLICY_VIOLATION', 'DUPLICATE', 'CONFLICT', 'FORBIDDEN', 'FEATURE_DISABLED'],
    body: NewPost,
    ...makes(t.Object({ delayedPost }), 'delayPost', 'Publish a post at a random minute of the next hour'),
  })
  .post(
    '/delayed/:id/publish',
    async ({ user, params }) => ok('Post published', { post: await waitingPosts.publish(user, params.id) }),
    {
      author: true,
      ...byId,
      fails: ['NOT_FOUND', 'FEATURE_DISABLED'],
      ...returns(model.OnePost, 'publishDelayedPost', "Publish one's waiting post at once"),
    },
  )
  .delete('/delayed/:id', async ({ user, params }) => done('Post deleted', waitingPosts.remove(user, params.id)), {
    session: true,
    ...byId,
    ...confirms('deleteDelayedPost', "Delete one's waiting post"),
  })

export const pictureUploads = routes('posts', '/api/v1/pictures').post(
  '',
  async ({ user, body }) => created('Picture stored', { picture: await uploadPicture(user, body.picture) }),
  {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'CONFLICT'],
    body: t.Object({ picture: t.File({ 'x-max-bytes': PICTURE_BYTES, ...faultMessage('pictures.none') }) }),
    ...makes(
      t.Object({ picture: pictureRecord }),
      'uploadPicture',
      'Upload a picture for a post',
      'JPEG, PNG, WebP or GIF (its first frame), up to 10 MB and 40 megapixels. It is encoded anew without metadata, is seen by its uploader alone until a post has it, and goes after a day without one.',
    ),
  },
)
