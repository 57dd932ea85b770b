import { randomUUID } from 'node:crypto'
import { moderationNotes } from '../../../db/schema/moderation'
import { storage } from '../../../db/storage'
import { addBannedWord } from '../../../src/ground/policy/banned-words'
import { seal } from '../../../src/lib/crypto/sealing'
import { publishAliased } from '../aliased'
import { expectData } from '../kit'
import { commentOf, heldTextOf, postOf } from './forum-rows'
import { type Caller, newCaller, type World } from './matrix'
import { type Need, rowsOf } from './told'

/** Letters alone, so that no word is another one in disguise. */
const someWord = () => randomUUID().replace(/\d|-/g, (sign) => (sign === '-' ? '' : 'ghijklmnop'.charAt(Number(sign))))

const bannedWord = async () => {
  const added = await storage.write((tx) =>
    addBannedWord(tx, { word: someWord(), strictMode: false, severity: 'mild' }),
  )
  if (added === undefined) throw new Error('the word is banned already')
  return added.id
}

/** Written by somebody who moderated then. */
const noteOf = ({ id: writerId }: Caller, resourceId: string) =>
  storage.write(async (tx) => {
    const [id, createdAt] = [Bun.randomUUIDv7(), new Date().toISOString()]
    const content = 'Look again on Monday.'
    tx.orm.insert(moderationNotes).values({ id, resource: 'post', resourceId, content, writerId, createdAt }).run()
    return id
  })

/** Its place, and the id of the note. */
async function notedPost({ author }: World, caller: Caller) {
  const id = await postOf(author)
  return ['post', id, await noteOf(caller, id)]
}

