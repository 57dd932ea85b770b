import { storage } from '../../../db/storage'
import { verifyInPauses } from '../../../src/ground/audit/chain-state'
import { noteDay } from '../../../src/ground/audit/day-notes'
import { storeSetting } from '../../../src/ground/settings/settings'
import { unsubscribeToken } from '../../../src/parts/digest/service'
import { newWords } from '../content'
import { photo } from '../images'
import { expectData } from '../kit'
import { newPicture, pictureForm } from '../pictures'
import { PushedBrowser } from '../push-service'
import type { Caller, World } from './matrix'
import { type Need, rowsOf } from './told'

type Writer = Pick<Caller, 'visitor'>

const words = () => ({ title: 'A bench in the library', content: newWords(), topic: 'Ask Campus' })

export const postOf = async ({ visitor }: Writer) => expectData(await visitor.post('posts', words())).post.id

/** Under an alias. */
export const aliasedPostOf = async ({ visitor }: Writer) =>
  expectData(await visitor.post('posts', { ...words(), alias: true })).post.id

export const delayedPostOf = async ({ visitor }: Writer) =>
  expectData(await visitor.post('posts/delayed', words())).delayedPost.id

export const delayedCommentOf = async ({ visitor }: Writer, postId: string) =>
  expectData(
    await visitor.post('comments/delayed', { postId, content: 'I do, on Sundays', parentCommentId: null, alias: true }),
  ).delayedComment.id

/** Waits for a moderator, because its link does. */
export async function heldTextOf({ visitor }: Writer) {
  const linkDomains = { allow: [], hold: ['waits.example.org'], refuse: [] }
  await storage.write((tx) => storeSetting(tx, 'linkDomains', linkDomains))
  const content = `${newWords()} https://waits.example.org/a`
  return expectData(await visitor.post('posts', { ...words(), content })).post.id
}

export const commentOf = async ({ visitor }: Writer, postId: string) =>
  expectData(await visitor.post(`comments/post/${postId}`, { content: 'I do, on Mondays', parentCommentId: null }))
    .comment.id

export const upvoteOn = async ({ visitor }: Writer, targetId: string) => {
  expectData(await visitor.post('votes', { targetType: 'post', targetId, voteType: 'upvote' }))
}
export const bookmark = async ({ visitor }: Writer, postId: string) => {
  expectData(await visitor.post('bookmarks', { postId }))
}

/** Makes room in every place. */
async function unpinned({ visitor }: Writer) {
  for (const path of ['posts/pinned', 'posts/pinned?topic=Ask+Campus'])
    for (const { id } of expectData(await visitor.get(path)).posts) expectData(await visitor.delete(`posts/${id}/pin`))
}

/** Pins the post to its topic. */
async function pinned(operator: Writer, postId: string) {
  await unpinned(operator)
  expectData(await operator.visitor.put(`posts/${postId}/pin`, { place: 'topic' }))
  return postId
}

const event = () => ({ ...words(), topic: 'Community Event', startsAt: '2099-12-01T18:30:00+05:30', place: 'Hall 4' })

const post: Need = ({ author }) => postOf(author)
const pollPost: Need = async ({ author }) =>
  expectData(await author.visitor.post('posts', { ...words(), poll: { options: ['Bench', 'Floor'], hours: 24 } })).post
    .id
/** Of a moderator, whose pictures wait for nobody. */
const picturedPost: Need = async ({ operator }) =>
  expectData(await operator.visitor.post('posts', { ...words(), picture: await newPicture(operator) })).post.id
const ownPost: Need = (_, caller) => postOf(caller)
/** With a comment of the caller. */
const ownQuestion = async (_: World, { visitor }: Caller) => {
  const { id } = expectData(await visitor.post('posts', { ...words(), question: true })).post
  await commentOf({ visitor }, id)
  return id
}
const answeredQuestion = async (world: World, caller: Caller) => {
  const id = await ownQuestion(world, caller)
  const [{ id: commentId }] = expectData(await caller.visitor.get('comments/mine?limit=1')).comments
  expectData(await caller.visitor.put(`posts/${id}/answer`, { commentId }))
  return id
}
const delayedPost: Need = (_, caller) => delayedPostOf(caller)
const comment: Need = async ({ author }) => commentOf(author, await postOf(author))
const ownComment: Need = async ({ author }, caller) => commentOf(caller, await postOf(author))
const delayedComment: Need = async ({ author }, caller) => delayedCommentOf(caller, await postOf(author))
const heldText: Need = (_, caller) => heldTextOf(caller)
const bookmarked: Need = async ({ author }, caller) => {
  const id = await postOf(author)
  await bookmark(caller, id)
  return id
}

