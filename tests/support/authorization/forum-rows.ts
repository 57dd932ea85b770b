import { storage } from '../../../db/storage'
import { verifyInPauses } from '../../../src/core/audit/chain-state'
import { noteDay } from '../../../src/core/audit/day-notes'
import { unsubscribeToken } from '../../../src/core/digest/service'
import { storeSetting } from '../../../src/core/settings/settings'
import { newWords } from '../content'
import { expectData } from '../kit'
import { PushedBrowser } from '../push-service'
import type { Caller, Rows, World } from './matrix'

type Writer = Pick<Caller, 'visitor'>

const words = () => ({ title: 'A bench in the library', content: newWords(), topic: 'Ask Campus' })

export const postOf = async ({ visitor }: Writer): Promise<string> =>
  expectData(await visitor.post('posts', words())).post.id

/** Under an alias. */
export const aliasedPostOf = async ({ visitor }: Writer): Promise<string> =>
  expectData(await visitor.post('posts', { ...words(), alias: true })).post.id

export const delayedPostOf = async ({ visitor }: Writer): Promise<string> =>
  expectData(await visitor.post('posts/delayed', words())).delayedPost.id

export const delayedCommentOf = async ({ visitor }: Writer, postId: string): Promise<string> =>
  expectData(
    await visitor.post('comments/delayed', { postId, content: 'I do, on Sundays', parentCommentId: null, alias: true }),
  ).delayedComment.id

/** Waits for a moderator, because its link does. */
export async function heldTextOf({ visitor }: Writer): Promise<string> {
  const linkDomains = { allow: [], hold: ['waits.example.org'], refuse: [] }
  await storage.write((tx) => storeSetting(tx, 'linkDomains', linkDomains))
  const content = `${newWords()} https://waits.example.org/a`
  return expectData(await visitor.post('posts', { ...words(), content })).post.id
}

export const commentOf = async ({ visitor }: Writer, postId: string): Promise<string> =>
  expectData(await visitor.post(`comments/post/${postId}`, { content: 'I do, on Mondays', parentCommentId: null }))
    .comment.id

export const upvoteOn = async ({ visitor }: Writer, targetId: string): Promise<void> => {
  expectData(await visitor.post('votes', { targetType: 'post', targetId, voteType: 'upvote' }))
}
export const bookmark = async ({ visitor }: Writer, postId: string): Promise<void> => {
  expectData(await visitor.post('bookmarks', { postId }))
}

/** Makes room in every place. */
async function unpinned({ visitor }: Writer): Promise<void> {
  for (const path of ['posts/pinned', 'posts/pinned?topic=Ask+Campus'])
    for (const { id } of expectData(await visitor.get(path)).posts) expectData(await visitor.delete(`posts/${id}/pin`))
}

/** Pins the post to its topic. */
async function pinned(operator: Writer, postId: string): Promise<string> {
  await unpinned(operator)
  expectData(await operator.visitor.put(`posts/${postId}/pin`, { place: 'topic' }))
  return postId
}

const event = () => ({ ...words(), topic: 'Community Event', startsAt: '2099-12-01T18:30:00+05:30', place: 'Hall 4' })

