import { describe, expect, test } from 'bun:test'
import { comment, noticesOf, publish, students } from '../../support/content'
import type { History } from '../../support/contract'
import {
  type Answer,
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  MISSING_ID,
  type Person,
  student,
  useCampus,
  Visitor,
} from '../../support/kit'
import { auditEntries, mailsADayLater, refused, withoutMail } from '../../support/traces'

const stranger = new Visitor()

const { ann, ben, admin, root } = await useCampus()

type Kind = 'post' | 'comment'
const pathOf = (kind: Kind, id: string) => `moderation/${kind}s/${id}/moderation-state`
const put = (by: Person, kind: Kind, id: string, state: string, more: object = {}) =>
  by.put(pathOf(kind, id), { state, ...more })
const trying = (by: Person, kind: Kind, id: string, body: unknown) => () => by.visitor.put(pathOf(kind, id), body)
const historyOf = async (id: string): Promise<History> => (await admin.get(`moderation/history/${id}`)).history
const moderationOf = (id: string) => auditEntries(id).filter(({ action }) => /^admin:(?!read)/.test(action))
const stateIn = ({ before, after }: { before: string | null; after: string | null }) => [before, after]

const seen = ({ status }: Answer) => status

/** What a stranger and the author see of it by its id; visibility-everywhere.test.ts has the rest. */
const SEEN = { active: [200, 200], banned: [404, 200], shadow_banned: [404, 200] } as const

describe('PUT moderation/posts/:postId/moderation-state', () => {
  const STATES = ['active', 'banned', 'shadow_banned'] as const
  for (const before of STATES)
    for (const after of STATES)
      test(`from ${before} to ${after}, for each kind of viewer at once`, async () => {
        const { id } = await publish(ann)
        const look = async () => [seen(await stranger.get(`posts/${id}`)), seen(await ann.visitor.get(`posts/${id}`))]
        await put(root, 'post', id, before)
        expect(await look()).toEqual([...SEEN[before]])
        expect(await put(admin, 'post', id, after)).toEqual({
          resource: 'post',
          resourceId: id,
          moderationState: after,
        })
        expect(await look()).toEqual([...SEEN[after]])
        expect((await root.get(`posts/${id}`)).post.moderationState).toBe(after)
        const changes = [before !== 'active', before !== after].filter(Boolean).length
        expect(await historyOf(id)).toHaveLength(changes)
        expect(moderationOf(id)).toHaveLength(changes)
      })
  test('leaves who, why and when, in the history and in the audit log', async () => {
    const { id } = await publish(ann)
    await put(admin, 'post', id, 'banned', { reason: '  Spam, again \n' })
    await put(root, 'post', id, 'active')
    const [restored, banned] = await historyOf(id)
    expect(banned).toEqual({
      id: expect.any(String),
      resource: 'post',
      resourceId: id,
      state: 'banned',
      reason: 'Spam, again',
      rule: null,
      preset: null,
      ends: null,
      moderator: { id: admin.id, username: admin.user.username },
      createdAt: expect.any(String),
    })
    expect(restored).toMatchObject({ state: 'active', reason: null, moderator: { id: root.id } })
    const entries = moderationOf(id)
    expect(entries).toMatchObject([
      { action: 'admin:banned:post', entityType: 'post', actorId: admin.id, actorRole: 'admin' },
      { action: 'admin:restored:post', entityType: 'post', actorId: root.id, actorRole: 'superadmin' },
    ])
    expect(entries.map(stateIn)).toEqual([
      ['{"moderationState":"active"}', '{"moderationState":"banned"}'],
      ['{"moderationState":"banned"}', '{"moderationState":"active"}'],
    ])
    const { data } = await root.get(`admin/manage/logs?action=admin:banned:post&entityId=${id}`)
    expect(data[0].reason).toBe('Spam, again')
  })
  test('an update by the author does not undo it, and the post keeps its time of change', async () => {
    const { id, updatedAt } = await publish(ann)
    await put(admin, 'post', id, 'shadow_banned')
    const { post } = await admin.get(`posts/${id}`)
    expect(post).toMatchObject({ updatedAt, moderationState: 'shadow_banned' })
    const { post: changed } = await ann.patch(`posts/${id}`, { title: 'Another' })
    expect(changed.moderationState).toBe('active')
    expect(seen(await stranger.get(`posts/${id}`))).toBe(404)
  })
  test('two moderators at once: one changes it, and the other finds it so', async () => {
    const { id } = await publish(ann, { title: 'Two at once' })
    await Promise.all([put(admin, 'post', id, 'banned'), put(root, 'post', id, 'banned')])
    expect([(await historyOf(id)).length, moderationOf(id).length]).toEqual([1, 1])
    expect((await noticesOf(ann)).filter(({ text }) => text.includes('Two at once'))).toHaveLength(1)
    await Promise.all([put(admin, 'post', id, 'active'), put(root, 'post', id, 'shadow_banned')])
    const states = (await historyOf(id)).map(({ state }) => state)
    const { moderationState } = (await admin.get(`posts/${id}`)).post
    expect([states[0], states.length]).toEqual([moderationState, 3])
  })
})