const vote = (targetId: string, more?: { voteType: string }) => ({ targetType: 'post', targetId, ...more })
/** On a post that the caller has upvoted. */
const changedVote =
  (more?: { voteType: string }) =>
  async ({ author }: World, caller: Caller) => {
    const targetId = await postOf(author)
    await upvoteOn(caller, targetId)
    return vote(targetId, more)
  }

/** What students do all day: posts, comments, votes, bookmarks. */
export const forumRows = rowsOf({
  'GET /posts': 'content',
  'GET /posts/college/:collegeId': { level: 'content', of: ({ collegeId }) => collegeId },
  'GET /posts/branch/:branch': { level: 'content', of: () => 'CSE' },
  'GET /posts/user/:userId': { level: 'content', of: ({ author }) => author.id },
  'GET /posts/:id': { level: 'content', of: picturedPost },
  'GET /posts/pinned': {
    level: 'content',
    of: async ({ author, operator }) => pinned(operator, await postOf(author)),
    query: 'topic=Ask+Campus',
  },
  'PUT /posts/:id/pin': {
    level: 'admin',
    of: async ({ author, operator }) => {
      await unpinned(operator)
      return postOf(author)
    },
    body: { place: 'topic' },
  },
  'DELETE /posts/:id/pin': {
    level: 'admin',
    of: async ({ author, operator }) => pinned(operator, await postOf(author)),
  },
  'PUT /posts/:id/answer': {
    level: 'author',
    of: ownQuestion,
    body: async (_, { visitor }) => {
      const [{ id: commentId }] = expectData(await visitor.get('comments/mine?limit=1')).comments
      return { commentId }
    },
  },
  'DELETE /posts/:id/answer': { level: 'author', of: answeredQuestion },
  'GET /posts/:id/why': { level: 'content', of: post, query: 'sortBy=hot' },
  'GET /events': { level: 'content', of: ({ author }) => author.post('posts', event()), query: 'from=2099-12-01' },
  'GET /search': { level: 'content', query: 'q=bench' },
  'GET /search/similar': { level: 'content', query: 'title=Where+is+a+bench' },
  'GET /search/suggestions': { level: 'content', query: 'q=bench' },
  'POST /posts/:id/view': { level: 'content', of: post },
  'POST /posts': { level: 'author', body: words, answers: 201 },
  'POST /pictures': { level: 'author', body: async () => pictureForm(await photo()), answers: 201 },
  'GET /posts/delayed': 'session',
  'POST /posts/delayed': { level: 'author', body: words, answers: 201 },
  'POST /posts/delayed/:id/publish': { level: 'author', of: delayedPost },
  'DELETE /posts/delayed/:id': { level: 'session', of: delayedPost },
  'GET /held': { level: 'session', of: heldText },
  'DELETE /held/:id': { level: 'session', of: heldText },
  'PATCH /posts/:id': { level: 'author', of: ownPost, body: { title: 'Another bench' } },
  'DELETE /posts/:id': { level: 'owner', of: ownPost },
  'GET /posts/:id/history': {
    level: 'session',
    of: async (_, caller) => {
      // Of another day than the agenda that is asked for: what becomes of this author no agenda has to show.
      const { id } = (await caller.post('posts', { ...event(), startsAt: '2098-12-01T18:30:00+05:30' })).post
      await caller.patch(`posts/${id}`, { title: 'A bench in the garden' })
      return id
    },
  },

  'GET /comments/delayed': 'session',
  'POST /comments/delayed': {
    level: 'author',
    body: async ({ author }) => ({ postId: await postOf(author), content: 'So will I', parentCommentId: null }),
    answers: 201,
  },
  'POST /comments/delayed/:commentId/publish': { level: 'author', of: delayedComment },
  'DELETE /comments/delayed/:commentId': { level: 'session', of: delayedComment },
  'GET /comments/mine': 'session',
  'GET /comments/post/:postId': { level: 'content', of: post },
  'GET /comments/post/:postId/tree': {
    level: 'content',
    of: async ({ author }) => {
      const id = await postOf(author)
      await commentOf(author, id)
      return id
    },
  },
  'POST /comments/post/:postId': {
    level: 'author',
    of: post,
    body: { content: 'So do I', parentCommentId: null },
    answers: 201,
  },
  'GET /comments/:commentId': { level: 'content', of: comment },
  'GET /comments/:commentId/history': {
    level: 'session',
    of: async ({ author }, caller) => {
      const id = await commentOf(caller, await postOf(author))
      await caller.patch(`comments/${id}`, { content: 'I do, on Tuesdays' })
      return id
    },
  },
  'PATCH /comments/:commentId': { level: 'author', of: ownComment, body: { content: 'On Tuesdays' } },
  'DELETE /comments/:commentId': { level: 'session', of: ownComment },

  'POST /votes': {
    level: 'member',
    body: async ({ author }) => vote(await postOf(author), { voteType: 'upvote' }),
    answers: 201,
  },
  'PUT /posts/:id/poll': { level: 'member', of: pollPost, body: { option: 1 } },
  'PATCH /votes': { level: 'member', body: changedVote({ voteType: 'downvote' }) },
  'DELETE /votes': { level: 'member', body: changedVote() },

  'POST /bookmarks': { level: 'reader', body: async ({ author }) => ({ postId: await postOf(author) }), answers: 201 },
  'GET /bookmarks/user': 'session',
  'GET /bookmarks/:postId': { level: 'session', of: bookmarked },
  'DELETE /bookmarks/delete/:postId': { level: 'reader', of: bookmarked },
})

