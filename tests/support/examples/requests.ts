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
import { expectData, PASSWORD } from '../kit'

const signInOf = ({ author }: World) => ({ email: author.email, password: PASSWORD, tokens: true })

/** A post of the author that the caller has read and liked, with a comment. */
async function likedPost({ author }: World, caller: Caller): Promise<string> {
  const id = await postOf(author)
  await commentOf(caller, id)
  await upvoteOn(caller, id)
  return id
}

async function removedPost({ operator }: World, caller: Caller): Promise<string> {
  const id = await postOf(caller)
  const verdict = { state: 'banned', reason: 'Advertising' }
  await operator.put(`moderation/posts/${id}/moderation-state`, verdict)
  return id
}

async function noticeOf(world: World, caller: Caller): Promise<string> {
  await removedPost(world, caller)
  return (await caller.get('notices')).notices[0].id
}

async function commentedPost({ author }: World, caller: Caller): Promise<void> {
  await commentOf(author, await postOf(caller))
}

/**
 * What is asked instead of the request in the table of who may call, where that has an answer that tells a reader
 * little, such as an empty list.
 */
export const TELLING: Record<string, Row['ask']> = {
  'POST /auth/login': (world) => ({ path: 'auth/login', body: signInOf(world) }),
  'POST /auth/refresh': async (world, { visitor }) => {
    const { refreshToken } = expectData(await visitor.copy().post('auth/login', signInOf(world)))
    return { path: 'auth/refresh', body: { refreshToken } }
  },
  'GET /auth/passkeys': async (_, { visitor }) => {
    await passkeyOf(visitor)
    return 'auth/passkeys'
  },
  'GET /users/blocked': async ({ author }, { visitor }) => {
    expectData(await visitor.post(`users/block/${author.id}`))
    return 'users/blocked'
  },
  'GET /users/me/aliases': async (_, caller) => {
    await aliasedPostOf(caller)
    return 'users/me/aliases'
  },
  'GET /posts': async (world, caller) => {
    await likedPost(world, caller)
    return 'posts?limit=2'
  },
  'GET /posts/college/:collegeId': ({ collegeId }) => `posts/college/${collegeId}?limit=2`,
  'GET /posts/branch/:branch': () => 'posts/branch/CSE?limit=2',
  'GET /posts/user/:userId': ({ author }) => `posts/user/${author.id}?limit=2`,
  'GET /posts/:id': async (world, caller) => `posts/${await likedPost(world, caller)}`,
  'GET /posts/delayed': async (_, caller) => {
    await delayedPostOf(caller)
    return 'posts/delayed'
  },
  'GET /comments/delayed': async ({ author }, caller) => {
    await delayedCommentOf(caller, await postOf(author))
    return 'comments/delayed'
  },
  'GET /comments/mine': async ({ author }, caller) => {
    await commentOf(caller, await postOf(author))
    return 'comments/mine'
  },
  'GET /comments/post/:postId': async (world, caller) => `comments/post/${await likedPost(world, caller)}`,
  'GET /comments/post/:postId/tree': async (world, caller) =>
    `comments/post/${await likedPost(world, caller)}/tree?limit=2`,
  'GET /bookmarks/user': async ({ author }, caller) => {
    await bookmark(caller, await postOf(author))
    return 'bookmarks/user'
  },
  'GET /notices': async (world, caller) => {
    await noticeOf(world, caller)
    return 'notices'
  },
  'PATCH /notices/acknowledge': async (world, caller) => ({
    path: 'notices/acknowledge',
    body: { ids: [await noticeOf(world, caller)] },
  }),
  'GET /notifications/list': async (world, caller) => {
    await commentedPost(world, caller)
    return 'notifications/list'
  },
  'PATCH /notifications/mark-seen': async (world, caller) => {
    await commentedPost(world, caller)
    const { notifications } = await caller.get('notifications/list')
    return { path: 'notifications/mark-seen', body: { ids: notifications.map(({ id }: { id: string }) => id) } }
  },
  // Found by its name: whoever else has one comes in no order.
  'GET /admin/manage/users/query': ({ author }) => `admin/manage/users/query?username=${author.user.username}`,
  'POST /auth/reauthenticate/code': (_, { email }) => ({ path: 'auth/reauthenticate/code', body: { email } }),
  'POST /users/me/membership/code': (_, { email }) => ({ path: 'users/me/membership/code', body: { email } }),
  'GET /moderation/history/:resourceId': async (world, caller) =>
    `moderation/history/${await removedPost(world, caller)}`,
}
