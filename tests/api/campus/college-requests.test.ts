import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { createCollege, updateCollege } from '../../../src/campus/colleges/colleges'
import { collegeByDomain } from '../../../src/campus/colleges/directory'
import { systemActor } from '../../../src/ground/audit/audit'
import { storeSetting } from '../../../src/ground/settings/settings'
import { maskedEmail } from '../../../src/lib/mail/email-address'
import { addressIndex } from '../../../src/lib/net/addresses'
import { execute, select } from '../../support/content'
import type { College, CollegeRequest } from '../../support/contract'
import {
  administrator,
  atOnce,
  CAMPUS,
  type Data,
  expectData,
  expectWithout,
  fails,
  forgetLimits,
  MISSING_ID,
  type Person,
  statuses,
  student,
  useCampus,
  Visitor,
} from '../../support/kit'
import { auditActions, auditEntries, queuedFor } from '../../support/traces'

const { root, admin } = await useCampus()
const other = await administrator('superadmin')

let count = 0
const wish = (more: object = {}): Data => {
  const emailDomain = `wished${++count}.edu`
  const requestedByEmail = `71234567@${emailDomain}`
  return { name: `Wished College ${count}`, emailDomain, city: 'Rivertown', state: 'Iowa', requestedByEmail, ...more }
}
const submit = (given: object) => new Visitor().post('colleges/requests', given)
const ask = async (given = wish()): Promise<CollegeRequest> => expectData(await submit(given))
const all = (by = root): Promise<CollegeRequest[]> => by.get('admin/college-requests')
const found = async (id: string): Promise<CollegeRequest> => (await all()).find((each) => each.id === id)!
/** A request as administrators see it. */
const asMasked = (request: CollegeRequest): CollegeRequest => ({
  ...request,
  requestedByEmail: maskedEmail(request.requestedByEmail),
})
const decide = (id: string, decision: object) => root.visitor.patch(`admin/college-requests/${id}`, decision)
const addCollege = async (emailDomain: string): Promise<College> => {
  const college = { name: `College of ${emailDomain}`, emailDomain, city: 'Rivertown', state: 'Iowa' }
  return await root.post('admin/colleges/create', college)
}
describe('asking', () => {
  test('a stranger asks; the request is pending and at the top of the list, without the whole address', async () => {
    const given = wish({ emailDomain: 'Shouting.EDU', requestedByEmail: 'Some.One@SHOUTING.edu' })
    const made = await ask(given)
    expect(made).toMatchObject({
      name: given.name,
      emailDomain: 'shouting.edu',
      status: 'pending',
      resolvedCollegeId: null,
    })
    for (const by of [admin, root])
      expect((await all(by))[0]).toEqual({ ...made, requestedByEmail: 's…e@shouting.edu' })
    expect(made.requestedByEmail).toBe('some.one@shouting.edu')
  })
  test.each([
    ['requestedByEmail', { requestedByEmail: '1@other.edu' }],
    ['requestedByEmail', { emailDomain: 'a.edu', requestedByEmail: '1@sub.a.edu' }],
    ['requestedByEmail', { emailDomain: 'sub.a.edu', requestedByEmail: '1@a.edu' }],
    ['requestedByEmail', { requestedByEmail: 'nobody' }],
    ['emailDomain', { emailDomain: 'nodots' }],
    ['name', { name: ' x ' }],
  ])('400 on %s for %j, nothing stored', async (field, more) => {
    const before = await all()
    await fails(submit(wish(more)), 'VALIDATION_FAILED', field)
    expect(await all()).toEqual(before)
  })
  test('409 for a domain that is here, or asked for, and 400 for a disposable one', async () => {
    await fails(submit(wish({ emailDomain: CAMPUS, requestedByEmail: `1@${CAMPUS}` })), 'CONFLICT')
    const given = wish()
    await ask(given)
    await fails(submit({ ...given, requestedByEmail: `2@${given.emailDomain}` }), 'CONFLICT')
    await fails(
      submit(wish({ emailDomain: 'mailinator.com', requestedByEmail: '1@mailinator.com' })),
      'DISPOSABLE_EMAIL',
    )
  })
  test('several at once for one domain: one is stored', async () => {
    const given = wish()
    const answers = await atOnce(3, () => submit(given))
    expect(statuses(answers)).toEqual([201, 409, 409])
  })
})

