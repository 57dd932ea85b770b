import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { deletePostOrBegin, finishPostDeletion } from '../../../src/forum/posts/changes'
import { forgetAccount } from '../../../src/ground/access/account'
import { liftSanction } from '../../../src/ground/access/sanctions'
import { storeSetting } from '../../../src/ground/settings/settings'
import { appealById, mayDecide } from '../../../src/order/appeals/service'
import { publishAliased } from '../../support/aliased'
import { comment, ids, judge, noticesOf, publish, select } from '../../support/content'
import {
  administrator,
  BLOCK,
  type Data,
  expectData,
  fails,
  inHours,
  MISSING_ID,
  type Person,
  refusal,
  sanction,
  student,
  useCampus,
} from '../../support/kit'
import { auditActions, mailsADayLater } from '../../support/traces'

const { ann, admin, root } = await useCampus()
const second = await administrator()

type Kind = 'post' | 'comment' | 'user'
const moderate = async (by: Person, kind: Kind, id: string, verdict: object) =>
  expectData(await judge(by, kind, { id }, verdict))
const remove = (kind: Kind, id: string, by = admin) =>
  moderate(by, kind, id, { state: 'banned', reason: 'Off topic', rule: 'spam' })
const ban = (who: Person, by = admin) => moderate(by, 'user', who.id, { blocked: true, reason: 'Spam' })
const suspend = (who: Person) =>
  moderate(admin, 'user', who.id, { blocked: true, suspension: { ends: inHours(24), reason: 'Rude' } })
const appeal = (by: Person, resource: Kind, resourceId: string, message = 'It was a question') =>
  by.visitor.post('appeals', { resource, resourceId, message })
const sent = async (...args: Parameters<typeof appeal>): Promise<Data> => expectData(await appeal(...args)).appeal
const own = async (by: Person): Promise<Data[]> => (await by.get('appeals')).appeals
const listed = async (status = 'open', by = second): Promise<Data[]> =>
  (await by.get(`moderation/appeals?status=${status}&limit=100`)).appeals
const entryOf = async (appealId: string, by = second): Promise<Data> =>
  (await listed('open', by)).find(({ id }) => id === appealId)
const decide = (by: Person, id: string, outcome: string, reason = 'I read it again') =>
  by.visitor.put(`moderation/appeals/${id}`, { outcome, reason })
const isVisible = async (id: string): Promise<boolean> => (await ann.visitor.get(`posts/${id}`)).status === 200

async function removed(kind: 'post' | 'comment'): Promise<{ author: Person; id: string }> {
  const author = await student()
  const { id: postId } = await publish(kind === 'post' ? author : ann, { title: 'Rate the tea' })
  const id = kind === 'post' ? postId : (await comment(author, postId, { content: 'Strong tea' })).id
  await remove(kind, id)
  return { author, id }
}

