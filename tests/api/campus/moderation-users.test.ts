import { describe, expect, setSystemTime, test } from 'bun:test'
import { maskedEmail } from '../../../src/lib/mail/email-address'
import { comment, execute, ids, noticesOf, publish, students } from '../../support/content'
import type { History } from '../../support/contract'
import {
  administrator,
  collegeId,
  type Data,
  expectData,
  expectWithout,
  fails,
  HOUR,
  inHours,
  later,
  MISSING_ID,
  meOf,
  type Person,
  refusal,
  student,
  times,
  useQuad,
} from '../../support/kit'
import { auditEntries, mailsADayLater, refused, withoutMail } from '../../support/traces'

await useQuad()
const [ann, admin, root] = [await student(), await administrator(), await administrator('superadmin')]

const moderate = (by: Person, { id }: { id: string }, body: unknown) =>
  by.put(`moderation/users/${id}/moderation-state`, body)
const trying =
  (by: Person, { id }: { id: string }, body: unknown) =>
  () =>
    by.visitor.put(`moderation/users/${id}/moderation-state`, body)
const BLOCK = { blocked: true, suspension: null }
const LIFT = { blocked: false, suspension: null }
const until = (ends: string, reason = 'Cool down') => ({ blocked: true, suspension: { ends, reason } })
const readSuspension = async ({ id }: { id: string }) =>
  (await admin.get(`moderation/users/${id}/suspension`)).suspension
const historyOf = async ({ id }: { id: string }): Promise<History> =>
  (await admin.get(`moderation/history/${id}`)).history
const moderationOf = ({ id }: { id: string }) =>
  auditEntries(id).filter(({ action, entityId }) => action.startsWith('admin:') && entityId === id)

/** What members alone may do: the others of their routes have the same level. */
const writing = (who: Person) => who.visitor.post('bookmarks', { postId: MISSING_ID })
const reading = (who: Person) => who.get('posts')

describe('PUT moderation/users/:userId/moderation-state', () => {
  test('a block keeps from taking part at once, not from reading, until it is lifted', async () => {
    const who = await student()
    await fails(writing(who), 'NOT_FOUND')
    const mine = await publish(who)
    const remark = await comment(who, mine.id)
    expect(await moderate(admin, who, BLOCK)).toEqual({ userId: who.id, ...BLOCK })
    await fails(writing(who), 'USER_BLOCKED')
    await fails(who.patch(`posts/${mine.id}`, { title: 'New' }), 'USER_BLOCKED')
    await reading(who)
    await who.delete(`comments/${remark.id}`)
    expect(await meOf(who)).toMatchObject(BLOCK)
    expect(await readSuspension(who)).toBeNull()
    later(25 * 24 * HOUR)
    await fails(writing(who), 'USER_BLOCKED')
    setSystemTime()
    expect(await moderate(admin, who, LIFT)).toEqual({ userId: who.id, ...LIFT })
    await fails(writing(who), 'NOT_FOUND')
    expect(await meOf(who)).toMatchObject(LIFT)
  })
  test('a suspension keeps from taking part at once and lifts by itself', async () => {
    const who = await student()
    const ends = inHours(2)
    const { suspension } = until(ends)
    expect(await moderate(admin, who, until(ends))).toEqual({ userId: who.id, ...until(ends) })
    await fails(writing(who), 'USER_SUSPENDED')
    await reading(who)
    expect(await readSuspension(who)).toEqual(suspension)
    expect(await meOf(who)).toMatchObject(until(ends))
    setSystemTime(new Date(Date.parse(ends) - 1))
    await fails(writing(who), 'USER_SUSPENDED')
    setSystemTime(new Date(ends))
    await fails(writing(who), 'NOT_FOUND')
    expect(await readSuspension(who)).toBeNull()
    expect(await meOf(who)).toMatchObject(LIFT)
  })
  test('each sanction takes the place of the other', async () => {
    const who = await student()
    const [soon, late] = [inHours(1), inHours(5)]
    for (const body of [BLOCK, until(soon), until(late), until(late, 'Longer'), BLOCK, LIFT]) {
      expect(await moderate(admin, who, body)).toEqual({ userId: who.id, ...body })
      const code = body.suspension ? 'USER_SUSPENDED' : body.blocked ? 'USER_BLOCKED' : 'NOT_FOUND'
      await fails(writing(who), code)
    }
    expect((await historyOf(who)).map(({ state, ends, reason }) => [state, ends, reason])).toEqual([
      ['active', null, null],
      ['blocked', null, null],
      ['suspended', late, 'Longer'],
      ['suspended', late, 'Cool down'],
      ['suspended', soon, 'Cool down'],
      ['blocked', null, null],
    ])
  })
  test('repeating what is so changes nothing: no record, no entry, no notice', async () => {
    const who = await student()
    const traces = async () => [(await historyOf(who)).length, moderationOf(who).length, (await noticesOf(who)).length]
    await moderate(admin, who, LIFT)
    expect(await traces()).toEqual([0, 0, 0])
    const suspended = until(inHours(3))
    await times(2, () => moderate(admin, who, suspended))
    expect(await traces()).toEqual([1, 1, 1])
    for (let n = 1; n <= 2; n++) await moderate(admin, who, { ...BLOCK, reason: `No. ${n}` })
    expect(await traces()).toEqual([2, 2, 1])
    await times(2, () => moderate(admin, who, LIFT))
    expect(await traces()).toEqual([3, 3, 0])
  })
})

