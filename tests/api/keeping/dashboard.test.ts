import { afterEach, describe, expect, test } from 'bun:test'
import { storage, type Tx } from '../../../db/storage'
import { fileSignUpRequest } from '../../../src/campus/auth/sign-up-requests'
import { setCommentBanned } from '../../../src/forum/comments/threads'
import { countDays } from '../../../src/keeping/dashboard/overview'
import { driftedCounters, recountCounters } from '../../../src/keeping/maintenance/recount'
import { sealAddress } from '../../../src/lib/net/addresses'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { addCounts, execute, publish } from '../../support/content'
import type { Overview } from '../../support/contract'
import {
  administrator,
  type Data,
  expectData,
  newEmail,
  type Person,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { planOf, recordedStatistics, schemaWith } from '../../support/plans'

const PATH = 'admin/dashboard/overview'
const DAY = 86_400_000

await useQuad({ hasRawRows: true })
const root = await administrator('superadmin')
const admin = await administrator()
const pupil = await student()

const overview = (by = admin): Promise<Overview> => by.get(PATH)
const post = async (by = pupil): Promise<string> => (await publish(by, { title: 'Title' })).id
const comment = async (postId: string, by = pupil, parentCommentId?: string): Promise<string> =>
  (await by.post(`comments/post/${postId}`, { content: 'Words', parentCommentId: parentCommentId ?? null })).comment.id
/** The numbers that `work` moved, by how much. */
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  dropAllCaches()
  const before = numbers(await overview())
  await work()
  dropAllCaches()
  const after = numbers(await overview())
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      value === before[name] ? [] : [[name, value - (before[name] ?? 0)]],
    ),
  )
}
const expectMoved = async (by: Record<string, number>, work: () => Promise<unknown>) =>
  expect(await moved(work)).toEqual(by)
const numbers = ({
  daily,
  reports,
  feedback,
  held,
  appeals,
  signUps,
  collegeRequests,
  collegeAlerts: _,
  pictures: __,
  ...rest
}: Data): Record<string, number> => ({
  ...rest,
  reports: reports.pending,
  feedback: feedback.new,
  held: held.waiting,
  appeals: appeals.open,
  signUps: signUps.waiting,
  collegeRequests: collegeRequests.pending,
  ...Object.fromEntries(
    ['users', 'posts', 'comments'].flatMap((name) => [
      [`daily ${name}`, daily.reduce((total: number, day: Data) => total + day[name], 0)],
      [`today ${name}`, daily.at(-1)[name]],
    ]),
  ),
})

