import { describe, expect, test } from 'bun:test'
import { comment, noticesOf, publish } from '../support/content'
import type { History } from '../support/contract'
import {
  type Answer,
  administrator,
  type Data,
  expectData,
  MISSING_ID,
  type Person,
  student,
  useCampus,
  Visitor,
} from '../support/kit'
import { expectRefused } from '../support/scenarios'
import { auditEntries, mailsADayLater, withoutMail } from '../support/traces'

const stranger = new Visitor()

const { ann, ben, admin, root } = await useCampus()

type Kind = 'post' | 'comment'
const pathOf = (kind: Kind, id: string) => `moderation/${kind}s/${id}/moderation-state`
const put = (by: Person, kind: Kind, id: string, state: string, more: object = {}) =>
  by.visitor.put(pathOf(kind, id), { state, ...more })
const historyOf = async (id: string): Promise<History> => (await admin.get(`moderation/history/${id}`)).history
const moderationOf = (id: string) => auditEntries(id).filter(({ action }) => /^admin:(?!read)/.test(action))
const stateIn = ({ before, after }: { before: string | null; after: string | null }) => [before, after]

const seen = ({ status }: Answer) => status
/** How the post answers to each kind of viewer: by id, its thread, and whether the feed and its total have it. */
async function standing(id: string, visitor: Visitor): Promise<[post: number, thread: number, isListed: boolean]> {
  const { posts } = expectData(await visitor.get('posts?limit=50'))
  return [
    seen(await visitor.get(`posts/${id}`)),
    seen(await visitor.get(`comments/post/${id}`)),
    posts.some((post: Data) => post.id === id),
  ]
}
const total = async (visitor: Visitor): Promise<number> => expectData(await visitor.get('posts')).meta.total

/** What everybody sees in each state, from the next request on. */
const SEEN = {
  active: { stranger: [200, 200, true], author: [200, 200, true], reader: [200, 200, true], admin: [200, 200, true] },
  banned: {
    stranger: [404, 404, false],
    // Its author alone reads why, by its id.
    author: [200, 404, false],
    reader: [404, 404, false],
    admin: [200, 200, false],
  },
  shadow_banned: {
    stranger: [404, 404, false],
    author: [200, 404, true],
    reader: [404, 404, false],
    admin: [200, 200, true],
  },
} as const

describe('PUT moderation/posts/:postId/moderation-state', () => {
  const STATES = ['active', 'banned', 'shadow_banned'] as const
  for (const before of STATES)
    for (const after of STATES)
      test(`from ${before} to ${after}, for each kind of viewer at once`, async () => {
        const { id } = await publish(ann)
        const viewers = { stranger, author: ann.visitor, reader: ben.visitor, admin: admin.visitor }
        const look = async () =>
          Object.fromEntries(
            await Promise.all(Object.entries(viewers).map(async ([name, each]) => [name, await standing(id, each)])),
          )
        expect(await look()).toEqual(SEEN.active)
        expectData(await put(root, 'post', id, before))
        expect(await look()).toEqual(SEEN[before])
        const answer = await put(admin, 'post', id, after)
        expect(expectData(answer)).toEqual({ resource: 'post', resourceId: id, moderationState: after })
        expect(await look()).toEqual(SEEN[after])
        expect((await root.get(`posts/${id}`)).post.moderationState).toBe(after)
        const changes = [before !== 'active', before !== after].filter(Boolean).length
        expect(await historyOf(id)).toHaveLength(changes)
        expect(moderationOf(id)).toHaveLength(changes)
      })

  test('totals of lists follow, and what strangers got before is dropped', async () => {
    const { id } = await publish(ann)
    const page = 'posts?limit=3'
    const totals = () => Promise.all([stranger, ann.visitor, admin.visitor].map(total))
    const [forStranger = 0, forAuthor = 0, forAdmin = 0] = await totals()
    const etag = (await stranger.get(page)).headers.get('etag')
    expectData(await put(admin, 'post', id, 'shadow_banned'))
    expect(await totals()).toEqual([forStranger - 1, forAuthor, forAdmin])
    expect((await stranger.get(page)).headers.get('etag')).not.toBe(etag)
    expectData(await put(admin, 'post', id, 'banned'))
    expect(await totals()).toEqual([forStranger - 1, forAuthor - 1, forAdmin - 1])
    expectData(await put(admin, 'post', id, 'active'))
    expect(await totals()).toEqual([forStranger, forAuthor, forAdmin])
    expect((await stranger.get(page)).headers.get('etag')).toBe(etag)
  })

  test('leaves who, why and when, in the history and in the audit log', async () => {
    const { id } = await publish(ann)
    expectData(await put(admin, 'post', id, 'banned', { reason: '  Spam, again \n' }))
    expectData(await put(root, 'post', id, 'active'))
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
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
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
    expectData(await put(admin, 'post', id, 'shadow_banned'))
    const { post } = await admin.get(`posts/${id}`)
    expect(post).toMatchObject({ updatedAt, moderationState: 'shadow_banned' })
    const { post: changed } = await ann.patch(`posts/${id}`, { title: 'Another' })
    expect(changed.moderationState).toBe('active')
    expect(seen(await stranger.get(`posts/${id}`))).toBe(404)
  })

  test('two moderators at once: one changes it, and the other finds it so', async () => {
    const { id } = await publish(ann, { title: 'Two at once' })
    const both = await Promise.all([put(admin, 'post', id, 'banned'), put(root, 'post', id, 'banned')])
    expect(both.map(seen)).toEqual([200, 200])
    expect([(await historyOf(id)).length, moderationOf(id).length]).toEqual([1, 1])
    expect((await noticesOf(ann)).filter(({ text }) => text.includes('Two at once'))).toHaveLength(1)
    const apart = await Promise.all([put(admin, 'post', id, 'active'), put(root, 'post', id, 'shadow_banned')])
    expect(apart.map(seen)).toEqual([200, 200])
    const states = (await historyOf(id)).map(({ state }) => state)
    const { moderationState } = (await admin.get(`posts/${id}`)).post
    expect([states[0], states.length]).toEqual([moderationState, 3])
  })
})

