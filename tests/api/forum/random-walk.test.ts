import { expect, test } from 'bun:test'
import { Random } from '../../../db/seed/context'
import { storage } from '../../../db/storage'
import { blockUser, changeMe, unblockUser } from '../../../src/campus/accounts/service'
import { publicUserById } from '../../../src/campus/accounts/users'
import { AppError } from '../../../src/errors'
import { addBookmark, listBookmarked, removeBookmark } from '../../../src/forum/bookmarks/service'
import { listComments } from '../../../src/forum/comments/lists'
import { writeComment } from '../../../src/forum/comments/publish'
import { deleteComment, readComment } from '../../../src/forum/comments/service'
import { setCommentBanned } from '../../../src/forum/comments/threads'
import { setPostState } from '../../../src/forum/posts/changes'
import { type ListFilter, listPosts } from '../../../src/forum/posts/lists'
import { publishPost } from '../../../src/forum/posts/publish'
import { deletePost, editPost, readPost, viewPost } from '../../../src/forum/posts/service'
import { castVote, switchVote, withdrawVote } from '../../../src/forum/votes/service'
import type { Viewer } from '../../../src/ground/access/account'
import { deleteAccount } from '../../../src/keeping/erasure/delete-account'
import { driftedCounters } from '../../../src/keeping/maintenance/recount'
import { enroll, ids, newWords, viewerOf } from '../../support/content'
import { administrator, collegeId, useQuad } from '../../support/kit'
import { type Comment, countOf, Forum, type Outcome, type Post, type Reader, type Text } from '../../support/walk/model'

const STEPS = 2500
const COMPARED_EVERY = 200
const MOST_POSTS = 30
const TOPICS = ['Showcase', 'Ask Campus', 'Off-topic']
const BRANCHES = ['CSE', 'ECE']
const STATES = ['active', 'active', 'banned', 'shadow_banned'] as const

/** `SEED=… bun test tests/api/forum/random-walk.test.ts` walks the same way again. */
const seed = Number(process.env.SEED ?? crypto.getRandomValues(new Uint32Array(1))[0])
console.log(`random walk: SEED=${seed}`)

const random = new Random(seed, 'walk')
const below = (n: number): number => random.below(n)
const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)]
const chance = (of: number) => random.chance(of)

const forum = new Forum()

await useQuad()
const colleges = [await collegeId('campus.edu'), await collegeId('away.edu'), await collegeId('third.edu')]
const newcomer = async (n: number): Promise<Viewer> =>
  viewerOf(await storage.write((tx) => enroll(tx, colleges[n % colleges.length] as string)))
const people: Viewer[] = []
for (let n = 0; n < 7; n++) people.push(await newcomer(n))
const admin = await viewerOf((await administrator()).id)

const readerOf = ({ id, collegeId: college, role }: Viewer) => ({ id, college, isAdmin: role !== 'user' })
const person = (): Viewer => pick(people) as Viewer
/** Every other time one of these, so that walks do what only these may. */
const oneOf = (some: readonly (string | null)[]): Viewer =>
  (chance(0.5) ? pick(people.filter(({ id }) => some.includes(id))) : undefined) ?? person()
