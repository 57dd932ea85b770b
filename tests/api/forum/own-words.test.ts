import { describe, expect, test } from 'bun:test'
import { postPage } from '../../../src/pages/post-page'
import { comment, ids, newWords, publish, select } from '../../support/content'
import {
  type Data,
  expectData,
  expectWithout,
  fails,
  type Person,
  student,
  times,
  useCampus,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

const { ann, ben, cat, admin, root } = await useCampus()
const anyone = new Visitor()

const moderate = (kind: 'posts' | 'comments', id: string, decision: object) =>
  admin.put(`moderation/${kind}/${id}/moderation-state`, decision)
const REMOVAL = { state: 'banned', reason: 'Names a person', rule: 'harassment' }
const MINUTE = expect.stringMatching(/:00\.000Z$/)
const mine = (who: Person, query = ''): Promise<Data> => who.get(`comments/mine?${query}`)
const removedPosts = ({ visitor }: Person, of: Person, state = 'banned') =>
  visitor.get(`posts/user/${of.id}?state=${state}`)

describe('a removed post', () => {
  test('is read by its author, with the reason and the rule, changed by nobody, and deleted by its author', async () => {
    const post = await publish(ann)
    await comment(ben, post.id)
    await moderate('posts', post.id, REMOVAL)
    const own = await ann.visitor.get(`posts/${post.id}`)
    expect(expectData(own).post).toMatchObject({
      content: post.content,
      moderationState: 'banned',
      removal: { reason: 'Names a person', rule: 'harassment', at: MINUTE },
    })
    expectWithout(own.text, admin.id, admin.user.username)
    for (const other of [ben, cat]) await fails(removedPosts(other, ann), 'FORBIDDEN')
    // A moderator finds reason and moderator in the history of the post.
    expect((await admin.get(`posts/${post.id}`)).post).not.toHaveProperty('removal')
    await fails(ann.patch(`posts/${post.id}`, { content: newWords() }), 'NOT_FOUND')
    await fails(ben.delete(`posts/${post.id}`), 'NOT_FOUND')
    await ann.delete(`posts/${post.id}`)
    await fails(ann.get(`posts/${post.id}`), 'NOT_FOUND')
  })
  test('is in the list of removed posts of its author alone, and in no other list', async () => {
    const post = await publish(ann)
    await ann.post('bookmarks', { postId: post.id })
    await moderate('posts', post.id, REMOVAL)
    const removed = expectData(await removedPosts(ann, ann))
    expect(ids(removed.posts)).toContain(post.id)
    expect(removed.posts.every(({ moderationState }: Data) => moderationState === 'banned')).toBe(true)
    expect(removed.meta.total).toBe(removed.posts.length)
    for (const path of ['posts?limit=50', `posts/user/${ann.id}`, 'bookmarks/user'])
      expectWithout((await ann.visitor.get(path)).text, post.id)
    for (const state of ['active', 'shadow_banned', 'all']) await fails(removedPosts(ann, ann, state), 'FORBIDDEN')
    await fails(ann.get('posts?state=banned'), 'FORBIDDEN')
    await fails(anyone.get(`posts/user/${ann.id}?state=banned`), 'FORBIDDEN')
  })
  test('that is visible again, or hidden silently, looks visible to its author', async () => {
    const post = await publish(ann)
    const visible = (await ann.get(`posts/${post.id}`)).post
    expect(visible).not.toHaveProperty('removal')
    for (const state of ['active', 'shadow_banned']) {
      await moderate('posts', post.id, REMOVAL)
      await moderate('posts', post.id, { state })
      expect((await ann.get(`posts/${post.id}`)).post).toEqual(visible)
      expectWithout((await removedPosts(ann, ann)).text, post.id)
    }
  })
  test('breaks a rule of the settings, or none', async () => {
    const post = await publish(ann)
    const put = (decision: object) => admin.visitor.put(`moderation/posts/${post.id}/moderation-state`, decision)
    await fails(put({ state: 'banned', rule: 'bad taste' }), 400)
    await fails(put({ state: 'shadow_banned', rule: 'harassment' }), 400)
    expectData(await put({ state: 'banned' }))
    const { removal } = (await ann.get(`posts/${post.id}`)).post
    expect(removal).toEqual({ reason: null, rule: null, preset: null, at: MINUTE })
  })
})

test('the comments one wrote are listed for oneself alone, removed ones with the reason, page by page', async () => {
  const post = await publish(ben)
  const written: Data[] = await times(3, () => comment(cat, post.id, { content: newWords() }))
  await comment(ben, post.id)
  await moderate('comments', written[1].id, REMOVAL)
  const { comments, meta } = await mine(cat)
  expect(ids(comments)).toEqual(ids(written).toReversed())
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
  // By id a removed comment is missing, as the interface says, for its author, too.
  await fails(cat.get(`comments/${written[1].id}`), 'NOT_FOUND')
})

const history = async (who: Person, path: string) => (await who.get(`${path}/history`)).versions

describe('what a text was before', () => {
  test('is read by its author and by moderators, with exact times, and by nobody else', async () => {
    const post = await publish(ann)
    const path = `posts/${post.id}`
    expect(await history(ann, path)).toEqual([])
    const second = newWords()
    await ann.patch(path, { content: second })
    await ann.patch(path, { title: 'Another title' })
    const versions = [
      { title: post.title, content: second, writtenAt: expect.any(String) },
      { title: post.title, content: post.content, writtenAt: post.createdAt },
    ]
    for (const reader of [ann, admin, root]) expect(await history(reader, path)).toEqual(versions)
    for (const other of [ben.visitor, anyone]) expectWithout((await other.get(path)).text, post.content)
  })
  test('is kept only where words changed: the first version and the latest nineteen', async () => {
    const post = await publish(ann)
    const path = `posts/${post.id}`
    const texts: string[] = [post.content]
    for (let n = 0; n < 25; n++) {
      texts.push(newWords())
      await ann.patch(path, { content: texts.at(-1) })
    }
    const versions = await history(ann, path)
    expect(versions.map(({ content }: Data) => content)).toEqual([...texts.slice(-20, -1).toReversed(), texts[0]])
    const other = await publish(ann)
    const same = `posts/${other.id}`
    await ann.patch(same, { topic: 'Off-topic' })
    await ann.patch(same, { isPrivate: true, title: other.title })
    expect(await history(ann, same)).toEqual([])
  })
  test('an administrator reads with an entry in the audit log, whoever may read the text of today; of a private post of another college with another', async () => {
    const post = await publish(ann)
    const remark = await comment(ann, post.id)
    for (const [path, id] of [
      [`posts/${post.id}`, post.id],
      [`comments/${remark.id}`, remark.id],
    ] as const) {
      const reads = () => auditEntries(id, 'admin:read:versions')
      await history(admin, path)
      expect(reads()).toEqual([])
      await ann.patch(path, { content: newWords() })
      for (const reader of [ann, admin]) expect(await history(reader, path)).toHaveLength(1)
      expect(reads()).toMatchObject([{ actorId: admin.id }])
    }
    const secret = await publish(cat, { isPrivate: true })
    await cat.patch(`posts/${secret.id}`, { content: newWords() })
    const looks = () => auditEntries(secret.id, 'admin:read:post').length
    const before = looks()
    await history(cat, `posts/${secret.id}`)
    expect(looks()).toBe(before)
    await history(admin, `posts/${secret.id}`)
    expect(looks()).toBe(before + 1)
  })
  test('goes with the text, also where a placeholder or a title stays', async () => {
    const count = (table: string) => select(`SELECT * FROM ${table}_versions`).length
    const before = [count('post'), count('comment')]
    const leaver = await student()
    const post = await publish(leaver)
    const { id } = await comment(ann, post.id)
    await comment(ben, post.id, { parentCommentId: id })
    await ann.patch(`comments/${id}`, { content: newWords() })
    await leaver.patch(`posts/${post.id}`, { content: newWords() })
    expect([count('post'), count('comment')]).toEqual(before.map((n) => n + 1))
    await ann.delete(`comments/${id}`)
    expect(count('comment')).toBe(before[1]!)
    await leaver.delete('auth/account')
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
  expectWithout(hits[0].snippet, secret)
  const { posts: bySecret } = await cat.get(`search?q=${secret}&type=posts`)
  for (const { snippet } of bySecret) expectWithout(snippet, secret)
  const { additions } = await postPage(post.id)
  expect(additions.description).toBe(`The end of ${word}: ▮▮▮`)
  expect(additions.head).not.toContain(secret)
})
