import { beforeEach, describe, expect, jest, setSystemTime, test } from 'bun:test'
import { waitingComments } from '../../../src/forum/comments/delayed'
import { finishAccountDeletions, startAccountDeletions } from '../../../src/keeping/erasure/delete-account'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { type Aliased, commentAliased, publishAliased } from '../../support/aliased'
import {
  block,
  comment,
  execute,
  ids,
  judge,
  newComment,
  noticesOf,
  publish,
  report,
  select,
} from '../../support/content'
import { killAtWrite, slowClock } from '../../support/killed-writes'
import {
  administrator,
  type Data,
  expectData,
  HOUR,
  inHours,
  later,
  type Person,
  student,
  useQuad,
} from '../../support/kit'

await useQuad()
const [ann, admin] = [await student(), await administrator()]

const count = (text: string, ...values: string[]): number => select(`SELECT 1 FROM ${text}`, ...values).length
const leave = async ({ visitor }: Person) => void expectData(await visitor.delete('auth/account'))
const isThere = (aliasId: string) => count('users WHERE id = ?', aliasId) === 1
const dueTimes = () =>
  select('SELECT due_at AS at FROM alias_endings WHERE due_at IS NOT NULL ORDER BY due_at').map(({ at }) => at)
/** So many aliases go at moments of their own, within the hour from then on. */
function expectScattered(count: number, began: number) {
  const due = dueTimes().map((at) => Date.parse(at) - began)
  expect([due.length, new Set(due).size, due.every((ms) => ms >= 0 && ms < HOUR + 60_000)]).toEqual([
    count,
    count,
    true,
  ])
}
/** Looks for what is due once the hour is over. */
async function anHourLater() {
  later(HOUR)
  await finishAccountDeletions()
}
const statusOf = async (id: string): Promise<number> => (await ann.visitor.get(`posts/${id}`)).status
const moderate = async ({ alias }: Aliased, verdict: object) =>
  void expectData(await judge(admin, 'user', alias, verdict))
const suspend = (text: Aliased, hours: number, reason = 'Cruel') =>
  moderate(text, { blocked: true, suspension: { ends: inHours(hours), reason } })
const lift = (text: Aliased) => moderate(text, { blocked: false })

beforeEach(async () => {
  later(HOUR)
  await finishAccountDeletions()
  setSystemTime()
})

test('the aliases of a deleted account go at moments of their own within the hour, and nothing says whose they were', async () => {
  const before = count('aliases')
  const who = await student()
  const texts = [await publishAliased(who), await publishAliased(who), await publishAliased(who)] as const
  const own = await publish(who)
  const thread = await publish(ann)
  const remark = await commentAliased(who, thread.id)
  const began = Date.now()
  await leave(who)
  expect(await statusOf(own.id)).toBe(404)
  for (const { id } of texts) expect(await statusOf(id)).toBe(200)
  expect(count('aliases')).toBe(before)
  expectScattered(4, began)
  await finishAccountDeletions()
  const [first] = dueTimes()
  setSystemTime(new Date(first!))
  await finishAccountDeletions()
  expect(dueTimes()).toHaveLength(3)
  await anHourLater()
  for (const { id, alias } of texts) expect([await statusOf(id), isThere(alias.id)]).toEqual([404, false])
  const { post } = await ann.get(`posts/${thread.id}`)
  expect([post.commentsCount, isThere(remark.alias.id), dueTimes()]).toEqual([0, false, []])
})

test('a deletion of an alias that was killed between two steps goes on', async () => {
  const who = await student()
  const thread = await publish(ann)
  const texts = [await commentAliased(who, thread.id), await commentAliased(who, thread.id)] as const
  const answered = await publishAliased(who)
  await comment(ann, answered.id)
  await leave(who)
  slowClock()
  killAtWrite(4)
  later(HOUR)
  await expect(finishAccountDeletions()).rejects.toThrow('killed')
  jest.restoreAllMocks()
  expect(count('deletions')).toBe(2)
  await finishAccountDeletions()
  expect([count('deletions'), dueTimes()]).toEqual([0, []])
  expect([isThere(texts[0].alias.id), isThere(answered.alias.id)]).toEqual([false, false])
  expect((await ann.get(`posts/${answered.id}`)).post).toMatchObject({ content: '[deleted]', postedBy: null })
})

