import { describe, expect, test } from 'bun:test'
import { en as serverText } from '../../src/messages/en'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, scrollsSideways, useBrowser } from '../support/browser'
import { holdBack, sendsNothing } from '../support/held-back'
import { png } from '../support/images'
import { administrator, CAMPUS, expectData, student, Visitor } from '../support/kit'
import { faultsBut, focusOn, heading, pointing, said, typing, visitAs } from '../support/steps'
import { useClient } from '../support/web-client'
import { ANY, en, like, starting } from '../support/words'

const openPage = useBrowser()

const server = await useClient()
const admin = await administrator()
for (const branch of [
  { name: 'Computer Science and Engineering', code: 'CSE' },
  { name: 'Electronics and Communication', code: 'ECE' },
  { name: 'Mechanical Engineering', code: 'ME' },
])
  await admin.post('admin/branches/create', branch)
await student()
for (const [name, emailDomain] of [
  ['Riverside Institute', 'riverside.edu'],
  ['Hillside Institute', 'hillside.edu'],
  ['Lakeside Institute', 'lakeside.edu'],
])
  expectData(
    await new Visitor().post('colleges/requests', {
      name,
      emailDomain,
      city: 'Nashik',
      state: 'Maharashtra',
      requestedByEmail: `dean@${emailDomain}`,
    }),
  )

const colleges = () => admin.get('admin/colleges/get/all')
const branches = () => admin.get('admin/branches/all')
const collegeOf = async (domain: string) =>
  (await colleges()).find(({ emailDomain }: { emailDomain: string }) => emailDomain === domain)
const requestOf = async (domain: string) =>
  (await admin.get('admin/college-requests')).find(({ emailDomain }: { emailDomain: string }) => emailDomain === domain)

