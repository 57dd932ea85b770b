import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { listComments } from '../../../src/forum/comments/lists'
import { writeComment } from '../../../src/forum/comments/publish'
import { deleteComment } from '../../../src/forum/comments/service'
import { setCommentBanned } from '../../../src/forum/comments/threads'
import { setPostState } from '../../../src/forum/posts/changes'
import { listPosts } from '../../../src/forum/posts/lists'
import { publishPost } from '../../../src/forum/posts/publish'
import { castVote } from '../../../src/forum/votes/service'
import type { Viewer } from '../../../src/ground/access/account'
import { deleteNextContent } from '../../../src/keeping/erasure/delete-account'
import { type Drift, driftedCounters, recountCounters } from '../../../src/keeping/maintenance/recount'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { enroll, newWords, viewerOf } from '../../support/content'
import { deleteContent } from '../../support/delete-content'
import { collegeId, useQuad } from '../../support/kit'

// What of counters no walk may meet (tests/api/forum/random-walk.test.ts looks whether any drifts): threads that lose what is in
// the middle, accounts that go, and tampering.

await useQuad()
const home = await collegeId('campus.edu')
const people = await Promise.all(
  (await storage.write((tx) => Promise.all([enroll(tx, home), enroll(tx, home)]))).map(viewerOf),
)
const [one, other] = people as [Viewer, Viewer]
beforeEach(() =>
  storage.write(async (tx) => {
    for (const table of ['posts', 'post_counts', 'user_blocks']) tx.sqlite.run(`DELETE FROM ${table}`)
    tx.sqlite.run('UPDATE user_stats SET karma = 0')
    tx.afterCommit(dropAllCaches)
  }),
)

const drifted = (): Drift[] => driftedCounters(storage.reader)
const rowsOf = (table: string) =>
  storage.reader.sqlite.query<Record<string, unknown>, []>(`SELECT * FROM ${table}`).all()
const paging = { page: 1, limit: 100, sortBy: 'createdAt', sortOrder: 'desc' } as const
const publish = (by: Viewer, title = 't', content: string = newWords()) =>
  publishPost(by, { title, content, topic: 'Showcase' })
const comment = (by: Viewer, postId: string, parentCommentId: string | null = null, content = 'c') =>
  writeComment(by, postId, { content, parentCommentId })
const leave = ({ id }: Viewer) => storage.write((tx) => deleteContent(tx, id))