describe('approving', () => {
  test('makes the college, links it, and tells the requester', async () => {
    const asked = await ask()
    const done = expectData(await decide(asked.id, { status: 'approved' }))
    const college = await collegeByDomain(asked.emailDomain)
    expect(done).toEqual({
      ...asMasked(asked),
      status: 'approved',
      resolvedCollegeId: college!.id,
      updatedAt: done.updatedAt,
    })
    expect(college).toMatchObject({ name: asked.name, city: asked.city, state: asked.state })
    expect(queuedFor(asked.requestedByEmail)).toHaveLength(1)
    expect(queuedFor(asked.requestedByEmail)[0]?.text).toContain(asked.name)
    expect(auditActions(asked.id)).toEqual(['user:requested:college', 'admin:approved:college-request'])
    expect((await student({ domain: asked.emailDomain })).user.collegeId).toBe(college!.id)
  })
  test('twice, or again after a rejection, mails once and makes one college', async () => {
    const asked = await ask()
    const { resolvedCollegeId } = expectData(await decide(asked.id, { status: 'approved' }))
    for (const status of ['approved', 'rejected', 'approved'])
      expect(expectData(await decide(asked.id, { status })).resolvedCollegeId).toBe(resolvedCollegeId)
    expect(queuedFor(asked.requestedByEmail)).toHaveLength(1)
  })
  test('links the college that has the domain by now, or the one given, and makes none', async () => {
    const asked = await ask()
    const { id } = await addCollege(asked.emailDomain)
    expect(expectData(await decide(asked.id, { status: 'approved' })).resolvedCollegeId).toBe(id)
    const other = await ask()
    const { id: elsewhere } = await addCollege(`elsewhere${count}.edu`)
    const decided = expectData(await decide(other.id, { status: 'approved', resolvedCollegeId: elsewhere }))
    expect(decided.resolvedCollegeId).toBe(elsewhere)
    expect(await collegeByDomain(other.emailDomain)).toBeUndefined()
  })
  test('400 for a college that is not there: nothing changes and nobody is told', async () => {
    const asked = await ask()
    for (const resolvedCollegeId of [MISSING_ID, 'xyz'])
      await fails(decide(asked.id, { status: 'approved', resolvedCollegeId }), 'VALIDATION_FAILED', 'resolvedCollegeId')
    expect(await found(asked.id)).toEqual(asMasked(asked))
    expect(queuedFor(asked.requestedByEmail)).toEqual([])
  })
})

describe('mail', () => {
  test('the mail of an approval is optional, and comes with a later one once it is switched on', async () => {
    const asked = await ask()
    await root.patch('admin/settings', { mails: { collegeAvailable: false } })
    expect(expectData(await decide(asked.id, { status: 'approved' })).status).toBe('approved')
    expect(queuedFor(asked.requestedByEmail)).toEqual([])
    await root.patch('admin/settings', { mails: { collegeAvailable: true } })
    for (const status of ['rejected', 'approved', 'rejected', 'approved'])
      expectData(await decide(asked.id, { status }))
    expect(queuedFor(asked.requestedByEmail)).toHaveLength(1)
  })
  test('a rejection with a reason tells it to the requester, once, and the log', async () => {
    const asked = await ask(wish({ name: 'Wished & Co' }))
    const reason = '  We only <add> colleges that exist. '
    for (let n = 0; n < 2; n++) expectData(await decide(asked.id, { status: 'rejected', reason }))
    const [mail, ...more] = queuedFor(asked.requestedByEmail)
    expect([mail?.subject, more]).toEqual(['Wished & Co wasn’t added to Quad', []])
    expect(mail?.text).toContain('We only <add> colleges that exist.')
    const html = mail?.html
    expect(html).toContain('We only &lt;add&gt; colleges')
    expectWithout(html, '<add>')
    expect(auditEntries(asked.id).map(({ reason = null }) => ({ reason }))).toEqual([
      { reason: null },
      { reason: 'We only <add> colleges that exist.' },
    ])
  })
  test.each([
    [{ status: 'rejected', reason: ' ' }],
    [{ status: 'approved', reason: 'Because' }],
    [{ status: 'pending', reason: 'Because' }],
  ])('400 on the reason of %j: nothing changes and nobody is told', async (decision) => {
    const asked = await ask()
    await fails(decide(asked.id, decision), 'VALIDATION_FAILED', 'reason')
    expect([await found(asked.id), queuedFor(asked.requestedByEmail)]).toEqual([asMasked(asked), []])
  })
})

