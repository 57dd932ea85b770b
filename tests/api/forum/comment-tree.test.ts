import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { addComment, deleteFromThread, nextCommentId, setCommentBanned } from '../../../src/forum/comments/threads'
import { publish } from '../../support/content'
import type { Comment, CommentTree, Post } from '../../support/contract'
import { expectData, fails, MISSING_ID, type Person, useCampus, Visitor } from '../../support/kit'

const { ann, ben, cat, admin } = await useCampus()
const anyone = new Visitor()
const everybody = { anyone, ann: ann.visitor, ben: ben.visitor, cat: cat.visitor, admin: admin.visitor }

const SORTS = ['best', 'new', 'old', 'top'] as const

const tree = async (by: Visitor, post: Post, query = ''): Promise<CommentTree> =>
  expectData(await by.get(`comments/post/${post.id}/tree?${query}`))

const add = (post: Post, by: Person, parentCommentId: string | null, at = Date.now()): Promise<string> =>
  storage.write(async (tx) => {
    const id = nextCommentId(tx, at)
    const now = new Date(at).toISOString()
    await addComment(tx, {
      id,
      postId: post.id,
      parentCommentId,
      authorId: by.id,
      isOfficial: 0,
      content: `By ${by.user.username}`,
      now,
    })
    return id
  })

/** The numbers of a sequence that looks random and is the same each time. */
function* numbers(): Generator<number, never> {
  let state = 42
  while (true) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    yield state / 2 ** 31
  }
}

/** A thread of every kind of comment: removed, deleted, hidden, placeholders, by people who block each other. */
async function bush(post: Post, size: number): Promise<string[]> {
  const random = numbers()
  const below = (most: number) => Math.floor(random.next().value * most)
  const ids: string[] = []
  const people = [ann, ben, cat]
  for (let at = 0; at < size; at++) {
    const parent = below(5) === 0 ? null : (ids[Math.max(0, ids.length - 1 - below(12))] ?? null)
    ids.push(await add(post, people[below(3)]!, parent, Date.UTC(2026, 0, 1) + below(6) * 60_000 + at))
  }
  for (const id of ids) {
    const fate = below(8)
    if (fate === 0) await storage.write((tx) => setCommentBanned(tx, id, true))
    if (fate === 1) await storage.write((tx) => deleteFromThread(tx, id))
  }
  for (const id of ids)
    for (const voter of [ann, ben, cat, admin]) {
      const fate = below(4)
      if (fate > 1) continue
      const voteType = fate === 0 ? 'upvote' : 'downvote'
      // Not on what is gone.
      await voter.visitor.post('votes', { targetType: 'comment', targetId: id, voteType })
    }
  return ids
}

type Node = { comment: Comment; replies: Node[] }

/** The whole thread as the lists of its levels show it. */
async function byLevels(by: Visitor, post: Post, sort: string, parent = 'none'): Promise<Node[]> {
  const query = `parent=${parent}&limit=100&sort=${sort}`
  const { comments, meta } = expectData(await by.get(`comments/post/${post.id}?${query}`))
  expect(meta.total).toBe(comments.length)
  return Promise.all(
    comments.map(async (comment: Comment) => ({ comment, replies: await byLevels(by, post, sort, comment.id) })),
  )
}

type Entry = Comment & { depth: number; left: number }

/** What the description says: the cheapest comments, in reading order. */
function nearest(nodes: Node[], depth: number, limit: number): Entry[] {
  const costs: { id: string; cost: number }[] = []
  const price = (level: Node[], from: number, at: number) =>
    level.forEach(({ comment: { id }, replies }, rank) => {
      costs.push({ id, cost: from + rank })
      if (at + 1 < depth) price(replies, from + rank + 1, at + 1)
    })
  price(nodes, 0, 0)
  costs.sort((one, other) => one.cost - other.cost || (one.id < other.id ? -1 : 1))
  const chosen = new Set(costs.slice(0, limit).map(({ id }) => id))
  const shown = (level: Node[]) => level.filter(({ comment }) => chosen.has(comment.id))
  const flat = (level: Node[], at: number): Entry[] =>
    shown(level).flatMap(({ comment, replies }) => [
      { ...comment, depth: at, left: replies.length - shown(replies).length },
      ...flat(replies, at + 1),
    ])
  return flat(nodes, 0)
}