for (const method of ['PUT', 'PATCH'] as const)
  describe(`${method} moderation/comments/:commentId/moderation-state`, () => {
    const moderate = (by: Person, id: string, state: string, more: object = {}) =>
      by.visitor.send(method, pathOf('comment', id), { state, ...more })

    test('a ban takes it from everybody but administrators at once, and lifting brings it back', async () => {
      const { id: postId } = await publish(ann)
      const { id } = await comment(ben, postId)
      const look = async () => {
        const found = []
        for (const visitor of [stranger, ben.visitor, ann.visitor, admin.visitor]) {
          const { comments, meta } = expectData(await visitor.get(`comments/post/${postId}`))
          found.push([seen(await visitor.get(`comments/${id}`)), comments.length, meta.total])
        }
        const { commentsCount } = expectData(await stranger.get(`posts/${postId}`)).post
        return [...found, commentsCount]
      }
      const [shown, gone] = [
        [200, 1, 1],
        [404, 0, 0],
      ]
      expect(await look()).toEqual([shown, shown, shown, shown, 1])
      const answer = await moderate(admin, id, 'banned', { reason: 'Rude' })
      expect(expectData(answer)).toEqual({ resource: 'comment', resourceId: id, moderationState: 'banned' })
      expect(await look()).toEqual([gone, gone, gone, shown, 0])
      expectData(await moderate(root, id, 'active'))
      expect(await look()).toEqual([shown, shown, shown, shown, 1])
      expect((await historyOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
        ['active', null],
        ['banned', 'Rude'],
      ])
      expect(moderationOf(id).map(({ action }) => action)).toEqual(['admin:banned:comment', 'admin:restored:comment'])
    })

    test('one with replies stays as a placeholder, without words or author', async () => {
      const { id: postId } = await publish(ann)
      const { id } = await comment(ben, postId)
      await comment(ann, postId, { parentCommentId: id })
      expectData(await moderate(admin, id, 'banned'))
      const { comments } = expectData(await stranger.get(`comments/post/${postId}`))
      expect(comments.find((each: Data) => each.id === id)).toMatchObject({
        content: '[removed]',
        commentedBy: null,
        isBanned: true,
      })
      const reply = { content: 'Too late', parentCommentId: id }
      await expectRefused(() => ann.visitor.post(`comments/post/${postId}`, reply), 'NOT_FOUND')
    })

    test('repeating it changes nothing', async () => {
      const { id } = await comment(ben, (await publish(ann)).id)
      expectData(await moderate(admin, id, 'active'))
      expect([await historyOf(id), moderationOf(id)]).toEqual([[], []])
      const known = (await noticesOf(ben)).length
      for (const by of [admin, root, admin]) expectData(await moderate(by, id, 'banned', { reason: 'Again' }))
      expect([(await historyOf(id)).length, moderationOf(id).length, (await noticesOf(ben)).length]).toEqual([
        1,
        1,
        known + 1,
      ])
    })

    test('404 for a deleted one, though a placeholder of it stays; 400 for a shadow ban', async () => {
      const { id: postId } = await publish(ann)
      const { id } = await comment(ben, postId)
      await comment(ann, postId, { parentCommentId: id })
      await expectRefused(() => moderate(admin, id, 'shadow_banned'), 'VALIDATION_FAILED')
      await ben.delete(`comments/${id}`)
      await expectRefused(() => moderate(admin, id, 'banned'), 'NOT_FOUND')
    })
  })