test('a deleted account leaves its requests without the address, those of others untouched; nobody is told any more', async () => {
  const member = await student()
  const [first, second, other] = [await ask(), await ask(), await ask()]
  for (const { id } of [first, second])
    await execute('UPDATE college_requests SET requester_index = ? WHERE id = ?', addressIndex(member.email), id)
  await member.delete('auth/account')
  expect(await found(first.id)).toEqual({ ...first, requestedByEmail: '' })
  expect(await found(other.id)).toEqual(asMasked(other))
  expect((await all(admin)).find(({ id }) => id === first.id)!.requestedByEmail).toBe('')
  expectWithout(await all(), member.email)
  expect(expectData(await decide(first.id, { status: 'approved' })).status).toBe('approved')
  expectData(await decide(second.id, { status: 'rejected', reason: 'Because' }))
  for (const to of ['', member.email]) expect(queuedFor(to)).toEqual([])
})

describe('rejecting and reopening', () => {
  test('rejecting makes nothing, tells nobody, and frees the domain', async () => {
    const given = wish()
    const asked = await ask(given)
    expect(expectData(await decide(asked.id, { status: 'rejected' })).status).toBe('rejected')
    expect(await collegeByDomain(asked.emailDomain)).toBeUndefined()
    expect(queuedFor(asked.requestedByEmail)).toEqual([])
    await ask(given)
  })
  test('pending again, it has no college; 409 while another for the domain is pending', async () => {
    const given = wish()
    const asked = await ask(given)
    expectData(await decide(asked.id, { status: 'approved' }))
    expect(expectData(await decide(asked.id, { status: 'pending' })).resolvedCollegeId).toBeNull()
    const twin = wish()
    const first = await ask(twin)
    expectData(await decide(first.id, { status: 'rejected' }))
    await ask(twin)
    await fails(decide(first.id, { status: 'pending' }), 'CONFLICT')
    expect((await found(first.id)).status).toBe('rejected')
  })
  test('400 for another status or none, and for no UUID; 404', async () => {
    const asked = await ask()
    await fails(decide(asked.id, { status: 'maybe' }), 'VALIDATION_FAILED')
    await fails(decide('42', { status: 'approved' }), 'VALIDATION_FAILED')
    await fails(decide(MISSING_ID, { status: 'approved' }), 'NOT_FOUND')
    expect(await found(asked.id)).toEqual(asMasked(asked))
  })
})

