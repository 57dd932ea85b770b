import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { systemActor } from '../../src/core/audit/audit'
import { createCollege, updateCollege } from '../../src/core/colleges/colleges'
import { storeSetting } from '../../src/core/settings/settings'
import { select } from '../support/content'
import {
  administrator,
  type Data,
  expectData,
  fails,
  forgetLimits,
  MISSING_ID,
  type Person,
  useCampus,
  Visitor,
} from '../support/kit'
import { auditEntries, queuedFor } from '../support/traces'

const { root, admin } = await useCampus()
const other = await administrator('superadmin')

let count = 0
const college = (): Data => {
  count++
  return { name: `Hill School ${count}`, emailDomain: `hill${count}.edu`, city: 'Pune', state: 'Goa' }
}
const add = (by: Person) => by.post('admin/colleges/create', college())
const ask = async (): Promise<Data> => {
  const wish = college()
  const body = { ...wish, requestedByEmail: `1@${wish.emailDomain}` }
  return expectData(await new Visitor().post('colleges/requests', body))
}
const change = (by: Person, id: string, changes: object) => by.visitor.patch(`admin/colleges/update/${id}`, changes)
const approve = (by: Person, id: string) => by.visitor.patch(`admin/college-requests/${id}`, { status: 'approved' })
const overview = (by: Person = root): Promise<Data> => by.get('admin/dashboard/overview')
const acknowledge = (by: Person, id: string) => by.visitor.post(`admin/colleges/alerts/${id}/acknowledge`)
const mails = ({ email }: Person) => queuedFor(email).map(({ text }) => text)
const restrict = (value: 'admin' | 'superadmin') => storage.write((tx) => storeSetting(tx, 'collegeDomains', value))

beforeEach(async () => {
  forgetLimits()
  await restrict('admin')
  await storage.write(async (tx) => {
    tx.sqlite.run('DELETE FROM college_alerts')
    tx.sqlite.run('DELETE FROM mail_queue')
  })
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
    for (const { email } of [root, other, admin]) expect(JSON.stringify(collegeAlerts)).not.toContain(email)
  })

  test('is told of too when a superadmin or the operator does it, in the language of each', async () => {
    await other.patch('users/me', { language: 'hi' })
    await add(root)
    await storage.write((tx) => createCollege(tx, systemActor('cli'), college()))
    const { collegeAlerts } = await overview()
    expect(collegeAlerts.map(({ by }: Data) => by)).toEqual([null, root.user.username])
    expect(mails(root)[1]).toContain('the operator, on the server')
    expect(mails(other)[1]).toContain('ऑपरेटर ने, सर्वर पर')
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
