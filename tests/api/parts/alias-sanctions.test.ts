import { describe, expect, test } from 'bun:test'
import { recountWaitingVotes } from '../../../src/forum/posts/votes'
import { type Aliased, commentAliased, publishAliased } from '../../support/aliased'
import { ids, judge, noticesOf, publish, select, upvote } from '../../support/content'
import {
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  inHours,
  type Person,
  student,
  useCampus,
} from '../../support/kit'
import { auditEntries, mailsADayLater } from '../../support/traces'

const { ann, ben, admin, root } = await useCampus()
const second = await administrator()

const moderate = (by: Person, id: string, body: object) => judge(by, 'user', { id }, body)
const BAN = { blocked: true, reason: 'Cruel' }
const LIFT = { blocked: false }
const ban = async (by: Person, { alias }: Aliased) => void expectData(await moderate(by, alias.id, BAN))
const lift = async (by: Person, { alias }: Aliased) => void expectData(await moderate(by, alias.id, LIFT))
const found = async (query: string, by = admin): Promise<Data[]> =>
  (await by.get(`moderation/users/search?${query}&limit=100`)).users
const suspensionOf = (id: string, by = admin): Promise<Data> => by.get(`moderation/users/${id}/suspension`)
const historyOf = async (id: string): Promise<Data[]> => (await admin.get(`moderation/history/${id}`)).history
const appeal = (by: Person, resource: string, resourceId: string) =>
  by.visitor.post('appeals', { resource, resourceId, message: 'It was irony' })
const entryOf = async ({ id: appealId }: Data, by = second): Promise<Data> =>
  (await by.get('moderation/appeals?limit=100')).appeals.find(({ id }: Data) => id === appealId)
const isCounted = (userId: string) =>
  select(
    'SELECT (SELECT min(is_counted) FROM post_votes JOIN users ON user = key WHERE id = ?1) AS counted, (SELECT count(*) FROM vote_recounts) AS waiting',
    userId,
  )

/** A student with a text under an alias. */
async function masked(): Promise<{ who: Person; text: Aliased }> {
  const who = await student()
  return { who, text: await publishAliased(who) }
}