describe('what both refuse', () => {
  for (const kind of ['post', 'comment'] as const) {
    const targetOf = async (): Promise<string> => {
      const { id } = await publish(ann)
      return kind === 'post' ? id : (await comment(ben, id)).id
    }
    test.each([
      {},
      { state: 'deleted' },
      { state: null },
      { state: ['banned'] },
      { state: 'banned', reason: ' ' },
      { state: 'banned', reason: 'x'.repeat(501) },
      { state: 'banned', reason: 5 },
    ])(`${kind}: 400 for %j`, async (body) => {
      const id = await targetOf()
      await expectRefused(() => admin.visitor.put(pathOf(kind, id), body), 'VALIDATION_FAILED')
      expect(seen(await stranger.get(`${kind}s/${id}`))).toBe(200)
    })
    test(`${kind}: 404 for what is not there, 400 for what is no id; the gate comes first`, async () => {
      await expectRefused(() => put(admin, kind, MISSING_ID, 'banned'), 'NOT_FOUND')
      await expectRefused(() => put(admin, kind, 'xyz', 'banned'), 'VALIDATION_FAILED')
      await expectRefused(() => put(ann, kind, 'xyz', 'nonsense'), 'FORBIDDEN')
    })
  }
  test('a comment is no post, and a post is no comment', async () => {
    const { id: postId } = await publish(ann)
    const { id } = await comment(ben, postId)
    await expectRefused(() => put(admin, 'post', id, 'banned'), 'NOT_FOUND')
    await expectRefused(() => put(admin, 'comment', postId, 'banned'), 'NOT_FOUND')
  })
  test('the bases without a version answer as well', async () => {
    const { id } = await publish(ann)
    const answer = await admin.visitor.put(`/moderation/posts/${id}/moderation-state`, { state: 'banned' })
    expect([answer.status, answer.headers.has('deprecation')]).toEqual([200, true])
  })
})

describe('reports about the target', () => {
  const report = async ({ visitor }: Person, type: 'Post' | 'Comment', targetId: string): Promise<string> =>
    expectData(await visitor.post('reports', { targetId, type, reason: 'spam', message: 'Look' })).report.id
  const statusOf = async (id: string): Promise<string> => (await admin.get(`reports/${id}`)).report.status

  test.each(['banned', 'shadow_banned'])('are resolved with it when a post is %s, and only those', async (state) => {
    const [{ id }, { id: otherId }] = [await publish(ann), await publish(ann)]
    const [first, other] = [await report(ben, 'Post', id), await report(ben, 'Post', otherId)]
    expectData(await put(admin, 'post', id, state))
    expect([await statusOf(first), await statusOf(other)]).toEqual(['resolved', 'pending'])
    expect((await admin.get(`reports/${first}`)).report).toMatchObject({
      resolvedBy: { id: admin.id },
      targetState: state,
    })
    expectData(await put(admin, 'post', id, 'active'))
    expect(await statusOf(first)).toBe('resolved')
  })
  test('are resolved with it when a comment is banned', async () => {
    const { id } = await comment(ann, (await publish(ann)).id)
    const first = await report(ben, 'Comment', id)
    expectData(await put(admin, 'comment', id, 'active'))
    expect(await statusOf(first)).toBe('pending')
    expectData(await put(admin, 'comment', id, 'banned'))
    expect(await statusOf(first)).toBe('resolved')
  })
})

