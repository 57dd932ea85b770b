import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { reconcileBranchGroups } from '../../../src/campus/accounts/branch-groups'
import { setRoleByEmail } from '../../../src/campus/accounts/roles'
import { keepGrace, requestReminders, sendReminders } from '../../../src/campus/membership/reminders'
import { config } from '../../../src/config'
import { waitingPosts } from '../../../src/forum/posts/delayed'
import { systemActor } from '../../../src/ground/audit/audit'
import { noteDay } from '../../../src/ground/audit/day-notes'
import { rateLimiter } from '../../../src/lib/net/security-limiter'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { comment, publish, select } from '../../support/content'
import {
  administrator,
  atOnce,
  collegeId,
  configured,
  type Data,
  expectData,
  expectWithout,
  fails,
  meOf,
  type Person,
  signedIn,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditEntries, mailFor, mailsTo, otpFor } from '../../support/traces'

await useQuad()
const JOINED = '2027-03-17T10:00:00.000Z'
/** Who joined in March 2027 is a member for the twelve months after it. */
const LAST_DAY = '2028-03-31T23:00:00.000Z'
const FIRST_DAY_AFTER = '2028-04-01T00:00:00.000Z'

const at = (time: string) => setSystemTime(new Date(time))
beforeEach(() => at(JOINED))
config.reverifyMonths = 12

/** Sessions of 90 days are over by then. */
async function signInAgain({ email, visitor }: Person) {
  await signedIn(email, undefined, visitor)
}
const membership = async ({ visitor }: Person) => (await meOf(visitor)).membership
const posts = ({ visitor }: Person) =>
  visitor.post('posts', { title: 'Hello', content: `A text ${crypto.randomUUID()}`, topic: 'Showcase' })
/** Renews the membership by a mailed code. */
async function renew(person: Person) {
  const known = mailsTo(person.email).length
  await person.post('users/me/membership/code')
  await person.post('users/me/membership', { otp: await otpFor(person.email, known) })
}
const verifiedAt = ({ id }: Person) => select('SELECT verified_at FROM users WHERE id = ?', id)[0].verified_at

