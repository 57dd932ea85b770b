import { expect, test } from 'bun:test'
import { en as serverText } from '../../../src/messages/en'
import { DESK, describePages, PHONE } from '../../support/browser'
import { holdBack, sendsNothing } from '../../support/held-back'
import { png } from '../../support/images'
import { administrator, CAMPUS, expectData, student, Visitor } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, focusOn, gone, heading, said, sees } from '../../support/seen'
import { pointing, typing } from '../../support/steps'
import { moveTo } from '../../support/stubbed-pages'
import { ANY, en, like, starting } from '../../support/words'

const { enter } = await usePages()
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

describePages('the campus, at a desk', () => {
  test('colleges are added, changed, given a picture, and deleted where nobody is left', async () => {
    const page = await enter(admin, '/console/colleges', DESK)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)

    await press(en.campus.colleges.add)
    await asked.fill(en.campus.colleges.name, 'Seaside College')
    await asked.fill(en.campus.colleges.domain, `@${CAMPUS}`)
    await asked.fill(en.campus.colleges.city, 'Goa')
    await asked.fill(en.campus.colleges.state, 'Goa')
    await asked.press(en.campus.colleges.add)
    await sees(dialog.locator('#emailDomain-error'), 'without the @')
    await asked.fill(en.campus.colleges.domain, CAMPUS)
    await asked.check('Mechanical Engineering')
    await asked.press(en.campus.colleges.add)
    await sees(dialog.locator('#emailDomain-error'), en.campus.colleges.domainTaken)
    await asked.fill(en.campus.colleges.domain, 'seaside.edu')
    await asked.press(en.campus.colleges.add)
    await said(page, en.campus.colleges.added('Seaside College'))
    await focusOn(page, en.campus.colleges.add)
    const mechanical = (await branches()).find(({ code }: { code: string }) => code === 'ME')
    expect(await collegeOf('seaside.edu')).toMatchObject({ city: 'Goa', branches: [mechanical.id], profile: null })

    await press(`${en.console.words.edit} Seaside College`)
    await asked.fill(en.campus.colleges.city, 'Panaji')
    await asked.check('Computer Science')
    await asked.press(en.core.common.save)
    await said(page, en.campus.colleges.saved('Seaside College'))
    await sees(page, en.campus.colleges.offers('CSE, ME'))

    await press(`${en.campus.picture.change} Seaside College`)
    const file = { name: 'sign.png', mimeType: 'image/png', buffer: Buffer.from(png(1, 1)) }
    await asked.press(en.campus.picture.upload)
    await sees(dialog.locator('#profile-error'), en.core.form.required)
    await dialog
      .getByLabel(en.campus.picture.file)
      .setInputFiles({ ...file, mimeType: 'image/svg+xml', name: 'sign.svg' })
    await sees(dialog.locator('#profile-error'), en.campus.picture.wrongType)
    await dialog.getByLabel(en.campus.picture.file).setInputFiles({ ...file, buffer: Buffer.from('words') })
    await asked.press(en.campus.picture.upload)
    await sees(dialog.locator('#profile-error'), serverText.uploads.format)
    await dialog.getByLabel(en.campus.picture.file).setInputFiles(file)
    await sees(dialog, en.campus.picture.preview)
    await asked.press(en.campus.picture.upload)
    await said(page, en.campus.picture.uploaded)
    const { profile } = await collegeOf('seaside.edu')
    const picture = page.locator(`li img[src="${new URL(profile).pathname}"]`)
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await press(`${en.campus.picture.change} Seaside College`)
    await asked.press(en.campus.picture.remove)
    await said(page, en.campus.picture.removed)
    expect((await collegeOf('seaside.edu')).profile).toBeNull()

    await press(`${en.console.words.delete} Campus University`)
    await asked.press(en.console.words.delete)
    await sees(dialog.getByRole('alert'), en.campus.colleges.inUse)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: en.campus.colleges.search }).fill('panaji')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/colleges?query=panaji')
    await gone(page.getByRole('heading', { name: 'Campus University' }))
    await press(`${en.console.words.delete} Seaside College`)
    await asked.press(en.console.words.delete)
    await said(page, en.campus.colleges.deleted('Seaside College'))
    await sees(page, en.console.words.noneFound)
    await focusOn(page, en.console.ways.colleges)
    expect(await collegeOf('seaside.edu')).toBeUndefined()
    expectNoFaults(page, /status of 40[09]/)
  })

  test('a college was asked for: by keyboard alone it is approved, rejected, opened again', async () => {
    const page = await enter(admin, '/console/requests', DESK)
    const { press, within, choose } = typing(page)
    const asked = within(page.getByRole('dialog'))
    const waiting = page.getByRole('link', { name: en.console.ways.requests })
    await sees(waiting, en.console.ways.waiting('3'))

    await press(`${en.campus.requests.approve} Riverside Institute`)
    await sees(page.getByRole('dialog'), like(en.campus.requests.makes('Riverside Institute', ANY)))
    await asked.press(en.campus.requests.approve)
    await said(page, en.campus.requests.approved('Riverside Institute'))
    await sees(waiting, en.console.ways.waiting('2'))
    await focusOn(page, en.console.ways.requests)
    const made = await collegeOf('riverside.edu')
    expect(await requestOf('riverside.edu')).toMatchObject({ status: 'approved', resolvedCollegeId: made.id })

    await press(`${en.campus.requests.approve} Lakeside Institute`)
    await asked.choose(en.console.words.college, 'Riverside')
    await asked.press(en.campus.requests.approve)
    await said(page, en.campus.requests.approved('Lakeside Institute'))
    expect(await requestOf('lakeside.edu')).toMatchObject({ status: 'approved', resolvedCollegeId: made.id })
    expect(await collegeOf('lakeside.edu')).toBeUndefined()

    await press(`${en.campus.requests.reject} Hillside Institute`)
    await asked.fill(starting(en.console.words.reason), 'We know no such college')
    await asked.press(en.campus.requests.reject)
    await sees(page, en.campus.requests.none)
    expect((await requestOf('hillside.edu')).status).toBe('rejected')
    await choose(en.console.words.state, en.campus.requests.statuses.all)
    await page.waitForURL('**/console/requests?status=all')
    await press(`${en.campus.requests.reopen} Hillside Institute`)
    await asked.press(en.campus.requests.reopen)
    await said(page, like(en.campus.requests.reopened(ANY)))
    await sees(waiting, en.console.ways.waiting('1'))
    expect((await requestOf('hillside.edu')).status).toBe('pending')
    expectNoFaults(page)
  })
})