describe('whom nobody but a superadmin decides about', () => {
  test('an admin decides about no administrator, and nobody about themselves', async () => {
    const other = await administrator()
    for (const whom of [other, root])
      for (const body of [BLOCK, until(inHours(1)), LIFT]) await refused(trying(admin, whom, body), 'FORBIDDEN')
    await moderate(root, other, BLOCK)
    await refused(trying(admin, other, LIFT), 'FORBIDDEN')
    await meOf(other)
    await fails(other.get('moderation/users'), 'USER_BLOCKED')
    await moderate(root, other, LIFT)
    await other.get('moderation/users')
    for (const who of [admin, root])
      for (const body of [BLOCK, until(inHours(1)), LIFT]) await refused(trying(who, who, body), 'FORBIDDEN')
    expect([await historyOf(admin), await historyOf(root)]).toEqual([[], []])
  })
  test('of two superadmins who block each other at once, one stays; an administrator whose role is taken at the moment decides nothing', async () => {
    const [one, other] = [await administrator('superadmin'), await administrator('superadmin')]
    const answers = await Promise.all([trying(one, other, BLOCK)(), trying(other, one, BLOCK)()])
    expect(answers.map(refusal)).toEqual([
      [200, undefined],
      [403, 'USER_BLOCKED'],
    ])
    await one.get('moderation/users')
    await one.delete('auth/account')
    const [leaving, who] = [await administrator(), await student()]
    const late = await Promise.all([
      root.visitor.put(`admin/users/${leaving.id}/role`, { role: 'user' }),
      trying(leaving, who, BLOCK)(),
    ])
    expect(late.map(refusal)).toEqual([
      [200, undefined],
      [403, 'FORBIDDEN'],
    ])
    expect(await historyOf(who)).toEqual([])
  })
})

describe('what is refused', () => {
  const soon = '2999-01-01T00:00:00Z'
  test.each([
    {},
    { blocked: 'yes', suspension: null },
    { blocked: false, suspension: { ends: soon, reason: 'Why' } },
    { blocked: true, suspension: { ends: soon } },
    { blocked: true, suspension: { reason: 'Why' } },
    { blocked: true, suspension: { ends: soon, reason: ' ' } },
    { blocked: true, suspension: { ends: 'tomorrow', reason: 'Why' } },
    { blocked: true, suspension: { ends: '2999-01-01T00:00:00', reason: 'Why' } },
    { blocked: true, suspension: { ends: '2020-01-01T00:00:00Z', reason: 'Why' } },
  ])('400 for %j', async (body) => {
    await refused(trying(admin, ann, body), 'VALIDATION_FAILED')
    expect((await meOf(ann)).blocked).toBe(false)
  })
  test('a suspension is named as the interface prints it, whatever zone it was given in; it ends later than now, and may be left out', async () => {
    const who = await student()
    const { suspension } = await moderate(admin, who, until('2999-01-01T02:00:00+05:30', '  Why '))
    expect(suspension).toEqual({ ends: '2998-12-31T20:30:00.000Z', reason: 'Why' })
    const now = new Date()
    setSystemTime(now)
    await refused(trying(admin, ann, until(now.toISOString())), 'VALIDATION_FAILED')
    expect(await moderate(admin, who, { blocked: true })).toEqual({ userId: who.id, ...BLOCK })
    expect(await moderate(admin, who, { blocked: false })).toEqual({ userId: who.id, ...LIFT })
  })
  test('404 for a user who is not there, whatever the form of the id', async () => {
    for (const id of [MISSING_ID, 'xyz']) {
      await refused(trying(admin, { id }, BLOCK), 'NOT_FOUND')
      await fails(admin.get(`moderation/users/${id}/suspension`), 'NOT_FOUND')
    }
  })
})

