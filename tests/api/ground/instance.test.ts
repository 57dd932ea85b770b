import { afterEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import packageJson from '../../../package.json'
import { config } from '../../../src/config'
import { allSettings, storeSetting, topics } from '../../../src/ground/settings/settings'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { execute } from '../../support/content'
import type { Instance } from '../../support/contract'
import { administrator, CAMPUS, collegeId, expectData, expectWithout, fails, useQuad, Visitor } from '../../support/kit'
import { auditEntries } from '../../support/traces'

await useQuad()

afterEach(async () => {
  await execute('DELETE FROM settings')
  dropAllCaches()
})

const instance = async (): Promise<Instance> => expectData(await new Visitor().get('instance'))
const atFirst = await instance()

test('a stranger learns what a client needs to know', () => {
  const shown = atFirst
  expect(shown).toMatchObject({ name: 'Campus University', version: packageJson.version, colleges: 1 })
  expect(shown.topics).toHaveLength(11)
  expect(shown.feedbackTypes).toEqual(['feedback', 'bug', 'feature', 'other'])
  expect(shown.reportReasons).toContain('harassment')
  expect(shown.limits).toMatchObject({ title: { min: 1, max: 300 }, password: { min: 8, max: 128 }, bodyBytes: 16_384 })
  expect(shown.limits.imageBytes).toBe(config.profileImageMaxBytes)
  expect(shown.features).toEqual({
    registration: true,
    notifications: false,
    toxicity: false,
    idp: false,
    indexing: false,
    transparency: false,
  })
  expect(shown.signIn).toEqual(['password', 'otp'])
  expect(new RegExp(shown.enrollmentPattern).test('2301234567')).toBe(true)
  expect(new RegExp(shown.enrollmentPattern).test(shown.enrollmentExample ?? '')).toBe(true)
  expect(shown.emailDomain).toBe(CAMPUS)
})

test('the campus looks like its first college', async () => {
  expect(await instance()).toMatchObject({ accentHue: null, coverLine: null, logo: null })
  const [admin, id] = [await administrator(), await collegeId(CAMPUS)]
  await admin.patch(`colleges/${id}`, { accentHue: 0, coverLine: 'Learn by doing' })
  expect(await instance()).toMatchObject({ accentHue: 0, coverLine: 'Learn by doing', logo: null })
  await admin.patch(`colleges/${id}`, { accentHue: null, coverLine: null })
  expect(await instance()).toMatchObject({ accentHue: null, coverLine: null })
})

test('it holds no secret and no address', async () => {
  const text = JSON.stringify(await instance())
  expectWithout(text, '@')
  for (const secret of [config.secret, config.smtpUrl, config.dataDir]) if (secret) expectWithout(text, secret)
})

describe('the pages of the place', () => {
  const read = async (page: string, language = 'en') =>
    expectData(await new Visitor().get(`instance/pages/${page}`, { headers: { 'accept-language': language } }))
  test('are standard texts until a superadmin writes them, in each language', async () => {
    const { pages } = await instance()
    expect(Object.values(pages)).toEqual(['rules', 'privacy', 'contact', 'moderation'].map((page) => `/about/${page}`))
    for (const page of Object.keys(pages)) {
      const [english, hindi] = [await read(page), await read(page, 'hi')]
      expect([english.page, english.isStandard, hindi.isStandard]).toEqual([page, true, true])
      expect([english.content, hindi.content].map((text) => /[\u0900-\u097f]/.test(text))).toEqual([false, true])
    }
    await fails(new Visitor().get('instance/pages/secrets'), 400)
  })
  test('what was written in one language stands for both; what is taken back is standard again', async () => {
    const root = await administrator('superadmin')
    const set = (contactPage: object) => root.visitor.patch('admin/settings', { contactPage })
    expectData(await set({ en: 'Write to **Asha**.' }))
    const own = { page: 'contact', content: 'Write to **Asha**.', isStandard: false }
    for (const language of ['en', 'hi']) expect(await read('contact', language)).toEqual(own)
    expectData(await set({ hi: 'आशा को लिखें।' }))
    expect((await read('contact', 'hi')).content).toBe('आशा को लिखें।')
    expect((await read('contact')).content).toBe(own.content)
    expectData(await set({ en: '', hi: '' }))
    expect((await read('contact')).isStandard).toBe(true)
    await fails(set({ en: 'x'.repeat(5001) }), 400)
    const admin = await administrator('admin')
    await fails(admin.patch('admin/settings', { contactPage: { en: 'Mine' } }), 403)
    expect((await read('contact')).isStandard).toBe(true)
    const entry = auditEntries(root.id).findLast(({ action }) => action === 'admin:changed:settings')
    expect(entry?.metadata).toBe('{"fields":"contactPage"}')
  })
})

test('help lines are those that a superadmin named; before, those of the countries of the colleges', async () => {
  const root = await administrator('superadmin')
  expect((await instance()).helpLines).toEqual(['988 Suicide & Crisis Lifeline: 988, https://988lifeline.org'])
  const { id } = expectData(
    await root.visitor.post('colleges', { name: 'Another', emailDomain: 'other.ac.in', city: 'Pune', state: 'Goa' }),
  ).college
  expect((await instance()).helpLines).toContain('Tele-MANAS · टेली-मानस: 14416, https://telemanas.mohfw.gov.in')
  await execute('DELETE FROM colleges WHERE id = ?', id)
  await execute("UPDATE colleges SET email_domain = 'campus.xyz'")
  dropAllCaches()
  expect((await instance()).helpLines).toEqual(['Find A Helpline: https://findahelpline.com'])
  await execute('UPDATE colleges SET email_domain = ?', CAMPUS)
  const set = (helpLines: string[]) => root.visitor.patch('admin/settings', { helpLines })
  expectData(await set(['Counselling room 12: 5551234']))
  expect((await instance()).helpLines).toEqual(['Counselling room 12: 5551234'])
  for (const unfit of [[''], ['x'.repeat(201)], ['a', 'A'], Array.from({ length: 11 }, (_, at) => `${at}`)])
    await fails(set(unfit), 400)
  expectData(await set([]))
  expect((await instance()).helpLines).toEqual([])
})

test('it counts a college that was just made', async () => {
  const before = (await instance()).colleges
  await collegeId('another.edu')
  expect((await instance()).colleges).toBe(before + 1)
  expect((await instance()).emailDomain).toBeNull()
})

test('a change that is rolled back, or that is not of its shape, changes nothing', async () => {
  const before = await topics()
  const undone = storage.write(async (tx) => {
    await storeSetting(tx, 'topics', ['Gone'])
    throw new Error('undone')
  })
  expect(await undone.catch(({ message }) => message)).toBe('undone')
  const unfit = storage.write((tx) => storeSetting(tx, 'topics', []))
  expect(await unfit.catch(() => 'refused')).toBe('refused')
  expect(await topics()).toEqual(before)
})

test('what is stored wrongly, or by a later version, does not keep Quad from running', async () => {
  const types = allSettings().feedbackTypes
  await storage.write(async (tx) => {
    await storeSetting(tx, 'topics', ['Chess'])
    for (const [key, value] of [
      ['feedbackTypes', '{'],
      ['reportReasons', '7'],
      ['colour', '"red"'],
      ['toxicityThresholds', '{"openai":{"hate":0.3},"chat":{"hate":0.2}}'],
    ] as const)
      tx.sqlite.run("INSERT INTO settings (key, value, updated_at) VALUES (?, ?, '')", [key, value])
  })
  expect(allSettings().feedbackTypes).toEqual(types)
  expect(allSettings().toxicityThresholds).toMatchObject({ openai: { hate: 0.3 }, perspective: { TOXICITY: 0.85 } })
  const shown = await instance()
  expect(shown.topics).toEqual(['Chess'])
  expect(shown.reportReasons).toContain('spam')
  expect(Object.keys(shown)).not.toContain('colour')
})