/** What students do all day: posts, comments, votes, bookmarks. */
export const forumRows: Rows = {
  'GET /posts': { level: 'content', ask: () => 'posts' },
  'GET /posts/college/:collegeId': { level: 'content', ask: ({ collegeId }) => `posts/college/${collegeId}` },
  'GET /posts/branch/:branch': { level: 'content', ask: () => 'posts/branch/CSE' },
  'GET /posts/user/:userId': { level: 'content', ask: ({ author }) => `posts/user/${author.id}` },
  'GET /posts/:id': { level: 'content', ask: async ({ author }) => `posts/${await postOf(author)}` },
  'GET /posts/pinned': {
    level: 'content',
    ask: async ({ author, operator }) => {
      await pinned(operator, await postOf(author))
      return 'posts/pinned?topic=Ask+Campus'
    },
  },
  'PUT /posts/:id/pin': {
    level: 'admin',
    ask: async ({ author, operator }) => {
      await unpinned(operator)
      return { path: `posts/${await postOf(author)}/pin`, body: { place: 'topic' } }
    },
  },
  'DELETE /posts/:id/pin': {
    level: 'admin',
    ask: async ({ author, operator }) => `posts/${await pinned(operator, await postOf(author))}/pin`,
  },
  'GET /posts/:id/why': { level: 'content', ask: async ({ author }) => `posts/${await postOf(author)}/why?sortBy=hot` },
  'GET /events': {
    level: 'content',
    ask: async ({ author }) => {
      await author.post('posts', event())
      return 'events?from=2099-12-01'
    },
  },
  'GET /search': { level: 'content', ask: () => 'search?q=bench' },
  'GET /search/suggestions': { level: 'content', ask: () => 'search/suggestions?q=bench' },
  'POST /posts/:id/view': { level: 'content', ask: async ({ author }) => `posts/${await postOf(author)}/view` },
  'POST /posts': { level: 'author', ask: () => ({ path: 'posts', body: words() }), answers: 201 },
  'GET /posts/delayed': { level: 'session', ask: () => 'posts/delayed' },
  'POST /posts/delayed': { level: 'author', ask: () => ({ path: 'posts/delayed', body: words() }), answers: 201 },
  'POST /posts/delayed/:id/publish': {
    level: 'author',
    ask: async (_, caller) => `posts/delayed/${await delayedPostOf(caller)}/publish`,
  },
  'DELETE /posts/delayed/:id': {
    level: 'session',
    ask: async (_, caller) => `posts/delayed/${await delayedPostOf(caller)}`,
  },
  'GET /held': {
    level: 'session',
    ask: async (_, caller) => {
      await heldTextOf(caller)
      return 'held'
    },
  },
  'DELETE /held/:id': { level: 'session', ask: async (_, caller) => `held/${await heldTextOf(caller)}` },
  'PATCH /posts/:id': {
    level: 'author',
    ask: async (_, caller) => ({ path: `posts/${await postOf(caller)}`, body: { title: 'Another bench' } }),
  },
  'DELETE /posts/:id': { level: 'owner', ask: async (_, caller) => `posts/${await postOf(caller)}` },

  'GET /posts/:id/history': {
    level: 'session',
    ask: async (_, caller) => {
      // Of another day than the agenda that is asked for: what becomes of this author no agenda has to show.
      const { id } = (await caller.post('posts', { ...event(), startsAt: '2098-12-01T18:30:00+05:30' })).post
      await caller.patch(`posts/${id}`, { title: 'A bench in the garden' })
      return `posts/${id}/history`
    },
  },

  'GET /comments/delayed': { level: 'session', ask: () => 'comments/delayed' },
  'POST /comments/delayed': {
    level: 'author',
    ask: async ({ author }) => ({
      path: 'comments/delayed',
      body: { postId: await postOf(author), content: 'So will I', parentCommentId: null },
    }),
    answers: 201,
  },
  'POST /comments/delayed/:commentId/publish': {
    level: 'author',
    ask: async ({ author }, caller) =>
      `comments/delayed/${await delayedCommentOf(caller, await postOf(author))}/publish`,
  },
  'DELETE /comments/delayed/:commentId': {
    level: 'session',
    ask: async ({ author }, caller) => `comments/delayed/${await delayedCommentOf(caller, await postOf(author))}`,
  },
  'GET /comments/mine': { level: 'session', ask: () => 'comments/mine' },
  'GET /comments/post/:postId': {
    level: 'content',
    ask: async ({ author }) => `comments/post/${await postOf(author)}`,
  },
  'GET /comments/post/:postId/tree': {
    level: 'content',
    ask: async ({ author }) => {
      const id = await postOf(author)
      await commentOf(author, id)
      return `comments/post/${id}/tree`
    },
  },
  'POST /comments/post/:postId': {
    level: 'author',
    ask: async ({ author }) => ({
      path: `comments/post/${await postOf(author)}`,
      body: { content: 'So do I', parentCommentId: null },
    }),
    answers: 201,
  },
  'GET /comments/:commentId': {
    level: 'content',
    ask: async ({ author }) => `comments/${await commentOf(author, await postOf(author))}`,
  },
  'GET /comments/:commentId/history': {
    level: 'session',
    ask: async ({ author }, caller) => {
      const id = await commentOf(caller, await postOf(author))
      await caller.patch(`comments/${id}`, { content: 'I do, on Tuesdays' })
      return `comments/${id}/history`
    },
  },
  'PATCH /comments/:commentId': {
    level: 'author',
    ask: async ({ author }, caller) => ({
      path: `comments/${await commentOf(caller, await postOf(author))}`,
      body: { content: 'On Tuesdays' },
    }),
  },
  'DELETE /comments/:commentId': {
    level: 'session',
    ask: async ({ author }, caller) => `comments/${await commentOf(caller, await postOf(author))}`,
  },

  'POST /votes': {
    level: 'member',
    ask: async ({ author }) => ({
      path: 'votes',
      body: { targetType: 'post', targetId: await postOf(author), voteType: 'upvote' },
    }),
    answers: 201,
  },
  'PATCH /votes': {
    level: 'member',
    ask: async ({ author }, caller) => {
      const targetId = await postOf(author)
      await upvoteOn(caller, targetId)
      return { path: 'votes', body: { targetType: 'post', targetId, voteType: 'downvote' } }
    },
  },
  'DELETE /votes': {
    level: 'member',
    ask: async ({ author }, caller) => {
      const targetId = await postOf(author)
      await upvoteOn(caller, targetId)
      return { path: 'votes', body: { targetType: 'post', targetId } }
    },
  },

  'POST /bookmarks': {
    level: 'reader',
    ask: async ({ author }) => ({ path: 'bookmarks', body: { postId: await postOf(author) } }),
    answers: 201,
  },
  'GET /bookmarks/user': { level: 'session', ask: () => 'bookmarks/user' },
  'GET /bookmarks/:postId': {
    level: 'session',
    ask: async ({ author }, caller) => {
      const postId = await postOf(author)
      await bookmark(caller, postId)
      return `bookmarks/${postId}`
    },
  },
  'DELETE /bookmarks/delete/:postId': {
    level: 'reader',
    ask: async ({ author }, caller) => {
      const postId = await postOf(author)
      await bookmark(caller, postId)
      return `bookmarks/delete/${postId}`
    },
  },
}

