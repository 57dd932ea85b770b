import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { storage } from '../../db/storage'
import type { Viewer } from '../../src/core/access/account'
import { blockUser, unblockUser } from '../../src/core/accounts/block-user'
import { deleteNextContent } from '../../src/core/accounts/delete-content'
import { listComments } from '../../src/core/comments/lists'
import { deleteComment, writeComment } from '../../src/core/comments/service'
import { setCommentBanned } from '../../src/core/comments/threads'
import { type Drift, driftedCounters, recountCounters } from '../../src/core/maintenance/recount'
import { movePostsToBranch, setPostState } from '../../src/core/posts/changes'
import { type ListFilter, listPosts } from '../../src/core/posts/lists'
import { deletePost, editPost, publishPost } from '../../src/core/posts/service'
import { castVote, switchVote, withdrawVote } from '../../src/core/votes/service'
import { AppError } from '../../src/errors'
import { dropAllCaches } from '../../src/lib/cache'
import { enroll, newWords, viewerOf } from '../support/content'
import { deleteContent } from '../support/delete-content'
import { collegeId, useQuad } from '../support/kit'

await useQuad()
const [home, away] = [await collegeId('campus.edu'), await collegeId('away.edu')]
const ids = await storage.write(async (tx) => [await enroll(tx, home), await enroll(tx, home), await enroll(tx, away)])
const people = await Promise.all(ids.map(viewerOf))
beforeEach(() => empty())

const empty = () =>
  storage.write(async (tx) => {
    for (const table of ['posts', 'post_counts', 'user_blocks']) tx.sqlite.run(`DELETE FROM ${table}`)
    tx.sqlite.run('UPDATE users SET karma = 0')
    tx.afterCommit(dropAllCaches)
  })

const person = (index: number): Viewer => people[index % people.length] as Viewer
const drifted = (): Promise<Drift[]> => driftedCounters(storage.reader)

type Stored = { id: string; postId: string; parent: string | null; author: string | null; dead: 0 | 1 }
const stored = (): Stored[] =>
  storage.reader.sqlite
    .query<Stored, []>(
      `SELECT id, post_id AS postId, parent_comment_id AS parent, author_id AS author, deleted_at IS NOT NULL OR is_banned = 1 AS dead
       FROM comments ORDER BY rowid`,
    )
    .all()
type StoredPost = { id: string; author: string | null; state: string }
const storedPosts = (): StoredPost[] =>
  storage.reader.sqlite
    .query<StoredPost, []>('SELECT id, author_id AS author, moderation_state AS state FROM posts ORDER BY rowid')
    .all()

/** What a thread shows by the rule itself: the living, and whatever has something shown beneath it. */
function shownByRule(rows: Stored[]): Set<string> {
  const shown = new Set<string>()
  for (const { id, parent, dead } of rows.toReversed()) {
    if (!dead || shown.has(id)) {
      shown.add(id)
      if (parent !== null) shown.add(parent)
    }
  }
  return shown
}

const paging = { page: 1, limit: 100, sortBy: 'createdAt', sortOrder: 'desc' } as const

async function expectThreadsByRule(): Promise<void> {
  const rows = stored()
  const shown = shownByRule(rows)
  for (const { id } of storedPosts().filter(({ state }) => state === 'active')) {
    const ofPost = rows.filter(({ postId }) => postId === id)
    const expected = ofPost.filter((row) => shown.has(row.id)).map((row) => row.id)
    const member = people[0] as Viewer
    const viewer = { ...member, collegeId: collegeOf(id) }
    const list = await listComments(viewer, id, paging)
    expect(list.comments.map((each) => each.id).sort()).toEqual(expected.sort())
    expect(list.meta.total).toBe(expected.length)
    const top = await listComments(viewer, id, { ...paging, parent: 'none' })
    expect(top.meta.total).toBe(top.comments.length)
    for (const { id: parent } of list.comments) {
      const replies = await listComments(viewer, id, { ...paging, parent })
      expect(replies.meta.total).toBe(replies.comments.length)
    }
  }
  expect(
    rows.filter(({ dead, author, id }) => dead && author === null && !rows.some(({ parent }) => parent === id)),
  ).toEqual([])
}

