import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { sendDueModerationMails } from '../../../src/campus/sanctions/mails'
import { waitingPosts } from '../../../src/forum/posts/delayed'
import { verifyChain } from '../../../src/ground/audit/verify'
import { storeSetting } from '../../../src/ground/settings/settings'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { correctFutureTimes, futureRows } from '../../../src/keeping/maintenance/recount'
import { commentAliased } from '../../support/aliased'
import { comment, decide, execute, ids, newWords, publish, report, select } from '../../support/content'
import {
  administrator,
  configured,
  expectData,
  fails,
  later,
  login,
  PASSWORD,
  type Person,
  refusal,
  sanction,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { otpFor } from '../../support/traces'

// The clock goes a year ahead, by which everything that has an end has ended, and comes back.

await useQuad()
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const YEAR = 365 * DAY
const right = () => setSystemTime()
const ahead = (ms = YEAR) => later(ms)
const column = (sql: string): unknown[] => select(sql).map((row) => Object.values(row)[0])
const signsIn = async ({ email }: Pick<Person, 'email'>) => (await login(email)).status
const isSignedIn = async ({ visitor }: Pick<Person, 'visitor'>) => (await visitor.get('auth/me')).status === 200

describe('while the clock was ahead', () => {
  test('ids were given that new ones follow by their own time, and what was posted can be corrected', async () => {
    const [ann, ben] = [await student(), await student()]
    const first = await publish(ann)
    ahead()
    await ben.post('auth/login', { email: ben.email, password: PASSWORD })
    const early = await publish(ben)
    await comment(ben, early.id)
    await commentAliased(ben, early.id)
    right()
    const [second, third] = [await publish(ann), await publish(ann)]
    expect(second.id < early.id && first.id < second.id && second.id < third.id).toBe(true)
    const feed = async (...of: { id: string }[]) =>
      ids(expectData(await new Visitor().get('posts?limit=50')).posts).filter((id) => ids(of).includes(id))
    expect(await feed(early, second, third)).toEqual([early.id, third.id, second.id])
    expect(futureRows(storage.reader)).toMatchObject({
      posts: expect.any(Number),
      comments: expect.any(Number),
      aliases: expect.any(Number),
    })
    await storage.write((tx) => correctFutureTimes(tx))
    expect(futureRows(storage.reader)).toEqual({})
    later(1000)
    const fourth = await publish(ann)
    expect(await feed(early, fourth)).toEqual([fourth.id, early.id])
    expect(verifyChain(storage.reader).broken).toBeUndefined()
  })
  test('a code was sent: another can be asked for at once, and the first is void', async () => {
    const ann = await student()
    const stranger = new Visitor()
    ahead()
    expectData(await stranger.post('auth/otp/login/send', { email: ann.email }))
    const old = await otpFor(ann.email)
    right()
    await fails(stranger.post('auth/otp/login/verify', { email: ann.email, otp: old }), 'OTP_EXPIRED')
    expectData(await stranger.post('auth/otp/login/send', { email: ann.email }))
    await otpFor(ann.email, 1)
    // Mails are sorted by the time of the clock.
    const otp = await otpFor(ann.email)
    expectData(await stranger.post('auth/otp/login/verify', { email: ann.email, otp }))
  })
  test('a session was opened: it is over, and its owner signs in anew; a session from before goes on', async () => {
    const ann = await student()
    ahead(20 * DAY)
    expect(await isSignedIn(ann)).toBe(true)
    const later = { visitor: new Visitor() }
    expectData(await login(ann.email, PASSWORD, later.visitor))
    expect(await isSignedIn(later)).toBe(true)
    right()
    expect(await isSignedIn(later)).toBe(false)
    expect(await isSignedIn(ann)).toBe(true)
    expect(await signsIn(ann)).toBe(200)
  })
  test('an administrator proved who is there: the next sensitive act asks again', async () => {
    const [admin, ann] = [await administrator('superadmin'), await student()]
    ahead(DAY / 3)
    await admin.post('auth/reauthenticate', { password: PASSWORD })
    await admin.delete(`admin/users/${ann.id}/sessions`)
    right()
    await fails(admin.visitor.delete(`admin/users/${ann.id}/sessions`), 'REAUTHENTICATION_REQUIRED')
  })
  test('a text was posted: the same one is refused for an hour after, and then no more', async () => {
    const ann = await student()
    const post = { title: 'Lost my blue umbrella', content: newWords(), topic: 'Off-topic' }
    const status = async () => (await ann.visitor.post('posts', post)).status
    ahead(DAY)
    expect(await status()).toBe(201)
    right()
    expect(await status()).toBe(409)
    later(HOUR)
    expect(await status()).toBe(201)
  })
  test('a post was delayed, and a mail about moderation scheduled: both come when they would have', async () => {
    const ann = await student()
    ahead()
    await ann.post('auth/login', { email: ann.email, password: PASSWORD })
    await ann.post('posts/delayed', { title: 'Later on', content: newWords(), topic: 'Off-topic' })
    const inADay = new Date(Date.now() + DAY).toISOString()
    await execute('INSERT INTO moderation_mails (user_id, due_at) VALUES (?, ?)', ann.id, inADay)
    right()
    await waitingPosts.publishDue()
    await sendDueModerationMails()
    const within = (ms: number) => new Date(Date.now() + ms).toISOString()
    const [due] = column(`SELECT publish_at FROM delayed_posts WHERE author_id = '${ann.id}'`)
    expect(String(due) > within(-MINUTE) && String(due) <= within(HOUR)).toBe(true)
    const [mailed] = column(`SELECT due_at FROM moderation_mails WHERE user_id = '${ann.id}'`)
    expect(String(mailed) > within(0) && String(mailed) <= within(DAY)).toBe(true)
  })
  test('a claim was made, a report dismissed, a text refused: none of it holds until then', async () => {
    const [ann, ben] = [await student(), await student()]
    const [root, other] = [await administrator('superadmin'), await administrator()]
    const post = await publish(ann)
    const made = await report(ben, post.id)
    await root.patch('admin/settings', { linkDomains: { hold: ['forms.example'] } })
    ahead(3 * HOUR)
    const claim = ({ visitor }: Person) => visitor.put(`admin/manage/reports/${post.id}/claim`)
    expectData(await claim(root))
    const content = `https://forms.example ${newWords()}`
    const held = (await ann.post('posts', { title: 'A form', content, topic: 'Off-topic' })).post
    await root.put(`moderation/held/${held.id}`, { decision: 'refuse' })
    expectData(await decide(root, made.id, 'ignored'))
    right()
    expect(expectData(await claim(other)).claim.by.id).toBe(other.id)
    expect(futureRows(storage.reader)).toMatchObject({ held_texts: 1, reports: 1 })
    await storage.write((tx) => correctFutureTimes(tx))
    expect(futureRows(storage.reader)).toEqual({})
    await root.patch('admin/settings', { linkDomains: { hold: [] } })
    // What another moderator decides now is the last decision.
    const entry = async () =>
      (await root.get('admin/manage/reports?status=pending,ignored')).data.find(
        ({ target }: { target: { id: string } }) => target.id === post.id,
      )
    const { version } = await entry()
    later(1000)
    await other.put(`moderation/posts/${post.id}/moderation-state`, { state: 'banned' })
    const late = await root.visitor.put(`moderation/posts/${post.id}/moderation-state`, { state: 'active', version })
    expect([late.code, late.body.meta.decided.by.id]).toEqual(['CONFLICT', other.id])
  })
  test('an account was created: it is not young for a year', async () => {
    ahead()
    const ann = await student()
    right()
    await ann.post('auth/login', { email: ann.email, password: PASSWORD })
    await storage.write((tx) => storeSetting(tx, 'youngAccountPosts', 2))
    await configured({ rateLimits: true }, async () => {
      for (let n = 0; n < 3; n++) await publish(ann)
      const ben = await student()
      for (let n = 0; n < 2; n++) await publish(ben)
      await expect(publish(ben)).rejects.toThrow('RATE_LIMITED')
    })
    await storage.write((tx) => storeSetting(tx, 'youngAccountPosts', 50))
  })
})

describe('a clock that is set back', () => {
  test('opens no used code or link again', async () => {
    const ann = await student()
    const stranger = new Visitor()
    expectData(await stranger.post('auth/otp/login/send', { email: ann.email }))
    const otp = await otpFor(ann.email)
    const verify = async () => refusal(await new Visitor().post('auth/otp/login/verify', { email: ann.email, otp }))
    expect((await verify())[0]).toBe(200)
    for (const back of [-2_000, -MINUTE, -HOUR, -YEAR]) {
      later(back)
      expect([back, await verify()]).toEqual([back, [403, 'OTP_EXPIRED']])
      right()
    }
  })
  test('imposes no suspension again that ended days ago', async () => {
    const ann = await student()
    await sanction(ann.id, { kind: 'suspension', reason: 'Spam', endsAt: new Date(Date.now() + HOUR).toISOString() })
    await fails(ann.visitor.post('posts', {}), 'USER_SUSPENDED')
    later(2 * DAY)
    await runMaintenance()
    right()
    expect((await ann.visitor.post('posts', {})).code).not.toBe('USER_SUSPENDED')
  })
  test('by seconds, or by an hour of a wrong time zone, disturbs nobody', async () => {
    for (const step of [-2_000, 2_000, -HOUR, HOUR]) {
      const [ann, admin] = [await student(), await administrator()]
      later(step)
      expect([step, await isSignedIn(ann), await isSignedIn(admin)]).toEqual([step, true, true])
      expect([step, await signsIn(ann)]).toEqual([step, 200])
      await ann.post('auth/refresh')
      await publish(ann)
      right()
      expect([step, await isSignedIn(ann), await isSignedIn(admin)]).toEqual([step, true, true])
      await publish(ann)
    }
  })
})