describe('counters', () => {
  test('an account that goes leaves no text, and no id in any counter', async () => {
    const answered = await publish(one, 'Kept title', 'secret of the leaver')
    const alone = await publish(one, 'Gone title', `secret ${newWords()}`)
    const own = await comment(one, alone.id, null, 'secret')
    await comment(one, alone.id, own.id, 'secret')
    const root = await comment(one, answered.id, null, 'secret')
    const reply = await comment(other, answered.id, root.id, 'kept')
    await comment(one, answered.id, reply.id, 'secret')
    await leave(one)
    expect(await drifted()).toEqual([])
    const everything = JSON.stringify(['posts', 'comments', 'post_counts'].map(rowsOf))
    for (const gone of ['secret', 'Gone title', one.id]) expect(everything).not.toContain(gone)
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
    const answered = await publish(one)
    await publish(one)
    const root = await comment(one, answered.id)
    await comment(other, answered.id, root.id)
    for (const [table, targetType] of [['posts', 'post'] as const, ['comments', 'comment'] as const])
      for (const { id } of rowsOf(table))
        for (const voter of people)
          await castVote(voter, { targetType, targetId: `${id}` }, voter === one ? 'upvote' : 'downvote')
    let steps = 0
    for (; await storage.write((tx) => deleteNextContent(tx, one.id)); steps++) expect(await drifted()).toEqual([])
    expect(steps).toBeGreaterThan(3)
    expect(await drifted()).toEqual([])
  })

  test('a chain of placeholders of any length goes with its last reply', async () => {
    const post = await publish(one)
    const chain: string[] = []
    for (let depth = 0; depth < 150; depth++) chain.push((await comment(other, post.id, chain.at(-1) ?? null)).id)
    const last = chain.pop() as string
    for (const id of chain) await deleteComment(other, id)
    expect(await listComments(null, post.id, paging)).toMatchObject({ meta: { total: 150 } })
    await deleteComment(other, last)
    expect(rowsOf('comments')).toEqual([])
    expect(await drifted()).toEqual([])
  })

  test('a placeholder above nothing but a banned reply is hidden, shown again with it, and goes with it', async () => {
    const post = await publish(other)
    const root = await comment(other, post.id)
    const middle = await comment(other, post.id, root.id)
    const reply = await comment(one, post.id, middle.id)
    for (const { id } of [root, middle]) await deleteComment(other, id)
    for (const [isBanned, shown] of [
      [false, 3],
      [true, 0],
      [false, 3],
      [true, 0],
    ] as const) {
      await storage.write((tx) => setCommentBanned(tx, reply.id, isBanned))
      expect((await listComments(null, post.id, paging)).comments).toHaveLength(shown)
    }
    await leave(one)
    expect(rowsOf('comments')).toEqual([])
    expect(await drifted()).toEqual([])
  })

  test('a shadow-banned post that others had answered is counted for nobody once its author is gone', async () => {
    const { id } = await publish(one)
    await comment(other, id)
    await storage.write((tx) => setPostState(tx, id, 'shadow_banned'))
    await leave(one)
    expect(rowsOf('posts')).toMatchObject([{ id, author_id: null, moderation_state: 'shadow_banned' }])
    expect(JSON.stringify(rowsOf('post_counts'))).not.toContain(one.id)
    expect(await drifted()).toEqual([])
  })

  describe('that were tampered with are noticed', () => {
    test.each([
      ['posts.commentsCount', 'UPDATE post_stats SET comments_count = comments_count - 1'],
      ['posts.threadCount', 'UPDATE post_stats SET thread_count = thread_count + 1'],
      ['posts.threadTopCount', 'UPDATE post_stats SET thread_top_count = thread_top_count - 1'],
      ['posts.hotScore posts.upvoteCount', 'UPDATE post_stats SET upvote_count = 3'],
      ['posts.downvoteCount posts.hotScore', 'UPDATE post_stats SET downvote_count = downvote_count + 1'],
      ['posts.hotScore', 'UPDATE post_stats SET hot_score = hot_score + 1'],
      ['comments.repliesCount', 'UPDATE comments SET replies_count = 1'],
      ['comments.upvoteCount', 'UPDATE comments SET upvote_count = 2'],
      ['comments.downvoteCount', 'UPDATE comments SET downvote_count = downvote_count + 1'],
      [
        'users.karma',
        'UPDATE user_stats SET karma = karma + 1 WHERE user = (SELECT u.key FROM users u JOIN posts ON author_id = u.id)',
      ],
      [
        'users.karma',
        'UPDATE user_stats SET karma = -1 WHERE user <> (SELECT u.key FROM users u JOIN posts ON author_id = u.id)',
      ],
      ['post_counts', "UPDATE post_counts SET count = 2 WHERE facet = 'all'"],
      ['post_counts', "DELETE FROM post_counts WHERE facet = 'topic'"],
      ['post_counts', "UPDATE post_counts SET count = count + 1 WHERE facet = 'branch topic'"],
      ['post_counts', "DELETE FROM post_counts WHERE facet = 'branch topic college'"],
      ['post_counts', "INSERT INTO post_counts VALUES ('topic', 'Off-topic', 'public', 1)"],
      ['post_counts', "UPDATE posts SET moderation_state = 'banned'"],
    ])('%s after %s', async (counters, tampering) => {
      await votedOn()
      await storage.write(async (tx) => tx.sqlite.run(tampering))
      expect((await driftedNames()).join(' ')).toBe(counters)
      expect(await storage.write(recountCounters)).toEqual({ [counters.replace(/\..*/, '')]: expect.any(Number) })
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
        tx.sqlite.run(
          'UPDATE post_stats SET comments_count = 0, thread_count = 0, thread_top_count = 0, upvote_count = 9',
        )
      })
      expect(await storage.write(recountCounters)).toEqual({ posts: 1 })
      expect(await drifted()).toEqual([])
    })

    /** Two upvotes on a post and a downvote on a comment beneath it, of one author. */
    async function votedOn(): Promise<void> {
      const post = await publish(one)
      const beneath = await comment(one, post.id)
      for (const voter of people) await castVote(voter, { targetType: 'post', targetId: post.id }, 'upvote')
      await castVote(other, { targetType: 'comment', targetId: beneath.id }, 'downvote')
      expect(await drifted()).toEqual([])
    }
    const driftedNames = async () => [...new Set((await drifted()).map(({ counter }) => counter))].sort()
  })
})