describe('PUT and PATCH moderation/comments/:commentId/moderation-state', () => {
  const moderate = (by: Person, id: string, state: string, more?: object) => put(by, 'comment', id, state, more)
  test('a ban takes it from strangers, lifting brings it back, and both are written down', async () => {
    const { id } = await comment(ben, (await publish(ann)).id)
    const banned = { resource: 'comment', resourceId: id, moderationState: 'banned' }
    expect(await moderate(admin, id, 'banned', { reason: 'Rude' })).toEqual(banned)
    await fails(stranger.get(`comments/${id}`), 'NOT_FOUND')
    await root.patch(pathOf('comment', id), { state: 'active' })
    expectData(await stranger.get(`comments/${id}`))
    expect((await historyOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['active', null],
      ['banned', 'Rude'],
    ])
    expect(moderationOf(id).map(({ action }) => action)).toEqual(['admin:banned:comment', 'admin:restored:comment'])
  })
  test('one with replies stays as a placeholder, without words or author; 404 for a deleted one, though its placeholder stays, 400 for a shadow ban', async () => {
    const { id: postId } = await publish(ann)
    const { id } = await comment(ben, postId)
    await comment(ann, postId, { parentCommentId: id })
    await moderate(admin, id, 'banned')
    const { comments } = expectData(await stranger.get(`comments/post/${postId}`))
    expect(comments.find((each: Data) => each.id === id)).toMatchObject({
      content: '[removed]',
      commentedBy: null,
      isBanned: true,
    })
    const reply = { content: 'Too late', parentCommentId: id }
    await refused(() => ann.post(`comments/post/${postId}`, reply), 'NOT_FOUND')
    const { id: other } = await comment(ben, postId)
    await comment(ann, postId, { parentCommentId: other })
    await refused(trying(admin, 'comment', other, { state: 'shadow_banned' }), 'VALIDATION_FAILED')
    await ben.delete(`comments/${other}`)
    await refused(trying(admin, 'comment', other, { state: 'banned' }), 'NOT_FOUND')
  })
  test('repeating it changes nothing', async () => {
    const { id } = await comment(ben, (await publish(ann)).id)
    await moderate(admin, id, 'active')
    expect([await historyOf(id), moderationOf(id)]).toEqual([[], []])
    const known = (await noticesOf(ben)).length
    for (const by of [admin, root, admin]) await moderate(by, id, 'banned', { reason: 'Again' })
    const left = [await historyOf(id), moderationOf(id), await noticesOf(ben)]
    expect(left.map(({ length }) => length)).toEqual([1, 1, known + 1])
  })
})

test.each(['post', 'comment'] as const)(
  'what both refuse %s: 400 for a bad body or id, 404 for what is not there or the other kind',
  async (kind) => {
    const { id: postId } = await publish(ann)
    const { id: commentId } = await comment(ben, postId)
    const [id, other] = kind === 'post' ? [postId, commentId] : [commentId, postId]
    for (const body of [{}, { state: 'deleted' }, { state: ['banned'] }, { state: 'banned', reason: ' ' }])
      await refused(trying(admin, kind, id, body), 'VALIDATION_FAILED')
    expect(seen(await stranger.get(`${kind}s/${id}`))).toBe(200)
    const body = { state: 'banned' }
    for (const none of [MISSING_ID, other]) await refused(trying(admin, kind, none, body), 'NOT_FOUND')
    await refused(trying(admin, kind, 'xyz', body), 'VALIDATION_FAILED')
  },
)