const collegeOf = (postId: string): string =>
  storage.reader.sqlite.query<{ id: string }, [string]>('SELECT college_id AS id FROM posts WHERE id = ?').get(postId)
    ?.id ?? ''

type Listed = { author: string; college: string; branch: string; topic: string; isPrivate: 0 | 1; state: string }

/** What the reader finds in a list by the rule itself, a post at a time. */
function listedByRule(reader: Viewer | null, { topic, collegeId: college, branch, authorId }: ListFilter): number {
  const db = storage.reader.sqlite
  const blocks = db
    .query<{ blocker: string; blocked: string }, []>(
      'SELECT blocker_id AS blocker, blocked_id AS blocked FROM user_blocks',
    )
    .all()
  const parted = (author: string) =>
    blocks.some(
      ({ blocker, blocked }) =>
        (blocker === author && blocked === reader?.id) || (blocker === reader?.id && blocked === author),
    )
  const readable = ({ author, college: of, isPrivate, state }: Listed) =>
    state === 'active'
      ? !isPrivate || reader?.role === 'admin' || reader?.collegeId === of
      : state === 'shadow_banned' && reader !== null && (reader.role === 'admin' || reader.id === author)
  return db
    .query<Listed, []>(
      `SELECT author_id AS author, college_id AS college, branch, topic, is_private AS isPrivate,
        moderation_state AS state FROM posts`,
    )
    .all()
    .filter(
      (post) =>
        (topic ?? post.topic) === post.topic &&
        (college ?? post.college) === post.college &&
        (branch ?? post.branch) === post.branch &&
        (authorId ?? post.author) === post.author &&
        readable(post) &&
        !parted(post.author),
    ).length
}

async function expectListsToAgree(): Promise<void> {
  const readers = [null, ...people, { ...person(0), role: 'admin' as const }]
  const [topic, branch, { collegeId: college, id }] = ['Showcase', 'ECE', person(1)]
  const filters: ListFilter[] = [
    {},
    { topic },
    { collegeId: college },
    { branch },
    { authorId: id },
    { topic, branch },
    { topic, collegeId: college },
    { branch, collegeId: college },
    { topic, branch, collegeId: college },
    { topic: 'Ask Campus', branch: 'CSE' },
  ]
  for (const reader of readers)
    for (const filter of filters) {
      const { posts, meta } = await listPosts(reader, filter, paging)
      const rule = listedByRule(reader, filter)
      expect({ reader: reader?.id, filter, total: meta.total, shown: posts.length }).toEqual({
        reader: reader?.id,
        filter,
        total: rule,
        shown: rule,
      })
    }
}

type Step = { act: keyof typeof ACTS; who: number; at: number; flag: boolean }

/** Does something to one of the rows, where there is any. */
const on =
  <T>(rows: () => T[], act: (row: T, step: Step) => Promise<unknown>) =>
  async (step: Step): Promise<unknown> => {
    const all = rows()
    const row = all[step.at % Math.max(1, all.length)]
    return row && act(row, step)
  }
const onPost = (act: (post: StoredPost, step: Step) => Promise<unknown>) => on(storedPosts, act)
const onComment = (act: (comment: Stored, step: Step) => Promise<unknown>) => on(stored, act)
const authorOf = ({ author }: { author: string | null }) => people.find(({ id }) => id === author)
const findVote = (flag: boolean) => (flag ? 'upvote' : 'downvote')
const targets = () => [
  ...storedPosts().map(({ id }) => ({ targetType: 'post' as const, targetId: id })),
  ...stored().map(({ id }) => ({ targetType: 'comment' as const, targetId: id })),
]
const topicOf = (flag: boolean): string => (flag ? 'Showcase' : 'Ask Campus')