describe('a sanction of an alias', () => {
  test('binds the account at once and until it is lifted, and nobody else', async () => {
    const { who, text } = await masked()
    const post = await publish(ann)
    expect(expectData(await moderate(admin, text.alias.id, BAN))).toEqual({
      userId: text.alias.id,
      blocked: true,
      suspension: null,
    })
    await fails(upvote(who, post.id), 'USER_BLOCKED')
    for (const alias of [true, false])
      await fails(who.visitor.post('posts', { title: 'T', content: 'C', topic: 'Showcase', alias }), 'USER_BLOCKED')
    expectData(await upvote(ben, post.id))
    await lift(admin, text)
    expectData(await upvote(who, post.id))
  })
  test('shows on no other name of the account: in no list, history, suspension, log, profile or count of votes', async () => {
    const { who, text } = await masked()
    const other = await publishAliased(who)
    expectData(await upvote(who, (await publish(ann)).id))
    const entries = auditEntries(who.id).length
    const seen = async () => [
      await found(`username=${who.user.username}`),
      await found(`query=${who.user.username}&blocked=false`),
      await historyOf(who.id),
      await suspensionOf(who.id),
      await suspensionOf(other.alias.id),
      await ann.get(`users/id/${who.id}`),
    ]
    const before = await seen()
    await ban(admin, text)
    await recountWaitingVotes()
    expect(await seen()).toEqual(before)
    expect(before[0]).toMatchObject([{ id: who.id, blocked: false, status: 'ACTIVE' }])
    expect(auditEntries(who.id)).toHaveLength(entries)
    expect(isCounted(who.id)).toEqual([{ counted: 1, waiting: 0 }])
    // The alias itself shows it.
    expect(await historyOf(text.alias.id)).toMatchObject([{ state: 'blocked', reason: 'Cruel' }])
  })
  test('is found by moderators in the list of sanctions alone, without an address', async () => {
    const { who, text } = await masked()
    const name = text.alias.username
    const [others, sanctioned] = [
      [`username=${name}`, `username=${name}&blocked=false`],
      `username=${name}&blocked=true`,
    ]
    for (const query of [...others, `query=${name}`, sanctioned]) expect(await found(query)).toEqual([])
    await ban(admin, text)
    expect(await found(sanctioned, root)).toMatchObject([
      { id: text.alias.id, email: '…@campus.edu', status: 'ALIAS', role: 'user', branch: null, blocked: true },
    ])
    for (const query of others) expect(await found(query)).toEqual([])
    expect(await found(`username=${who.user.username}&blocked=true`)).toEqual([])
    const all = await admin.get('moderation/users?page=1&limit=100')
    expect(ids(all.users)).not.toContain(text.alias.id)
    expect(all.pagination.total).toBe(all.users.length)
    await lift(admin, text)
    expect(await found(sanctioned)).toEqual([])
  })
  test('is told to the owner under the name, in the app, and by a mail that names nothing', async () => {
    const { who, text } = await masked()
    const ends = inHours(30)
    expectData(await moderate(admin, text.alias.id, { blocked: true, suspension: { ends, reason: 'Cool down' } }))
    const [notice, ...more] = await noticesOf(who)
    expect([notice, more]).toMatchObject([{ kind: 'suspended', reason: 'Cool down' }, []])
    expect(notice?.text).toContain(text.alias.username)
    expect(notice?.appeal).toEqual({ resource: 'user', resourceId: text.alias.id })
    for (const path of ['auth/me', 'users/me'])
      expect((await who.get(path)).user).toMatchObject({ blocked: true, suspension: { ends, reason: 'Cool down' } })
    expect((await who.get('auth/me')).user.unreadNotices).toBe(1)
    const [mail, ...mails] = await mailsADayLater(who)
    expect([mail?.subject, mails]).toEqual(['News about your account at Campus University', []])
    expectWithout(mail, text.alias.username)
    expect(await who.patch('notices/acknowledge', { ids: [notice!.id] })).toEqual({ acknowledged: 1 })
    expect(await noticesOf(ben)).toEqual([])
    await lift(admin, text)
    // The clock went back meanwhile, and ids with it: which is first is not told.
    expect((await noticesOf(who)).map((each) => each.text)).toContain(
      `The decision about what you wrote as ${text.alias.username} was lifted.`,
    )
  })
  test('can be appealed against by its owner alone; moderators and the log read the name of the alias', async () => {
    const { who, text } = await masked()
    await ban(admin, text)
    await fails(appeal(ben, 'user', text.alias.id), 'NOT_FOUND')
    const { appeal: sent } = expectData(await appeal(who, 'user', text.alias.id))
    await fails(appeal(who, 'user', text.alias.id), 'CONFLICT')
    const entry = await entryOf(sent)
    expect(entry).toMatchObject({ appellant: { id: text.alias.id, username: text.alias.username }, mayDecide: true })
    for (const said of [JSON.stringify(entry), JSON.stringify(auditEntries(sent.id))])
      expect(said).not.toContain(who.id)
    expect(auditEntries(sent.id)).toMatchObject([
      { action: 'user:created:appeal', actorId: text.alias.id, actorRole: 'user', ip: null, requestId: null },
    ])
    await second.put(`moderation/appeals/${sent.id}`, { outcome: 'overturned', reason: 'Irony it is' })
    expect((await who.get('appeals')).appeals).toMatchObject([{ id: sent.id, status: 'overturned' }])
    expect((await noticesOf(who)).map(({ kind }) => kind)).toContain('appeal_overturned')
    expectData(await upvote(who, (await publish(ann)).id))
  })
  test('names who decided to the next moderator, and no version tells of the account', async () => {
    const { who, text } = await masked()
    const [{ version }, own] = [await suspensionOf(text.alias.id, second), await suspensionOf(who.id, second)]
    await ban(admin, text)
    expect(await suspensionOf(who.id, second)).toEqual(own)
    await fails(moderate(second, text.alias.id, { ...LIFT, version }), 'CONFLICT')
    expectData(await moderate(second, who.id, { ...BAN, version: own.version }))
  })
})

