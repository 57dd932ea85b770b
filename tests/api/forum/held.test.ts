import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { MOST_HELD } from '../../../src/forum/held/texts'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { block, execute, ids, newPost, newWords, select, sendComment, sendPost } from '../../support/content'
import {
  type Answer,
  administrator,
  BLOCK,
  configured,
  type Data,
  expectData,
  expectWithout,
  fails,
  type Person,
  sanction,
  student,
  useNotifications,
  useQuad,
  Visitor,
} from '../../support/kit'
import { keyed } from '../../support/repeats'
import { Scorer } from '../../support/scorer'
import { auditActions, auditEntries } from '../../support/traces'

await useQuad()
const scorer = new Scorer('openai')
useNotifications()
afterAll(() => scorer.stop())
const anyone = new Visitor()
const [ben, admin, other, root] = [
  await student(),
  await administrator(),
  await administrator(),
  await administrator('superadmin'),
]
let ann: Person
beforeEach(async () => {
  ann = await student()
  scorer.mode = 'clean'
  expectData(await hold({}))
  await execute('DELETE FROM held_texts')
})

const hold = (holding: object) =>
  root.visitor.patch('admin/settings', {
    holding: { uncertain: 'refuse', certainty: 0.95, scorerDown: 'refuse', newAccountLinks: 'refuse', ...holding },
    newAccounts: { hours: 24, karma: null, comments: null, links: null },
    linkDomains: { allow: [], hold: [], refuse: [] },
  })
const scored = <Result>(run: () => Promise<Result>): Promise<Result> =>
  configured(
    { toxicity: { provider: 'openai', url: scorer.url, apiKey: 'k', model: undefined, timeoutMs: 5_000 } },
    run,
  )

const own = async (by: Person): Promise<Data[]> => (await by.get('held')).held
const queue = async (by: Person, query = ''): Promise<Data[]> => (await by.get(`moderation/held?limit=50${query}`)).held
const decide = ({ visitor }: Person, id: string, body: object) => visitor.put(`moderation/held/${id}`, body)
const rows = (table: string, id: string): number => select(`SELECT 1 FROM ${table} WHERE id = ?`, id).length

/** A post that waits because nobody could score it. */
const unscored = (send: () => Promise<Answer>) =>
  scored(async () => {
    expectData(await hold({ scorerDown: 'hold' }))
    scorer.mode = 'status 500'
    return send()
  })
const heldPost = async (...of: Parameters<typeof sendPost>): Promise<Data> =>
  expectData(await unscored(() => sendPost(...of))).post
const heldComment = async (...of: Parameters<typeof sendComment>): Promise<Data> =>
  expectData(await unscored(() => sendComment(...of))).comment
const open = async (by: Person, over: object = {}): Promise<Data> => expectData(await sendPost(by, over)).post

describe('a doubt', () => {
  test('is refused unless configured; between the two thresholds held, above the second refused, below the first published', () =>
    scored(async () => {
      for (const mode of ['status 500', 'toxic'] as const) {
        scorer.mode = mode
        await fails(sendPost(ann), 'CONTENT_POLICY_VIOLATION')
      }
      expectData(await hold({ uncertain: 'hold', certainty: 0.99 }))
      const { post } = expectData(await sendPost(ann))
      expect(post.held).toBe('waiting')
      expectData(await hold({ uncertain: 'hold', certainty: 0.98 }))
      const refused = await sendPost(ann)
      expect([refused.code, refused.body.meta.reasons]).toEqual(['CONTENT_POLICY_VIOLATION', ['harassment']])
      scorer.mode = 'clean'
      expect(expectData(await sendPost(ann)).post.held).toBeUndefined()
      const [entry, ...more] = await queue(admin)
      expect([more, entry.doubts]).toEqual([[], ['uncertain']])
      await ann.delete(`held/${post.id}`)
    }))
  test('what the words refuse is refused, whatever may be held', () =>
    scored(async () => {
      expectData(await hold({ uncertain: 'hold', scorerDown: 'hold', newAccountLinks: 'hold' }))
      scorer.mode = 'status 500'
      expect((await sendPost(ann, { content: 'oh fuck' })).body.meta.source).toBe('words')
      expect(await own(ann)).toEqual([])
    }))
  test('an edit and a delayed post are never held: they are refused, and what was published stays', () =>
    scored(async () => {
      expectData(await hold({ uncertain: 'hold', scorerDown: 'hold' }))
      const post = await open(ann)
      const { comment } = expectData(await sendComment(ann, post.id))
      scorer.mode = 'status 500'
      const tries = [
        await ann.visitor.patch(`posts/${post.id}`, { content: newWords() }),
        await ann.visitor.patch(`comments/${comment.id}`, { content: newWords() }),
        await ann.visitor.post('posts/delayed', newPost()),
      ]
      for (const each of tries) expect(each.code).toBe('CONTENT_POLICY_VIOLATION')
      expect(expectData(await anyone.get(`posts/${post.id}`)).post.content).toBe(post.content)
      expect(await own(ann)).toEqual([])
    }))
})