test.each([
  ['since a time when the clock was ahead', 30 * 24 * HOUR, finishAccountDeletions],
  ['for a server that was down when it was due', -30 * 24 * HOUR, () => startAccountDeletions()()],
])('what waits %s goes at moments of its own, too', async (_, ahead, look) => {
  const who = await student()
  const texts = [await publishAliased(who), await publishAliased(who), await publishAliased(who)]
  later(ahead)
  for (const { alias } of texts)
    await execute('INSERT INTO alias_endings (alias_id, due_at) VALUES (?, ?)', alias.id, new Date().toISOString())
  setSystemTime()
  const began = Date.now()
  await look()
  expectScattered(3, began)
  await anHourLater()
  for (const { id } of texts) expect(await statusOf(id)).toBe(404)
  expect(dueTimes()).toEqual([])
})

test('a moderator reads the same of an alias before and after its account is deleted', async () => {
  const who = await student()
  const { id: removed } = await publish(who)
  await judge(admin, 'post', { id: removed }, { state: 'banned', reason: 'Cruel' })
  const text = await publishAliased(who)
  await report(ann, text.id)
  await suspend(text, 48)
  const read = async () => [
    (await admin.get(`admin/manage/reports/${text.id}/context`)).context,
    await admin.get(`moderation/users/${text.alias.id}/suspension`),
    await admin.get(`moderation/users/search?blocked=true&limit=100`),
    await admin.get(`moderation/history/${text.alias.id}`),
  ]
  const before = await read()
  expect(before[0].author.removalsBefore).toBe(1)
  await leave(who)
  expect(await read()).toEqual(before)
  await anHourLater()
  // Its texts are gone; the sanction stays where moderators lift it.
  expect(await statusOf(text.id)).toBe(404)
  expect((await read()).slice(1)).toEqual(before.slice(1))
})

const isRefused = async (who: Person): Promise<unknown> =>
  (await who.visitor.post('bookmarks', { postId: (await publish(ann)).id })).code
const showsBlocked = async ({ user }: Person): Promise<boolean> =>
  (await admin.get(`moderation/users/search?username=${user.username}`)).users[0].blocked
const sanctioned = async (): Promise<Data[]> =>
  (await admin.get('moderation/users/search?blocked=true&limit=100')).users

test('whoever comes back is bound by each sanction, which stays with its alias', async () => {
  const email = '7000000001@campus.edu'
  const who = await student({ email })
  const [short, long] = [await publishAliased(who), await publishAliased(who)]
  await suspend(short, 2, 'Rude')
  await suspend(long, 4)
  await leave(who)
  await anHourLater()
  setSystemTime()
  const before = ids(await sanctioned())
  const again = await student({ email })
  expect(await isRefused(again)).toBe('USER_SUSPENDED')
  expect(ids(await sanctioned())).toEqual(before)
  expect(await showsBlocked(again)).toBe(false)
  await lift(long)
  expect(await isRefused(again)).toBe('USER_SUSPENDED')
  await lift(short)
  expect(await isRefused(again)).toBeUndefined()
  expect((await noticesOf(again)).map(({ kind }) => kind)).toEqual(['sanction_lifted', 'sanction_lifted'])
  await leave(again)
  expect(await isRefused(await student({ email }))).toBeUndefined()
})

test('whoever comes back within the hour keeps no text of an alias: they go as the deletion promised, once, and the sanction stays', async () => {
  const email = '7000000003@campus.edu'
  const who = await student({ email })
  const text = await publishAliased(who)
  await suspend(text, 24)
  await leave(who)
  const again = await student({ email })
  const ends = () => count('alias_endings WHERE alias_id = ? AND due_at IS NOT NULL', text.alias.id)
  expect([await isRefused(again), await statusOf(text.id), ends()]).toEqual(['USER_SUSPENDED', 200, 1])
  await leave(again)
  expect(ends()).toBe(1)
  const third = await student({ email })
  await anHourLater()
  expect([await statusOf(text.id), isThere(text.alias.id)]).toEqual([404, true])
  setSystemTime()
  expect(await isRefused(third)).toBe('USER_SUSPENDED')
  await lift(text)
  expect(await isRefused(third)).toBeUndefined()
})

