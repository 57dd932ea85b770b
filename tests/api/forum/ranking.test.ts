import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { blockUser, unblockUser } from '../../../src/campus/accounts/service'
import { ALL_COUNTED } from '../../../src/forum/posts/counts'
import { hotScore } from '../../../src/forum/posts/stats'
import { recountWaitingVotes } from '../../../src/forum/posts/votes'
import { liftSanction } from '../../../src/ground/access/sanctions'
import { driftedCounters, recountCounters } from '../../../src/keeping/maintenance/recount'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { comment, execute, ids, publish, select, viewerOf } from '../../support/content'
import type { Comment, Post } from '../../support/contract'
import {
  BLOCK,
  expectData,
  fails,
  MISSING_ID,
  type Person,
  sanction,
  student,
  useCampus,
  Visitor,
} from '../../support/kit'

const { ann, ben, cat, admin } = await useCampus()
const anyone = new Visitor()

const vote = (by: Person, targetId: string, voteType = 'upvote', targetType = 'post') =>
  by.post('votes', { targetType, targetId, voteType })
const judge = ({ id }: Person, blocked: boolean) =>
  admin.put(`moderation/users/${id}/moderation-state`, { blocked, suspension: null })
const feed = async (query: string, by = ann.visitor): Promise<{ posts: Post[]; meta: { total: number } }> =>
  expectData(await by.get(`posts?limit=50&${query}`))
const order = async (query: string, among: readonly string[], by = ann.visitor): Promise<string[]> =>
  ids((await feed(query, by)).posts).filter((id) => among.includes(id))
const COUNTED = { posts: 'posts JOIN post_stats ON post = key', comments: 'comments' }
const scores = (table: 'posts' | 'comments', id: string) =>
  select(
    `SELECT top_score AS top, upvote_count AS up, downvote_count AS down FROM ${COUNTED[table]} WHERE id = ?`,
    id,
  )[0]
const expectNoDrift = async () => expect(await driftedCounters(storage.reader)).toEqual([])

