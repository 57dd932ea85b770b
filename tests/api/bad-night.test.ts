import { expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { verifyChain } from '../../src/core/audit/verify'
import { driftedCounters } from '../../src/core/maintenance/recount'
import { type Caller, newCaller } from '../support/authorization/matrix'
import { publish } from '../support/content'
import { administrator, CAMPUS, collegeId, type Data, expectData, useQuad, Visitor } from '../support/kit'

// A raid: 30 accounts, 300 texts, 200 reports, and two people who clear it up. One story, told in the order of a night.

const RAIDERS = 30
const POSTS = 120
const COMMENTS = 180
const REPORTERS = 40
const REPORTS = 200

const raidPosts: { id: string; by: Caller }[] = []
const raidComments: { id: string; by: Caller }[] = []
/** How often each target was reported. */
const weights = new Map<string, number>()
const stranger = new Visitor()

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

await useQuad()
const college = await collegeId(CAMPUS)
const superadmin = await administrator('superadmin')
const moderator = await administrator('admin')
const raiders = await times(RAIDERS, () => newCaller(college))
const neighbours = await times(REPORTERS, () => newCaller(college))
const quiet = { title: 'Lost: a green scarf', content: 'In the reading room, on Monday.', topic: 'Ask Campus' }
const quietPost = (await publish(at(neighbours, 0), quiet)).id

async function report(by: Caller, type: 'Post' | 'Comment', targetId: string): Promise<void> {
  const body = { type, targetId, reason: 'spam', message: 'One of very many' }
  await by.post('moderation/reports', body)
  weights.set(targetId, (weights.get(targetId) ?? 0) + 1)
}
const queue = (query = ''): Promise<Data> => moderator.get(`admin/manage/reports?status=pending&limit=50${query}`)
const setPost = (id: string, state: string): Promise<Data> =>
  moderator.put(`moderation/posts/${id}/moderation-state`, { state, reason: 'a raid' })
const statusOf = async (visitor: Visitor, path: string): Promise<number> => (await visitor.get(path)).status
const listed = async (visitor: Visitor, author: Caller): Promise<string[]> =>
  expectData(await visitor.get(`posts/user/${author.id}?limit=50`)).posts.map(({ id }: { id: string }) => id)
test('a raid is cleared up by two people, and can be shown afterwards', async () => {
  await times(POSTS, async (index) => {
    const by = at(raiders, index)
    const body = { title: `Cheap tickets ${index}`, content: `Only tonight, offer ${index}`, topic: 'Off-topic' }
    raidPosts.push({ id: (await publish(by, body)).id, by })
  })
  await times(COMMENTS, async (index) => {
    const by = at(raiders, index)
    const body = { content: `Look at my offer ${index}`, parentCommentId: null }
    const { comment } = await by.post(`comments/post/${quietPost}`, body)
    raidComments.push({ id: comment.id, by })
  })
  expect(expectData(await stranger.get(`posts/${quietPost}`)).post.commentsCount).toBe(COMMENTS)
  expect(expectData(await stranger.get('posts')).meta.total).toBe(POSTS + 1)
  // Two hundred reports come in.
  {
    // The first target draws most: 40, then 32, 24 and so on.
    const targets = [...raidPosts.slice(0, 4), ...raidComments.slice(0, 4)]
    let left = REPORTS
    for (const [rank, { id }] of targets.entries()) {
      const share = rank === targets.length - 1 ? left : Math.min(left, REPORTERS - rank * 4)
      left -= share
      await times(share, (index) => report(at(neighbours, index), rank < 4 ? 'Post' : 'Comment', id))
    }
    expect([...weights.values()].reduce((sum, weight) => sum + weight, 0)).toBe(REPORTS)
  }
  // The queue shows targets by weight.
  {
    const { data, pagination } = await queue()
    expect(data.map(({ target, reportCount }: Data) => [target.id, reportCount])).toEqual(
      [...weights].sort(([, a], [, b]) => b - a),
    )
    expect(pagination.total).toBe(weights.size)
    expect(data[0]).toMatchObject({ type: 'Post', moderationState: 'active', reasons: expect.anything() })
    expect((await moderator.get('admin/dashboard/overview')).reports.pending).toBe(REPORTS)
  }
  // A ban is seen by everybody on the next request, and clears its reports.
  {
    const { id, by } = at(raidPosts, 0)
    expect(await setPost(id, 'banned')).toMatchObject({ resource: 'post', resourceId: id, moderationState: 'banned' })
    for (const visitor of [stranger, at(neighbours, 1).visitor])
      expect(await statusOf(visitor, `posts/${id}`)).toBe(404)
    expect((await by.get(`posts/${id}`)).post.removal).toMatchObject({ at: expect.any(String) })
    expect((await moderator.get(`posts/${id}`)).post.moderationState).toBe('banned')
    expect(await listed(stranger, by)).not.toContain(id)
    const { data } = await queue()
    expect(data.map(({ target }: Data) => target.id)).not.toContain(id)
  }
  // A shadow ban is seen by all but its author.
  {
    const { id, by } = at(raidPosts, 1)
    await setPost(id, 'shadow_banned')
    expect(await statusOf(by.visitor, `posts/${id}`)).toBe(200)
    expect((await by.get(`posts/${id}`)).post.moderationState).toBe('active')
    for (const visitor of [stranger, at(neighbours, 1).visitor])
      expect(await statusOf(visitor, `posts/${id}`)).toBe(404)
    expect(await listed(by.visitor, by)).toContain(id)
    expect(await listed(at(neighbours, 1).visitor, by)).not.toContain(id)
  }
  // A banned comment leaves the count and the list.
  {
    const { id } = at(raidComments, 0)
    await moderator.put(`moderation/comments/${id}/moderation-state`, { state: 'banned' })
    expect(await statusOf(stranger, `comments/${id}`)).toBe(404)
    expect(expectData(await stranger.get(`posts/${quietPost}`)).post.commentsCount).toBe(COMMENTS - 1)
    const { comments } = expectData(await stranger.get(`comments/post/${quietPost}?limit=100&sortOrder=asc`))
    expect(comments.map((comment: Data) => comment.id)).not.toContain(id)
  }
  // The dashboard in the morning is right.
  {
    const overview = await superadmin.get('admin/dashboard/overview')
    const open = [...weights].filter(
      ([id]) => ![raidPosts[0], raidPosts[1], raidComments[0]].some((done) => done?.id === id),
    )
    expect(overview).toMatchObject({
      users: RAIDERS + REPORTERS + 2,
      posts: POSTS + 1,
      comments: COMMENTS,
      reports: { pending: open.reduce((sum, [, weight]) => sum + weight, 0), targets: open.length },
      newUsersLast7Days: RAIDERS + REPORTERS + 2,
      postsLast7Days: POSTS + 1,
      activeUsersLast7Days: RAIDERS + REPORTERS + 2,
    })
    expect(overview.daily).toHaveLength(30)
    expect(overview.daily.at(-1)).toMatchObject({
      users: RAIDERS + REPORTERS + 2,
      posts: POSTS + 1,
      comments: COMMENTS,
    })
  }
  // Everything that was done can be shown: who, what, when.
  {
    const { data } = await superadmin.get(`admin/manage/logs?actorId=${moderator.id}&limit=100`)
    expect(new Set(data.map(({ action }: Data) => action))).toEqual(
      new Set([
        'user:login:password',
        'admin:banned:post',
        'admin:shadow-banned:post',
        'admin:banned:comment',
        'admin:resolved:reports',
      ]),
    )
  }
  // No counter has drifted, and the chain of the audit log holds.
  {
    expect(await driftedCounters(storage.reader)).toEqual([])
    const { broken, entries } = verifyChain(storage.reader)
    expect({ broken, isWhole: entries > POSTS + COMMENTS + REPORTS }).toEqual({ broken: undefined, isWhole: true })
  }
})