describe('a held post', () => {
  test('is its author’s alone, and is in no list, count, search or log of others', async () => {
    const before = expectData(await anyone.get('posts?limit=50')).meta.total
    const content = `Zebrafinch ${newWords()}`
    const post = await heldPost(ann, { content })
    expect(post).toMatchObject({ title: 'A title', content, held: 'waiting' })
    expect(rows('posts', post.id)).toBe(0)
    expect(await own(ann)).toEqual([
      expect.objectContaining({ id: post.id, type: 'post', state: 'waiting', content, reason: null }),
    ])
    expect((await ann.get(`posts/${post.id}`)).post).toEqual(post)
    for (const reader of [anyone, ben.visitor, admin.visitor, root.visitor]) {
      await fails(reader.get(`posts/${post.id}`), 404)
      for (const path of [
        'posts?limit=50',
        `posts/user/${ann.id}`,
        'search?q=zebrafinch',
        'search/suggestions?q=zebrafinch',
      ])
        expectWithout((await reader.get(path)).text, post.id)
    }
    expectWithout((await ann.visitor.get('search?q=zebrafinch')).text, post.id)
    expect(expectData(await anyone.get('posts?limit=50')).meta.total).toBe(before)
    for (const who of [admin, root]) expectWithout((await who.visitor.get('admin/manage/logs?limit=100')).text, post.id)
    for (const [method, path, body] of [
      ['post', 'votes', { targetType: 'post', targetId: post.id, voteType: 'upvote' }],
      ['post', 'bookmarks', { postId: post.id }],
      ['post', 'reports', { targetId: post.id, type: 'Post', reason: 'spam', message: 'x' }],
      ['patch', `posts/${post.id}`, { title: 'Another' }],
      ['delete', `posts/${post.id}`, {}],
    ] as const)
      for (const each of [ben, ann]) await fails(each.visitor[method](path, body), 404)
    await fails(ben.visitor.delete(`held/${post.id}`), 'NOT_FOUND')
    expect(await own(ben)).toEqual([])
    await ann.delete(`held/${post.id}`)
  })
  test('keeps its id and its place in time when it is released, and its author is told', async () => {
    const minute = Math.ceil(Date.now() / 60_000) * 60_000
    const written = minute + 27_813
    setSystemTime(new Date(written))
    const post = await heldPost(ann, { isPrivate: false })
    setSystemTime(new Date(written + 60_000))
    const later = await open(ben)
    setSystemTime(new Date(written + 3_600_000))
    const [entry] = await queue(admin)
    expect(entry).toMatchObject({
      id: post.id,
      doubts: ['scorer_down'],
      author: { id: ann.id, username: ann.user.username },
      createdAt: new Date(written).toISOString(),
      postTitle: null,
    })
    expect(expectData(await decide(admin, post.id, { decision: 'release' }))).toEqual({
      id: post.id,
      type: 'post',
      state: 'released',
    })
    const shown = expectData(await anyone.get(`posts/${post.id}`)).post
    expect(shown).toMatchObject({
      content: post.content,
      createdAt: new Date(minute).toISOString(),
      postedBy: { id: ann.id },
    })
    expect(shown.held).toBeUndefined()
    expect(shown.updatedAt).toBe(shown.createdAt)
    const order = ids(expectData(await anyone.get('posts?limit=50')).posts)
    expect(order.indexOf(later.id)).toBeLessThan(order.indexOf(post.id))
    expect([await own(ann), await queue(admin)]).toEqual([[], []])
    expect((await ann.visitor.get('notifications/list')).text).toContain('published your post')
    await fails(decide(admin, post.id, { decision: 'release' }), 'NOT_FOUND')
    expect(rows('held_texts', post.id)).toBe(0)
    expect(auditActions(post.id)).toEqual(['user:held:text', 'user:created:post', 'admin:released:post'])
  })
  test('is refused with reason and rule; its author has the text back, until taking it back or a month', async () => {
    const [one, two] = [await heldPost(ann), await heldPost(ann)]
    const refuse = { decision: 'refuse', reason: 'An advertisement', rule: 'spam' }
    for (const { id } of [one, two]) expectData(await decide(admin, id, refuse))
    const held = await own(ann)
    expect(held).toHaveLength(2)
    expect(held[1]).toMatchObject({
      id: one.id,
      state: 'refused',
      content: one.content,
      reason: 'An advertisement',
      rule: 'spam',
    })
    expect((await ann.get(`posts/${one.id}`)).post.held).toBe('refused')
    await fails(anyone.get(`posts/${one.id}`), 404)
    const [notice] = (await ann.get('notices')).notices
    expect(notice).toMatchObject({ kind: 'text_refused', reason: 'An advertisement' })
    expect(notice.text).toContain('didn’t publish')
    expectWithout(notice, admin.user.username)
    await ann.delete(`held/${one.id}`)
    expect(ids(await own(ann))).toEqual([two.id])
    const aMonthAgo = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await execute('UPDATE held_texts SET refused_at = ?', aMonthAgo)
    await runMaintenance()
    expect(rows('held_texts', two.id)).toBe(0)
  })
  test('a refusal is taken back, with its notice; two moderators do not overwrite each other', async () => {
    const post = await heldPost(ann)
    expectData(await decide(admin, post.id, { decision: 'refuse' }))
    for (const decision of ['refuse', 'release']) {
      const { code, body } = await decide(other, post.id, { decision })
      const by = { id: admin.id, username: admin.user.username }
      expect([code, body.meta.decided]).toMatchObject(['CONFLICT', { by, state: 'refused' }])
    }
    expect(ids(await queue(admin, '&state=refused'))).toContain(post.id)
    expectData(await decide(admin, post.id, { decision: 'reopen' }))
    expect((await ann.get('notices')).notices).toEqual([])
    expect((await own(ann))[0].state).toBe('waiting')
    expectData(await decide(other, post.id, { decision: 'release' }))
    expectData(await anyone.get(`posts/${post.id}`))
  })
  test('nobody decides about their own', async () => {
    const mine = await heldPost(admin)
    expect(ids(await queue(admin))).not.toContain(mine.id)
    await fails(decide(admin, mine.id, { decision: 'release' }), 'FORBIDDEN')
    const count = async (by: Person) => (await by.get('admin/dashboard/overview')).held.waiting
    expect([await count(admin), await count(other)]).toEqual([0, 1])
    expectData(await decide(other, mine.id, { decision: 'refuse' }))
    expect(await count(other)).toBe(0)
  })
  test('a repeat with the same key is the same text, under an alias, too, held and released; the same text without it a duplicate', async () => {
    for (const alias of [false, true]) {
      const [key, content] = [keyed(crypto.randomUUID()), newWords()]
      const post = await heldPost(ann, { content, alias }, key)
      const again = async () => expectData(await sendPost(ann, { content, alias }, key)).post
      expect(await again()).toEqual(post)
      await fails(sendPost(ann, { content }), 'DUPLICATE')
      expect(await own(ann)).toHaveLength(1)
      expectData(await decide(admin, post.id, { decision: 'release' }))
      expect(await again()).toMatchObject({ id: post.id, moderationState: 'active' })
    }
  })
  test('taken back, it may be posted again nearly as it was; it goes with the account', async () => {
    const content = newWords()
    const post = await heldPost(ann, { content })
    await ann.delete(`held/${post.id}`)
    await fails(ann.visitor.delete(`held/${post.id}`), 'NOT_FOUND')
    await fails(decide(admin, post.id, { decision: 'release' }), 'NOT_FOUND')
    expectData(await sendPost(ann, { content: `${content} Please.` }))
    const other = await student()
    const { id } = await heldPost(other)
    await other.delete('auth/account')
    expect(rows('held_texts', id)).toBe(0)
  })
  test('an author has so many at most, under whatever name', async () => {
    for (let n = 0; n < MOST_HELD; n++) await heldPost(ann, { alias: n % 2 === 0 })
    await scored(async () => {
      scorer.mode = 'status 500'
      for (const alias of [true, false]) await fails(sendPost(ann, { alias }), 'CONFLICT')
    })
  })
  test('a sanctioned author still reads and takes back, and what waits can be decided', async () => {
    const [one, two] = [await heldPost(ann), await heldPost(ann)]
    await sanction(ann.id, BLOCK, admin.id)
    expect(await own(ann)).toHaveLength(2)
    await ann.delete(`held/${one.id}`)
    expectData(await decide(admin, two.id, { decision: 'refuse' }))
  })
})