describe('what a sanction leaves', () => {
  test('who, why and when, in the history and in the audit log', async () => {
    const who = await student()
    const ends = inHours(4)
    await moderate(admin, who, until(ends, 'Spam'))
    await moderate(root, who, { ...LIFT, reason: 'A mistake' })
    expect(await historyOf(who)).toMatchObject([
      { resource: 'user', state: 'active', reason: 'A mistake', ends: null, moderator: { id: root.id } },
      { resource: 'user', state: 'suspended', reason: 'Spam', ends, moderator: { id: admin.id } },
    ])
    expect(moderationOf(who)).toMatchObject([
      {
        action: 'admin:suspended:user',
        actorId: admin.id,
        before: '{"state":"active","ends":null}',
        after: JSON.stringify({ state: 'suspended', ends }),
      },
      { action: 'admin:lifted:sanction', actorId: root.id, after: '{"state":"active","ends":null}' },
    ])
    await moderate(root, who, { ...BLOCK, reason: 'Again' })
    expect(moderationOf(who).at(-1)).toMatchObject({ action: 'admin:blocked:user', actorId: root.id })
    const { data } = await root.get(`admin/manage/logs?entityId=${who.id}&action=admin:blocked:user`)
    expect(data[0].reason).toBe('Again')
  })
  test('two moderators at once make the same decision once; one that has ended is made again', async () => {
    const who = await student()
    const body = until(inHours(1))
    const both = await Promise.all([moderate(admin, who, body), moderate(root, who, body)])
    expect(both[1]).toEqual(both[0])
    expect([(await historyOf(who)).length, moderationOf(who).length, (await noticesOf(who)).length]).toEqual([1, 1, 1])
    const other = await student()
    await moderate(admin, other, until(inHours(1)))
    later(2 * HOUR)
    await moderate(admin, other, LIFT)
    expect(await historyOf(other)).toHaveLength(1)
    await moderate(admin, other, until(inHours(1)))
    expect(await historyOf(other)).toHaveLength(2)
    await fails(writing(other), 'USER_SUSPENDED')
  })
})

describe('the notice to the user', () => {
  test('tells of a suspension, its reason and its end, of a block and of lifting, and of no moderator', async () => {
    const who = await student()
    const told = async () => {
      const [notice] = await noticesOf(who)
      await who.patch('notices/acknowledge', { ids: [notice?.id] })
      expectWithout(notice, admin.id, admin.email, admin.user.username)
      return [notice?.kind, notice?.text, notice?.reason]
    }
    await moderate(admin, who, until('2999-05-06T07:08:00Z', '<i>Spam</i>'))
    const suspended = 'You’re suspended until 6 May 2999 at 07:08 UTC. You can still read.'
    expect(await told()).toEqual(['suspended', suspended, '<i>Spam</i>'])
    await moderate(admin, who, { ...BLOCK, reason: 'More spam' })
    expect(await told()).toEqual(['banned', 'You’re banned. You can still read.', 'More spam'])
    await moderate(admin, who, { ...LIFT, reason: 'Between us' })
    expect(await told()).toEqual(['sanction_lifted', 'You can post, comment and vote again.', null])
    await moderate(admin, who, BLOCK)
    expect(await told()).toEqual(['banned', 'You’re banned. You can still read.', null])
  })
  test('no mail is sent where the operator has switched it off', async () => {
    const [who, other] = await students(2)
    await withoutMail('suspended', async () => {
      for (const body of [BLOCK, until(inHours(1)), LIFT, BLOCK]) await moderate(admin, who, body)
    })
    await moderate(admin, other, BLOCK)
    expect(await noticesOf(who)).toHaveLength(1)
    expect([await mailsADayLater(who), (await mailsADayLater(other)).length]).toEqual([[], 1])
  })
})