describe('an appeal', () => {
  test.each(['post', 'comment'] as const)('against the removal of a %s restores it when overturned', async (kind) => {
    const { author, id } = await removed(kind)
    const { id: appealId, ...record } = await sent(author, kind, id)
    expect(record).toMatchObject({ resource: kind, resourceId: id, status: 'open', reason: null, isCurrent: true })
    const entry = await entryOf(appealId)
    expect(entry).toMatchObject({
      message: 'It was a question',
      appellant: { id: author.id },
      decision: { state: 'banned', reason: 'Off topic', rule: 'spam', moderator: { id: admin.id } },
      content: { title: 'Rate the tea', ...(kind === 'comment' ? { text: 'Strong tea' } : {}) },
      mayDecide: true,
    })
    expectData(await decide(second, appealId, 'overturned'))
    expect(await own(author)).toMatchObject([{ status: 'overturned', reason: 'I read it again' }])
    const history = (await second.get(`moderation/history/${id}`)).history
    expect(history.map(({ state }: Data) => state)).toEqual(['active', 'banned'])
    expect(await noticesOf(author)).toMatchObject([
      {
        kind: 'appeal_overturned',
        reason: 'I read it again',
        text: 'A moderator agreed with your appeal about “Rate the tea”. It’s visible again.',
      },
    ])
    expect(auditActions(appealId)).toEqual(['user:created:appeal', 'admin:overturned:appeal'])
    expect(auditActions(id)).toContain(`admin:restored:${kind}`)
    expect(await mailsADayLater(author)).toHaveLength(1)
  })
  test('that is upheld changes nothing, is told with its reason and without a name, is counted, and is the last word', async () => {
    const { author, id } = await removed('post')
    const numbers = async () => (await second.get('admin/dashboard/overview')).appeals
    const before = await numbers()
    const { id: appealId } = await sent(author, 'post', id)
    expect(await numbers()).toEqual({ ...before, open: before.open + 1 })
    await fails(decide(second, appealId, 'upheld', ' '), 400)
    expectData(await decide(second, appealId, 'upheld'))
    expect(await numbers()).toEqual({ ...before, upheld: before.upheld + 1 })
    const seen = JSON.stringify([await own(author), await noticesOf(author)])
    for (const { user } of [admin, second])
      for (const never of [user.id, user.username]) expect(seen).not.toContain(never)
    expect([await isVisible(id), (await own(author))[0]]).toMatchObject([false, { status: 'upheld', isCurrent: true }])
    expect((await noticesOf(author))[0]).toMatchObject({ kind: 'appeal_upheld', reason: 'I read it again' })
    await fails(appeal(author, 'post', id), 'CONFLICT')
    await fails(decide(root, appealId, 'overturned'), 'CONFLICT')
    expect(await isVisible(id)).toBe(false)
  })
  test.each([
    ['a ban', ban],
    ['a suspension', suspend],
  ])('against %s is sent and read while it holds, and lifts it when overturned', async (_, impose) => {
    const who = await student()
    await impose(who)
    const { id } = await sent(who, 'user', who.id)
    expect(await own(who)).toMatchObject([{ status: 'open' }])
    expect(await entryOf(id)).toMatchObject({ content: null, mayDecide: true })
    expectData(await decide(second, id, 'overturned'))
    await who.post('posts', { title: 'I am back', content: 'And well', topic: 'Showcase' })
    expect((await noticesOf(who)).map(({ kind }) => kind)).toContain('appeal_overturned')
  })
  test('is one for each decision: another removal can be appealed again, one that lapsed cannot be decided', async () => {
    const { author, id } = await removed('post')
    const { id: lapsed } = await sent(author, 'post', id)
    await fails(appeal(author, 'post', id, 'Again'), 'CONFLICT')
    await moderate(admin, 'post', id, { state: 'active' })
    await fails(decide(second, lapsed, 'upheld'), 'CONFLICT')
    expect(await noticesOf(author)).toEqual([])
    await fails(appeal(author, 'post', id), 'NOT_FOUND')
    await remove('post', id)
    await sent(author, 'post', id)
    expect((await own(author)).map(({ status, isCurrent }) => [status, isCurrent])).toEqual([
      ['open', true],
      ['lapsed', false],
    ])
  })
  test('against what its author deleted is decided, and restores nothing; it goes with the account', async () => {
    const { author, id } = await removed('post')
    const { id: appealId } = await sent(author, 'post', id)
    await author.delete(`posts/${id}`)
    expect(expectData(await decide(second, appealId, 'overturned')).appeal).toMatchObject({ content: null })
    expect(await isVisible(id)).toBe(false)
    expect((await noticesOf(author))[0]).toMatchObject({ kind: 'appeal_overturned' })
    const other = await removed('post')
    const gone = await sent(other.author, 'post', other.id)
    await other.author.delete('auth/account')
    expect(ids(await listed())).not.toContain(gone.id)
    await fails(decide(second, gone.id, 'upheld'), 'NOT_FOUND')
  })
  test('shows no post again whose long thread is being deleted', async () => {
    const author = await student()
    const { id: postId } = await publish(author)
    for (let n = 0; n <= 10; n++) await comment(ann, postId)
    await remove('post', postId)
    const { id: appealId } = await sent(author, 'post', postId)
    await storage.write((tx) => deletePostOrBegin(tx, postId))
    expect((await entryOf(appealId)).content).toBeNull()
    expectData(await decide(second, appealId, 'overturned'))
    await fails(judge(admin, 'post', { id: postId }, { state: 'active' }), 'NOT_FOUND')
    expect(await isVisible(postId)).toBe(false)
    await finishPostDeletion(postId)
  })
})