describe('a held comment', () => {
  test('is in no thread and no count, and notifies nobody until it is released', async () => {
    const post = await open(ben)
    const { comment: parent } = expectData(await sendComment(ben, post.id))
    const comment = await heldComment(ann, post.id, {
      parentCommentId: parent.id,
      content: `Hello @${ben.user.username}, ${newWords()}`,
    })
    expect(comment).toMatchObject({ held: 'waiting', postId: post.id, parentCommentId: parent.id })
    const seen = async () => [
      expectData(await anyone.get(`posts/${post.id}`)).post.commentsCount,
      (await ann.get(`comments/post/${post.id}/tree`)).comments.length,
      (await ben.get('notifications/list')).notifications.filter(({ commentId }: Data) => commentId === comment.id)
        .length,
    ]
    expect(await seen()).toEqual([1, 1, 0])
    await fails(ben.visitor.get(`comments/${comment.id}`), 404)
    const [entry] = await queue(admin)
    expect(entry).toMatchObject({ id: comment.id, postTitle: post.title, parentContent: parent.content })
    expectData(await decide(admin, comment.id, { decision: 'release' }))
    expect(await seen()).toEqual([2, 2, 1])
  })
  test('is released whoever blocked whom since, so that no moderator learns of it; the other is not notified', async () => {
    const post = await open(ben)
    const { comment: parent } = expectData(await sendComment(ben, post.id))
    const content = `Hello @${ben.user.username}, ${newWords()}`
    const comment = await heldComment(ann, post.id, { parentCommentId: parent.id, content })
    await block(ben, ann.id)
    expect(expectData(await decide(admin, comment.id, { decision: 'release' })).state).toBe('released')
    expectData(await anyone.get(`comments/${comment.id}`))
    expectWithout((await ben.visitor.get('notifications/list')).text, comment.id)
    await ben.post(`users/unblock/${ann.id}`)
  })
  test('whose place is gone cannot be released, but refused', async () => {
    const post = await open(ben)
    const { comment: parent } = expectData(await sendComment(ben, post.id))
    const comment = await heldComment(ann, post.id, { parentCommentId: parent.id })
    await ben.delete(`comments/${parent.id}`)
    await fails(decide(admin, comment.id, { decision: 'release' }), 'CONFLICT')
    expect(await own(ann)).toHaveLength(1)
    expectData(await decide(admin, comment.id, { decision: 'refuse' }))
    await ben.delete(`posts/${post.id}`)
    expect(await own(ann)).toEqual([])
  })
})