describe('over a year', () => {
  test('a member becomes an alumnus with the end of the month, reads, reports and deletes, and renews by a code', async () => {
    const [ann, ben] = [await student(), await student()]
    const [own, other] = [await publish(ann), await publish(ben)]
    const said = await comment(ann, own.id)
    expect(await membership(ann)).toEqual({ endsAt: FIRST_DAY_AFTER, hasEnded: false })

    at(LAST_DAY)
    await signInAgain(ann)
    expect((await posts(ann)).status).toBe(201)
    at(FIRST_DAY_AFTER)
    expect(await membership(ann)).toEqual({ endsAt: FIRST_DAY_AFTER, hasEnded: true })
    const { visitor } = ann
    const vote = { targetType: 'post', targetId: other.id, voteType: 'upvote' }
    for (const refused of [
      await posts(ann),
      await visitor.patch(`posts/${own.id}`, { title: 'Another' }),
      await visitor.post(`comments/post/${other.id}`, { content: 'Me too', parentCommentId: null }),
      await visitor.patch(`comments/${said.id}`, { content: 'Me too' }),
      await visitor.post('votes', vote),
    ])
      await fails(refused, 'MEMBERSHIP_ENDED')
    const done = [
      await visitor.get('posts'),
      await visitor.get(`posts/${other.id}`),
      await visitor.post('bookmarks', { postId: other.id }),
      await visitor.put('follows', { kind: 'post', target: other.id }),
      await visitor.patch('users/me', { language: 'hi' }),
      await visitor.post('reports', { targetId: other.id, type: 'Post', reason: 'spam', message: 'Look' }),
      await visitor.post('feedbacks', { type: 'bug', title: 'Broken', content: 'It is broken' }),
      await visitor.delete(`comments/${said.id}`),
      await visitor.delete(`posts/${own.id}`),
    ]
    expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])

    expectData(await visitor.post('users/me/membership/code'))
    const otp = await otpFor(ann.email)
    const wrong = otp === '000000' ? '000001' : '000000'
    await fails(visitor.post('users/me/membership', { otp: wrong }), 'OTP_INVALID')
    await fails(posts(ann), 'MEMBERSHIP_ENDED')
    const { user } = expectData(await visitor.post('users/me/membership', { otp }))
    expect(user.membership).toEqual({ endsAt: '2029-05-01T00:00:00.000Z', hasEnded: false })
    expect((await posts(ann)).status).toBe(201)
    expectData(await visitor.post('votes', vote))
    await fails(visitor.post('users/me/membership', { otp }), 'OTP_EXPIRED')
  })
  test('who has never a session longer than that signs in by a code, which renews; by a password it does not', async () => {
    const [ann, ben] = [await student(), await student()]
    at(FIRST_DAY_AFTER)
    await signInAgain(ann)
    expect((await membership(ann)).hasEnded).toBe(true)
    await ben.post('auth/otp/login/send', { email: ben.email })
    const otp = await otpFor(ben.email)
    await ben.post('auth/otp/login/verify', { email: ben.email, otp })
    expect((await membership(ben)).hasEnded).toBe(false)
    expect((await posts(ben)).status).toBe(201)
    expect(auditEntries(ben.id, 'user:renewed:membership')).toHaveLength(1)
  })
  test('a reset by the mailed link and a proof by code within the session renew', async () => {
    const [ann, ben] = [await student(), await student()]
    at(FIRST_DAY_AFTER)
    await new Visitor().post('auth/password/forgot', { email: ann.email })
    const [, token] = (await mailFor(ann.email)).text.match(/#([\w-]+)/) ?? []
    expectData(await new Visitor().post('auth/password/reset', { token, newPassword: 'correct horse battery two' }))
    expect(verifiedAt(ann)).toBe(FIRST_DAY_AFTER)
    await signInAgain(ben)
    expect((await membership(ben)).hasEnded).toBe(true)
    await ben.post('auth/reauthenticate/code')
    await ben.post('auth/reauthenticate', { otp: await otpFor(ben.email) })
    expect(verifiedAt(ben)).toBe(FIRST_DAY_AFTER)
  })
  test('an administrator stays one, and who was one is an alumnus who can renew', async () => {
    const [root, admin] = [await administrator('superadmin'), await administrator()]
    at(FIRST_DAY_AFTER)
    for (const person of [root, admin]) {
      await signInAgain(person)
      expect(await membership(person)).toEqual({ endsAt: null, hasEnded: false })
      expect((await posts(person)).status).toBe(201)
    }
    await storage.write((tx) => setRoleByEmail(tx, systemActor('cli'), { email: admin.email, role: 'user' }))
    await fails(posts(admin), 'MEMBERSHIP_ENDED')
    await root.get('admin/settings')
  })
  test('a text that waits while the membership ends is held, and its author publishes it as a member', async () => {
    const ann = await student()
    at('2028-03-31T23:59:00.000Z')
    await signInAgain(ann)
    const text = { title: 'Later', content: `A text ${crypto.randomUUID()}`, topic: 'Showcase' }
    const { delayedPost } = await ann.post('posts/delayed', text)
    at('2028-04-01T01:00:00.000Z')
    await waitingPosts.publishDue()
    const waiting = () => ann.visitor.get('posts/delayed').then((answer) => expectData(answer))
    expect(JSON.stringify(await waiting())).toContain('"state":"held"')
    await fails(ann.post(`posts/delayed/${delayedPost.id}/publish`), 'MEMBERSHIP_ENDED')
    await renew(ann)
    await ann.post(`posts/delayed/${delayedPost.id}/publish`)
  })
  test('with 0 months a membership never ends', async () => {
    const ann = await student()
    config.reverifyMonths = 0
    at('2047-01-01T00:00:00.000Z')
    await signInAgain(ann)
    expect(await membership(ann)).toEqual({ endsAt: null, hasEnded: false })
    expect((await posts(ann)).status).toBe(201)
  })
})

test('nobody else sees a difference between a member and an alumnus, nor a day of renewing', async () => {
  const [ann, ben, reader, admin] = [await student(), await student(), await student(), await administrator()]
  at(FIRST_DAY_AFTER)
  for (const person of [ann, ben, reader, admin]) await signInAgain(person)
  const seen = async ({ id, user }: Person) =>
    JSON.stringify(
      await Promise.all([
        reader.visitor.get(`users/id/${id}`).then(({ data }) => data),
        reader.visitor.get(`users/search/${user.username}`).then(({ data }) => data),
        admin.visitor.get(`moderation/users/search?username=${user.username}`).then(({ data }) => data),
      ]),
    )
  const before = await seen(ben)
  at('2028-04-05T12:34:56.789Z')
  await ben.post('users/me/membership/code')
  await ben.post('users/me/membership', { otp: await otpFor(ben.email) })
  await signInAgain(admin)
  expect(await seen(ben)).toBe(before)
  const listed = JSON.stringify(await admin.get('admin/manage/logs?limit=100'))
  for (const text of [await seen(ann), await seen(ben), listed])
    expect(text).not.toMatch(/membership|verifiedAt|alumn/i)
  expect(verifiedAt(ben)).toBe(FIRST_DAY_AFTER)
})