test('nobody appeals what was not removed, was hidden in silence, is somebody else’s, is not there, or was lifted', async () => {
  const author = await student()
  const [{ id }, { id: hidden }] = [await publish(author), await publish(author)]
  await moderate(admin, 'post', hidden, { state: 'shadow_banned' })
  const other = await removed('post')
  const asked = [id, hidden, other.id, MISSING_ID].map((each) => appeal(author, 'post', each))
  const sanctioned = await student()
  await ban(sanctioned)
  asked.push(appeal(author, 'user', author.id), appeal(author, 'user', sanctioned.id))
  for (const answer of await Promise.all(asked)) expect(refusal(answer)).toEqual([404, 'NOT_FOUND'])
  await moderate(admin, 'user', sanctioned.id, { blocked: false })
  await fails(appeal(sanctioned, 'user', sanctioned.id), 'NOT_FOUND')
  expect(await own(author)).toEqual([])
})

describe('who decides', () => {
  test('is another moderator than the one who decided, unless all others are sanctioned', async () => {
    const { author, id } = await removed('post')
    const { id: appealId } = await sent(author, 'post', id)
    const chief = await administrator('superadmin')
    const { id: another } = await publish(author)
    await remove('post', another, chief)
    const { id: last } = await sent(author, 'post', another)
    expect(await entryOf(last, chief)).toMatchObject({ mayDecide: false })
    for (const outcome of ['upheld', 'overturned']) await fails(decide(chief, last, outcome), 'FORBIDDEN')
    const others = select("SELECT id FROM users WHERE role <> 'user' AND id <> ?", chief.id)
    for (const who of others) await moderate(chief, 'user', who.id, { blocked: true })
    expectData(await decide(chief, last, 'overturned'))
    for (const who of others) await moderate(chief, 'user', who.id, { blocked: false })
    await fails(decide(admin, appealId, 'upheld'), 'FORBIDDEN')
  })
  test('is the same one where all others lack the passkey that they need', async () => {
    const { author, id } = await removed('post')
    const { id: appealId } = await sent(author, 'post', id)
    const decides = () => {
      const row = appealById(storage.reader, appealId)
      return mayDecide(storage.reader, { id: admin.id, role: 'admin', aliases: new Set() }, row)
    }
    const needPasskeys = (isNeeded: boolean) =>
      storage.write((tx) => storeSetting(tx, 'administratorPasskeys', isNeeded))
    expect(decides()).toBe(false)
    await needPasskeys(true)
    expect(decides()).toBe(true)
    await needPasskeys(false)
  })
  test('is the same one where the only other may be the person behind an alias, whoever that is', async () => {
    const [colleague, who] = [await administrator(), await student()]
    const about = await Promise.all(
      [colleague, who].map(async (person) => {
        const { id } = await publishAliased(person)
        await remove('post', id)
        return (await sent(person, 'post', id)).id
      }),
    )
    const decides = async (by: Person) => {
      const all = await listed('open', by)
      return about.map((id) => all.find((each) => each.id === id)?.mayDecide)
    }
    expect([await decides(admin), await decides(second)]).toEqual([
      [false, false],
      [true, true],
    ])
    const others = select("SELECT id FROM users WHERE role <> 'user' AND id NOT IN (?, ?)", admin.id, colleague.id)
    for (const { id } of others) await sanction(id, BLOCK)
    expect([await decides(admin), await decides(colleague)]).toEqual([
      [true, true],
      [false, true],
    ])
    for (const id of about) expectData(await decide(admin, id, 'overturned'))
    await storage.write(async (tx) => {
      for (const { id } of others) {
        await liftSanction(tx, id)
        forgetAccount(tx, id)
      }
    })
  })
  test('is never the person, and a superadmin about an administrator', async () => {
    const colleague = await administrator()
    const { id } = await publish(colleague)
    await remove('post', id)
    const { id: about } = await sent(colleague, 'post', id)
    await fails(decide(colleague, about, 'overturned'), 'FORBIDDEN')
    await ban(colleague, root)
    const { id: against } = await sent(colleague, 'user', colleague.id)
    await fails(decide(second, against, 'overturned'), 'FORBIDDEN')
  })
})