const plain = ({ comments }: CommentTree) =>
  comments.map(({ repliesLeft: left, repliesCursor: _, ...rest }) => ({ ...rest, left }))

const post = await publish(ann)
const ids = await bush(post, 120)
await ben.post(`users/block/${cat.id}`)
const levels = new Map<string, Node[]>()
for (const [name, visitor] of Object.entries(everybody))
  for (const sort of SORTS) levels.set(`${name} ${sort}`, await byLevels(visitor, post, sort))

describe('the tree of a thread', () => {
  describe.each(Object.entries(everybody))('for %s', (name, visitor) => {
    test.each(SORTS)('sorted by %s, is what the lists of its levels show', async (sort) => {
      const nodes = levels.get(`${name} ${sort}`)!
      const whole = await tree(visitor, post, `sort=${sort}&depth=100&limit=500`)
      expect(plain(whole)).toEqual(nearest(nodes, 100, 500))
      expect(whole.meta).toEqual({ total: nodes.length, left: 0, nextCursor: null, apart: [] })
      for (const [depth, limit] of [
        [1, 500],
        [2, 40],
        [100, 1],
        [4, 7],
        [100, 33],
      ] as const) {
        const part = await tree(visitor, post, `sort=${sort}&depth=${depth}&limit=${limit}`)
        const expected = nearest(nodes, depth, limit)
        expect(plain(part)).toEqual(expected)
        expect(part.meta.left).toBe(nodes.length - expected.filter((each) => each.depth === 0).length)
      }
    })
    test.each(SORTS)('sorted by %s, is whole when every cut has been followed', async (sort) => {
      const seen: Comment[] = []
      const follow = async (query: string) => {
        const { comments, meta } = await tree(visitor, post, `sort=${sort}&depth=3&limit=5&${query}`)
        for (const { depth, repliesLeft, repliesCursor, ...comment } of comments) seen.push(comment)
        const under = query.replace(/&?cursor=.*/, '')
        expect(meta.nextCursor === null).toBe(meta.left === 0)
        if (meta.nextCursor !== null) await follow(`${under}&cursor=${meta.nextCursor}`)
        for (const { id, repliesLeft, repliesCursor } of comments)
          if (repliesLeft > 0) await follow(`parent=${id}${repliesCursor === null ? '' : `&cursor=${repliesCursor}`}`)
      }
      await follow('')
      const all = nearest(levels.get(`${name} ${sort}`)!, 100, 1000).map(({ depth, left, ...comment }) => comment)
      const byId = (one: Comment, other: Comment) => (one.id < other.id ? -1 : 1)
      expect(seen.sort(byId)).toEqual(all.sort(byId))
    })
    test('holds the comment of a link with all above it and its replies, if the lists show it', async () => {
      const all = nearest(levels.get(`${name} new`)!, 100, 1000)
      const first = await tree(visitor, post, 'limit=4')
      for (const id of ids) {
        const linked = await tree(visitor, post, `limit=4&comment=${id}`)
        const entry = all.find((each) => each.id === id)
        const path: string[] = []
        for (let at = entry; at; at = all.find((each) => each.id === at?.parentCommentId)) path.unshift(at.id)
        const shown = linked.comments.map((each) => each.id)
        expect(shown).toEqual(expect.arrayContaining(path))
        if (entry === undefined) expect(linked).toEqual(first)
        for (const { left, ...each } of all.filter(({ parentCommentId }) => entry && parentCommentId === id))
          expect(plain(linked)).toContainEqual(expect.objectContaining(each))
        // No more than the lists show, each once, and what is left is what is not there.
        for (const { left, ...each } of plain(linked)) {
          const replies = all.filter(({ parentCommentId }) => parentCommentId === each.id)
          expect(all).toContainEqual({ ...each, left: expect.any(Number) })
          expect(left).toBe(replies.filter((reply) => !shown.includes(reply.id)).length)
        }
        expect(new Set(shown).size).toBe(shown.length)
        const added = shown.filter((each) => !first.comments.some((one) => one.id === each))
        expect(linked.meta.apart).toEqual(path.filter((each) => added.includes(each)))
      }
    })
  })
  test('has equals in each order, which a cursor must tell apart, and an order of its own for each', () => {
    const tops = SORTS.map((sort) => levels.get(`ann ${sort}`)!.map(({ comment }) => comment))
    const scores = tops[3]!.map(({ upvoteCount, downvoteCount }) => upvoteCount - downvoteCount)
    expect(new Set(scores).size).toBeLessThan(scores.length)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(new Set(tops.map((each) => each.map(({ id }) => id).join())).size).toBe(SORTS.length)
  })
  test('tells people apart: the views differ where the lists do', async () => {
    const removed = [...levels.get('admin new')!, ...levels.get('anyone new')!]
    expect(removed.length).toBeGreaterThan(levels.get('anyone new')!.length)
    const texts = async (by: Visitor) => JSON.stringify(await tree(by, post, 'limit=500&depth=100'))
    expect(await texts(anyone)).toContain('[removed]')
    expect(await texts(ben.visitor)).toContain('"isBlocked":true')
    expect(await texts(cat.visitor)).toContain('"isBlocked":true')
    expect(await texts(ann.visitor)).not.toContain('"isBlocked":true')
  })
  test('begins below one comment, and shows nothing of another post', async () => {
    const parent = levels.get('anyone old')!.find(({ replies }) => replies.length > 1)!
    const part = await tree(anyone, post, `sort=old&limit=500&depth=100&parent=${parent.comment.id}`)
    expect(plain(part)).toEqual(nearest(parent.replies, 100, 500))
    expect(part.meta.total).toBe(parent.replies.length)
    const other = await publish(ann)
    const nothing = { comments: [], meta: { total: 0, left: 0, nextCursor: null, apart: [] } }
    for (const id of [parent.comment.id, MISSING_ID]) {
      expect(await tree(anyone, other, `parent=${id}`)).toEqual(nothing)
      expect(await tree(anyone, other, `comment=${id}`)).toEqual(nothing)
    }
  })
})