describe('the votes of a banned account', () => {
  test('are shown and do not rank, for anybody, until the ban ends; a new post of others is first meanwhile', async () => {
    const voter = await student()
    const [voted, plain] = [await publish(ann), await publish(ann)]
    await vote(voter, voted.id)
    expect(await order('sortBy=top', [voted.id, plain.id])).toEqual([voted.id, plain.id])
    expect(await order('sortBy=hot', [voted.id, plain.id])).toEqual([voted.id, plain.id])
    await judge(voter, true)
    for (const by of [ann.visitor, admin.visitor, anyone])
      for (const sortBy of ['top', 'hot'])
        expect(await order(`sortBy=${sortBy}`, [voted.id, plain.id], by)).toEqual([plain.id, voted.id])
    expect((await feed('sortBy=top')).posts.find(({ id }) => id === voted.id)).toMatchObject({ upvoteCount: 1 })
    expect(scores('posts', voted.id)).toEqual({ top: 0, up: 1, down: 0 })
    await expectNoDrift()
    await judge(voter, false)
    expect(await order('sortBy=hot', [voted.id, plain.id])).toEqual([voted.id, plain.id])
    expect(scores('posts', voted.id)).toEqual({ top: 1, up: 1, down: 0 })
    await expectNoDrift()
  })
  test('do not rank comments either', async () => {
    const voter = await student()
    const { id: postId } = await publish(ann)
    const [first, second] = [await comment(ann, postId), await comment(ann, postId, { content: 'Another remark' })]
    await vote(voter, first.id, 'upvote', 'comment')
    await vote(ben, first.id, 'downvote', 'comment')
    await vote(ben, second.id, 'upvote', 'comment')
    await vote(cat, first.id, 'upvote', 'comment')
    const best = async () =>
      ids(expectData(await anyone.get(`comments/post/${postId}?sort=top&parent=none`)).comments as Comment[])
    await vote(voter, second.id, 'downvote', 'comment')
    expect(await best()).toEqual([first.id, second.id])
    await judge(voter, true)
    expect(await best()).toEqual([second.id, first.id])
    expect(scores('comments', first.id)).toEqual({ top: 0, up: 2, down: 1 })
    await expectNoDrift()
  })
  test('a suspension leaves the votes that were cast before: it ends by itself, and none is cast meanwhile', async () => {
    const voter = await student()
    const { id } = await publish(ann)
    await vote(voter, id)
    await sanction(voter.id, { kind: 'suspension', reason: 'x', endsAt: new Date(Date.now() + 60_000).toISOString() })
    await recountWaitingVotes()
    expect(scores('posts', id)).toMatchObject({ top: 1 })
    await fails(voter.post('votes', { targetType: 'post', targetId: id, voteType: 'upvote' }), 403)
  })
  test('a ban that nobody recounted at once is recounted in steps, each of which is whole', async () => {
    const voter = await student()
    const posts = [await publish(ann), await publish(ann), await publish(ann)]
    for (const { id } of posts) await vote(voter, id, id === posts[0]?.id ? 'downvote' : 'upvote')
    await sanction(voter.id, BLOCK)
    expect(posts.map(({ id }) => scores('posts', id)?.top)).toEqual([-1, 1, 1])
    await recountWaitingVotes(1)
    expect(posts.map(({ id }) => scores('posts', id)?.top)).toEqual([0, 0, 0])
    expect(select('SELECT 1 FROM vote_recounts')).toEqual([])
    await expectNoDrift()
  })
  test('a sanction that changes again and again before a recount is recounted by what it is then', async () => {
    const [voter, { id }] = [await student(), await publish(ann)]
    await vote(voter, id)
    const suspension = { kind: 'suspension', reason: 'x', endsAt: new Date(Date.now() + 60_000).toISOString() } as const
    for (const each of [BLOCK, suspension, BLOCK]) await sanction(voter.id, each)
    await recountWaitingVotes()
    expect(scores('posts', id)).toMatchObject({ top: 0 })
    for (const each of [suspension, BLOCK, suspension]) await sanction(voter.id, each)
    await recountWaitingVotes()
    expect(scores('posts', id)).toMatchObject({ top: 1 })
    await expectNoDrift()
  })
  test('someone unbanned switches and withdraws votes whose turn has not come', async () => {
    const voter = await student()
    const [switched, withdrawn, left] = [await publish(ann), await publish(ann), await publish(ann)]
    for (const { id } of [switched, withdrawn, left]) await vote(voter, id)
    await sanction(voter.id, BLOCK)
    await recountWaitingVotes()
    await storage.write(async (tx) => {
      await liftSanction(tx, voter.id)
      tx.afterCommit(dropAllCaches)
    })
    const target = (id: string) => ({ targetType: 'post', targetId: id })
    await voter.patch('votes', { ...target(switched.id), voteType: 'downvote' })
    await voter.delete('votes', target(withdrawn.id))
    const now = () => [switched, withdrawn, left].map(({ id }) => scores('posts', id)?.top)
    expect(now()).toEqual([-1, 0, 0])
    await expectNoDrift()
    await recountWaitingVotes()
    expect(now()).toEqual([-1, 0, 1])
    await expectNoDrift()
  })
  test('a banned account that is deleted takes its votes along, and its id stays nowhere', async () => {
    const voter = await student()
    const { id } = await publish(ann)
    await vote(voter, id)
    await judge(voter, true)
    await voter.delete('auth/account', { password: voter.password })
    expect(scores('posts', id)).toEqual({ top: 0, up: 0, down: 0 })
    expect(select('SELECT 1 FROM vote_recounts WHERE user_id = ?', voter.id)).toEqual([])
    await expectNoDrift()
  })
  test('between two people a block changes no rank for others', async () => {
    const { id } = await publish(ann)
    await vote(ben, id)
    await blockUser(await viewerOf(ann.id), ben.id)
    expect(scores('posts', id)).toMatchObject({ top: 1 })
    await unblockUser(await viewerOf(ann.id), ben.id)
  })
  test('are counted anew by a repair', async () => {
    const { id } = await publish(ann)
    await vote(ben, id)
    await execute('UPDATE post_stats SET uncounted_upvotes = 1 WHERE post = (SELECT key FROM posts WHERE id = ?)', id)
    expect((await driftedCounters(storage.reader)).map(({ counter }) => counter)).toEqual([
      'posts.uncountedUpvotes',
      'posts.hotScore',
    ])
    await storage.write((tx) => recountCounters(tx))
    await storage.write(async (tx) => tx.afterCommit(dropAllCaches))
    await expectNoDrift()
  })
})