test('what is held under an alias is the owner’s to find, read and take back, and stands under the alias when it is released', async () => {
  const thread = await open(ben)
  const held = await heldPost(ann, { alias: true })
  const remark = await heldComment(ann, thread.id, { alias: true })
  expect([held, remark]).toMatchObject([
    { held: 'waiting', postedBy: { alias: 'own' } },
    { held: 'waiting', commentedBy: { alias: 'own' } },
  ])
  expect(new Map((await own(ann)).map(({ id, alias }) => [id, alias]))).toEqual(
    new Map([
      [held.id, held.postedBy.username],
      [remark.id, remark.commentedBy.username],
    ]),
  )
  expect((await ann.get(`posts/${held.id}`)).post.postedBy).toEqual(held.postedBy)
  for (const { visitor } of [ben, admin]) {
    await fails(visitor.get(`posts/${held.id}`), 404)
    await fails(visitor.delete(`held/${held.id}`), 404)
  }
  const entries = (await queue(admin)).map(({ id, author }) => [id, author.id])
  expect(new Map(entries as [string, string][]).get(held.id)).toBe(held.postedBy.id)
  expect(JSON.stringify(await queue(admin))).not.toMatch(new RegExp(`${ann.id}|${ann.user.username}`))
  expectData(await decide(admin, held.id, { decision: 'release' }))
  const post = expectData(await anyone.get(`posts/${held.id}`)).post
  expect(post.postedBy).toEqual({ ...held.postedBy, alias: 'other' })
  await ann.delete(`held/${remark.id}`)
  expect(await own(ann)).toEqual([])
  for (const [id, alias] of [
    [held.id, held.postedBy.id],
    [remark.id, remark.commentedBy.id],
  ])
    for (const entry of auditEntries(id).filter(({ actorId }) => actorId !== admin.id)) {
      expect(entry).toMatchObject({ actorId: alias, ip: null, requestId: null })
      expect(JSON.parse(entry.metadata ?? '{}').account).toBeString()
    }
  expect(JSON.stringify(auditEntries(ann.id))).not.toMatch(new RegExp(`${held.id}|${remark.id}`))
})