const ACTS = {
  publish: ({ who, at, flag }: Step) =>
    publishPost(person(who), { title: 't', content: newWords(), topic: topicOf(at % 2 === 0), isPrivate: flag }),
  comment: onPost(({ id }, { who }) => writeComment(person(who), id, { content: 'c', parentCommentId: null })),
  reply: onComment(({ id, postId }, { who }) =>
    writeComment(person(who), postId, { content: 'c', parentCommentId: id }),
  ),
  ban: onComment((comment, { flag }) => storage.write((tx) => setCommentBanned(tx, comment.id, flag))),
  judge: onPost((post, { who, flag }) => {
    const state = flag ? 'active' : who % 2 === 0 ? 'banned' : 'shadow_banned'
    return storage.write((tx) => setPostState(tx, post.id, state))
  }),
  edit: onPost(async (post, { who, flag }) => {
    const author = authorOf(post)
    if (author) await editPost(author, post.id, who % 2 === 0 ? { isPrivate: flag } : { topic: topicOf(flag) })
  }),
  move: async ({ who, flag }: Step) => {
    await storage.write((tx) => movePostsToBranch(tx, person(who).id, { branch: flag ? 'ECE' : 'CSE', branchId: null }))
  },
  part: async ({ who, at: index, flag }: Step) => {
    const [by, other] = [person(who), person(index)]
    if (by.id !== other.id) await (flag ? blockUser : unblockUser)(by, other.id)
  },
  uncomment: onComment(async (comment) => {
    const author = authorOf(comment)
    if (author) await deleteComment(author, comment.id)
  }),
  vote: on(targets, (target, { who, flag }) => castVote(person(who), target, findVote(flag))),
  switch: on(targets, (target, { who, flag }) => switchVote(person(who), target, findVote(flag))),
  withdraw: on(targets, (target, { who }) => withdrawVote(person(who), target)),
  unpublish: onPost(async (post) => {
    const author = authorOf(post)
    if (author) await deletePost(author, post.id)
  }),
  leave: async ({ who }: Step) => {
    await storage.write((tx) => deleteContent(tx, person(who).id))
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>

/** Does what the step says; what the rules forbid changes nothing. */
async function take(step: Step): Promise<void> {
  try {
    await ACTS[step.act](step)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Mostly threads that grow deep and lose what is in the middle. */
const act = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('reply', 'comment', 'reply', 'reply') },
  { weight: 10, arbitrary: fc.constantFrom('uncomment', 'ban') },
  { weight: 12, arbitrary: fc.constantFrom('vote', 'vote', 'vote', 'vote', 'switch', 'withdraw') },
  { weight: 6, arbitrary: fc.constantFrom('publish', 'publish', 'judge', 'edit', 'move', 'part') },
  { weight: 1, arbitrary: fc.constantFrom('unpublish', 'leave') },
) as fc.Arbitrary<Step['act']>

const steps = fc.array(fc.record({ act, who: fc.nat(2), at: fc.nat(12), flag: fc.boolean() }), {
  minLength: 1,
  maxLength: 50,
})

/** Each of these once made a counter drift. */
const EXAMPLES: Step[][] = [
  [
    { act: 'vote', who: 1, at: 0, flag: false },
    { act: 'comment', who: 1, at: 0, flag: false },
    { act: 'leave', who: 0, at: 0, flag: false },
  ],
]

describe('counters', () => {
  test('never drift, whatever is written, judged and removed in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await empty()
        await take({ act: 'publish', who: 0, at: 0, flag: false })
        for (const step of sequence) {
          await take(step)
          expect(await drifted()).toEqual([])
        }
        await expectThreadsByRule()
        await expectListsToAgree()
      }),
      { numRuns: 100, examples: EXAMPLES.map((each) => [each]) },
    )
  })

  test('an account that goes leaves no text, and no id in any counter', async () => {
    const [leaver, stayer] = [person(0), person(1)]
    const answered = await publishPost(leaver, {
      title: 'Kept title',
      content: 'secret of the leaver',
      topic: 'Showcase',
    })
    const alone = await publishPost(leaver, { title: 'Gone title', content: `secret ${newWords()}`, topic: 'Showcase' })
    const own = await writeComment(leaver, alone.id, { content: 'secret', parentCommentId: null })
    await writeComment(leaver, alone.id, { content: 'secret', parentCommentId: own.id })
    const root = await writeComment(leaver, answered.id, { content: 'secret', parentCommentId: null })
    const reply = await writeComment(stayer, answered.id, { content: 'kept', parentCommentId: root.id })
    await writeComment(leaver, answered.id, { content: 'secret', parentCommentId: reply.id })
    await storage.write((tx) => deleteContent(tx, leaver.id))
    expect(await drifted()).toEqual([])
    const everything = JSON.stringify(
      ['posts', 'comments', 'post_counts'].map((table) => storage.reader.sqlite.query(`SELECT * FROM ${table}`).all()),
    )
    for (const gone of ['secret', 'Gone title', leaver.id]) expect(everything).not.toContain(gone)
    const { posts } = await listPosts(null, {}, paging)
    expect(posts).toMatchObject([
      { id: answered.id, title: 'Kept title', content: '[deleted]', postedBy: null, commentsCount: 1 },
    ])
    const { comments } = await listComments(null, answered.id, paging)
    expect(comments).toMatchObject([
      { id: reply.id, content: 'kept', repliesCount: 0 },
      { id: root.id, content: '[deleted]', commentedBy: null, isDeleted: true, repliesCount: 1 },
    ])
  })

  test('none drifts between two steps in which an account goes', async () => {
    const [leaver, stayer] = [person(0), person(1)]
    const answered = await publishPost(leaver, { title: 't', content: newWords(), topic: 'Showcase' })
    await publishPost(leaver, { title: 't', content: newWords(), topic: 'Showcase' })
    const root = await writeComment(leaver, answered.id, { content: 'c', parentCommentId: null })
    await writeComment(stayer, answered.id, { content: 'c', parentCommentId: root.id })
    for (const target of targets()) for (const voter of [leaver, stayer]) await castVote(voter, target, 'upvote')
    let steps = 0
    for (; await storage.write((tx) => deleteNextContent(tx, leaver.id)); steps++) expect(await drifted()).toEqual([])
    expect(steps).toBeGreaterThan(3)
    expect(await drifted()).toEqual([])
  })

  test('a chain of placeholders of any length goes with its last reply', async () => {
    const post = await publishPost(person(0), { title: 't', content: newWords(), topic: 'Showcase' })
    let parentCommentId: string | null = null
    const chain: string[] = []
    for (let depth = 0; depth < 150; depth++) {
      const { id } = await writeComment(person(1), post.id, { content: 'c', parentCommentId })
      chain.push(id)
      parentCommentId = id
    }
    const last = chain.pop() as string
    for (const id of chain) await deleteComment(person(1), id)
    expect(await listComments(null, post.id, paging)).toMatchObject({ meta: { total: 150 } })
    await deleteComment(person(1), last)
    expect(stored()).toEqual([])
    expect(await drifted()).toEqual([])
  })

  test('a placeholder above nothing but a banned reply is hidden, shown again with it, and goes with it', async () => {
    const [replier, author] = [person(0), person(1)]
    const post = await publishPost(author, { title: 't', content: newWords(), topic: 'Showcase' })
    const root = await writeComment(author, post.id, { content: 'c', parentCommentId: null })
    const middle = await writeComment(author, post.id, { content: 'c', parentCommentId: root.id })
    const reply = await writeComment(replier, post.id, { content: 'c', parentCommentId: middle.id })
    for (const { id } of [root, middle]) await deleteComment(author, id)
    const shown = async () => (await listComments(null, post.id, paging)).comments.length
    expect(await shown()).toBe(3)
    await storage.write((tx) => setCommentBanned(tx, reply.id, true))
    expect(await shown()).toBe(0)
    await storage.write((tx) => setCommentBanned(tx, reply.id, false))
    expect(await shown()).toBe(3)
    await storage.write((tx) => setCommentBanned(tx, reply.id, true))
    await storage.write((tx) => deleteContent(tx, replier.id))
    expect(stored()).toEqual([])
    expect(await drifted()).toEqual([])
  })

  test('a shadow-banned post that others had answered is counted for nobody once its author is gone', async () => {
    const post = await publishPost(person(0), { title: 't', content: newWords(), topic: 'Showcase' })
    await writeComment(person(1), post.id, { content: 'c', parentCommentId: null })
    await storage.write((tx) => setPostState(tx, post.id, 'shadow_banned'))
    await storage.write((tx) => deleteContent(tx, person(0).id))
    expect(storedPosts()).toEqual([{ id: post.id, author: null, state: 'shadow_banned' }])
    const counts = storage.reader.sqlite.query('SELECT * FROM post_counts').all()
    expect(JSON.stringify(counts)).not.toContain(person(0).id)
    expect(await drifted()).toEqual([])
  })

  describe('that were tampered with are noticed', () => {
    test.each([
      ['posts.commentsCount', 'UPDATE posts SET comments_count = comments_count - 1'],
      ['posts.threadCount', 'UPDATE posts SET thread_count = thread_count + 1'],
      ['posts.threadTopCount', 'UPDATE posts SET thread_top_count = thread_top_count - 1'],
      ['posts.upvoteCount', 'UPDATE posts SET upvote_count = 3'],
      ['posts.downvoteCount', 'UPDATE posts SET downvote_count = downvote_count + 1'],
      ['comments.repliesCount', 'UPDATE comments SET replies_count = 1'],
      ['comments.upvoteCount', 'UPDATE comments SET upvote_count = 2'],
      ['comments.downvoteCount', 'UPDATE comments SET downvote_count = downvote_count + 1'],
      ['posts.upvoteCount', 'UPDATE posts SET upvote_count = 0'],
      ['comments.downvoteCount', 'UPDATE comments SET downvote_count = 2'],
      ['users.karma', 'UPDATE users SET karma = karma + 1 WHERE id = (SELECT author_id FROM posts)'],
      ['users.karma', 'UPDATE users SET karma = -1 WHERE id <> (SELECT author_id FROM posts)'],
      ['post_counts', "UPDATE post_counts SET count = 2 WHERE facet = 'all'"],
      ['post_counts', "DELETE FROM post_counts WHERE facet = 'topic'"],
      ['post_counts', "UPDATE post_counts SET count = count + 1 WHERE facet = 'branch topic'"],
      ['post_counts', "DELETE FROM post_counts WHERE facet = 'branch topic college'"],
      ['post_counts', "INSERT INTO post_counts VALUES ('topic', 'Off-topic', 'public', 1)"],
      ['post_counts', "UPDATE posts SET moderation_state = 'banned'"],
    ])('%s after %s', async (counter, tampering) => {
      await votedOn()
      await storage.write(async (tx) => tx.sqlite.run(tampering))
      expect(await driftedNames()).toEqual([counter])
      expect(await storage.write(recountCounters)).toEqual({ [counter.replace(/\..*/, '')]: expect.any(Number) })
      expect(await drifted()).toEqual([])
      expect(await storage.write(recountCounters)).toEqual({})
    })
    test.each([
      ['post_votes', ['posts.upvoteCount', 'users.karma']],
      ['comment_votes', ['comments.downvoteCount', 'users.karma']],
    ])('counts and karma after %s were lost', async (table, counters) => {
      await votedOn()
      await storage.write(async (tx) => tx.sqlite.run(`DELETE FROM ${table}`))
      expect(await driftedNames()).toEqual(counters)
      await storage.write(recountCounters)
      expect(await drifted()).toEqual([])
    })

    test('all at once, where one counter bounds another', async () => {
      await votedOn()
      await storage.write(async (tx) => {
        tx.sqlite.run('UPDATE posts SET comments_count = 0, thread_count = 0, thread_top_count = 0, upvote_count = 9')
      })
      expect(await storage.write(recountCounters)).toEqual({ posts: 1 })
      expect(await drifted()).toEqual([])
    })

    /** Two upvotes on a post and a downvote on a comment beneath it, of one author. */
    async function votedOn(): Promise<void> {
      const author = person(0)
      const post = await publishPost(author, { title: 't', content: newWords(), topic: 'Showcase' })
      const comment = await writeComment(author, post.id, { content: 'c', parentCommentId: null })
      for (const voter of [author, person(1)])
        await castVote(voter, { targetType: 'post', targetId: post.id }, 'upvote')
      await castVote(person(1), { targetType: 'comment', targetId: comment.id }, 'downvote')
      expect(await drifted()).toEqual([])
    }
    const driftedNames = async () => [...new Set((await drifted()).map(({ counter }) => counter))].sort()
  })
})