test('a chain of 50 levels is one request, cut where it is asked to be', async () => {
  const post = await publish(ann)
  const ids: string[] = []
  for (let level = 0; level < 50; level++) ids.push(await add(post, ben, ids.at(-1) ?? null))
  const whole = await tree(anyone, post, 'depth=50')
  expect(whole.comments.map(({ id, depth }) => [id, depth])).toEqual(ids.map((id, depth) => [id, depth]))
  const { comments } = await tree(anyone, post)
  expect([comments.length, comments.at(-1)?.repliesLeft, comments.at(-1)?.repliesCursor]).toEqual([10, 1, null])
  const linked = await tree(anyone, post, `comment=${ids[48]}`)
  expect(linked.comments.map(({ id, depth }) => [id, depth])).toEqual(ids.map((id, depth) => [id, depth]))
})

describe('the query', () => {
  test.each([
    ['sort=best-of', 'sort'],
    ['parent=none', 'parent'],
    ['comment=x', 'comment'],
    ['cursor=made-up', 'cursor'],
  ])('%s is 400', async (query, field) => {
    const post = await publish(ann)
    await fails(anyone.get(`comments/post/${post.id}/tree?${query}`), 'VALIDATION_FAILED', field)
  })
  test.each(['limit=0&depth=0', 'limit=501&depth=101', 'limit=x'])('%s is brought into its range', async (query) => {
    const post = await publish(ann)
    await add(post, ben, await add(post, ben, null))
    expect((await tree(anyone, post, query)).comments.length).toBe(query === 'limit=0&depth=0' ? 1 : 2)
  })
})
