import { randomUUID } from 'node:crypto'
import { moderationNotes } from '../../../db/schema/moderation-notes'
import { storage } from '../../../db/storage'
import { addBannedWord } from '../../../src/core/policy/banned-words'
import { seal } from '../../../src/lib/sealing'
import { publishAliased } from '../aliased'
import { expectData } from '../kit'
import { commentOf, heldTextOf, postOf } from './forum-rows'
import { type Caller, newCaller, type Rows, type World } from './matrix'

/** Letters alone, so that no word is another one in disguise. */
const someWord = (): string =>
  randomUUID().replace(/\d|-/g, (sign) => (sign === '-' ? '' : 'ghijklmnop'.charAt(Number(sign))))

const bannedWord = async (): Promise<string> => {
  const added = await storage.write((tx) =>
    addBannedWord(tx, { word: someWord(), strictMode: false, severity: 'mild' }),
  )
  if (added === undefined) throw new Error('the word is banned already')
  return added.id
}

/** Written by somebody who moderated then. */
const noteOf = ({ id: writerId }: Caller, resourceId: string): Promise<string> =>
  storage.write(async (tx) => {
    const [id, createdAt] = [Bun.randomUUIDv7(), new Date().toISOString()]
    const content = 'Look again on Monday.'
    tx.orm.insert(moderationNotes).values({ id, resource: 'post', resourceId, content, writerId, createdAt }).run()
    return id
  })

async function bulkRemovalOf({ operator, collegeId }: World): Promise<string> {
  const flooder = await newCaller(collegeId)
  await postOf(flooder)
  return (await operator.post(`moderation/users/${flooder.id}/removals`, {})).removal.id
}

/** What moderators do: posts, comments, users, words. */
async function burstAlert(): Promise<string> {
  const id = crypto.randomUUID()
  const time = new Date().toISOString()
  await storage.write(async (tx) => {
    tx.sqlite.run(
      `INSERT INTO bursts (id, kind, about, accounts, texts, named, since, until) VALUES (?, 'link', ?, 5, 5, '[]', ?, ?)`,
      [id, `${id}.example`, time, time],
    )
  })
  return id
}