test('a sanction of an account shows on none of its aliases', async () => {
  const { who, text } = await masked()
  const seen = async () => [
    await suspensionOf(text.alias.id),
    await historyOf(text.alias.id),
    await found(`username=${text.alias.username}&blocked=true`),
  ]
  const before = await seen()
  expectData(await moderate(admin, who.id, BAN))
  expect(await seen()).toEqual(before)
  expect(before[0].suspension).toBeNull()
})

describe('an alias of an administrator', () => {
  test('is sanctioned by an admin with the same answer, and its account goes on as before', async () => {
    const [chief, { text: plain }] = [await administrator('superadmin'), await masked()]
    const text = await publishAliased(chief)
    const answers = [await moderate(admin, text.alias.id, BAN), await moderate(admin, plain.alias.id, BAN)]
    const [one, other] = answers.map(({ status, body }) => ({ status, ...body, data: { ...body.data, userId: '' } }))
    expect(one).toEqual(other)
    expect([text, plain].map(({ alias }) => auditEntries(alias.id).at(-1)?.action)).toEqual([
      'admin:blocked:user',
      'admin:blocked:user',
    ])
    await chief.get('admin/manage/reports')
    expectData(await upvote(chief, (await publish(ann)).id))
    // The name that was banned is silent, as anybody's would be.
    const remark = { content: 'Another word', parentCommentId: null }
    await fails(chief.visitor.post(`comments/post/${text.id}`, remark), 'USER_BLOCKED')
    await fails(chief.visitor.patch(`posts/${text.id}`, { title: 'Another' }), 'USER_BLOCKED')
    await chief.post(`comments/post/${text.id}`, { ...remark, alias: false })
    await publishAliased(chief)
    // The account itself is out of an admin's reach.
    await fails(moderate(admin, chief.id, BAN), 'FORBIDDEN')
  })
  test('is for others to decide about', async () => {
    const text = await publishAliased(admin)
    await fails(moderate(admin, text.alias.id, BAN), 'FORBIDDEN')
    await ban(second, text)
    await fails(moderate(admin, text.alias.id, LIFT), 'FORBIDDEN')
    const { appeal: sent } = expectData(await appeal(admin, 'user', text.alias.id))
    const entry = await entryOf(sent, admin)
    expect(entry.mayDecide).toBe(false)
    await fails(
      admin.visitor.put(`moderation/appeals/${sent.id}`, { outcome: 'overturned', reason: 'Mine' }),
      'FORBIDDEN',
    )
    expect((await admin.get('admin/dashboard/overview')).appeals.open).toBe(
      (await second.get('admin/dashboard/overview')).appeals.open - 1,
    )
  })
  test('has no role and no sessions: both are refused as for nobody', async () => {
    const { text } = await masked()
    await fails(root.visitor.put(`admin/users/${text.alias.id}/role`, { role: 'admin' }), 'NOT_FOUND')
    await fails(admin.visitor.delete(`admin/users/${text.alias.id}/sessions`), 'NOT_FOUND')
  })
})

test('a removal is told to the owner of the alias, who appeals under it; the restored text is no news', async () => {
  const who = await student()
  const post = await publish(ann)
  const text = await commentAliased(who, post.id)
  const decide = (state: string, reason?: string) => judge(admin, 'comment', text, { state, reason })
  expectData(await decide('banned', 'Cruel'))
  expect(await noticesOf(who)).toMatchObject([
    { kind: 'comment_removed', reason: 'Cruel', appeal: { resource: 'comment', resourceId: text.id } },
  ])
  const { appeal: sent } = expectData(await appeal(who, 'comment', text.id))
  const entry = await entryOf(sent)
  expect(entry.appellant).toEqual({ id: text.alias.id, username: text.alias.username })
  expectData(await decide('active'))
  expect(await noticesOf(who)).toEqual([])
})