describe('what is decided about an alias between the deletion of its account and its own', () => {
  const ban = (text: Aliased) => moderate(text, { blocked: true, reason: 'Cruel' })
  test('binds its person on return, and shows on no other name', async () => {
    const email = '7000000004@campus.edu'
    const who = await student({ email })
    const [text, other] = [await publishAliased(who), await publishAliased(who)]
    await leave(who)
    await ban(text)
    await anHourLater()
    expect([isThere(text.alias.id), isThere(other.alias.id)]).toEqual([true, false])
    setSystemTime()
    const again = await student({ email })
    expect(await isRefused(again)).toBe('USER_BLOCKED')
    expect(await isRefused(await student())).toBeUndefined()
    expect(await showsBlocked(again)).toBe(false)
    await lift(text)
    expect(await isRefused(again)).toBeUndefined()
  })
  test('binds a person who came back before it was', async () => {
    const email = '7000000006@campus.edu'
    const who = await student({ email })
    const text = await publishAliased(who)
    await leave(who)
    const again = await student({ email })
    expect(await isRefused(again)).toBeUndefined()
    await ban(text)
    expect(await isRefused(again)).toBe('USER_BLOCKED')
    await lift(text)
    expect(await isRefused(again)).toBeUndefined()
    await anHourLater()
    expect([
      isThere(text.alias.id),
      count('aliases WHERE account = (SELECT key FROM users WHERE id = ?)', again.id),
    ]).toEqual([false, 0])
  })
  test('is known by nothing that two aliases share, nor by an address', async () => {
    const who = await student()
    for (let n = 0; n < 2; n++) await publishAliased(who)
    const indexes = select('SELECT email_index AS "index" FROM identities')
    await leave(who)
    const persons = select('SELECT persons FROM alias_endings WHERE due_at IS NOT NULL').map(({ persons }) => persons)
    expect([persons.length, new Set(persons).size, persons.includes('')]).toEqual([2, 2, false])
    for (const { index } of indexes) expect(persons.join(' ')).not.toContain(index)
    await anHourLater()
  })
})

test('a longer sanction of the own name comes back as it was', async () => {
  const email = '7000000002@campus.edu'
  const who = await student({ email })
  await suspend(await publishAliased(who), 2, 'Rude')
  await judge(admin, 'user', who, { blocked: true, reason: 'Cruel' })
  await leave(who)
  const again = await student({ email })
  expect(await isRefused(again)).toBe('USER_BLOCKED')
  expect(await showsBlocked(again)).toBe(true)
})

test('maintenance deletes the aliases that nothing is left of, once they are a week old', async () => {
  const who = await student()
  const thread = await publish(ann)
  const [gone, kept] = [await publishAliased(who), await commentAliased(who, thread.id)]
  const [banned, reported] = [await publishAliased(who), await publishAliased(who)]
  // Whether a part has noticed a text must not show.
  await report(ann, gone.id)
  await execute('UPDATE reports SET automatic = 1, reporter_id = NULL')
  await report(ann, reported.id)
  for (const { id } of [gone, banned, reported]) await who.delete(`posts/${id}`)
  await suspend(banned, 24 * 30)
  await execute('DELETE FROM account_notices')
  const there = () => [gone, kept, banned, reported].map(({ alias }) => isThere(alias.id))
  await runMaintenance()
  expect(there()).toEqual([true, true, true, true])
  later(7 * 24 * HOUR + HOUR)
  await runMaintenance()
  expect(there()).toEqual([false, true, true, true])
  expect(count('aliases WHERE alias = (SELECT key FROM users WHERE id = ?)', gone.alias.id)).toBe(0)
})

test('an alias stays for what waits to appear under it, for an appeal, for a block and for a note', async () => {
  setSystemTime()
  const [who, ann, admin] = [await student(), await student(), await administrator()]
  const [thread, quiet] = [await publish(ann), await publish(ann)]
  const [waited, unused] = [await commentAliased(who, thread.id), await commentAliased(who, quiet.id)]
  const text = newComment({ postId: thread.id })
  const { delayedComment } = await who.post('comments/delayed', text)
  expect(delayedComment.alias).toBe(true)
  // Waits until its author publishes it.
  await execute('UPDATE delayed_comments SET publish_at = NULL WHERE id = ?', delayedComment.id)
  const appealed = await publishAliased(who)
  await judge(admin, 'post', appealed, { state: 'banned', reason: 'Cruel' })
  const appeal = { resource: 'post', resourceId: appealed.id, message: 'It was irony' }
  await who.post('appeals', appeal)
  const [blocked, noted] = [await publishAliased(who), await publishAliased(who)]
  expectData(await block(ann, blocked.alias.id))
  expectData(await admin.visitor.post(`moderation/notes/user/${noted.alias.id}`, { content: 'Again' }))
  for (const { id } of [waited, unused]) await who.delete(`comments/${id}`)
  for (const { id } of [appealed, blocked, noted]) await who.delete(`posts/${id}`)
  await execute('DELETE FROM account_notices')
  later(8 * 24 * HOUR)
  await runMaintenance()
  const all = [waited, appealed, blocked, noted, unused]
  expect(all.map(({ alias }) => isThere(alias.id))).toEqual([true, true, true, true, false])
  await execute("UPDATE delayed_comments SET publish_at = ''")
  await waitingComments.publishDue()
  expect(
    count(
      'comments WHERE post = (SELECT key FROM posts WHERE id = ?) AND author = (SELECT key FROM users WHERE id = ?)',
      thread.id,
      waited.alias.id,
    ),
  ).toBe(1)
})