async function burstAlert() {
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

const post: Need = ({ author }) => postOf(author)
const comment: Need = async ({ author }) => commentOf(author, await postOf(author))
const authorId: Need = ({ author }) => author.id
const flooderId: Need = async ({ collegeId }) => {
  const flooder = await newCaller(collegeId)
  await postOf(flooder)
  return flooder.id
}
const BANNED = { state: 'banned' }

/** What moderators do: posts, comments, users, words. */
export const moderationRows = rowsOf({
  'PUT /moderation/posts/:postId/moderation-state': { level: 'admin', of: post, body: BANNED },
  'PUT /moderation/comments/:commentId/moderation-state': { level: 'admin', of: comment, body: BANNED },
  'PATCH /moderation/comments/:commentId/moderation-state': { level: 'admin', of: comment, body: BANNED },
  'GET /moderation/held': { level: 'admin', of: ({ author }) => heldTextOf(author) },
  'PUT /moderation/held/:id': {
    level: 'admin',
    of: ({ author }) => heldTextOf(author),
    body: { decision: 'refuse', reason: 'Advertising' },
  },
  'GET /moderation/history/:resourceId': { level: 'admin', of: authorId },
  'GET /moderation/notes/:resource/:resourceId': { level: 'admin', of: notedPost },
  'POST /moderation/notes/:resource/:resourceId': {
    level: 'admin',
    answers: 201,
    of: async ({ author }) => ['post', await postOf(author)],
    body: { content: 'Wrote the same thing last week.' },
  },
  'DELETE /moderation/notes/:resource/:resourceId/:noteId': { level: 'admin', of: notedPost },
  'PUT /moderation/escalations/:resourceId': {
    level: 'admin',
    of: reportedPost,
    body: { reason: 'A threat, which the police should see.' },
  },
  'DELETE /moderation/escalations/:resourceId': {
    level: 'admin',
    of: async (world) => {
      const id = await reportedPost(world)
      await world.operator.put(`moderation/escalations/${id}`, { reason: 'A threat' })
      return id
    },
    but: { admin: [403, 'FORBIDDEN'] },
  },
  'GET /moderation/users': 'admin',
  'GET /moderation/users/search': { level: 'admin', query: 'role=admin' },
  'PUT /moderation/users/:userId/moderation-state': {
    level: 'admin',
    of: authorId,
    body: { blocked: false, suspension: null },
  },
  'GET /moderation/users/:userId/suspension': { level: 'admin', of: authorId },
  'GET /moderation/users/:userId/comments': {
    level: 'admin',
    of: async ({ author }) => {
      await commentOf(author, await postOf(author))
      return author.id
    },
  },
  'GET /moderation/bursts': { level: 'admin', of: burstAlert },
  'DELETE /moderation/bursts/:id': { level: 'admin', of: burstAlert },
  'GET /moderation/users/:userId/removals': { level: 'admin', of: someone },
  'POST /moderation/users/:userId/removals': {
    level: 'admin',
    answers: 201,
    of: flooderId,
    body: { reason: 'A flood', rule: 'spam' },
  },
  'DELETE /moderation/removals/:id': {
    level: 'admin',
    of: async (world, caller) =>
      (await world.operator.post(`moderation/users/${await flooderId(world, caller)}/removals`, {})).removal.id,
  },
  'GET /moderation/words': 'admin',
  'POST /moderation/words': { level: 'admin', answers: 201, body: () => ({ word: someWord(), severity: 'mild' }) },
  'POST /moderation/words/test': { level: 'admin', body: { text: 'A bench in the library' } },
  'PATCH /moderation/words/:id': { level: 'admin', of: bannedWord, body: { severity: 'severe' } },
  'DELETE /moderation/words/:id': { level: 'admin', of: bannedWord },
})

const about = (targetId: string) => ({ targetId, type: 'Post', reason: 'spam', message: 'Third time today' })

const reportOf = async ({ author }: World, { visitor }: Caller) =>
  expectData(await visitor.post('reports', about(await postOf(author)))).report.id

/** Of a report by somebody else, so that the caller may look at it. */
async function reportedPost({ author, collegeId }: World) {
  const id = await postOf(author)
  const { visitor } = await newCaller(collegeId)
  expectData(await visitor.post('reports', about(id)))
  return id
}

/** Reports, and the queue that moderators work through. */
export const reportRows = rowsOf({
  'POST /reports': { level: 'reporter', body: async ({ author }) => about(await postOf(author)), answers: 201 },
  'GET /reports': 'admin',
  'GET /reports/users/:userId': { level: 'admin', of: authorId },
  'GET /reports/:id': { level: 'admin', of: reportOf },
  'PATCH /reports/:id': { level: 'admin', of: reportOf, body: { status: 'ignored' } },
  'DELETE /reports/:id': { level: 'admin', of: reportOf },
  'POST /reports/bulk-deletion': {
    level: 'admin',
    body: async (world, caller) => ({ reportIds: [await reportOf(world, caller)] }),
  },
  'GET /admin/manage/reports': 'admin',
  'GET /admin/manage/reports/:targetId/context': { level: 'admin', of: reportedPost },
  'PUT /admin/manage/reports/:targetId/claim': { level: 'admin', of: reportedPost },
  'DELETE /admin/manage/reports/:targetId/claim': { level: 'admin', of: reportedPost },
})

async function removedPostOf({ operator }: World, caller: Caller) {
  const id = await postOf(caller)
  await operator.put(`moderation/posts/${id}/moderation-state`, { state: 'banned', reason: 'Spam' })
  return id
}

const appeal = async (world: World, caller: Caller) => ({
  resource: 'post',
  resourceId: await removedPostOf(world, caller),
  message: 'It was a question',
})

const sendAppeal = async (world: World, caller: Caller) =>
  (await caller.post('appeals', await appeal(world, caller))).appeal.id
const appealOfAnother = async (world: World) => sendAppeal(world, await newCaller(world.collegeId))

/** What people say against decisions about them, and who looks again. */
export const appealRows = rowsOf({
  'POST /appeals': { level: 'session', body: appeal, answers: 201 },
  'GET /appeals': { level: 'session', of: sendAppeal },
  'GET /moderation/appeals': { level: 'admin', of: appealOfAnother },
  'PUT /moderation/appeals/:id': {
    level: 'admin',
    of: appealOfAnother,
    body: { outcome: 'upheld', reason: 'It is an advertisement' },
  },
})

async function someone({ collegeId }: World) {
  return (await newCaller(collegeId)).id
}

const FEEDBACK = { type: 'bug', title: 'A button', content: 'It is grey' }
const feedbackOf = async ({ collegeId }: World) =>
  (await (await newCaller(collegeId)).post('feedbacks', FEEDBACK)).feedback.id

/** The ids of a webhook whose server is not there, and of a delivery that is finished. */
async function webhookOf() {
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
  return [id, deliveryId]
}
const NOW = new Date().toISOString()

/** What programs are told. */
export const webhookRows = rowsOf({
  'GET /admin/memberships/preview': { level: 'superadmin', query: 'by=2099-01' },
  'POST /admin/memberships/reminders': { level: 'superadmin', body: { by: '2027-01' } },
  'GET /admin/webhooks': { level: 'superadmin', of: webhookOf },
  'POST /admin/webhooks': {
    level: 'superadmin',
    of: webhookOf,
    body: { url: 'https://bot.example.org/hook', events: ['post.published'] },
    answers: 201,
  },
  'PATCH /admin/webhooks/:id': { level: 'superadmin', of: webhookOf, body: { enabled: false } },
  'DELETE /admin/webhooks/:id': { level: 'superadmin', of: webhookOf },
  'POST /admin/webhooks/:id/rotate-secret': { level: 'superadmin', of: webhookOf },
  'POST /admin/webhooks/:id/test': { level: 'superadmin', of: webhookOf },
  'GET /admin/webhooks/:id/deliveries': { level: 'superadmin', of: webhookOf },
  'POST /admin/webhooks/:id/deliveries/:deliveryId/redeliver': { level: 'superadmin', of: webhookOf },
})

const THREAT = { reason: 'A threat to a life' }

/** Feedback, and the desk of those who run this Quad. */
export const deskRows = rowsOf({
  'POST /feedbacks': { level: 'session', body: FEEDBACK, answers: 201 },
  'GET /feedbacks': 'admin',
  'GET /feedbacks/:id': { level: 'admin', of: feedbackOf },
  'PATCH /feedbacks/:id/status': { level: 'admin', of: feedbackOf, body: { status: 'reviewed' } },
  'DELETE /feedbacks/:id': { level: 'admin', of: feedbackOf },
  'GET /admin/manage/feedback/all': 'admin',

  'GET /admin/dashboard/overview': 'admin',
  'GET /admin/classifier': 'admin',
  'POST /admin/classifier/reset': 'superadmin',
  'GET /admin/manage/users/query': { level: 'admin', query: 'username=-' },
  'GET /admin/settings': 'admin',
  'PATCH /admin/settings': { level: 'superadmin', body: { reportReasons: ['spam', 'other'] } },
  'DELETE /admin/users/:id/sessions': { level: 'admin', of: someone },
  'GET /admin/reveals': 'superadmin',
  'POST /admin/users/:id/reveal-account': {
    level: 'superadmin',
    of: async ({ collegeId }) => (await publishAliased(await newCaller(collegeId))).alias.id,
    body: THREAT,
  },
  'POST /admin/users/:id/reveal-email': { level: 'superadmin', of: someone, body: THREAT },
  'PUT /admin/users/:id/role': { level: 'superadmin', of: someone, body: { role: 'admin' } },
})
