import { describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { postPage } from '../../src/api/pages/post-page'
import { comment, judgePost, newWords, publish } from '../support/content'
import { type Data, expectData, type Person, refusal, student, useCampus, Visitor } from '../support/kit'
import { auditEntries } from '../support/traces'

const { ann, ben, cat, admin, root } = await useCampus()
const anyone = new Visitor()

const moderate = async (kind: 'posts' | 'comments', id: string, decision: object): Promise<void> => {
  expectData(await admin.visitor.put(`moderation/${kind}/${id}/moderation-state`, decision))
}
const REMOVAL = { state: 'banned', reason: 'Names a person', rule: 'harassment' }
const MINUTE = expect.stringMatching(/:00\.000Z$/)
const mine = async ({ visitor }: Person, query = ''): Promise<Data> =>
  expectData(await visitor.get(`comments/mine?${query}`))
const removedPosts = ({ visitor }: Person, of: Person, state = 'banned') =>
  visitor.get(`posts/user/${of.id}?state=${state}`)

describe('a removed post', () => {
  test('is read by its author, with the reason and the rule, and by nobody new', async () => {
    const post = await publish(ann)
    await comment(ben, post.id)
    await moderate('posts', post.id, REMOVAL)
    const own = await ann.visitor.get(`posts/${post.id}`)
    expect(expectData(own).post).toMatchObject({
      content: post.content,
      moderationState: 'banned',
      removal: { reason: 'Names a person', rule: 'harassment', at: MINUTE },
    })
    for (const secret of [admin.id, admin.user.username]) expect(own.text).not.toContain(secret)
    for (const other of [ben, cat]) {
      expect(refusal(await other.visitor.get(`posts/${post.id}`))).toEqual([404, 'NOT_FOUND'])
      expect(refusal(await other.visitor.get(`posts/${post.id}/history`))).toEqual([404, 'NOT_FOUND'])
      expect(refusal(await removedPosts(other, ann))).toEqual([403, 'FORBIDDEN'])
    }
    expect(refusal(await anyone.get(`posts/${post.id}`))).toEqual([404, 'NOT_FOUND'])
    // A moderator finds reason and moderator in the history of the post.
    expect(expectData(await admin.visitor.get(`posts/${post.id}`)).post).not.toHaveProperty('removal')
  })
  test('is nothing to vote on, save, change, report or comment on, not even for its author', async () => {
    const post = await publish(ann)
    await moderate('posts', post.id, REMOVAL)
    const { visitor } = ann
    const targets = { targetType: 'post', targetId: post.id }
    for (const answer of [
      await visitor.post('votes', { ...targets, voteType: 'upvote' }),
      await visitor.post('bookmarks', { postId: post.id }),
      await visitor.patch(`posts/${post.id}`, { content: newWords() }),
      await visitor.post(`posts/${post.id}/view`),
      await visitor.get(`comments/post/${post.id}`),
      await visitor.post(`comments/post/${post.id}`, { content: 'Why?', parentCommentId: null }),
    ])
      expect(refusal(answer)).toEqual([404, 'NOT_FOUND'])
  })
  test('is in the list of removed posts of its author alone, and in no other list', async () => {
    const post = await publish(ann)
    expectData(await ann.visitor.post('bookmarks', { postId: post.id }), 201)
    await moderate('posts', post.id, REMOVAL)
    const removed = expectData(await removedPosts(ann, ann))
    expect(removed.posts.map(({ id }: Data) => id)).toContain(post.id)
    expect(removed.posts.every(({ moderationState }: Data) => moderationState === 'banned')).toBe(true)
    expect(removed.meta.total).toBe(removed.posts.length)
    for (const path of ['posts?limit=50', `posts/user/${ann.id}`, 'bookmarks/user'])
      expect((await ann.visitor.get(path)).text).not.toContain(post.id)
    for (const state of ['active', 'shadow_banned', 'all'])
      expect(refusal(await removedPosts(ann, ann, state))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await ann.visitor.get('posts?state=banned'))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await anyone.get(`posts/user/${ann.id}?state=banned`))).toEqual([403, 'FORBIDDEN'])
  })
  test('is deleted by its author, and by no other student', async () => {
    const post = await publish(ann)
    await moderate('posts', post.id, REMOVAL)
    expect(refusal(await ben.visitor.delete(`posts/${post.id}`))).toEqual([404, 'NOT_FOUND'])
    expectData(await ann.visitor.delete(`posts/${post.id}`))
    expect(refusal(await ann.visitor.get(`posts/${post.id}`))).toEqual([404, 'NOT_FOUND'])
  })
  test('that is visible again, or hidden silently, looks visible to its author', async () => {
    const post = await publish(ann)
    const visible = expectData(await ann.visitor.get(`posts/${post.id}`)).post
    expect(visible).not.toHaveProperty('removal')
    for (const state of ['active', 'shadow_banned']) {
      await moderate('posts', post.id, REMOVAL)
      await moderate('posts', post.id, { state })
      expect(expectData(await ann.visitor.get(`posts/${post.id}`)).post).toEqual(visible)
      expect((await removedPosts(ann, ann)).text).not.toContain(post.id)
    }
  })
  test('breaks a rule of the settings, or none', async () => {
    const post = await publish(ann)
    const put = (decision: object) => admin.visitor.put(`moderation/posts/${post.id}/moderation-state`, decision)
    expect((await put({ state: 'banned', rule: 'bad taste' })).status).toBe(400)
    expect((await put({ state: 'shadow_banned', rule: 'harassment' })).status).toBe(400)
    expectData(await put({ state: 'banned' }))
    const { removal } = expectData(await ann.visitor.get(`posts/${post.id}`)).post
    expect(removal).toEqual({ reason: null, rule: null, preset: null, at: MINUTE })
  })
})

