import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { waitingComments } from '../../src/core/comments/delayed'
import { waitingPosts } from '../../src/core/posts/delayed'
import { execute, judge, newWords, select } from '../support/content'
import {
  administrator,
  BLOCK,
  type Data,
  expectData,
  fails,
  HOUR,
  later,
  MISSING_ID,
  type Person,
  sanction,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import { auditEntries } from '../support/traces'

await useQuad()
const anyone = new Visitor()
const [ben, admin, root] = [await student(), await administrator(), await administrator('superadmin')]
let ann: Person
let thread: string
const words = () => ({ title: 'Open thread', content: newWords(), topic: 'Showcase' })
const post = async (by: Person, over: object = {}): Promise<Data> =>
  (await by.post('posts', { ...words(), ...over })).post
beforeEach(async () => {
  ann = await student()
  thread = (await post(ben)).id
})

const QUARTER = 900_000
const draft = (over: object = {}) => ({ postId: thread, content: newWords(), parentCommentId: null, ...over })
const ask = ({ visitor }: Person, over: object = {}) => visitor.post('comments/delayed', draft(over))
const delay = async (by: Person, over: object = {}): Promise<Data> => expectData(await ask(by, over)).delayedComment
const delayPost = async (by: Person, over: object = {}): Promise<Data> =>
  (await by.post('posts/delayed', { ...words(), ...over })).delayedPost
const waiting = async (by: Person): Promise<Data[]> => (await by.get('comments/delayed')).delayedComments
const commentsOn = async (id: string): Promise<Data[]> => expectData(await anyone.get(`comments/post/${id}`)).comments
const due = (id: string) => select('SELECT publish_at FROM delayed_comments WHERE id = ?', id)[0]?.publish_at ?? ''
const aliasesOf = ({ id }: Person) => select('SELECT alias_id FROM aliases WHERE account_id = ?', id)
const publishDue = async () => {
  for (const kind of [waitingPosts, waitingComments]) await kind.publishDue()
}
const settings = (aliases: object) => root.visitor.patch('admin/settings', { aliases })

describe('a delayed comment', () => {
  test('is changed a little once it has appeared', async () => {
    const content = `${newWords()} ${newWords()} ${newWords()}`
    const { id } = await delay(ann, { content })
    const { comment } = await ann.post(`comments/delayed/${id}/publish`)
    await fails(ask(ann, { content }), 'DUPLICATE')
    await ann.patch(`comments/${comment.id}`, { content: `${content}!` })
  })
  test('waits where its author alone sees it, and appears within a quarter of an hour', async () => {
    const written = Date.now()
    const made = await delay(ann)
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      postId: thread,
      parentCommentId: null,
      content: expect.any(String),
      alias: false,
      state: 'waiting',
    })
    expect(await waiting(ann)).toEqual([made])
    for (const other of [ben, admin, root]) {
      expect(await waiting(other)).toEqual([])
      for (const path of [`comments/${made.id}`, `comments/post/${thread}`])
        expect((await other.visitor.get(path)).text).not.toContain(made.content)
      await fails(other.visitor.post(`comments/delayed/${made.id}/publish`), 'NOT_FOUND')
      await fails(other.visitor.delete(`comments/delayed/${made.id}`), 'NOT_FOUND')
    }
    const dueAt = Date.parse(due(made.id))
    expect(dueAt).toBeWithin(written, Date.now() + QUARTER + 1)
    setSystemTime(new Date(dueAt - 1))
    await waitingComments.publishDue()
    expect(await commentsOn(thread)).toEqual([])
    setSystemTime(new Date(dueAt + 61_000))
    await waitingComments.publishDue()
    expect(await commentsOn(thread)).toMatchObject([{ content: made.content, commentedBy: { id: ann.id } }])
    expect(await waiting(ann)).toEqual([])
  })
  test('is published at once, or deleted, by its author', async () => {
    const [one, two] = [await delay(ann), await delay(ann)]
    const { comment } = await ann.post(`comments/delayed/${one.id}/publish`)
    expect(comment).toMatchObject({ content: one.content, commentedBy: { id: ann.id } })
    await fails(ann.visitor.post(`comments/delayed/${one.id}/publish`), 'NOT_FOUND')
    await ann.delete(`comments/delayed/${two.id}`)
    expect(await waiting(ann)).toEqual([])
  })
  test('is checked when it is written, as any other', async () => {
    await fails(ask(ann, { postId: MISSING_ID }), 'NOT_FOUND')
    await fails(ask(ann, { postId: MISSING_ID, content: 'You should kill yourself' }), 'NOT_FOUND')
    await fails(ask(ann, { content: 'You should kill yourself' }), 'CONTENT_POLICY_VIOLATION')
    await fails(ask(ann, { parentCommentId: MISSING_ID }), 'NOT_FOUND')
    const content = `A text that is long enough to be the same again ${newWords()}`
    expectData(await ask(ann, { content }))
    await fails(ask(ann, { content }), 'DUPLICATE')
    await ben.post(`users/block/${ann.id}`)
    await fails(ask(ann), 'BLOCK_RELATION')
  })
  test('ten wait at most', async () => {
    for (let n = 0; n < 10; n++) await delay(ann)
    await fails(ask(ann), 'CONFLICT')
    expect(await waiting(ann)).toHaveLength(10)
  })
  test('is held where its author may not write it any more, and says why when its author publishes it', async () => {
    const banned = await delay(ann)
    await sanction(ann.id, BLOCK, admin.id)
    later(HOUR)
    await waitingComments.publishDue()
    expect(await waiting(ann)).toEqual([{ ...banned, state: 'held' }])
    await execute('DELETE FROM sanctions')
    const carl = await student()
    const blocked = await delay(carl)
    await ben.post(`users/block/${carl.id}`)
    later(HOUR)
    await waitingComments.publishDue()
    expect(await waiting(carl)).toEqual([{ ...blocked, state: 'held' }])
    await fails(carl.visitor.post(`comments/delayed/${blocked.id}/publish`), 'BLOCK_RELATION')
    expect(await commentsOn(thread)).toEqual([])
  })
  test('goes with the post, and with its author', async () => {
    await delay(ann)
    await ben.delete(`posts/${thread}`)
    expect(await waiting(ann)).toEqual([])
    thread = (await post(ben)).id
    const made = await delay(ann)
    await ann.delete('auth/account')
    expect(due(made.id)).toBe('')
  })
})