describe('lists by hot and top', () => {
  const HOUR_MS = 3_600_000
  type Row = (typeof rows)[number]
  /** Posts of many ages, scores and kinds: written as rows, since nobody posts in the past. */
  const rows = Array.from({ length: 300 }, (_, n) => ({
    id: `01890a5d-0000-7000-9000-${String(n).padStart(12, '0')}`,
    at: new Date(Date.now() - ((n * 37) % 400) * 5 * HOUR_MS - 5000).toISOString(),
    up: (n * 7) % 23,
    down: (n * 5) % 11,
    topic: n % 3 === 0 ? 'Showcase' : 'Off-topic',
    isPrivate: n % 5 === 0 ? 1 : 0,
    author: n % 2 === 0 ? ann : cat,
  }))

  beforeAll(() =>
    storage.write(async (tx) => {
      for (const table of ['posts', 'post_counts']) tx.sqlite.run(`DELETE FROM ${table}`)
      const insert = tx.sqlite.prepare(
        `INSERT INTO posts (id, author_id, college_id, branch, title, content, topic, is_private, created_at, updated_at)
        VALUES ($id, $author, $college, 'CSE', 't', 't', $topic, $isPrivate, $at, $at) RETURNING key`,
      )
      const count = tx.sqlite.prepare(
        'INSERT INTO post_stats (post, upvote_count, downvote_count, hot_score) VALUES ($key, $up, $down, $score)',
      )
      for (const { author, up, down, ...row } of rows) {
        const { key } = insert.get({ ...row, author: author.id, college: author.user.collegeId }) as { key: number }
        count.run({ key, up, down, score: hot({ author, up, down, ...row }) })
      }
      tx.sqlite.run(`INSERT INTO post_counts (facet, value, audience, count) ${ALL_COUNTED}`)
      tx.afterCommit(dropAllCaches)
    }),
  )
  afterAll(() =>
    storage.write(async (tx) => {
      for (const table of ['posts', 'post_counts']) tx.sqlite.run(`DELETE FROM ${table}`)
      tx.sqlite.run('UPDATE user_stats SET karma = 0')
    }),
  )

  const top = ({ up, down }: Row) => up - down
  const hot = ({ at, ...row }: Row) => hotScore(at, { votes: top({ at, ...row }), comments: 0 })
  const best = (some: Row[], score: (row: Row) => number) =>
    some.toSorted((one, other) => score(other) - score(one) || (one.id < other.id ? 1 : -1)).map(({ id }) => id)
  const hours = { day: 24, week: 7 * 24, month: 30 * 24, all: Number.POSITIVE_INFINITY } as const
  const since = (row: Row, window: keyof typeof hours) =>
    Date.parse(row.at) >= (Math.floor(Date.now() / HOUR_MS) - hours[window]) * HOUR_MS
  const isSeenBy = (by: Person | null) => (row: Row) =>
    row.isPrivate === 0 || by === admin || row.author.user.collegeId === by?.user.collegeId

  /** All pages, by cursor and by number. */
  async function pages(query: string, by: Visitor, limit: number): Promise<{ walked: string[]; total: number }> {
    const walked: string[] = []
    const numbered: string[] = []
    let cursor = ''
    let total = 0
    for (let page = 1; ; page++) {
      const after = expectData(await by.get(`posts?limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`))
      numbered.push(...ids(expectData(await by.get(`posts?limit=${limit}&page=${page}&${query}`)).posts))
      walked.push(...ids(after.posts))
      total = after.meta.total
      if (after.meta.nextCursor === null) break
      cursor = after.meta.nextCursor
    }
    expect(numbered).toEqual(walked)
    return { walked, total }
  }

  for (const window of ['day', 'week', 'month', 'all'] as const)
    test(`top of ${window}: the most votes first, each post once, with its total, for every reader and filter`, async () => {
      for (const by of [null, ann, cat, admin])
        for (const topic of [undefined, 'Showcase']) {
          const fitting = rows
            .filter(isSeenBy(by))
            .filter((row) => since(row, window) && (topic === undefined || row.topic === topic))
          const query = `sortBy=top&window=${window}${topic === undefined ? '' : `&topic=${topic}`}`
          const { walked, total } = await pages(query, by?.visitor ?? anyone, 40)
          expect(walked).toEqual(best(fitting, top))
          expect(total).toBe(fitting.length)
        }
    })
  test('hot: by score, each post once, for every reader and filter; the other way round with asc', async () => {
    for (const by of [null, ann])
      for (const filter of ['', '&topic=Showcase', `&collegeId=${ann.user.collegeId}`, '&branch=CSE&topic=Off-topic']) {
        const fitting = rows
          .filter(isSeenBy(by))
          .filter((row) => !filter.includes('topic') || filter.endsWith(row.topic))
          .filter((row) => !filter.includes('collegeId') || row.author === ann)
        expect((await pages(`sortBy=hot${filter}`, by?.visitor ?? anyone, 50)).walked).toEqual(best(fitting, hot))
      }
    const backwards = await pages('sortBy=hot&sortOrder=asc', anyone, 50)
    expect(backwards.walked).toEqual(best(rows.filter(isSeenBy(null)), hot).reverse())
    const lowest = await pages('sortBy=top&sortOrder=asc', anyone, 50)
    expect(lowest.walked).toEqual(best(rows.filter(isSeenBy(null)), top).reverse())
  })
  test('without the posts of somebody blocked, in lists and totals; the list of an author is sorted', async () => {
    await blockUser(await viewerOf(ann.id), cat.id)
    const own = rows.filter(({ author }) => author === ann)
    for (const window of ['month', 'all'] as const) {
      const { walked, total } = await pages(`sortBy=top&window=${window}`, ann.visitor, 40)
      const fitting = own.filter((row) => since(row, window))
      expect([walked, total]).toEqual([best(fitting, top), fitting.length])
    }
    expect((await pages('sortBy=hot', ann.visitor, 50)).walked).toEqual(best(own, hot))
    await unblockUser(await viewerOf(ann.id), cat.id)
    for (const [sortBy, score] of [
      ['hot', hot],
      ['top', top],
    ] as const) {
      const answer = await ann.get(`posts/user/${ann.id}?limit=50&sortBy=${sortBy}`)
      expect(ids(answer.posts)).toEqual(best(own, score).slice(0, 50))
    }
  })
  test('moderation filters combine with both', async () => {
    for (const sortBy of ['hot', 'top'])
      expect((await pages(`sortBy=${sortBy}&state=banned`, admin.visitor, 50)).walked).toEqual([])
  })
  test('a window without top is refused, and an unknown one', async () => {
    for (const query of ['window=day', 'sortBy=hot&window=day', 'sortBy=top&window=year'])
      await fails(anyone.get(`posts?${query}`), 'VALIDATION_FAILED')
  })
  test('a new vote moves a post at once, also for strangers, whose page is kept as bytes', async () => {
    const last =
      best(
        rows.filter(isSeenBy(null)).filter((row) => since(row, 'day')),
        hot,
      ).at(-1) ?? ''
    const place = async () => ids((await feed('sortBy=hot', anyone)).posts).indexOf(last)
    const before = await place()
    const voters = [ben, ann, await student(), await student(), await student(), await student()]
    for (const by of voters) await vote(by, last)
    expect(await place()).toBeLessThan(before === -1 ? 50 : before)
    for (const by of voters) await by.delete('votes', { targetType: 'post', targetId: last })
  })
})