export const moderationRows: Rows = {
  'PUT /moderation/posts/:postId/moderation-state': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/posts/${await postOf(author)}/moderation-state`,
      body: { state: 'banned' },
    }),
  },
  'PUT /moderation/comments/:commentId/moderation-state': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/comments/${await commentOf(author, await postOf(author))}/moderation-state`,
      body: { state: 'banned' },
    }),
  },
  'PATCH /moderation/comments/:commentId/moderation-state': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/comments/${await commentOf(author, await postOf(author))}/moderation-state`,
      body: { state: 'banned' },
    }),
  },
  'GET /moderation/held': {
    level: 'admin',
    ask: async ({ author }) => {
      await heldTextOf(author)
      return 'moderation/held'
    },
  },
  'PUT /moderation/held/:id': {
    level: 'admin',
    ask: async ({ author }) => ({
      path: `moderation/held/${await heldTextOf(author)}`,
      body: { decision: 'refuse', reason: 'Advertising' },
    }),
  },
  'GET /moderation/history/:resourceId': {
    level: 'admin',
    ask: ({ author }) => `moderation/history/${author.id}`,
  },
  'GET /moderation/notes/:resource/:resourceId': {
    level: 'admin',
    ask: async ({ author }, caller) => {
      const postId = await postOf(author)
      await noteOf(caller, postId)
      return `moderation/notes/post/${postId}`
    },
  },
  'POST /moderation/notes/:resource/:resourceId': {
    level: 'admin',
    answers: 201,
    ask: async ({ author }) => ({
      path: `moderation/notes/post/${await postOf(author)}`,
      body: { content: 'Wrote the same thing last week.' },
    }),
  },
  'DELETE /moderation/notes/:resource/:resourceId/:noteId': {
    level: 'admin',
    ask: async ({ author }, caller) => {
      const postId = await postOf(author)
      return `moderation/notes/post/${postId}/${await noteOf(caller, postId)}`
    },
  },
  'PUT /moderation/escalations/:resourceId': {
    level: 'admin',
    ask: async (world) => ({
      path: `moderation/escalations/${await targetOf(world)}`,
      body: { reason: 'A threat, which the police should see.' },
    }),
  },
  'DELETE /moderation/escalations/:resourceId': {
    level: 'admin',
    ask: async (world) => {
      const path = `moderation/escalations/${await targetOf(world)}`
      await world.operator.put(path, { reason: 'A threat' })
      return path
    },
    but: { admin: [403, 'FORBIDDEN'] },
  },
  'GET /moderation/users': { level: 'admin', ask: () => 'moderation/users' },
  'GET /moderation/users/search': { level: 'admin', ask: () => 'moderation/users/search?role=admin' },
  'PUT /moderation/users/:userId/moderation-state': {
    level: 'admin',
    ask: ({ author }) => ({
      path: `moderation/users/${author.id}/moderation-state`,
      body: { blocked: false, suspension: null },
    }),
  },
  'GET /moderation/users/:userId/suspension': {
    level: 'admin',
    ask: ({ author }) => `moderation/users/${author.id}/suspension`,
  },
  'GET /moderation/users/:userId/comments': {
    level: 'admin',
    ask: async ({ author }) => {
      await commentOf(author, await postOf(author))
      return `moderation/users/${author.id}/comments`
    },
  },
  'GET /moderation/bursts': {
    level: 'admin',
    ask: async () => {
      await burstAlert()
      return 'moderation/bursts'
    },
  },
  'DELETE /moderation/bursts/:id': { level: 'admin', ask: async () => `moderation/bursts/${await burstAlert()}` },
  'GET /moderation/users/:userId/removals': {
    level: 'admin',
    ask: async ({ collegeId }) => `moderation/users/${(await newCaller(collegeId)).id}/removals`,
  },
  'POST /moderation/users/:userId/removals': {
    level: 'admin',
    answers: 201,
    ask: async ({ collegeId }) => {
      const flooder = await newCaller(collegeId)
      await postOf(flooder)
      return { path: `moderation/users/${flooder.id}/removals`, body: { reason: 'A flood', rule: 'spam' } }
    },
  },
  'DELETE /moderation/removals/:id': {
    level: 'admin',
    ask: async (world) => `moderation/removals/${await bulkRemovalOf(world)}`,
  },
  'GET /moderation/words': { level: 'admin', ask: () => 'moderation/words' },
  'POST /moderation/words': {
    level: 'admin',
    answers: 201,
    ask: () => ({ path: 'moderation/words', body: { word: someWord(), severity: 'mild' } }),
  },
  'POST /moderation/words/test': {
    level: 'admin',
    ask: () => ({ path: 'moderation/words/test', body: { text: 'A bench in the library' } }),
  },
  'PATCH /moderation/words/:id': {
    level: 'admin',
    ask: async () => ({ path: `moderation/words/${await bannedWord()}`, body: { severity: 'severe' } }),
  },
  'DELETE /moderation/words/:id': { level: 'admin', ask: async () => `moderation/words/${await bannedWord()}` },
}

const about = (targetId: string) => ({ targetId, type: 'Post', reason: 'spam', message: 'Third time today' })

const reportOf = async ({ author }: World, { visitor }: Caller): Promise<string> =>
  expectData(await visitor.post('reports', about(await postOf(author)))).report.id

/** Of a report by somebody else, so that the caller may look at it. */
async function targetOf({ author, collegeId }: World): Promise<string> {
  const id = await postOf(author)
  const { visitor } = await newCaller(collegeId)
  expectData(await visitor.post('reports', about(id)))
  return id
}

/** Reports, and the queue that moderators work through. */
export const reportRows: Rows = {
  'POST /reports': {
    level: 'reporter',
    ask: async ({ author }) => ({ path: 'reports', body: about(await postOf(author)) }),
    answers: 201,
  },
  'GET /reports': { level: 'admin', ask: () => 'reports' },
  'GET /reports/users/:userId': { level: 'admin', ask: ({ author }) => `reports/users/${author.id}` },
  'GET /reports/:id': { level: 'admin', ask: async (world, caller) => `reports/${await reportOf(world, caller)}` },
  'PATCH /reports/:id': {
    level: 'admin',
    ask: async (world, caller) => ({ path: `reports/${await reportOf(world, caller)}`, body: { status: 'ignored' } }),
  },
  'DELETE /reports/:id': { level: 'admin', ask: async (world, caller) => `reports/${await reportOf(world, caller)}` },
  'POST /reports/bulk-deletion': {
    level: 'admin',
    ask: async (world, caller) => ({
      path: 'reports/bulk-deletion',
      body: { reportIds: [await reportOf(world, caller)] },
    }),
  },
  'GET /admin/manage/reports': { level: 'admin', ask: () => 'admin/manage/reports' },
  'GET /admin/manage/reports/:targetId/context': {
    level: 'admin',
    ask: async (world) => `admin/manage/reports/${await targetOf(world)}/context`,
  },
  'PUT /admin/manage/reports/:targetId/claim': {
    level: 'admin',
    ask: async (world) => `admin/manage/reports/${await targetOf(world)}/claim`,
  },
  'DELETE /admin/manage/reports/:targetId/claim': {
    level: 'admin',
    ask: async (world) => `admin/manage/reports/${await targetOf(world)}/claim`,
  },
}

async function removedPostOf({ operator }: World, caller: Caller): Promise<string> {
  const id = await postOf(caller)
  await operator.put(`moderation/posts/${id}/moderation-state`, { state: 'banned', reason: 'Spam' })
  return id
}

async function sendAppeal(world: World, caller: Caller): Promise<string> {
  const body = { resource: 'post', resourceId: await removedPostOf(world, caller), message: 'It was a question' }
  return (await caller.post('appeals', body)).appeal.id
}

async function appealOf(world: World): Promise<string> {
  return sendAppeal(world, await newCaller(world.collegeId))
}

/** What people say against decisions about them, and who looks again. */
export const appealRows: Rows = {
  'POST /appeals': {
    level: 'session',
    ask: async (world, caller) => ({
      path: 'appeals',
      body: { resource: 'post', resourceId: await removedPostOf(world, caller), message: 'It was a question' },
    }),
    answers: 201,
  },
  'GET /appeals': {
    level: 'session',
    ask: async (world, caller) => {
      await sendAppeal(world, caller)
      return 'appeals'
    },
  },
  'GET /moderation/appeals': {
    level: 'admin',
    ask: async (world) => {
      await appealOf(world)
      return 'moderation/appeals'
    },
  },
  'PUT /moderation/appeals/:id': {
    level: 'admin',
    ask: async (world) => ({
      path: `moderation/appeals/${await appealOf(world)}`,
      body: { outcome: 'upheld', reason: 'It is an advertisement' },
    }),
  },
}

const someone = async ({ collegeId }: World): Promise<string> => (await newCaller(collegeId)).id

async function feedbackOf(world: World): Promise<string> {
  const { visitor } = await newCaller(world.collegeId)
  const body = { type: 'bug', title: 'A button', content: 'It is grey' }
  return expectData(await visitor.post('feedbacks', body)).feedback.id
}

/** The ids of a webhook whose server is not there, and of a delivery that is finished. */
async function webhookOf(): Promise<{ id: string; deliveryId: string }> {
  const [id, deliveryId] = [randomUUID(), randomUUID()]
  await storage.write(async (tx) => {
    // Ten are the most that there may be.
    tx.sqlite.run('DELETE FROM webhooks')
    const sealed = [seal(id, 'https://bot.example.org/hook'), seal(id, 'whsec_AAAA')]
    tx.sqlite.run(
      `INSERT INTO webhooks (id, url_sealed, secret_sealed, events, created_at, updated_at) VALUES (?, ?, ?, '["post.published"]', ?, ?)`,
      [id, ...sealed, NOW, NOW],
    )
    tx.sqlite.run(
      `INSERT INTO webhook_deliveries (id, webhook_id, event, occurred_at, status, finished_at)
      VALUES (?, ?, 'webhook.test', ?, 'delivered', ?)`,
      [deliveryId, id, NOW, NOW],
    )
  })
  return { id, deliveryId }
}
const NOW = new Date().toISOString()

/** What programs are told. */
export const webhookRows: Rows = {
  'GET /admin/memberships/preview': { level: 'superadmin', ask: () => 'admin/memberships/preview?by=2099-01' },
  'POST /admin/memberships/reminders': {
    level: 'superadmin',
    ask: () => ({ path: 'admin/memberships/reminders', body: { by: '2027-01' } }),
  },
  'GET /admin/webhooks': {
    level: 'superadmin',
    ask: async () => {
      await webhookOf()
      return 'admin/webhooks'
    },
  },
  'POST /admin/webhooks': {
    level: 'superadmin',
    ask: async () => {
      await webhookOf()
      return { path: 'admin/webhooks', body: { url: 'https://bot.example.org/hook', events: ['post.published'] } }
    },
    answers: 201,
  },
  'PATCH /admin/webhooks/:id': {
    level: 'superadmin',
    ask: async () => ({ path: `admin/webhooks/${(await webhookOf()).id}`, body: { enabled: false } }),
  },
  'DELETE /admin/webhooks/:id': { level: 'superadmin', ask: async () => `admin/webhooks/${(await webhookOf()).id}` },
  'POST /admin/webhooks/:id/rotate-secret': {
    level: 'superadmin',
    ask: async () => `admin/webhooks/${(await webhookOf()).id}/rotate-secret`,
  },
  'POST /admin/webhooks/:id/test': {
    level: 'superadmin',
    ask: async () => `admin/webhooks/${(await webhookOf()).id}/test`,
  },
  'GET /admin/webhooks/:id/deliveries': {
    level: 'superadmin',
    ask: async () => `admin/webhooks/${(await webhookOf()).id}/deliveries`,
  },
  'POST /admin/webhooks/:id/deliveries/:deliveryId/redeliver': {
    level: 'superadmin',
    ask: async () => {
      const { id, deliveryId } = await webhookOf()
      return `admin/webhooks/${id}/deliveries/${deliveryId}/redeliver`
    },
  },
}

/** Feedback, and the desk of those who run this Quad. */
export const deskRows: Rows = {
  'POST /feedbacks': {
    level: 'session',
    ask: () => ({ path: 'feedbacks', body: { type: 'bug', title: 'A button', content: 'It is grey' } }),
    answers: 201,
  },
  'GET /feedbacks': { level: 'admin', ask: () => 'feedbacks' },
  'GET /feedbacks/:id': { level: 'admin', ask: async (world) => `feedbacks/${await feedbackOf(world)}` },
  'PATCH /feedbacks/:id/status': {
    level: 'admin',
    ask: async (world) => ({ path: `feedbacks/${await feedbackOf(world)}/status`, body: { status: 'reviewed' } }),
  },
  'DELETE /feedbacks/:id': { level: 'admin', ask: async (world) => `feedbacks/${await feedbackOf(world)}` },
  'GET /admin/manage/feedback/all': { level: 'admin', ask: () => 'admin/manage/feedback/all' },

  'GET /admin/dashboard/overview': { level: 'admin', ask: () => 'admin/dashboard/overview' },
  'GET /admin/manage/users/query': { level: 'admin', ask: () => 'admin/manage/users/query?username=-' },
  'GET /admin/settings': { level: 'admin', ask: () => 'admin/settings' },
  'PATCH /admin/settings': {
    level: 'superadmin',
    ask: () => ({ path: 'admin/settings', body: { reportReasons: ['spam', 'other'] } }),
  },
  'DELETE /admin/users/:id/sessions': {
    level: 'admin',
    ask: async (world) => `admin/users/${await someone(world)}/sessions`,
  },
  'GET /admin/reveals': { level: 'superadmin', ask: () => 'admin/reveals' },
  'POST /admin/users/:id/reveal-account': {
    level: 'superadmin',
    ask: async (world) => ({
      path: `admin/users/${(await publishAliased(await newCaller(world.collegeId))).alias.id}/reveal-account`,
      body: { reason: 'A threat to a life' },
    }),
  },
  'POST /admin/users/:id/reveal-email': {
    level: 'superadmin',
    ask: async (world) => ({
      path: `admin/users/${await someone(world)}/reveal-email`,
      body: { reason: 'A threat to a life' },
    }),
  },
  'PUT /admin/users/:id/role': {
    level: 'superadmin',
    ask: async (world) => ({ path: `admin/users/${await someone(world)}/role`, body: { role: 'admin' } }),
  },
}