/** What one follows and mutes: of one's own alone. */
export const followRows: Rows = {
  'GET /follows': {
    level: 'session',
    ask: async ({ author }, { visitor }) => {
      expectData(await visitor.put('follows', { kind: 'post', target: await postOf(author) }))
      expectData(await visitor.put('follows', { kind: 'topic', target: 'Ask Campus' }))
      return 'follows'
    },
  },
  'PUT /follows': {
    level: 'reader',
    ask: async ({ author }) => ({ path: 'follows', body: { kind: 'post', target: await postOf(author) } }),
  },
  'DELETE /follows': {
    level: 'reader',
    ask: () => ({ path: 'follows', body: { kind: 'topic', target: 'Ask Campus' } }),
  },
  'GET /mutes': {
    level: 'session',
    ask: async ({ author }, { visitor }) => {
      expectData(await visitor.put('mutes', { kind: 'post', target: await postOf(author) }))
      expectData(await visitor.put('mutes', { kind: 'topic', target: 'Showcase' }))
      expectData(await visitor.put('mutes', { kind: 'word', target: 'exam' }))
      return 'mutes'
    },
  },
  'PUT /mutes': { level: 'reader', ask: () => ({ path: 'mutes', body: { kind: 'word', target: 'exam' } }) },
  'DELETE /mutes': { level: 'reader', ask: () => ({ path: 'mutes', body: { kind: 'word', target: 'exam' } }) },
}

export const digestRows: Rows = {
  'GET /digest': { level: 'session', ask: () => 'digest' },
  'PUT /digest': { level: 'session', ask: () => ({ path: 'digest', body: { isOn: true } }) },
  'POST /digest/unsubscribe/:token': {
    level: 'public',
    ask: ({ author }) => `digest/unsubscribe/${unsubscribeToken(author.id)}`,
  },
}

/** What happened to one's own: asked while notifications are on, for else nobody is answered. */
export const notificationRows: Rows = {
  'GET /notifications/list': { level: 'session', ask: () => 'notifications/list' },
  'GET /notifications/threads': { level: 'session', ask: () => 'notifications/threads' },
  'GET /notifications/settings': { level: 'session', ask: () => 'notifications/settings' },
  'PATCH /notifications/settings': {
    level: 'session',
    ask: () => ({ path: 'notifications/settings', body: { upvotes: { push: true } } }),
  },
  'GET /push': { level: 'session', ask: () => 'push' },
  'PUT /push/subscription': {
    level: 'session',
    ask: () => ({
      path: 'push/subscription',
      body: new PushedBrowser().subscriptionAt('https://push.example.org/abc'),
    }),
  },
  'DELETE /push/subscription': { level: 'session', ask: () => 'push/subscription' },
  'PATCH /notifications/mark-seen': { level: 'session', ask: () => 'notifications/mark-seen' },
  'POST /ws/ticket': { level: 'session', ask: () => 'ws/ticket', answers: 201 },
}

let serial = 0
const newCollege = () => {
  serial += 1
  return { name: `College ${serial}`, emailDomain: `college${serial}.edu`, city: 'Rivertown', state: 'Iowa' }
}
const newBranch = () => {
  serial += 1
  return { name: `Branch ${serial}`, code: `B${serial}` }
}
const college = async ({ operator }: World): Promise<string> =>
  (await operator.post('admin/colleges/create', newCollege())).id