const anyPost = (): Post | undefined => pick([...forum.posts.values()])
const anyComment = (): Comment | undefined => pick([...forum.comments.values()])
const anyText = (): Text | undefined => (chance(0.5) ? anyPost() : (anyComment() ?? anyPost()))

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Each does one thing to Quad and, where `expected` is told, the same to the model; answers what Quad said. */
const ACTS = {
  async publish(tell) {
    if (forum.posts.size >= MOST_POSTS) return 'ok'
    const by = person()
    const input = { title: 'T', content: newWords(), topic: pick(TOPICS) as string, isPrivate: chance(0.3) }
    const { id } = await publishPost(by, input)
    const { topic, isPrivate } = input
    forum.posts.set(id, {
      kind: 'post',
      id,
      author: by.id,
      college: by.collegeId,
      branch: forum.branchOf(by.id),
      topic,
      isPrivate,
      state: 'active',
      views: 0,
      votes: new Map(),
    })
    return tell('ok')
  },
  async edit(tell) {
    const post = anyPost()
    if (!post) return 'ok'
    const by = oneOf([post.author])
    const changes = chance(0.5) ? { isPrivate: chance(0.5) } : { topic: pick(TOPICS) as string }
    const expected = tell(forum.owning(post, readerOf(by)))
    if (expected === 'ok') Object.assign(post, changes)
    return outcomeOf(editPost(by, post.id, changes))
  },
  async unpublish(tell) {
    const post = anyPost()
    if (!post) return 'ok'
    const by = oneOf([post.author])
    if (tell(forum.deleting(post, readerOf(by))) === 'ok') forum.removePost(post.id)
    return outcomeOf(deletePost(by, post.id))
  },
  async view(tell) {
    const [by, post] = [chance(0.3) ? null : person(), anyPost()]
    if (!post) return 'ok'
    if (tell(forum.reading(post, by && readerOf(by))) === 'ok') post.views++
    return outcomeOf(viewPost(by, post.id))
  },
  async comment(tell) {
    const [by, parent] = [person(), chance(0.7) ? (anyComment() ?? null) : null]
    const post = parent === null ? anyPost() : forum.posts.get(parent.postId)
    if (!post) return 'ok'
    const expected = tell(forum.commenting(post, parent, readerOf(by)))
    const parentId = parent?.id ?? null
    return outcomeOf(
      writeComment(by, post.id, { content: 'C', parentCommentId: parentId }).then(({ id }) => {
        if (expected !== 'ok') return
        const made = { id, postId: post.id, parentId, author: by.id, isBanned: false, isDeleted: false }
        forum.comments.set(id, { kind: 'comment', ...made, votes: new Map() })
      }),
    )
  },
  async uncomment(tell) {
    const comment = anyComment()
    if (!comment) return 'ok'
    const by = oneOf([comment.author])
    if (tell(forum.owning(comment, readerOf(by))) === 'ok') forum.removeComment(comment)
    return outcomeOf(deleteComment(by, comment.id))
  },
  async vote(tell) {
    const [by, text, value] = [person(), anyText(), chance(0.6) ? 1 : -1] as const
    if (!text) return 'ok'
    tell(forum.cast(text, readerOf(by), value))
    return outcomeOf(castVote(by, targetOf(text), typeOf(value)))
  },
  async switch(tell) {
    const [text, value] = [anyText(), chance(0.5) ? 1 : -1] as const
    if (!text) return 'ok'
    const by = oneOf([...text.votes.keys()])
    tell(forum.switch(text, readerOf(by), value))
    return outcomeOf(switchVote(by, targetOf(text), typeOf(value)))
  },
  async withdraw(tell) {
    const text = anyText()
    if (!text) return 'ok'
    const by = oneOf([...text.votes.keys()])
    tell(forum.withdraw(text, readerOf(by)))
    return outcomeOf(withdrawVote(by, targetOf(text)))
  },
  async bookmark(tell) {
    const [by, post] = [person(), anyPost()]
    if (!post) return 'ok'
    tell(forum.bookmark(post, readerOf(by)))
    return outcomeOf(addBookmark(by, post.id))
  },
  async unbookmark(tell) {
    const post = anyPost()
    if (!post) return 'ok'
    const by = oneOf(forum.bookmarks.filter(({ postId }) => postId === post.id).map(({ by }) => by))
    tell(forum.unbookmark(post.id, readerOf(by)))
    return outcomeOf(removeBookmark(by, post.id))
  },
  async block(tell) {
    const [by, of] = [person(), person()]
    if (by.id === of.id) return 'ok'
    if (!forum.hasBlocked(by.id, of.id)) forum.blocks.push({ by: by.id, of: of.id })
    tell('ok')
    return outcomeOf(blockUser(by, of.id))
  },
  async unblock(tell) {
    const block = pick(forum.blocks)
    const by = people.find(({ id }) => id === block?.by)
    if (!block || !by) return 'ok'
    forum.blocks.splice(forum.blocks.indexOf(block), 1)
    tell('ok')
    return outcomeOf(unblockUser(by, block.of))
  },
  async move(tell) {
    const [by, branch] = [person(), pick(BRANCHES) as string]
    forum.changeBranch(by.id, branch)
    tell('ok')
    return outcomeOf(changeMe(by, { branch }))
  },
  async judge(tell) {
    const post = anyPost()
    if (!post) return 'ok'
    post.state = pick(STATES) ?? 'active'
    tell('ok')
    return outcomeOf(storage.write((tx) => setPostState(tx, post.id, post.state)))
  },
  async ban(tell) {
    const [comment, isBanned] = [anyComment(), chance(0.5)]
    if (!comment) return 'ok'
    if (!comment.isDeleted) comment.isBanned = isBanned
    tell('ok')
    return outcomeOf(storage.write((tx) => setCommentBanned(tx, comment.id, isBanned)))
  },
  async leave(tell) {
    const index = below(people.length)
    const leaver = people[index] as Viewer
    people[index] = await newcomer(below(colleges.length))
    forum.leave(leaver.id)
    tell('ok')
    return outcomeOf(deleteAccount(leaver))
  },
} satisfies Record<string, (tell: (expected: Outcome) => Outcome) => Promise<string>>