const domain = 'away.edu'
await collegeId(domain)
const away = await student({ domain })
const [blocked, suspended, bygone] = await students(3, { domain })
const joining = await student({ onboard: false })
await moderate(admin, blocked, BLOCK)
for (const who of [suspended, bygone]) await moderate(admin, who, until(inHours(1)))
await execute(
  'UPDATE sanctions SET ends_at = ? WHERE user_id = ?',
  new Date(Date.now() - 1000).toISOString(),
  bygone.id,
)

describe('the lists of users', () => {
  const MANAGED = 'blocked branch collegeId createdAt email id karma role status suspension updatedAt username'.split(
    ' ',
  )
  const ask = (by: Person, filters: Record<string, string> = {}, path = 'moderation/users/search'): Promise<Data> =>
    by.get(`${path}?${new URLSearchParams(filters)}`)
  const found = async (filters: Record<string, string>): Promise<string[]> => {
    const { users, pagination } = await ask(root, { limit: '100', ...filters })
    expect(pagination.total).toBe(users.length)
    return ids(users)
  }
  /** Within a month the order is that of random ids. */
  const idsOf = (...people: Person[]) =>
    people
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
  test('GET moderation/users: everybody, by the month of joining, in pages, with what administrators need', async () => {
    const all = await root.get('moderation/users?limit=100')
    const everybody = ids(all.users)
    expect(everybody).toEqual(everybody.toSorted().toReversed())
    const listed = (who: Person) => all.users.find(({ id }: Data) => id === who.id)
    const email = maskedEmail(bygone.email)
    expect(listed(bygone)).toMatchObject({ email, role: 'user', status: 'ACTIVE', ...LIFT })
    expect(listed(joining)).toMatchObject({ status: 'ONBOARDING', branch: null })
    for (const each of all.users) expect(Object.keys(each).sort()).toEqual(MANAGED)
    expect(listed(suspended)).toMatchObject({ blocked: true, suspension: { reason: 'Cool down' } })
    expect(listed(blocked)).toMatchObject(BLOCK)
    const second = await root.get('moderation/users?page=2&limit=2')
    expect(ids(second.users)).toEqual(everybody.slice(2, 4))
    const total = all.users.length
    const totalPages = Math.ceil(total / 2)
    expect(second.pagination).toEqual({ total, page: 2, limit: 2, totalPages, hasMore: true })
    expect(await ask(root, { limit: '100' }, 'auth/users')).toEqual(all)
    for (const { visitor } of [admin, root]) {
      const answer = await visitor.get('moderation/users?limit=100')
      expectWithout(answer.text, away.email)
      expect(answer.text).toContain(maskedEmail(away.email))
      expect(answer.text).not.toMatch(/authId|argon2|password/i)
    }
  })
  test('GET moderation/users/search: in any case, and all filters together', async () => {
    const { username, collegeId: college } = away.user
    expect(await found({ username: ` ${username.slice(1).toUpperCase()} ` })).toEqual([away.id])
    expect(await found({ query: username.slice(2).toUpperCase() })).toEqual([away.id])
    expect(await found({ email: away.email.toUpperCase() })).toEqual([away.id])
    expect(await found({ blocked: 'true', collegeId: college })).toEqual(idsOf(suspended, blocked))
    const all = { query: away.email, username, email: away.email, collegeId: college, role: 'user', blocked: 'false' }
    expect(await found(all)).toEqual([away.id])
    const { users } = await ask(admin, { email: away.email })
    expect(users).toMatchObject([{ email: maskedEmail(away.email) }])
    expect(await found({ query: '', username: ' ', email: '' })).toContain(ann.id)
  })
  test('a part of an address finds nobody, and signs are letters like any other', async () => {
    const [local = ''] = away.email.split('@')
    for (const query of [local, '@away.edu', '%', '"', '\\', '🦦']) expect(await found({ query })).toEqual([])
    for (const email of [local, '%']) expect(await found({ email })).toEqual([])
    for (const username of ['%', '_', "' OR 1=1 --", '🦦']) expect(await found({ username })).toEqual([])
  })
  test.each(['page=0', 'limit=101', 'role=nobody', 'blocked=maybe', 'collegeId=xyz'])('400 for %s', async (query) => {
    await fails(admin.get(`moderation/users/search?${query}`), 'VALIDATION_FAILED')
  })
  test('GET auth/admins: administrators and superadministrators, nobody else, and no address', async () => {
    for (const { visitor } of [admin, root]) {
      const answer = await visitor.get('auth/admins')
      const { admins } = expectData(answer)
      for (const { id, email, user } of [admin, root]) {
        expect(admins.find((each: Data) => each.id === id)).toMatchObject({
          email: maskedEmail(email),
          role: user.role,
        })
        expectWithout(answer.text, email)
      }
      expect(admins.filter(({ role }: Data) => role === 'user')).toEqual([])
      for (const each of admins) expect(Object.keys(each).sort()).toEqual(MANAGED)
    }
  })
  test('GET admin/manage/users/query: an array, by part of a name and by a whole address', async () => {
    const query = (by: Person, filters = {}): Promise<Data[]> => ask(by, filters, 'admin/manage/users/query')
    const { username } = away.user
    const masked = [{ id: away.id, email: maskedEmail(away.email) }]
    expect(await query(root, { username })).toMatchObject(masked)
    expect(await query(admin, { username: username.slice(2), email: away.email })).toMatchObject(masked)
    expect(await query(root, { username, email: blocked.email })).toEqual([])
    expect((await query(root)).length).toBeGreaterThan(6)
  })
})