describe('whoever has the password and no longer the mailbox', () => {
  /** A session of its own, so that nothing but the account bounds it. */
  async function asksForCode(email: string) {
    rateLimiter.clear()
    const visitor = await signedIn(email)
    return { visitor, answer: await visitor.post('users/me/membership/code') }
  }
  const guesses = async (visitor: Visitor, count: number, path = 'users/me/membership') => {
    await times(count, () => visitor.post(path, { otp: 'none00' }))
  }
  test('guesses no code in one session after the other; whoever mistypes codes and finds them may go on', () =>
    configured({ rateLimits: true }, async () => {
      const [ann, ben] = [await student(), await student()]
      for (let n = 0; n < 4; n++) {
        const { visitor, answer } = await asksForCode(ann.email)
        expect(answer.status).toBe(200)
        await guesses(visitor, 5, n % 2 === 0 ? 'users/me/membership' : 'auth/reauthenticate')
      }
      // From here on its codes are those that strangers ask for, with their limits.
      expect((await asksForCode(ann.email)).answer.status).toBe(200)
      await fails((await asksForCode(ann.email)).answer, 'OTP_COOLDOWN')

      for (let n = 0; n < 6; n++) {
        const known = mailsTo(ben.email).length
        const { visitor, answer } = await asksForCode(ben.email)
        expectData(answer)
        const otp = await otpFor(ben.email, known)
        await guesses(visitor, 4)
        expectData(await visitor.post('users/me/membership', { otp }))
      }
    }))
  test('has twenty codes mailed in an hour, and not all the mail of the campus', async () => {
    const [ann, ben] = [await student(), await student()]
    for (let n = 0; n < 20; n++) expectData((await asksForCode(ann.email)).answer)
    await fails((await asksForCode(ann.email)).answer, 'OTP_EXHAUSTED')
    expectData((await asksForCode(ben.email)).answer)
  })
})

test('the clock that was ahead makes nobody an alumnus for good; set back, it ends no membership', async () => {
  const ann = await student()
  at('2031-01-01T00:00:00.000Z')
  await signInAgain(ann)
  expect((await membership(ann)).hasEnded).toBe(true)
  at('2027-03-18T00:00:00.000Z')
  await signInAgain(ann)
  expect(await membership(ann)).toEqual({ endsAt: FIRST_DAY_AFTER, hasEnded: false })
  at('2020-01-01T00:00:00.000Z')
  await signInAgain(ann)
  expect((await posts(ann)).status).toBe(201)
})

describe('grace', () => {
  const stored = (): string | undefined => select("SELECT value FROM settings WHERE key = 'reverifyMonths'")[0]?.value
  afterAll(async () => {
    config.reverifyMonths = 12
    await keepGrace()
  })
  async function startWith(months: number) {
    config.reverifyMonths = months
    await keepGrace()
    dropAllCaches()
  }
  test('of two months and more is given when the rule becomes stricter, and not when it does not', async () => {
    const ann = await student()
    at('2027-11-20T00:00:00.000Z')
    await signInAgain(ann)
    await startWith(12)
    expect([stored(), verifiedAt(ann)]).toEqual([undefined, '2027-03-01T00:00:00.000Z'])
    await startWith(24)
    expect([stored(), verifiedAt(ann)]).toEqual(['24', '2027-03-01T00:00:00.000Z'])
    await startWith(3)
    expect(await membership(ann)).toEqual({ endsAt: '2028-02-01T00:00:00.000Z', hasEnded: false })
    at('2028-02-01T00:00:00.000Z')
    await signInAgain(ann)
    expect((await membership(ann)).hasEnded).toBe(true)
    await startWith(3)
    expect((await membership(ann)).hasEnded).toBe(true)
    await startWith(0)
    await startWith(6)
    expect((await membership(ann)).endsAt).toBe('2028-05-01T00:00:00.000Z')
  })
})

describe('a branch', () => {
  const FEW = 3
  beforeEach(() => {
    config.minGroup = FEW
  })
  test('is hidden, of alumni and members alike, when too few of its members are left, and shown when enough renew', async () => {
    const people = await atOnce(FEW, () => student({ branch: 'Slavic Studies' }))
    at('2027-10-01T00:00:00.000Z')
    const [late, reader] = [await student({ branch: 'Slavic Studies' }), await student()]
    const written = await publish(late)
    const shown = async () => [
      ...(await Promise.all([...people, late].map(async ({ id }) => (await reader.get(`users/id/${id}`)).user.branch))),
      expectData(await new Visitor().get(`posts/${written.id}`)).post.postedBy.branch,
    ]
    const all = (branch: string | null) => Array.from({ length: FEW + 2 }, () => branch)
    expect(await shown()).toEqual(all('Slavic Studies'))
    at(FIRST_DAY_AFTER)
    await signInAgain(reader)
    await reconcileBranchGroups()
    expect(await shown()).toEqual(all(null))
    for (const person of people.slice(1)) {
      await signInAgain(person)
      await renew(person)
    }
    expect(await shown()).toEqual(all('Slavic Studies'))
  })
})