const branch = async ({ operator }: World): Promise<string> =>
  (await operator.post('admin/branches/create', newBranch())).id
/** The branch of the students: where there is one, no other text is taken. */
const studied = async ({ operator }: World): Promise<string> => {
  const all: { id: string; code: string }[] = await operator.get('admin/branches/all')
  const found = all.find(({ code }) => code === 'CSE')
  const body = { name: 'Computer Science', code: 'CSE' }
  return found?.id ?? (await operator.post('admin/branches/create', body)).id
}
const request = async ({ operator }: World): Promise<string> => {
  const asked = newCollege()
  const body = { ...asked, requestedByEmail: `1@${asked.emailDomain}` }
  return (await operator.post('colleges/requests', body)).id
}

/** One dot, as PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Colleges, branches, requests: as strangers see them and as administrators keep them. */
export const campusRows: Rows = {
  'GET /colleges': { level: 'public', ask: () => 'colleges' },
  'GET /colleges/:id': { level: 'public', ask: ({ collegeId }) => `colleges/${collegeId}` },
  'GET /colleges/:id/branches': { level: 'public', ask: ({ collegeId }) => `colleges/${collegeId}/branches` },
  'POST /colleges': { level: 'admin', ask: () => ({ path: 'colleges', body: newCollege() }), answers: 201 },
  'PATCH /colleges/:id': {
    level: 'admin',
    ask: async (world) => ({ path: `colleges/${await college(world)}`, body: { city: 'Lakeside' } }),
  },
  'DELETE /colleges/:id': { level: 'admin', ask: async (world) => `colleges/${await college(world)}` },
  'POST /colleges/requests': {
    level: 'viewer',
    ask: () => {
      const asked = newCollege()
      return { path: 'colleges/requests', body: { ...asked, requestedByEmail: `1@${asked.emailDomain}` } }
    },
    answers: 201,
  },

  'GET /admin/colleges/get/all': { level: 'admin', ask: () => 'admin/colleges/get/all' },
  'POST /admin/colleges/create': {
    level: 'admin',
    ask: () => ({ path: 'admin/colleges/create', body: newCollege() }),
    answers: 201,
  },
  'PATCH /admin/colleges/update/:id': {
    level: 'admin',
    ask: async (world) => ({ path: `admin/colleges/update/${await college(world)}`, body: { city: 'Lakeside' } }),
  },
  'POST /admin/colleges/alerts/:id/acknowledge': {
    level: 'superadmin',
    ask: async (world) => {
      const id = await college(world)
      const overview = await world.operator.get('admin/dashboard/overview')
      const [alert] = overview.collegeAlerts
      if (alert === undefined) throw new Error(`no alert about ${id}`)
      return { path: `admin/colleges/alerts/${alert.id}/acknowledge`, body: {} }
    },
  },
  'POST /admin/colleges/upload/profile/:id': {
    level: 'admin',
    ask: async (world) => {
      const body = new FormData()
      body.set('profile', new File([PNG], 'dot.png', { type: 'image/png' }))
      return { path: `admin/colleges/upload/profile/${await college(world)}`, body }
    },
  },
  'GET /admin/college-requests': { level: 'admin', ask: () => 'admin/college-requests' },
  'PATCH /admin/college-requests/:id': {
    level: 'admin',
    ask: async (world) => ({ path: `admin/college-requests/${await request(world)}`, body: { status: 'rejected' } }),
  },
  'GET /admin/branches/all': { level: 'admin', ask: () => 'admin/branches/all' },
  'POST /admin/branches/create': {
    level: 'admin',
    ask: () => ({ path: 'admin/branches/create', body: newBranch() }),
    answers: 201,
  },
  'PATCH /admin/branches/update/:id': {
    level: 'admin',
    ask: async (world) => ({
      path: `admin/branches/update/${await branch(world)}`,
      body: { name: `Renamed ${serial}` },
    }),
  },
  'DELETE /admin/branches/delete/:id': {
    level: 'admin',
    ask: async (world) => `admin/branches/delete/${await branch(world)}`,
  },
  'GET /branches/:id/use': { level: 'admin', ask: async (world) => `branches/${await studied(world)}/use` },
  'POST /branches/:id/merge': {
    level: 'admin',
    ask: async (world) => ({ path: `branches/${await branch(world)}/merge`, body: { into: await branch(world) } }),
  },
  'GET /admin/manage/logs/chain': {
    level: 'admin',
    ask: async () => {
      await storage.write((tx) => noteDay(tx))
      await verifyInPauses(() => false)
      return 'admin/manage/logs/chain'
    },
  },
  'GET /admin/manage/logs': { level: 'admin', ask: () => 'admin/manage/logs' },
}