describe('what somebody commented in all threads', () => {
  const list = (by: Person, { id }: Person, query = '') => by.get(`moderation/users/${id}/comments?${query}`)
  const readsOf = ({ id }: Person) =>
    auditEntries(id).filter(({ action, entityId }) => action === 'admin:read:comments' && entityId === id)
  test('newest first, with the post it is on, removed ones too, and nothing that was deleted; page by page', async () => {
    const dan = await student()
    const [first, other] = [await publish(ann, { title: 'Which tea?' }), await publish(dan, { title: 'Lost umbrella' })]
    const [tea, reply, lost, gone] = [
      await comment(dan, first.id),
      await comment(dan, first.id),
      await comment(dan, other.id),
      await comment(dan, other.id),
    ]
    await comment(ann, other.id)
    await admin.put(`moderation/comments/${reply.id}/moderation-state`, { state: 'banned' })
    await dan.delete(`comments/${gone.id}`)
    const whole = await list(admin, dan)
    expect(whole.meta.total).toBe(3)
    expect(whole.comments).toMatchObject([
      { id: lost.id, content: lost.content, postId: other.id, postTitle: 'Lost umbrella', isBanned: false },
      { id: reply.id, content: reply.content, postId: first.id, postTitle: 'Which tea?', isBanned: true },
      { id: tea.id, content: tea.content, postTitle: 'Which tea?', commentedBy: { id: dan.id } },
    ])
    const start = await list(admin, dan, 'limit=2')
    const rest = await list(admin, dan, `limit=2&cursor=${start.meta.nextCursor}`)
    expect([...start.comments, ...rest.comments]).toEqual(whole.comments)
    expect(rest.meta).toMatchObject({ nextCursor: null, hasMore: false })
    expect((await list(admin, dan, 'limit=2&page=2')).comments).toEqual(rest.comments)
  })
  test('each page that shows words of another is an audit entry; what shows none is not; 404 for nobody', async () => {
    const [dan, quiet] = await students(2)
    const post = await publish(ann)
    await times(3, () => comment(dan, post.id))
    await comment(admin, post.id)
    const { meta } = await list(admin, dan, 'limit=2')
    await list(root, dan, `limit=2&cursor=${meta.nextCursor}`)
    expect(readsOf(dan).map(({ actorId, metadata }) => [actorId, JSON.parse(metadata!).count])).toEqual([
      [admin.id, 2],
      [root.id, 1],
    ])
    expect((await list(admin, quiet)).comments).toEqual([])
    await list(admin, admin)
    expect([...readsOf(quiet), ...readsOf(admin)]).toEqual([])
    await fails(admin.get(`moderation/users/${MISSING_ID}/comments`), 'NOT_FOUND')
  })
})