const ASK_CAMPUS = { kind: 'topic', target: 'Ask Campus' }
const EXAM = { kind: 'word', target: 'exam' }
const thePost = async ({ author }: World) => ({ kind: 'post', target: await postOf(author) })

/** What one follows and mutes: of one's own alone. */
export const followRows = rowsOf({
  'GET /follows': {
    level: 'session',
    of: async (world, caller) => {
      for (const each of [await thePost(world), ASK_CAMPUS]) await caller.put('follows', each)
    },
  },
  'PUT /follows': { level: 'reader', body: thePost },
  'DELETE /follows': { level: 'reader', body: ASK_CAMPUS },
  'GET /mutes': {
    level: 'session',
    of: async (world, caller) => {
      const muted = [await thePost(world), { kind: 'topic', target: 'Showcase' }, EXAM]
      for (const each of muted) await caller.put('mutes', each)
    },
  },
  'PUT /mutes': { level: 'reader', body: EXAM },
  'DELETE /mutes': { level: 'reader', body: EXAM },
})

export const digestRows = rowsOf({
  'GET /digest': 'session',
  'PUT /digest': { level: 'session', body: { isOn: true } },
  'POST /digest/unsubscribe/:token': { level: 'public', of: ({ author }) => unsubscribeToken(author.id) },
})

/** What happened to one's own: asked while notifications are on, for else nobody is answered. */
export const notificationRows = rowsOf({
  'GET /notifications/list': 'session',
  'GET /notifications/threads': 'session',
  'GET /notifications/settings': 'session',
  'PATCH /notifications/settings': { level: 'session', body: { upvotes: { push: true } } },
  'GET /push': 'session',
  'PUT /push/subscription': {
    level: 'session',
    body: () => new PushedBrowser().subscriptionAt('https://push.example.org/abc'),
  },
  'DELETE /push/subscription': 'session',
  'PATCH /notifications/mark-seen': 'session',
  'GET /calendar': 'session',
  'POST /calendar': { level: 'reader', answers: 201 },
  'DELETE /calendar': 'session',
  'POST /ws/ticket': { level: 'session', answers: 201 },
})