describe.skipIf(!hasBrowser)('the campus, at a desk', () => {
  test('colleges are added, changed, given a picture, and deleted where nobody is left', async () => {
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/colleges`)
    await heading(page, en.campus.colleges.title)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)

    await press(en.campus.colleges.add)
    await asked.fill(en.campus.colleges.name, 'Seaside College')
    await asked.fill(en.campus.colleges.domain, `@${CAMPUS}`)
    await asked.fill(en.campus.colleges.city, 'Goa')
    await asked.fill(en.campus.colleges.state, 'Goa')
    await asked.press(en.campus.colleges.add)
    await dialog.locator('#emailDomain-error').getByText('without the @').waitFor()
    await asked.fill(en.campus.colleges.domain, CAMPUS)
    await asked.check('Mechanical Engineering')
    await asked.press(en.campus.colleges.add)
    await dialog.locator('#emailDomain-error').getByText(en.campus.colleges.domainTaken).waitFor()
    await look(page, '40-college-add', 'dialog')
    await asked.fill(en.campus.colleges.domain, 'seaside.edu')
    await asked.press(en.campus.colleges.add)
    await said(page, en.campus.colleges.added('Seaside College'))
    await focusOn(page, en.campus.colleges.add)
    const mechanical = (await branches()).find(({ code }: { code: string }) => code === 'ME')
    expect(await collegeOf('seaside.edu')).toMatchObject({ city: 'Goa', branches: [mechanical.id], profile: null })

    await press(`${en.campus.colleges.edit} Seaside College`)
    await asked.fill(en.campus.colleges.city, 'Panaji')
    await asked.check('Computer Science')
    await asked.press(en.core.common.save)
    await said(page, en.campus.colleges.saved('Seaside College'))
    await page.getByText(en.campus.colleges.offers('CSE, ME')).waitFor()

    await press(`${en.campus.picture.change} Seaside College`)
    const file = { name: 'sign.png', mimeType: 'image/png', buffer: Buffer.from(png(1, 1)) }
    await asked.press(en.campus.picture.upload)
    await dialog.locator('#profile-error').getByText(en.core.form.required).waitFor()
    await dialog
      .getByLabel(en.campus.picture.file)
      .setInputFiles({ ...file, mimeType: 'image/svg+xml', name: 'sign.svg' })
    await dialog.locator('#profile-error').getByText(en.campus.picture.wrongType).waitFor()
    await dialog.getByLabel(en.campus.picture.file).setInputFiles({ ...file, buffer: Buffer.from('words') })
    await asked.press(en.campus.picture.upload)
    await dialog.locator('#profile-error').getByText(serverText.uploads.format).waitFor()
    await dialog.getByLabel(en.campus.picture.file).setInputFiles(file)
    await dialog.getByText(en.campus.picture.preview).waitFor()
    await look(page, '41-college-picture', 'dialog')
    await asked.press(en.campus.picture.upload)
    await said(page, en.campus.picture.uploaded)
    const { profile } = await collegeOf('seaside.edu')
    const picture = page.locator(`li img[src="${new URL(profile).pathname}"]`)
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await look(page, '42-colleges')
    await page.setViewportSize(PHONE.viewport)
    expect(await scrollsSideways(page)).toBe(false)
    await page.setViewportSize(DESK.viewport)
    await press(`${en.campus.picture.change} Seaside College`)
    await asked.press(en.campus.picture.remove)
    await said(page, en.campus.picture.removed)
    expect((await collegeOf('seaside.edu')).profile).toBeNull()

    await press(`${en.campus.colleges.delete} Campus University`)
    await asked.press(en.campus.colleges.delete)
    await dialog.getByRole('alert').getByText(en.campus.colleges.inUse).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: en.campus.colleges.search }).fill('panaji')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/colleges?query=panaji')
    await page.getByRole('heading', { name: 'Campus University' }).waitFor({ state: 'detached' })
    await press(`${en.campus.colleges.delete} Seaside College`)
    await asked.press(en.campus.colleges.delete)
    await said(page, en.campus.colleges.deleted('Seaside College'))
    await page.getByText(en.campus.colleges.noneFound).waitFor()
    await focusOn(page, en.campus.colleges.title)
    expect(await collegeOf('seaside.edu')).toBeUndefined()
    expect(faultsBut(page, /status of 40[09]/)).toEqual([])
  })

  test('a college was asked for: by keyboard alone it is approved, rejected, opened again', async () => {
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/requests`)
    await heading(page, en.campus.requests.title)
    const { press, within, choose } = typing(page)
    const asked = within(page.getByRole('dialog'))
    const waiting = page.getByRole('link', { name: en.console.ways.requests })
    await waiting.getByText(en.console.ways.waiting('3')).waitFor()

    await press(`${en.campus.requests.approve} Riverside Institute`)
    await page
      .getByRole('dialog')
      .getByText(like(en.campus.requests.makes('Riverside Institute', ANY)))
      .waitFor()
    await look(page, '44-approve', 'dialog')
    await asked.press(en.campus.requests.approve)
    await said(page, en.campus.requests.approved('Riverside Institute'))
    await waiting.getByText(en.console.ways.waiting('2')).waitFor()
    await focusOn(page, en.campus.requests.title)
    const made = await collegeOf('riverside.edu')
    expect(await requestOf('riverside.edu')).toMatchObject({ status: 'approved', resolvedCollegeId: made.id })

    await press(`${en.campus.requests.approve} Lakeside Institute`)
    await asked.choose(en.campus.requests.which, 'Riverside')
    await asked.press(en.campus.requests.approve)
    await said(page, en.campus.requests.approved('Lakeside Institute'))
    expect(await requestOf('lakeside.edu')).toMatchObject({ status: 'approved', resolvedCollegeId: made.id })
    expect(await collegeOf('lakeside.edu')).toBeUndefined()

    await press(`${en.campus.requests.reject} Hillside Institute`)
    await asked.fill(starting(en.campus.requests.reason), 'We know no such college')
    await asked.press(en.campus.requests.reject)
    await page.getByText(en.campus.requests.none).waitFor()
    expect((await requestOf('hillside.edu')).status).toBe('rejected')
    await choose(en.campus.requests.status, en.campus.requests.statuses.all)
    await page.waitForURL('**/console/requests?status=all')
    await press(`${en.campus.requests.reopen} Hillside Institute`)
    await asked.press(en.campus.requests.reopen)
    await said(page, like(en.campus.requests.reopened(ANY)))
    await waiting.getByText(en.console.ways.waiting('1')).waitFor()
    expect((await requestOf('hillside.edu')).status).toBe('pending')
    await look(page, '45-requests-all')
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the campus, on a phone', () => {
  test('branches are added, named anew and deleted where nothing uses them', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/branches`)
    await heading(page, en.campus.branches.title)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)
    await press(en.campus.branches.add)
    await asked.fill(en.campus.branches.name, 'Civil Engineering')
    await asked.fill(en.campus.branches.code, 'CSE')
    await asked.press(en.campus.branches.add)
    await dialog.locator('#name-error').getByText(en.campus.branches.taken).waitFor()
    await asked.fill(en.campus.branches.code, 'CV')
    await asked.press(en.campus.branches.add)
    await said(page, en.campus.branches.added('Civil Engineering'))
    await press(`${en.campus.colleges.edit} Civil Engineering`)
    await asked.fill(en.campus.branches.code, 'CE')
    await asked.press(en.core.common.save)
    await said(page, en.campus.branches.saved('Civil Engineering'))
    const codes = async () => (await branches()).map(({ code }: { code: string }) => code)
    expect(await codes()).toEqual(['CE', 'CSE', 'ECE', 'ME'])
    await look(page, '47-branches')
    await press(`${en.campus.colleges.delete} Computer Science and Engineering`)
    await asked.press(en.campus.colleges.delete)
    await dialog.getByRole('alert').getByText(en.campus.branches.inUse).waitFor()
    await asked.press(en.core.common.cancel)
    await press(`${en.campus.colleges.delete} Civil Engineering`)
    await asked.press(en.campus.colleges.delete)
    await said(page, en.campus.branches.deleted('Civil Engineering'))
    expect(await codes()).toEqual(['CSE', 'ECE', 'ME'])
    expect(faultsBut(page, /status of 409/)).toEqual([])
  })
  test('nothing is merged before it is said what moves, and no college is added before its branches are there', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/branches`)
    await heading(page, en.campus.branches.title)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)
    const used = await holdBack(page, '**/branches/*/use', 'GET')
    await press(`${en.campus.branches.merge} Mechanical Engineering`)
    await asked.choose(en.campus.branches.into, 'Electronics and Communication (ECE)')
    await sendsNothing(page)
    used.resolve()
    await dialog.getByRole('listitem').first().waitFor()
    await dialog.getByRole('button', { name: en.campus.branches.mergeNow, disabled: false }).waitFor()
    await asked.press(en.core.common.cancel)
    expect((await branches()).length).toBe(3)

    const listed = await holdBack(page, '**/branches/all', 'GET')
    await visitAs(page, admin, `${server.origin}/console/colleges`)
    await heading(page, en.campus.colleges.title)
    await press(en.campus.colleges.add)
    await asked.fill(en.campus.colleges.name, 'Early College')
    await asked.fill(en.campus.colleges.domain, 'early.edu')
    await asked.fill(en.campus.colleges.city, 'Goa')
    await asked.fill(en.campus.colleges.state, 'Goa')
    await sendsNothing(page)
    listed.resolve()
    await dialog.getByRole('checkbox').first().waitFor()
    await asked.press(en.core.common.cancel)
    expect(await collegeOf('early.edu')).toBeUndefined()
    expect(page.faults).toEqual([])
  })
})