describe('before memberships end', () => {
  const remindersTo = ({ email }: Person): number =>
    mailsTo(email).filter((mail) => mail.includes('Stay a member')).length
  const aMonthBefore = '2028-03-05T12:00:00.000Z'
  const aWeekBefore = '2028-03-26T12:00:00.000Z'

  /** As a server that runs every day: its clock is believed. */
  async function runUntil(time: string) {
    setSystemTime(new Date(Date.parse(time) - 4 * 86_400_000))
    await storage.write((tx) => noteDay(tx))
    at(time)
  }
  test('a mail goes out a month and a week before, once each, and none to who renewed or runs Quad', async () => {
    const [ann, ben, root] = [await student(), await student(), await administrator('superadmin')]
    await runUntil('2028-02-20T12:00:00.000Z')
    await sendReminders()
    expect([ann, ben, root].map(remindersTo)).toEqual([0, 0, 0])
    await runUntil(aMonthBefore)
    await times(3, sendReminders)
    expect([ann, ben, root].map(remindersTo)).toEqual([1, 1, 0])
    const mail = mailsTo(ann.email).at(-1) ?? ''
    expectWithout(mail, ann.user.username)
    await signInAgain(ben)
    await renew(ben)
    await runUntil(aWeekBefore)
    await times(3, sendReminders)
    expect([ann, ben].map(remindersTo)).toEqual([2, 1])
    await runUntil(FIRST_DAY_AFTER)
    await sendReminders()
    expect([ann, ben].map(remindersTo)).toEqual([2, 1])
  })
  test('a superadmin or the operator has them sent, not twice in a week; an admin cannot', async () => {
    const [ann, ben, root, admin] = [
      await student(),
      await student(),
      await administrator('superadmin'),
      await administrator(),
    ]
    await runUntil('2028-01-10T12:00:00.000Z')
    for (const person of [root, admin]) await signInAgain(person)
    await fails(admin.post('admin/memberships/reminders', { by: '2028-04' }), 'FORBIDDEN')
    await root.post('admin/memberships/reminders', { by: '2028-03' })
    await sendReminders()
    expect(remindersTo(ann)).toBe(0)
    for (let n = 0; n < 2; n++) {
      await root.post('admin/memberships/reminders', { by: '2028-04' })
      await sendReminders()
    }
    expect(remindersTo(ann)).toBe(1)
    await runUntil('2028-01-18T12:00:00.000Z')
    await sendReminders()
    expect(remindersTo(ann)).toBe(1)
    await storage.write((tx) => requestReminders(tx, systemActor('cli'), '2028-04'))
    await sendReminders()
    expect([ann, ben].map(remindersTo)).toEqual([2, 2])
  })
  test('a clock that is suddenly ahead mails nobody', async () => {
    at('2029-03-17T12:00:00.000Z')
    const ann = await student()
    await storage.write((tx) => noteDay(tx))
    at('2030-03-05T12:00:00.000Z')
    await sendReminders()
    expect(remindersTo(ann)).toBe(0)
  })
  test('the preview has coarse numbers by college and year, and nothing of few', async () => {
    const root = await administrator('superadmin')
    config.minGroup = 4
    await collegeId('away.edu')
    const away = await atOnce(3, () => student({ domain: 'away.edu' }))
    await Promise.all([1, 2, 3, 4].map(() => student()))
    at('2028-03-05T12:00:00.000Z')
    await signInAgain(root)
    const preview = (query = '') => root.get(`admin/memberships/preview${query}`)
    const shown = await preview()
    expect(shown).toMatchObject({ by: FIRST_DAY_AFTER, months: 12, leastCount: 4 })
    expect(shown.ending % 4).toBe(0)
    expect(shown.groups.map(({ college, joined }: Data) => [college.name, joined])).toEqual([
      ['Campus University', '2027'],
    ])
    expect(away).toHaveLength(3)
    expect((await preview('?by=2028-03')).groups).toEqual([])
    expect(await preview('?by=2028-03')).toMatchObject({ ending: null })
    config.reverifyMonths = 0
    expect(await preview()).toMatchObject({ months: 0, groups: [], ending: null })
  })
})