describe('domains of colleges', () => {
  const college = (): Data => {
    const { requestedByEmail: _, ...place } = wish()
    return place
  }
  const add = (by: Person) => by.post('admin/colleges/create', college())
  const change = (by: Person, id: string, changes: object) => by.visitor.patch(`admin/colleges/update/${id}`, changes)
  const approve = (by: Person, id: string) => by.visitor.patch(`admin/college-requests/${id}`, { status: 'approved' })
  const overview = (by: Person = root): Promise<Data> => by.get('admin/dashboard/overview')
  const acknowledge = (by: Person, id: string) => by.visitor.post(`admin/colleges/alerts/${id}/acknowledge`)
  const mails = ({ email }: Person) => queuedFor(email).map(({ text }) => text)
  const restrict = (value: 'admin' | 'superadmin') => storage.write((tx) => storeSetting(tx, 'collegeDomains', value))

  beforeEach(async () => {
    forgetLimits()
    await restrict('admin')
    for (const table of ['college_alerts', 'mail_queue']) await execute(`DELETE FROM ${table}`)
  })
  describe('whoever gives a domain to a college', () => {
    test('has every superadmin told at once, by mail and on the overview', async () => {
      const [one, another] = [await administrator('superadmin'), await administrator('superadmin')]
      const made = await add(admin)
      const request = await ask()
      expectData(await approve(admin, request.id))
      expectData(await change(admin, made.id, { emailDomain: 'valley.edu' }))
      const by = admin.user.username
      const { collegeAlerts } = await overview()
      expect(collegeAlerts).toMatchObject([
        { kind: 'domain_changed', college: made.name, domain: 'valley.edu', domainBefore: made.emailDomain, by },
        { kind: 'approved', college: request.name, domain: request.emailDomain, domainBefore: null, by },
        { kind: 'created', college: made.name, domain: made.emailDomain, domainBefore: null, by },
      ])
      for (const superadmin of [one, another]) {
        const texts = mails(superadmin)
        expect(texts).toHaveLength(3)
        expect(texts[2]).toContain(
          `The email domain of “${made.name}” was changed from ${made.emailDomain} to valley.edu.`,
        )
        for (const text of texts) expect(text).toContain(`Who did this: ${by}`)
      }
      expect(mails(admin)).toEqual([])
      expect((await overview(admin)).collegeAlerts).toEqual(collegeAlerts)
      for (const { email } of [root, other, admin]) expectWithout(collegeAlerts, email)
    })
    test('is told of too when a superadmin or the operator does it, in the language of each', async () => {
      await other.patch('users/me', { language: 'hi' })
      await add(root)
      await storage.write((tx) => createCollege(tx, systemActor('cli'), college()))
      const { collegeAlerts } = await overview()
      expect(collegeAlerts.map(({ by }: Data) => by)).toEqual([null, root.user.username])
      expect(mails(root)[1]).toContain('the operator, on the server')
      expect(mails(other)[1]).toContain('संचालक ने, सर्वर पर')
      await other.patch('users/me', { language: 'en' })
    })
    test('is not told of for another field, nor when nothing came of it', async () => {
      const { id, emailDomain } = await add(root)
      const before = (await overview()).collegeAlerts
      expectData(await change(admin, id, { city: 'Nashik' }))
      expectData(await change(admin, id, { emailDomain }))
      await fails(change(admin, id, { emailDomain: 'no domain' }), 400)
      expect((await overview()).collegeAlerts).toEqual(before)
      const failed = storage.write(async (tx) => {
        await updateCollege(tx, systemActor('cli'), id, { emailDomain: 'rolled-back.edu' })
        throw new Error('rolled back')
      })
      await expect(failed).rejects.toThrow('rolled back')
      expect((await overview()).collegeAlerts).toEqual(before)
      expect(mails(root)).toHaveLength(1)
    })
    test('cannot flood superadmins with mail; the overview shows them all the same', async () => {
      for (let n = 0; n < 45; n++) await storage.write((tx) => createCollege(tx, systemActor('cli'), college()))
      expect(mails(root).length).toBeLessThanOrEqual(30)
      expect((await overview()).collegeAlerts).toHaveLength(45)
    })
  })
  describe('an alert', () => {
    test('is shown until a superadmin has acknowledged it, which is audited', async () => {
      await add(admin)
      const [{ id }] = (await overview()).collegeAlerts
      expect((await overview()).collegeAlerts).toHaveLength(1)
      expectData(await acknowledge(other, id))
      expect((await overview()).collegeAlerts).toEqual([])
      expect(auditEntries(other.id).filter(({ entityId }) => entityId === id)).toMatchObject([
        { action: 'admin:acknowledged:college-alert', metadata: JSON.stringify({ kind: 'created' }) },
      ])
      await fails(acknowledge(root, id), 'NOT_FOUND')
      await fails(acknowledge(root, MISSING_ID), 'NOT_FOUND')
    })
    test('outlives its college and its author', async () => {
      const { visitor, user } = await administrator()
      const { id } = expectData(await visitor.post('admin/colleges/create', college()))
      await root.delete(`colleges/${id}`)
      expect((await overview()).collegeAlerts).toMatchObject([{ by: user.username }])
      expectData(await visitor.delete('auth/account'))
      expect((await overview()).collegeAlerts).toMatchObject([{ kind: 'created', by: null }])
    })
  })
  test('with collegeDomains: "superadmin" an admin gives no domain to a college by any way; a superadmin does', async () => {
    const made = await add(root)
    const [one, two] = [await ask(), await ask()]
    await restrict('superadmin')
    const stored = select('SELECT * FROM colleges')
    for (const answer of [
      await admin.visitor.post('colleges', college()),
      await admin.visitor.post('admin/colleges/create', college()),
      await change(admin, made.id, { emailDomain: 'own.edu' }),
      await admin.visitor.patch(`colleges/${made.id}`, { emailDomain: 'own.edu', city: 'Pune' }),
      await approve(admin, one.id),
      await admin.visitor.patch(`admin/college-requests/${one.id}`, { status: 'approved', resolvedCollegeId: made.id }),
    ]) {
      expect([answer.code, answer.body.message]).toEqual(['FORBIDDEN', expect.stringContaining('Only superadmins')])
    }
    expect(select('SELECT * FROM colleges')).toEqual(stored)
    expectData(await change(admin, made.id, { city: 'Nashik', emailDomain: made.emailDomain }))
    await admin.patch(`admin/college-requests/${two.id}`, { status: 'rejected' })
    expectData(await approve(root, one.id))
    expectData(await change(root, made.id, { emailDomain: 'ours.edu' }))
    expect([(await overview(admin)).mayChangeDomains, (await overview()).mayChangeDomains]).toEqual([false, true])
  })
})