const targetOf = ({ kind, id }: Text) => ({ targetType: kind, targetId: id })
const typeOf = (value: 1 | -1) => (value === 1 ? 'upvote' : 'downvote')

const WEIGHTS: Record<keyof typeof ACTS, number> = {
  publish: 8,
  edit: 4,
  unpublish: 2,
  view: 3,
  comment: 18,
  uncomment: 6,
  vote: 22,
  switch: 8,
  withdraw: 6,
  bookmark: 8,
  unbookmark: 3,
  block: 2,
  unblock: 1.5,
  move: 3,
  judge: 4,
  ban: 5,
  leave: 0.5,
}
const BAG = Object.entries(WEIGHTS).flatMap(([act, weight]) =>
  Array<keyof typeof ACTS>(weight * 2).fill(act as keyof typeof ACTS),
)

const counted = ({ votes }: Text, reader: Reader) => {
  const own = reader === null ? undefined : votes.get(reader.id)
  return {
    upvoteCount: countOf(votes, 1),
    downvoteCount: countOf(votes, -1),
    userVote: own === undefined ? null : typeOf(own),
  }
}

function postSeen(post: Post, reader: Reader) {
  const { id, views, isPrivate, topic, author } = post
  const bookmarked = forum.bookmarks.some(({ by, postId }) => by === reader?.id && postId === id)
  const live = forum.thread(id, null).filter((comment) => forum.isLive(comment)).length
  return { id, views, isPrivate, topic, author, bookmarked, commentsCount: live, ...counted(post, reader) }
}

function commentSeen(comment: Comment, reader: Reader) {
  const { id, isBanned, isDeleted, author } = comment
  const isPlaceholder = isDeleted || (isBanned && !reader?.isAdmin)
  return {
    id,
    isBanned,
    isDeleted,
    author: isPlaceholder ? null : author,
    isBlocked: !isPlaceholder && forum.isBlockRelation(reader, author),
    repliesCount: forum.repliesTo(id).filter((reply) => forum.isShown(reply)).length,
    ...counted(comment, reader),
  }
}

type Shown = { postedBy?: { id: string } | null; commentedBy?: { id: string } | null }
/** What of a record the model knows, in the model's words. */
const known = (record: Shown, like: object) => {
  const author = (record.postedBy ?? record.commentedBy)?.id ?? null
  return Object.fromEntries(Object.keys(like).map((key) => [key, { ...record, author }[key as 'author']]))
}

const all = { page: 1, limit: 1000, sortBy: 'createdAt', sortOrder: 'asc' } as const

async function compareLists(viewer: Viewer | null, reader: Reader) {
  const listed = forum.listed(reader)
  const { id: authorId, collegeId: college } = person()
  const [topic, branch] = [pick(TOPICS) as string, pick(BRANCHES) as string]
  const filters: ListFilter[] = [
    {},
    { authorId },
    { topic },
    { collegeId: college },
    { branch },
    { topic, branch },
    { topic, collegeId: college },
    { branch, collegeId: college },
    { topic, branch, collegeId: college },
  ]
  for (const filter of filters) {
    const expected = listed.filter(
      (post) =>
        (filter.topic ?? post.topic) === post.topic &&
        (filter.collegeId ?? post.college) === post.college &&
        (filter.branch ?? post.branch) === post.branch &&
        (filter.authorId ?? post.author) === post.author,
    )
    const { posts, meta } = await listPosts(viewer, filter, all)
    expect({ filter, total: meta.total, ids: ids(posts) }).toEqual({
      filter,
      total: expected.length,
      ids: ids(expected),
    })
    for (const [index, post] of expected.entries()) {
      const seen = postSeen(post, reader)
      expect<unknown>(known(posts[index] as Shown, seen)).toEqual(seen)
    }
  }
}

