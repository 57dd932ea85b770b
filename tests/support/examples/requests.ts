import {
  aliasedPostOf,
  bookmark,
  commentOf,
  delayedCommentOf,
  delayedPostOf,
  postOf,
  upvoteOn,
} from '../authorization/forum-rows'
import { passkeyOf } from '../authorization/identity-rows'
import type { Caller, Row, World } from '../authorization/matrix'
import { asking, type Request } from '../authorization/told'
import { ids } from '../content'
import { expectData, PASSWORD } from '../kit'

const signInOf = ({ author }: World) => ({ email: author.email, password: PASSWORD, tokens: true })

/** A post of the author that the caller has read and liked, with a comment. */
async function likedPost({ author }: World, caller: Caller) {
  const id = await postOf(author)
  await commentOf(caller, id)
  await upvoteOn(caller, id)
  return id
}

async function removedPost({ operator }: World, caller: Caller) {
  const id = await postOf(caller)
  const verdict = { state: 'banned', reason: 'Advertising' }
  await operator.put(`moderation/posts/${id}/moderation-state`, verdict)
  return id
}

async function noticeOf(world: World, caller: Caller) {
  await removedPost(world, caller)
  return (await caller.get('notices')).notices[0].id
}

async function commentedPost({ author }: World, caller: Caller) {
  await commentOf(author, await postOf(caller))
}

/**
 * What is asked instead of the request in the table of who may call, where that has an answer that tells a reader
 * little, such as an empty list.
 */
const REQUESTS: Record<string, Request> = {
  'POST /auth/login': { body: signInOf },
  'POST /auth/refresh': {
    body: async (world, { visitor }) => {
      const { refreshToken } = expectData(await visitor.copy().post('auth/login', signInOf(world)))
      return { refreshToken }
    },
  },
  'GET /auth/passkeys': { of: (_, { visitor }) => passkeyOf(visitor) },
  'GET /users/blocked': { of: ({ author }, caller) => caller.post(`users/block/${author.id}`) },
  'GET /users/me/aliases': { of: (_, caller) => aliasedPostOf(caller) },
  'GET /posts': { of: likedPost, query: 'limit=2' },
  'GET /posts/college/:collegeId': { of: ({ collegeId }) => collegeId, query: 'limit=2' },
  'GET /posts/branch/:branch': { of: () => 'CSE', query: 'limit=2' },
  'GET /posts/user/:userId': { of: ({ author }) => author.id, query: 'limit=2' },
  'GET /posts/:id': { of: likedPost },
  'GET /posts/delayed': { of: (_, caller) => delayedPostOf(caller) },
  'GET /comments/delayed': { of: async ({ author }, caller) => delayedCommentOf(caller, await postOf(author)) },
  'GET /comments/mine': { of: async ({ author }, caller) => commentOf(caller, await postOf(author)) },
  'GET /comments/post/:postId': { of: likedPost },
  'GET /comments/post/:postId/tree': { of: likedPost, query: 'limit=2' },
  'GET /bookmarks/user': { of: async ({ author }, caller) => bookmark(caller, await postOf(author)) },
  'GET /notices': { of: noticeOf },
  'PATCH /notices/acknowledge': { body: async (world, caller) => ({ ids: [await noticeOf(world, caller)] }) },
  'GET /notifications/list': { of: commentedPost },
  'PATCH /notifications/mark-seen': {
    of: commentedPost,
    body: async (_, caller) => ({ ids: ids((await caller.get('notifications/list')).notifications) }),
  },
  'POST /auth/reauthenticate/code': { body: (_, { email }) => ({ email }) },
  'POST /users/me/membership/code': { body: (_, { email }) => ({ email }) },
  'GET /moderation/history/:resourceId': { of: removedPost },
}

/** The requests by the names of their routes. */
export const TELLING: Record<string, Row['ask']> = {
  ...Object.fromEntries(Object.entries(REQUESTS).map(([name, request]) => [name, asking(name, request)])),
  // Found by its name: whoever else has one comes in no order.
  'GET /admin/manage/users/query': ({ author }) => `admin/manage/users/query?username=${author.user.username}`,
}