describe('the comments one wrote', () => {
  test('are listed for oneself alone, removed ones with the reason, page by page', async () => {
    const post = await publish(ben)
    const written: Data[] = []
    for (let n = 0; n < 3; n++) written.push(await comment(cat, post.id, { content: newWords() }))
    await comment(ben, post.id)
    await moderate('comments', written[1].id, REMOVAL)
    const { comments, meta } = await mine(cat)
    expect(comments.map(({ id }: Data) => id)).toEqual(written.map(({ id }) => id).toReversed())
    expect(meta.total).toBe(3)
    const [latest, removed] = comments
    expect(removed).toMatchObject({
      content: written[1].content,
      removal: { reason: REMOVAL.reason, rule: REMOVAL.rule, at: MINUTE },
    })
    expect(latest).toMatchObject({ content: written[2].content, postTitle: post.title })
    expect(latest).not.toHaveProperty('removal')
    const first = await mine(cat, 'limit=2')
    const rest = await mine(cat, `limit=2&cursor=${first.meta.nextCursor}`)
    expect([...first.comments, ...rest.comments]).toEqual(comments)
    expect(rest.meta.nextCursor).toBeNull()
    expect((await anyone.get('comments/mine')).status).toBe(401)
    // By id a removed comment is missing, as the interface says, for its author, too.
    expect(refusal(await cat.visitor.get(`comments/${written[1].id}`))).toEqual([404, 'NOT_FOUND'])
  })
  test('name no post that one may not read any more', async () => {
    const post = await publish(ann)
    const { id } = await comment(ben, post.id)
    const title = async () => (await mine(ben)).comments.find((each: Data) => each.id === id).postTitle
    expect(await title()).toBe(post.title)
    for (const state of ['banned', 'shadow_banned'] as const) {
      await judgePost(post.id, state)
      expect(await title()).toBeNull()
    }
    await judgePost(post.id, 'active')
    expectData(await ann.visitor.patch(`posts/${post.id}`, { isPrivate: true }))
    expect(await title()).toBe(post.title)
  })
})

const history = ({ visitor }: Person, path: string) => visitor.get(`${path}/history`)