/** A UUIDv7 of that moment. */
const idAt = (time: number) => {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${crypto.randomUUID().slice(13).replace(/^-./, '-7')}`
}
const insertPost = (tx: Tx, time: number) => {
  const [id, at] = [idAt(time), new Date(time).toISOString()]
  tx.sqlite.run(
    `INSERT INTO posts (id, author_id, college_id, branch, title, content, topic, created_at, updated_at)
     SELECT ?, id, college_id, branch, 't', 'c', 'Showcase', ?, ? FROM users WHERE id = ?`,
    [id, at, at, pupil.id],
  )
  addCounts(tx)
  return id
}
const insertComment = (tx: Tx, postId: string, time: number) =>
  tx.sqlite.run(
    `INSERT INTO comments (id, post, author, content, created_at, updated_at)
     SELECT ?, p.key, u.key, 'c', ?, ? FROM posts p, users u WHERE p.id = ? AND u.id = ?`,
    [idAt(time), time, time, postId, pupil.id],
  )

describe('the numbers', () => {
  const LESS_BY_A_COMMENT = { comments: -1, 'daily comments': -1, 'today comments': -1 }
  test('move by exactly what happens', async () => {
    expect(await overview()).toEqual({ ...(await overview(root)), backups: null })
    let id = ''
    await expectMoved({ posts: 2, postsLast7Days: 2, 'daily posts': 2, 'today posts': 2 }, async () => {
      id = await post()
      await post()
    })
    let parent = ''
    let reply = ''
    await expectMoved({ comments: 3, 'daily comments': 3, 'today comments': 3 }, async () => {
      parent = await comment(id)
      reply = await comment(id, pupil, parent)
      await comment(id)
    })
    // Banned is not deleted; of what is deleted a placeholder may stay, and does not count.
    for (const banned of [true, false])
      await expectMoved({}, () => storage.write((tx) => setCommentBanned(tx, reply, banned)))
    await expectMoved(LESS_BY_A_COMMENT, () => pupil.visitor.delete(`comments/${parent}`))
    await expectMoved(LESS_BY_A_COMMENT, () => pupil.visitor.delete(`comments/${reply}`))
    await expectMoved(
      { posts: -1, postsLast7Days: -1, 'daily posts': -1, 'today posts': -1, ...LESS_BY_A_COMMENT },
      () => pupil.visitor.delete(`posts/${id}`),
    )
    expect(await driftedCounters(storage.reader)).toEqual([])
  })
  test('a post counts whatever its moderation state, and one that keeps only its title', async () => {
    const id = await post()
    for (const state of ['banned', 'shadow_banned', 'active'])
      expect(
        await moved(() => root.visitor.put(`moderation/posts/${id}/moderation-state`, { state })),
      ).not.toHaveProperty('posts')
  })
  test('accounts come and go', async () => {
    let person: Person | undefined
    const come = { users: 1, newUsersLast7Days: 1, 'daily users': 1, 'today users': 1 }
    await expectMoved({ ...come, activeUsersLast7Days: 1 }, async () => {
      person = await student()
    })
    await expectMoved({ activeUsersLast7Days: -1 }, async () =>
      expectData((await person?.visitor.post('auth/logout')) as Data),
    )
    const leaver = await student()
    const id = await post(leaver)
    await comment(id)
    await comment(id, leaver)
    const gone = { users: -1, newUsersLast7Days: -1, 'daily users': -1, 'today users': -1, activeUsersLast7Days: -1 }
    await expectMoved({ ...gone, ...LESS_BY_A_COMMENT }, () => leaver.visitor.delete('auth/account'))
    expect(await driftedCounters(storage.reader)).toEqual([])
  })
  test('feedback, college requests and reports wait until they are dealt with', async () => {
    let id = ''
    await expectMoved({ feedback: 1 }, async () => {
      const given = { type: 'bug', title: 'Title', content: 'Content' }
      id = (await pupil.post('feedbacks', given)).feedback.id
    })
    const review = () => admin.visitor.patch(`feedbacks/${id}/status`, { status: 'reviewed' })
    await expectMoved({ feedback: -1 }, review)
    let request = ''
    await expectMoved({ collegeRequests: 1 }, async () => {
      const place = { name: 'Wished', emailDomain: 'wished.edu', city: 'Rivertown', state: 'Iowa' }
      const asked = await new Visitor().post('colleges/requests', { ...place, requestedByEmail: '1@wished.edu' })
      request = expectData(asked).id
    })
    const reject = () => admin.visitor.patch(`admin/college-requests/${request}`, { status: 'rejected' })
    await expectMoved({ collegeRequests: -1 }, reject)
    const waiting = await sealAddress(newEmail())
    const file = () => storage.write(async (tx) => fileSignUpRequest(tx, waiting, 'en'))
    await expectMoved({ signUps: 1 }, file)
    const approve = () => admin.visitor.put(`admin/sign-up-requests/${waiting.id}`, { decision: 'approve' })
    await expectMoved({ signUps: -1 }, approve)
    const targetId = await post()
    const report = { targetId, type: 'Post', reason: 'spam', message: 'Look' }
    await expectMoved({ reports: 1 }, () => admin.post('reports', report))
  })
})

describe('the days', () => {
  afterEach(() => storage.write((tx) => recountCounters(tx)))
  test('are thirty of UTC, today last; a row counts on the day of its time, and none before', async () => {
    const today = Date.now() - (Date.now() % DAY)
    const before = await overview()
    await storage.write(async (tx) => {
      const times = [today, today - 1, today - 6 * DAY, today - 6 * DAY - 1, today - 29 * DAY, today - 29 * DAY - 1]
      const [first = ''] = times.map((time) => insertPost(tx, time))
      for (const time of [today, today - 1, today - 1, today - 29 * DAY, today - 29 * DAY - 1])
        insertComment(tx, first, time)
      tx.sqlite.run('UPDATE identities SET created_at = ? WHERE id = (SELECT auth_id FROM users WHERE id = ?)', [
        new Date(today - 1).toISOString(),
        pupil.id,
      ])
    })
    const { daily, ...shown } = await overview()
    const dayBefore = (days: number) => new Date(today - days * DAY).toISOString().slice(0, 10)
    expect(daily.map(({ date }: Data) => date)).toEqual(Array.from({ length: 30 }, (_, at) => dayBefore(29 - at)))
    const added = daily
      .map((day: Data, at: number) => ({
        date: day.date,
        users: day.users - before.daily[at]!.users,
        posts: day.posts - before.daily[at]!.posts,
        comments: day.comments - before.daily[at]!.comments,
      }))
      .filter(({ users, posts, comments }: Data) => users !== 0 || posts !== 0 || comments !== 0)
    expect(added).toEqual([
      { date: dayBefore(29), users: 0, posts: 1, comments: 1 },
      { date: dayBefore(7), users: 0, posts: 1, comments: 0 },
      { date: dayBefore(6), users: 0, posts: 1, comments: 0 },
      { date: dayBefore(1), users: 1, posts: 1, comments: 2 },
      { date: dayBefore(0), users: -1, posts: 1, comments: 1 },
    ])
    expect(shown.postsLast7Days - before.postsLast7Days).toBe(3)
    expect(shown.newUsersLast7Days).toBe(before.newUsersLast7Days)
    expect(shown.comments - before.comments).toBe(5)
  })
  test('who was last here a week ago or more is not active', async () => {
    const person = await student()
    const start = Date.now() - (Date.now() % DAY) - 6 * DAY
    const seen = (time: number) =>
      execute('UPDATE sessions SET last_seen_at = ? WHERE user_id = ?', new Date(time).toISOString(), person.id)
    await expectMoved({}, () => seen(start))
    await expectMoved({ activeUsersLast7Days: -1 }, () => seen(start - 1))
  })
  test('are read by ranges of covering indexes', () => {
    const sqlite = schemaWith(recordedStatistics())
    const plan = planOf(sqlite, countDays([]).text.replace('?', 'NULL')).map((step) => step.trim())
    sqlite.close()
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(['SCAN day VIRTUAL TABLE INDEX 1:'])
    expect(plan.filter((step) => step.startsWith('SEARCH'))).toEqual([
      'SEARCH identities USING COVERING INDEX identities_created (created_at>? AND created_at<?)',
      'SEARCH posts USING COVERING INDEX posts_newest (created_at>? AND created_at<?)',
      'SEARCH comments USING COVERING INDEX comments_id_unique (id>? AND id<?)',
      expect.stringContaining('comments_placeholders (id>? AND id<?)'),
    ])
  })
})