describe('GET posts/:id/why', () => {
  const ask = (by: Visitor, id: string, query = 'sortBy=hot', headers = {}) =>
    by.get(`posts/${id}/why?${query}`, { headers })
  test('says in words and numbers what every reader may see, the same to all, by whole minutes', async () => {
    const { id } = await publish(ann)
    await vote(ben, id)
    await vote(cat, id, 'downvote')
    await comment(ben, id)
    const why = expectData(await ask(anyone, id)).why
    expect(why).toEqual({
      sortBy: 'hot',
      votes: 0,
      comments: 1,
      createdAt: expect.stringMatching(/T\d\d:\d\d:00\.000Z$/),
      leadMinutes: 90,
      reasons: [
        'Hot shows new posts first and lifts those with votes and comments.',
        expect.stringMatching(/^Posted \d minutes? ago\.$/),
        'Upvotes: 1. Downvotes: 1. Votes from banned accounts don’t count.',
        '1 comment.',
        'Votes and comments put it 1.5 hours ahead.',
        'Nothing about you changes this order.',
      ],
    })
    for (const by of [ann, ben, admin]) expect(expectData(await ask(by.visitor, id)).why).toEqual(why)
  })
  test('goes by the votes as they are shown: a ban changes no word of it', async () => {
    const [voter, { id }] = [await student(), await publish(ann)]
    await vote(voter, id)
    const before = expectData(await ask(anyone, id)).why
    await judge(voter, true)
    expect(expectData(await ask(anyone, id)).why).toEqual(before)
  })
  test('names the window and the filters of the list, in the language of the reader', async () => {
    const { id } = await publish(ann)
    const query = `sortBy=top&window=week&topic=showcase&collegeId=${ann.user.collegeId}&branch=CSE`
    const { reasons } = expectData(await ask(anyone, id, query)).why
    expect(reasons).toContain('Only posts from the last 7 days.')
    expect(reasons).toContain('You’re looking at one topic: Showcase.')
    expect(reasons).toContain('You’re looking at posts from one branch.')
    const hindi = expectData(await ask(anyone, id, query, { 'accept-language': 'hi' })).why.reasons
    expect(hindi).toHaveLength(reasons.length)
    expect(hindi[0]).toContain('टॉप')
  })
  test('refuses as reading the post does', async () => {
    const { id } = await publish(ann, { isPrivate: true })
    await fails(ask(anyone, id), 'UNAUTHENTICATED')
    await fails(ask(cat.visitor, id), 'FORBIDDEN')
    expect((await ask(ben.visitor, id)).status).toBe(200)
    await fails(ask(anyone, MISSING_ID), 'NOT_FOUND')
  })
})