describe('what appears later under an alias', () => {
  test('has no alias before, and then one as any other', async () => {
    const [text, remark] = [await delayPost(ann, { alias: true }), await delay(ann, { alias: true })]
    expect([text.alias, remark.alias, aliasesOf(ann)]).toEqual([true, true, []])
    later(HOUR)
    await publishDue()
    const [comment] = await commentsOn(thread)
    const { posts } = expectData(await anyone.get('posts?limit=1'))
    expect([posts[0].content, comment.content]).toEqual([text.content, remark.content])
    for (const { id } of [posts[0].postedBy, comment.commentedBy]) expect(id).not.toBe(ann.id)
    expect([posts[0].postedBy.alias, comment.commentedBy.alias]).toEqual(['other', 'other'])
    expect(aliasesOf(ann)).toHaveLength(2)
    const read = (await ann.get(`posts/${posts[0].id}`)).post
    expect(read.postedBy.alias).toBe('own')
  })
  test('uses the alias of the thread where there is one, unless the own name is chosen', async () => {
    const body = { content: newWords(), parentCommentId: null, alias: true }
    const { commentedBy } = (await ann.post(`comments/post/${thread}`, body)).comment
    const [under, own] = [await delay(ann), await delay(ann, { alias: false })]
    expect([under.alias, own.alias]).toEqual([true, false])
    later(HOUR)
    await waitingComments.publishDue()
    const byText = new Map((await commentsOn(thread)).map((each) => [each.content, each.commentedBy.id]))
    expect([byText.get(under.content), byText.get(own.content)]).toEqual([commentedBy.id, ann.id])
  })
  test('is held when aliases are switched off meanwhile, never under the own name, and its author’s to publish', async () => {
    const [text, remark] = [await delayPost(ann, { alias: true }), await delay(ann, { alias: true })]
    expectData(await settings({ on: false }))
    later(HOUR)
    await publishDue()
    expect(await waiting(ann)).toEqual([{ ...remark, state: 'held' }])
    expect((await ann.get('posts/delayed')).delayedPosts).toEqual([{ ...text, state: 'held' }])
    for (const path of [`posts/delayed/${text.id}`, `comments/delayed/${remark.id}`])
      await fails(ann.visitor.post(`${path}/publish`), 'FEATURE_DISABLED')
    expectData(await settings({ on: true }))
    const { post } = await ann.post(`posts/delayed/${text.id}/publish`)
    const { comment } = await ann.post(`comments/delayed/${remark.id}/publish`)
    expect([post.postedBy.alias, comment.commentedBy.alias]).toEqual(['own', 'own'])
  })
  test('leaves no entry that says by its time whose it is', async () => {
    const entriesOf = (person: Person) => auditEntries(person.id).filter(({ actorId }) => actorId === person.id)
    const before = entriesOf(ann).length
    const gone = [await delayPost(ann, { alias: true }), await delay(ann, { alias: true })]
    await ann.delete(`posts/delayed/${gone[0]?.id}`)
    await ann.delete(`comments/delayed/${gone[1]?.id}`)
    const remark = await delay(ann, { alias: true })
    expect(entriesOf(ann)).toHaveLength(before)
    for (const { id } of [...gone, remark]) expect(auditEntries(id)).toEqual([])
    for (const { visitor } of [admin, root])
      for (const path of ['admin/manage/logs?limit=100', `admin/manage/logs?limit=100&actorId=${ann.id}`])
        expect((await visitor.get(path)).text).not.toMatch(/delayed/)
    later(HOUR)
    await waitingComments.publishDue()
    const [comment] = await commentsOn(thread)
    const [entry] = auditEntries(comment?.id)
    expect(entry).toMatchObject({ action: 'user:created:comment', actorId: comment?.commentedBy.id, ip: null })
    expect(JSON.stringify(entry)).not.toContain(remark.id)
    // The negative twin: what waits under the own name is in the history of the account.
    await delay(ann, { alias: false })
    expect(entriesOf(ann)).toHaveLength(before + 1)
  })
})

test('an author notices no shadow ban of what stands under an alias, in any list', async () => {
  const alias = await post(ann, { alias: true })
  await post(ann, { alias: true })
  const verdict = { state: 'shadow_banned', reason: 'Advertising' }
  await judge(admin, 'post', alias, verdict)
  const word = alias.content.split(' ')[0]
  const lists = [
    'posts?limit=50',
    'posts?limit=50&sortBy=hot',
    'posts?limit=50&sortBy=top',
    'posts?limit=50&sortBy=top&window=day',
    'posts?limit=50&sortBy=views',
    'posts?limit=50&topic=Showcase',
    `search?q=${word}`,
  ]
  for (const path of lists) {
    // Before and after, because students of a college share pages.
    for (const [visitor, isShown] of [
      [ben.visitor, false],
      [ann.visitor, true],
      [ben.visitor, false],
      [anyone, false],
    ] as const)
      expect([path, (await visitor.get(path)).text.includes(alias.id)]).toEqual([path, isShown])
  }
  expect((await ann.get(`posts/${alias.id}`)).post.moderationState).toBe('active')
  await ann.post('bookmarks', { postId: alias.id })
  expect((await ann.visitor.get('bookmarks/user')).text).toContain(alias.id)
})