describe('the notice to the author', () => {
  test('of a post and of a comment: the title and the reason, if any, and no moderator; the mail says neither', async () => {
    const author = await student()
    const title = 'Free <b>money</b> & more'
    const { id } = await publish(author, { title, content: 'The secret words' })
    const reason = 'It is spam'
    await put(admin, 'post', id, 'banned', { reason })
    const [notice, ...more] = await noticesOf(author)
    expect(more).toEqual([])
    const text = `Moderators removed your post “${title}”.`
    expect(notice).toMatchObject({ kind: 'post_removed', text, reason, acknowledgedAt: null })
    const [mail, ...others] = await mailsADayLater(author)
    expect([mail?.subject, others]).toEqual(['News about your account at Campus University', []])
    expectWithout([notice, mail], 'secret words', admin.user.username, admin.email, admin.id, author.user.username)
    expectWithout(mail, 'money', 'spam', 'removed', id)
    const writer = await student()
    const said = await comment(writer, (await publish(ann, { title: 'Benches' })).id)
    await put(admin, 'comment', said.id, 'banned')
    const about = 'Moderators removed your comment on “Benches”.'
    expect(await noticesOf(writer)).toMatchObject([{ kind: 'comment_removed', text: about, reason: null }])
  })
  test('a shadow ban is never told, nor its end; a ban after it is', async () => {
    const author = await student()
    const { id } = await publish(author)
    for (const state of ['shadow_banned', 'active', 'shadow_banned'])
      await put(admin, 'post', id, state, { reason: 'Hush' })
    expect(await noticesOf(author)).toEqual([])
    await put(admin, 'post', id, 'banned')
    expect([(await noticesOf(author)).length, (await mailsADayLater(author)).length]).toEqual([1, 1])
  })
  test.each(['active', 'shadow_banned'])('is withdrawn, and no mail sent, when the post is %s again', async (state) => {
    const author = await student()
    const { id } = await publish(author)
    await put(admin, 'post', id, 'banned')
    await put(admin, 'post', id, state)
    expect([await noticesOf(author), await mailsADayLater(author)]).toEqual([[], []])
  })
  test('goes to nobody where the account is gone, nor by mail where the operator has switched it off', async () => {
    const author = await student()
    const { id } = await publish(author)
    await comment(ben, id)
    await author.delete('auth/account')
    await put(admin, 'post', id, 'banned')
    expect(await mailsADayLater(author)).toEqual([])
    expect(seen(await stranger.get(`posts/${id}`))).toBe(404)
    const [one, other] = await students(2)
    const [{ id: first }, { id: another }] = [await publish(one), await publish(other)]
    await withoutMail('contentRemoved', async () => void (await put(admin, 'post', first, 'banned')))
    await put(admin, 'post', another, 'banned')
    expect([await mailsADayLater(one), (await mailsADayLater(other)).length]).toEqual([[], 1])
    expect(await noticesOf(one)).toHaveLength(1)
  })
})

test('GET moderation/history/:resourceId: outlives the post, and the account of the moderator; is empty for what was never moderated or is not there; 400 for what is no id', async () => {
  const moderator = await administrator()
  const { id } = await publish(ann)
  await put(moderator, 'post', id, 'banned', { reason: 'Spam' })
  await moderator.delete('auth/account')
  await put(admin, 'post', id, 'active')
  await ann.delete(`posts/${id}`)
  expect(await historyOf(id)).toMatchObject([
    { state: 'active', moderator: { id: admin.id } },
    { state: 'banned', reason: 'Spam', moderator: null },
  ])
  expect(await historyOf((await publish(ann)).id)).toEqual([])
  expect(await historyOf(MISSING_ID)).toEqual([])
  await fails(admin.get('moderation/history/xyz'), 'VALIDATION_FAILED')
})