let serial = 0
const newCollege = () => {
  serial += 1
  return { name: `College ${serial}`, emailDomain: `college${serial}.edu`, city: 'Rivertown', state: 'Iowa' }
}
const newRequest = () => {
  const asked = newCollege()
  return { ...asked, requestedByEmail: `1@${asked.emailDomain}` }
}
const newBranch = () => {
  serial += 1
  return { name: `Branch ${serial}`, code: `B${serial}` }
}
const college = async ({ operator }: World) => (await operator.post('admin/colleges/create', newCollege())).id
const branch = async ({ operator }: World) => (await operator.post('admin/branches/create', newBranch())).id
/** The branch of the students: where there is one, no other text is taken. */
const studied = async ({ operator }: World) => {
  const all: { id: string; code: string }[] = await operator.get('admin/branches/all')
  const found = all.find(({ code }) => code === 'CSE')
  const body = { name: 'Computer Science', code: 'CSE' }
  return found?.id ?? (await operator.post('admin/branches/create', body)).id
}
const newCourse = () => {
  serial += 1
  return { code: `MA ${serial}`, name: `Algebra ${serial}` }
}
const course = async ({ operator, collegeId }: World) =>
  (await operator.post('admin/courses', { ...newCourse(), collegeId })).course.id
const request = async ({ operator }: World) => (await operator.post('colleges/requests', newRequest())).id

/** One dot, as PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Colleges, branches, requests: as strangers see them and as administrators keep them. */
export const campusRows = rowsOf({
  'GET /colleges': 'public',
  'GET /colleges/:id': { level: 'public', of: ({ collegeId }) => collegeId },
  'GET /colleges/:id/branches': { level: 'public', of: ({ collegeId }) => collegeId },
  'POST /colleges': { level: 'admin', body: newCollege, answers: 201 },
  'PATCH /colleges/:id': { level: 'admin', of: college, body: { city: 'Lakeside' } },
  'DELETE /colleges/:id': { level: 'admin', of: college },
  'POST /colleges/requests': { level: 'viewer', body: newRequest, answers: 201 },

  'GET /courses': 'content',
  'GET /courses/:id': { level: 'content', of: course },
  'POST /courses/proposals': { level: 'author', body: newCourse, answers: 201 },
  'GET /admin/courses': 'admin',
  'POST /admin/courses': { level: 'admin', body: ({ collegeId }) => ({ ...newCourse(), collegeId }), answers: 201 },
  'POST /admin/courses/csv': {
    level: 'admin',
    body: ({ collegeId }) => ({ csv: 'code,name\nCS 1,Computing', collegeId }),
  },
  'PATCH /admin/courses/:id': { level: 'admin', of: course, body: { state: 'closed' } },
  'DELETE /admin/courses/:id': { level: 'admin', of: course },

  'GET /admin/colleges/get/all': 'admin',
  'POST /admin/colleges/create': { level: 'admin', body: newCollege, answers: 201 },
  'PATCH /admin/colleges/update/:id': { level: 'admin', of: college, body: { city: 'Lakeside' } },
  'POST /admin/colleges/alerts/:id/acknowledge': {
    level: 'superadmin',
    of: async (world) => {
      const id = await college(world)
      const [alert] = (await world.operator.get('admin/dashboard/overview')).collegeAlerts
      if (alert === undefined) throw new Error(`no alert about ${id}`)
      return alert.id
    },
    body: {},
  },
  'POST /admin/colleges/upload/profile/:id': {
    level: 'admin',
    of: college,
    body: () => {
      const body = new FormData()
      body.set('profile', new File([PNG], 'dot.png', { type: 'image/png' }))
      return body
    },
  },
  'GET /admin/college-requests': 'admin',
  'PATCH /admin/college-requests/:id': { level: 'admin', of: request, body: { status: 'rejected' } },
  'GET /admin/branches/all': 'admin',
  'POST /admin/branches/create': { level: 'admin', body: newBranch, answers: 201 },
  'PATCH /admin/branches/update/:id': { level: 'admin', of: branch, body: () => ({ name: `Renamed ${serial}` }) },
  'DELETE /admin/branches/delete/:id': { level: 'admin', of: branch },
  'GET /branches/:id/use': { level: 'admin', of: studied },
  'POST /branches/:id/merge': { level: 'admin', of: branch, body: async (world) => ({ into: await branch(world) }) },
  'GET /admin/manage/logs/chain': {
    level: 'admin',
    of: async () => {
      await storage.write((tx) => noteDay(tx))
      await verifyInPauses(() => false)
    },
  },
  'GET /admin/manage/logs': 'admin',
})