describe('what a text was before', () => {
  test('is read by its author and by moderators, with exact times, and by nobody else', async () => {
    const post = await publish(ann)
    const path = `posts/${post.id}`
    expect(expectData(await history(ann, path)).versions).toEqual([])
    const second = newWords()
    expectData(await ann.visitor.patch(path, { content: second }))
    expectData(await ann.visitor.patch(path, { title: 'Another title' }))
    const versions = [
      { title: post.title, content: second, writtenAt: expect.any(String) },
      { title: post.title, content: post.content, writtenAt: post.createdAt },
    ]
    for (const reader of [ann, admin, root]) expect(expectData(await history(reader, path)).versions).toEqual(versions)
    for (const other of [ben, cat]) expect(refusal(await history(other, path))).toEqual([403, 'NOT_OWNER'])
    expect((await anyone.get(`${path}/history`)).status).toBe(401)
    for (const other of [ben.visitor, anyone]) expect((await other.get(path)).text).not.toContain(post.content)
  })
  test('the same of a comment', async () => {
    const post = await publish(ann)
    const { id, content } = await comment(ben, post.id)
    const path = `comments/${id}`
    expectData(await ben.visitor.patch(path, { content: newWords() }))
    for (const reader of [ben, admin])
      expect(expectData(await history(reader, path)).versions).toMatchObject([{ content }])
    for (const other of [ann, cat]) expect(refusal(await history(other, path))).toEqual([403, 'NOT_OWNER'])
    expect((await anyone.get(`${path}/history`)).status).toBe(401)
  })
  test('is kept only where words changed', async () => {
    const post = await publish(ann)
    const path = `posts/${post.id}`
    expectData(await ann.visitor.patch(path, { topic: 'Off-topic' }))
    expectData(await ann.visitor.patch(path, { isPrivate: true, title: post.title }))
    expect(expectData(await history(ann, path)).versions).toEqual([])
  })
  test('is the first version and the latest nineteen', async () => {
    const post = await publish(ann)
    const path = `posts/${post.id}`
    const texts: string[] = [post.content]
    for (let n = 0; n < 25; n++) {
      texts.push(newWords())
      expectData(await ann.visitor.patch(path, { content: texts.at(-1) }))
    }
    const { versions } = expectData(await history(ann, path))
    expect(versions.map(({ content }: Data) => content)).toEqual([...texts.slice(-20, -1).toReversed(), texts[0]])
  })
  test('of a private post, a moderator of another college reads with an entry in the audit log', async () => {
    const post = await publish(cat, { isPrivate: true })
    expectData(await cat.visitor.patch(`posts/${post.id}`, { content: newWords() }))
    const reads = () => auditEntries(post.id).filter(({ action }) => action === 'admin:read:post').length
    const before = reads()
    expectData(await history(cat, `posts/${post.id}`))
    expect(reads()).toBe(before)
    expectData(await history(admin, `posts/${post.id}`))
    expect(reads()).toBe(before + 1)
  })
  test('an administrator reads with an entry in the audit log, whoever may read the text of today', async () => {
    const post = await publish(ann)
    const remark = await comment(ann, post.id)
    for (const [path, id] of [
      [`posts/${post.id}`, post.id],
      [`comments/${remark.id}`, remark.id],
    ] as const) {
      const reads = () => auditEntries(id).filter(({ action }) => action === 'admin:read:versions')
      expectData(await history(admin, path))
      expect(reads()).toEqual([])
      expectData(await ann.visitor.patch(path, { content: newWords() }))
      for (const reader of [ann, admin]) expectData(await history(reader, path))
      expect(reads()).toMatchObject([{ actorId: admin.id }])
    }
  })
  test('goes with the text, also where a placeholder or a title stays', async () => {
    const count = (table: string) =>
      storage.reader.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}_versions`).get()!.n
    const before = [count('post'), count('comment')]
    const leaver = await student()
    const post = await publish(leaver)
    const { id } = await comment(ann, post.id)
    await comment(ben, post.id, { parentCommentId: id })
    expectData(await ann.visitor.patch(`comments/${id}`, { content: newWords() }))
    expectData(await leaver.visitor.patch(`posts/${post.id}`, { content: newWords() }))
    expect([count('post'), count('comment')]).toEqual(before.map((n) => n + 1))
    expectData(await ann.visitor.delete(`comments/${id}`))
    expect(count('comment')).toBe(before[1]!)
    expectData(await leaver.visitor.delete('auth/account'))
    expect(count('post')).toBe(before[0]!)
  })
})

test('what is to be opened is in no preview: not in a search, a notification or the description of a page', async () => {
  const [secret, word] = [newWords(), newWords()]
  const post = await publish(ann, { title: `About ${word}`, content: `The end of ${word}: ||${secret}||` })
  await comment(ben, post.id, { content: `I thought ${word}, but ||${secret}||` })
  const found = await cat.visitor.get(`search?q=${word}&type=posts`)
  const { posts: hits } = expectData(found)
  expect(hits.map(({ post: hit }: Data) => hit.id)).toEqual([post.id])
  expect(JSON.stringify(hits[0].snippet)).toContain('▮▮▮')
  expect(JSON.stringify(hits[0].snippet)).not.toContain(secret)
  const { posts: bySecret } = expectData(await cat.visitor.get(`search?q=${secret}&type=posts`))
  for (const { snippet } of bySecret) expect(JSON.stringify(snippet)).not.toContain(secret)
  const { additions } = await postPage(post.id)
  expect(additions.description).toBe(`The end of ${word}: ▮▮▮`)
  expect(additions.head).not.toContain(secret)
})
