import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { renewSetupToken, voidSetupToken } from '../../../src/keeping/setup/first-run'
import { logEntries } from '../../support/audit-log'
import { select } from '../../support/content'
import {
  administrator,
  CAMPUS,
  expectData,
  expectWithout,
  fails,
  openQuad,
  PASSWORD,
  refusal,
  statuses,
  Visitor,
} from '../../support/kit'
import { mailFor } from '../../support/traces'

let close: () => Promise<void>
beforeEach(async () => {
  close = await openQuad()
})
afterEach(async () => {
  setSystemTime()
  voidSetupToken()
  await close()
})

const campus = { name: 'Rivertown College', emailDomain: 'Rivertown.edu', city: 'Rivertown', state: 'Iowa' }
const admin = { email: 'Root@rivertown.edu', password: PASSWORD }
const DEFAULTS = { collegeDomains: 'admin', notifications: false, transparency: false }
const trying = (body: object) => new Visitor().post('setup', { campus, admin, ...body })
const finish = async (body: object) => expectData(await trying(body))
const count = (table: string) => select(`SELECT * FROM ${table}`).length
const actions = () => logEntries().map(({ action }) => action)
const needed = async () => expectData(await new Visitor().get('setup')).needed

describe('the link', () => {
  test.each([
    ['nothing', {}],
    ['the defaults', { collegeDomains: 'admin' }],
    ['all', { collegeDomains: 'superadmin', notifications: true, transparency: true }],
  ])('sets what is asked for: %s', async (_, asked) => {
    const { collegeDomains, notifications, transparency } = { ...DEFAULTS, ...asked }
    await finish({ token: renewSetupToken(), ...asked })
    const { visitor } = await administrator('superadmin')
    expect(expectData(await visitor.get('admin/settings'))).toMatchObject({ collegeDomains, notifications })
    expect(expectData(await visitor.get('admin/dashboard/overview')).collegeAlerts).toEqual([])
    expect(expectData(await visitor.get('instance')).features.transparency).toBe(transparency)
  })
  test('makes the campus and its superadmin, who can sign in, and closes for good', async () => {
    const token = renewSetupToken()
    expect(await needed()).toBe(true)
    const branches = [
      { code: 'ME', name: 'Mechanics' },
      { code: 'CSE', name: 'Computer Science' },
    ]
    const answer = await trying({ token, campus: { ...campus, branches } })
    const made = expectData(answer)
    expectWithout(answer.text, PASSWORD)
    expect(actions()).toContain('operator:created:administrator')

    const visitor = new Visitor()
    const { user } = expectData(await visitor.post('auth/login', { email: 'root@rivertown.edu', password: PASSWORD }))
    expect(user).toMatchObject({
      id: made.admin.id,
      username: made.admin.username,
      role: 'superadmin',
      status: 'ACTIVE',
    })
    expect(user).toMatchObject({ isAcceptedTerms: true, collegeId: made.college.id, permissions: ['*'] })
    expect(branches.map(({ code }) => code)).toContain(user.branch)
    expect(user.college).toMatchObject({ name: 'Rivertown College' })

    expect(await needed()).toBe(false)
    for (const again of [token, renewSetupToken()]) {
      await fails(trying({ token: again }), 'NOT_FOUND')
      await fails(visitor.post('setup/mail', { token: again, to: 'a@b.edu' }), 'NOT_FOUND')
    }
  })
  test('takes a college that is there already as it is', async () => {
    const before = count('colleges')
    const body = {
      token: renewSetupToken(),
      campus: { ...campus, emailDomain: CAMPUS },
      admin: { ...admin, email: `root@${CAMPUS}` },
    }
    await finish(body)
    expect(count('colleges')).toBe(before)
  })
  test('is taken once, however many come with it', async () => {
    const token = renewSetupToken()
    const [first, second] = ['one', 'two'].map((name) => ({ email: `${name}@rivertown.edu`, password: PASSWORD }))
    const answers = await Promise.all([first, second].map((each) => trying({ token, admin: each })))
    expect(statuses(answers)).toEqual([201, 404])
    expect(count('users')).toBe(1)
  })
})

describe('without its token', () => {
  const wrong = ['', 'wrong', 'x'.repeat(43)]
  test.each(wrong)('%p nothing is made and nothing is sent', async (token) => {
    renewSetupToken()
    const status = token === '' ? 400 : 403
    const code = token === '' ? 'VALIDATION_FAILED' : 'INVALID_TOKEN'
    expect(await trying({ token })).toMatchObject({ status, code })
    expect(await new Visitor().post('setup/mail', { token, to: 'a@b.edu' })).toMatchObject({ status, code })
    expect(count('users')).toBe(0)
    expect(await needed()).toBe(true)
  })
  test('one that was renewed is void, and one older than an hour', async () => {
    const old = renewSetupToken()
    const token = renewSetupToken()
    const isVoid = async (token: string) => expect(refusal(await trying({ token }))).toEqual([403, 'INVALID_TOKEN'])
    await isVoid(old)
    setSystemTime(Date.now() + 3_600_001)
    await isVoid(token)
    setSystemTime(Date.now() - 60_000)
    await finish({ token })
  })
  test('a superadmin made meanwhile by the operator closes it', async () => {
    const token = renewSetupToken()
    await administrator('admin')
    expect(await needed()).toBe(true)
    await administrator('superadmin')
    expect(await needed()).toBe(false)
    await fails(trying({ token }), 'NOT_FOUND')
  })
})

describe('what is wrong in the form', () => {
  test.each([
    ['admin.password', { admin: { ...admin, password: 'short' } }],
    ['admin.password', { admin: { email: admin.email, password: 'root@rivertown.edu' } }],
    ['admin.email', { admin: { ...admin, email: 'root' } }],
    ['campus.emailDomain', { campus: { ...campus, emailDomain: '@rivertown.edu' } }],
    ['campus.name', { campus: { ...campus, name: ' ' } }],
  ])('is named (%s), and the link stays good', async (field, body) => {
    const token = renewSetupToken()
    const refused = await trying({ token, ...body })
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(refused.body.errors.map((each: { field: string }) => each.field)).toEqual([field])
    expect(count('users')).toBe(0)
    await finish({ token })
  })
  test('two branches of one code undo the college as well', async () => {
    const colleges = count('colleges')
    const branches = [
      { code: 'ME', name: 'Mechanics' },
      { code: 'MX', name: 'mechanics' },
    ]
    const refused = await trying({ token: renewSetupToken(), campus: { ...campus, branches } })
    expect(refused.status).toBe(409)
    expect([count('colleges'), count('users'), count('branches')]).toEqual([colleges, 0, 0])
  })
})

test('the test mail goes to the address that was given, and the answer says where it lies if it is sent nowhere', async () => {
  const token = renewSetupToken()
  const answer = await new Visitor().post('setup/mail', { token, to: 'Postmaster@rivertown.edu' })
  expect(answer).toMatchObject({ status: 200, data: { mail: { file: expect.stringMatching(/^outbox\/.+\.eml$/) } } })
  expect((await mailFor('postmaster@rivertown.edu')).subject).toContain('Test email')
  await fails(new Visitor().post('setup/mail', { token, to: 'nowhere' }), 'VALIDATION_FAILED')
})