describe('the notice to the author', () => {
  test('of a post: its title and the reason, and no moderator; the mail says neither', async () => {
    const author = await student()
    const title = 'Free <b>money</b> & more'
    const { id } = await publish(author, { title, content: 'The secret words' })
    const reason = 'It is spam'
    expectData(await put(admin, 'post', id, 'banned', { reason }))
    const [notice, ...more] = await noticesOf(author)
    expect(more).toEqual([])
    const text = `Moderators removed your post “${title}”.`
    expect(notice).toMatchObject({ kind: 'post_removed', text, reason, acknowledgedAt: null })
    const [mail, ...others] = await mailsADayLater(author)
    expect([mail?.subject, others]).toEqual(['News about your account at Campus University', []])
    for (const never of ['secret words', admin.user.username, admin.email, admin.id, author.user.username])
      expect(JSON.stringify([notice, mail])).not.toContain(never)
    for (const never of ['money', 'spam', 'removed', id]) expect(JSON.stringify(mail)).not.toContain(never)
  })
  test('of a comment: the title of the post; without a reason it gives none', async () => {
    const author = await student()
    const { id } = await comment(author, (await publish(ann, { title: 'Benches' })).id)
    expectData(await put(admin, 'comment', id, 'banned'))
    const text = 'Moderators removed your comment on “Benches”.'
    expect(await noticesOf(author)).toMatchObject([{ kind: 'comment_removed', text, reason: null }])
  })
  test('a shadow ban is never told, nor its end; a ban after it is', async () => {
    const author = await student()
    const { id } = await publish(author)
    for (const state of ['shadow_banned', 'active', 'shadow_banned'])
      expectData(await put(admin, 'post', id, state, { reason: 'Hush' }))
    expect(await noticesOf(author)).toEqual([])
    expectData(await put(admin, 'post', id, 'banned'))
    expect([(await noticesOf(author)).length, (await mailsADayLater(author)).length]).toEqual([1, 1])
  })
  test.each(['active', 'shadow_banned'])('is withdrawn, and no mail sent, when the post is %s again', async (state) => {
    const author = await student()
    const { id } = await publish(author)
    expectData(await put(admin, 'post', id, 'banned'))
    expectData(await put(admin, 'post', id, state))
    expect([await noticesOf(author), await mailsADayLater(author)]).toEqual([[], []])
  })
  test('no mail is sent where the operator has switched it off', async () => {
    const [author, other] = [await student(), await student()]
    const [{ id }, { id: another }] = [await publish(author), await publish(other)]
    await withoutMail('contentRemoved', async () => void expectData(await put(admin, 'post', id, 'banned')))
    expectData(await put(admin, 'post', another, 'banned'))
    expect([await mailsADayLater(author), (await mailsADayLater(other)).length]).toEqual([[], 1])
    expect(await noticesOf(author)).toHaveLength(1)
  })
  test('goes to nobody where the account is gone', async () => {
    const author = await student()
    const { id } = await publish(author)
    await comment(ben, id)
    await author.delete('auth/account')
    expectData(await put(admin, 'post', id, 'banned'))
    expect(await mailsADayLater(author)).toEqual([])
    expect(seen(await stranger.get(`posts/${id}`))).toBe(404)
  })
})

describe('GET moderation/history/:resourceId', () => {
  test('is empty for what was never moderated, and for what is not there; 400 for what is no id', async () => {
    expect(await historyOf((await publish(ann)).id)).toEqual([])
    expect(await historyOf(MISSING_ID)).toEqual([])
    await expectRefused(() => admin.visitor.get('moderation/history/xyz'), 'VALIDATION_FAILED')
  })
  test('outlives the post, and the account of the moderator', async () => {
    const moderator = await administrator()
    const { id } = await publish(ann)
    expectData(await put(moderator, 'post', id, 'banned', { reason: 'Spam' }))
    await moderator.delete('auth/account')
    expectData(await put(admin, 'post', id, 'active'))
    await ann.delete(`posts/${id}`)
    expect(await historyOf(id)).toMatchObject([
      { state: 'active', moderator: { id: admin.id } },
      { state: 'banned', reason: 'Spam', moderator: null },
    ])
  })
})