async function compareThreads(viewer: Viewer | null, reader: Reader) {
  for (const post of forum.posts.values()) {
    const reading = forum.readingById(post, reader)
    const read = readPost(viewer, post.id)
    expect(await outcomeOf(read)).toBe(reading)
    const seen = postSeen(post, reader)
    if (reading === 'ok') expect<unknown>(known(await read, seen)).toEqual(seen)
    const threadReading = forum.threadReading(post, reader)
    const list = listComments(viewer, post.id, all)
    expect(await outcomeOf(list)).toBe(threadReading)
    if (threadReading === 'ok') {
      const thread = forum.thread(post.id, reader)
      const { comments, meta } = await list
      expect(ids(comments)).toEqual(ids(thread))
      expect(meta.total).toBe(thread.length)
      for (const [index, comment] of thread.entries()) {
        const expected = commentSeen(comment, reader)
        expect<unknown>(known(comments[index] as Shown, expected)).toEqual(expected)
      }
      const top = await listComments(viewer, post.id, { ...all, parent: 'none', limit: 1 })
      expect(top.meta.total).toBe(thread.filter(({ parentId }) => parentId === null).length)
    }
    const comment = pick(forum.thread(post.id, { id: '', college: '', isAdmin: true }))
    if (comment) expect(await outcomeOf(readComment(viewer, comment.id))).toBe(forum.commentReading(comment, reader))
  }
}

/** Everything that these see is what the model says. */
async function compare(viewers: (Viewer | null)[]) {
  for (const viewer of viewers) {
    const reader = viewer && readerOf(viewer)
    await compareLists(viewer, reader)
    await compareThreads(viewer, reader)
    if (viewer === null || reader === null) continue
    const { posts, count } = await listBookmarked(viewer, { page: 1, limit: 100 })
    const expected = forum.bookmarked(reader).map(({ id }) => id)
    expect({ ids: ids(posts), count }).toEqual({ ids: expected, count: expected.length })
    expect(await listBookmarked(viewer, { page: 2, limit: 1 })).toMatchObject({ count: expected.length })
    expect((await publicUserById(storage.reader, viewer, viewer.id))?.karma).toBe(forum.karma(viewer.id))
  }
}

test('a random walk of several users of several colleges agrees with a model at every step, and leaves no counter wrong when everything happens at once', async () => {
  const said = new Map<string, number>()
  for (let step = 1; step <= STEPS; step++) {
    const act = pick(BAG) as keyof typeof ACTS
    let expected: Outcome = 'ok'
    const outcome = await ACTS[act]((told) => {
      expected = told
      return told
    })
    expect({ step, act, outcome }).toEqual({ step, act, outcome: expected })
    said.set(`${act} ${outcome}`, (said.get(`${act} ${outcome}`) ?? 0) + 1)
    if (step % 10 === 0) expect({ step, drifted: await driftedCounters(storage.reader) }).toEqual({ step, drifted: [] })
    if (step % COMPARED_EVERY === 0) await compare([person(), person(), chance(0.5) ? null : admin])
  }
  await compare([null, admin, ...people])
  expect(await driftedCounters(storage.reader)).toEqual([])
  // The walk means something: it has been everywhere, and was refused in every way.
  for (const act of Object.keys(ACTS)) expect([act, said.get(`${act} ok`) ?? 0]).not.toEqual([act, 0])
  for (const way of ['vote ALREADY_VOTED', 'vote BLOCK_RELATION', 'vote FORBIDDEN', 'vote NOT_FOUND'])
    expect([way, said.get(way) ?? 0]).not.toEqual([way, 0])
  for (const way of ['bookmark ALREADY_BOOKMARKED', 'switch NOT_FOUND', 'comment BLOCK_RELATION', 'edit NOT_OWNER'])
    expect([way, said.get(way) ?? 0]).not.toEqual([way, 0])
  for (let round = 0; round < 10; round++) {
    const acts = Array.from({ length: 60 }, () => ACTS[pick(BAG.filter((act) => act !== 'leave')) as keyof typeof ACTS])
    await Promise.all(acts.map((act) => act((told) => told)))
    expect(await driftedCounters(storage.reader)).toEqual([])
  }
})