describePages('the campus, on a phone', () => {
  test('branches are added, named anew and deleted where nothing uses them; what is not read yet is not decided', async () => {
    const page = await enter(admin, '/console/branches', PHONE)
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)
    await press(en.campus.branches.add)
    await asked.fill(en.campus.branches.name, 'Civil Engineering')
    await asked.fill(en.campus.branches.code, 'CSE')
    await asked.press(en.campus.branches.add)
    await sees(dialog.locator('#name-error'), en.campus.branches.taken)
    await asked.fill(en.campus.branches.code, 'CV')
    await asked.press(en.campus.branches.add)
    await said(page, en.campus.branches.added('Civil Engineering'))
    await press(`${en.console.words.edit} Civil Engineering`)
    await asked.fill(en.campus.branches.code, 'CE')
    await asked.press(en.core.common.save)
    await said(page, en.campus.branches.saved('Civil Engineering'))
    const codes = async () => (await branches()).map(({ code }: { code: string }) => code)
    expect(await codes()).toEqual(['CE', 'CSE', 'ECE', 'ME'])
    await press(`${en.console.words.delete} Computer Science and Engineering`)
    await asked.press(en.console.words.delete)
    await sees(dialog.getByRole('alert'), en.campus.branches.inUse)
    await asked.press(en.core.common.cancel)
    await press(`${en.console.words.delete} Civil Engineering`)
    await asked.press(en.console.words.delete)
    await said(page, en.campus.branches.deleted('Civil Engineering'))
    expect(await codes()).toEqual(['CSE', 'ECE', 'ME'])

    // Nothing is merged before it is said what moves, and no college is added before its branches are there.
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
    await moveTo(page, '/console/colleges')
    await heading(page, en.console.ways.colleges)
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
    expectNoFaults(page, /status of 409/)
  })
})
