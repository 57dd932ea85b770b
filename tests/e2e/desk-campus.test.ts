import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, scrollsSideways, useBrowser } from '../support/browser'
import { pointing, typing } from '../support/hands'
import { png } from '../support/images'
import { administrator, CAMPUS, expectData, type Person, student, Visitor } from '../support/kit'
import { look } from '../support/looks'
import { faultsBut, focusOn, heading, said, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let admin: Person

beforeAll(async () => {
  server = await serveClient()
  admin = await administrator()
  for (const branch of [
    { name: 'Computer Science and Engineering', code: 'CSE' },
    { name: 'Electronics and Communication', code: 'ECE' },
    { name: 'Mechanical Engineering', code: 'ME' },
  ])
    expectData(await admin.visitor.post('admin/branches/create', branch), 201)
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
      201,
    )
})
afterAll(() => server.stop())

const colleges = async () => expectData(await admin.visitor.get('admin/colleges/get/all'))
const branches = async () => expectData(await admin.visitor.get('admin/branches/all'))
const collegeOf = async (domain: string) =>
  (await colleges()).find(({ emailDomain }: { emailDomain: string }) => emailDomain === domain)
const requestOf = async (domain: string) =>
  expectData(await admin.visitor.get('admin/college-requests')).find(
    ({ emailDomain }: { emailDomain: string }) => emailDomain === domain,
  )

describe.skipIf(!hasBrowser)('the campus, at a desk', () => {
  test('colleges are added, changed, given a picture, and deleted where nobody is left', async () => {
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/colleges`)
    await heading(page, 'Colleges')
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)

    await press('Add a college')
    await asked.fill('Name', 'Seaside College')
    await asked.fill('E-mail domain', `@${CAMPUS}`)
    await asked.fill('City', 'Goa')
    await asked.fill('State', 'Goa')
    await asked.press('Add a college')
    await dialog.locator('#emailDomain-error').getByText('without the @').waitFor()
    await asked.fill('E-mail domain', CAMPUS)
    await asked.check('Mechanical Engineering')
    await asked.press('Add a college')
    await dialog.locator('#emailDomain-error').getByText('Another college has this domain.').waitFor()
    await look(page, '40-college-add', 'dialog')
    await asked.fill('E-mail domain', 'seaside.edu')
    await asked.press('Add a college')
    await said(page, 'Seaside College has been added')
    await focusOn(page, 'Add a college')
    const mechanical = (await branches()).find(({ code }: { code: string }) => code === 'ME')
    expect(await collegeOf('seaside.edu')).toMatchObject({ city: 'Goa', branches: [mechanical.id], profile: null })

    await press('Edit Seaside College')
    await asked.fill('City', 'Panaji')
    await asked.check('Computer Science')
    await asked.press('Save')
    await said(page, 'Seaside College has been changed')
    await page.getByText('Branches: CSE, ME').waitFor()

    await press('Picture Seaside College')
    const file = { name: 'sign.png', mimeType: 'image/png', buffer: Buffer.from(png()) }
    await asked.press('Upload')
    await dialog.locator('#profile-error').getByText('This is needed').waitFor()
    await dialog.getByLabel('Image file').setInputFiles({ ...file, mimeType: 'image/svg+xml', name: 'sign.svg' })
    await dialog.locator('#profile-error').getByText('no PNG').waitFor()
    await dialog.getByLabel('Image file').setInputFiles({ ...file, buffer: Buffer.from('words') })
    await asked.press('Upload')
    await dialog.locator('#profile-error').getByText('must be a PNG').waitFor()
    await dialog.getByLabel('Image file').setInputFiles(file)
    await dialog.getByText('How it will look').waitFor()
    await look(page, '41-college-picture', 'dialog')
    await asked.press('Upload')
    await said(page, 'The picture has been changed')
    const { profile } = await collegeOf('seaside.edu')
    const picture = page.locator(`li img[src="${new URL(profile).pathname}"]`)
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await look(page, '42-colleges')
    await page.setViewportSize(PHONE.viewport)
    expect(await scrollsSideways(page)).toBe(false)
    await page.setViewportSize(DESK.viewport)
    await press('Picture Seaside College')
    await asked.press('Remove the picture')
    await said(page, 'The picture has been removed')
    expect((await collegeOf('seaside.edu')).profile).toBeNull()

    await press('Delete Campus University')
    await asked.press('Delete')
    await dialog.getByRole('alert').getByText('People belong to this college').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search colleges' }).fill('panaji')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/colleges?query=panaji')
    await page.getByRole('heading', { name: 'Campus University' }).waitFor({ state: 'detached' })
    await press('Delete Seaside College')
    await asked.press('Delete')
    await said(page, 'Seaside College has been deleted')
    await page.getByText('No college fits these words.').waitFor()
    await focusOn(page, 'Colleges')
    expect(await collegeOf('seaside.edu')).toBeUndefined()
    expect(faultsBut(page, /status of 40[09]/)).toEqual([])
  })

  test('a college was asked for: by keyboard alone it is approved, rejected, opened again', async () => {
    const page = await openPage(DESK)
    await visitAs(page, admin, `${server.origin}/console/requests`)
    await heading(page, 'College requests')
    const { press, within, choose } = typing(page)
    const asked = within(page.getByRole('dialog'))
    const waiting = page.getByRole('link', { name: 'College requests' })
    await waiting.getByText('3 waiting').waitFor()

    await press('Approve Riverside Institute')
    await page.getByRole('dialog').getByText('This makes the college Riverside Institute').waitFor()
    await look(page, '44-approve', 'dialog')
    await asked.press('Approve')
    await said(page, 'Riverside Institute is approved')
    await waiting.getByText('2 waiting').waitFor()
    await focusOn(page, 'College requests')
    const made = await collegeOf('riverside.edu')
    expect(await requestOf('riverside.edu')).toMatchObject({ status: 'approved', resolvedCollegeId: made.id })

    await press('Approve Lakeside Institute')
    await asked.choose('College', 'Riverside')
    await asked.press('Approve')
    await said(page, 'Lakeside Institute is approved')
    expect(await requestOf('lakeside.edu')).toMatchObject({ status: 'approved', resolvedCollegeId: made.id })
    expect(await collegeOf('lakeside.edu')).toBeUndefined()

    await press('Reject Hillside Institute')
    await asked.fill(/^Reason/, 'We know no such college')
    await asked.press('Reject')
    await page.getByText('No request is waiting.').waitFor()
    expect((await requestOf('hillside.edu')).status).toBe('rejected')
    await choose('Which requests', 'All')
    await page.waitForURL('**/console/requests?status=all')
    await press('Open again Hillside Institute')
    await asked.press('Open again')
    await said(page, 'waits again')
    await waiting.getByText('1 waiting').waitFor()
    expect((await requestOf('hillside.edu')).status).toBe('pending')
    await look(page, '45-requests-all')
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the campus, on a phone', () => {
  test('branches are added, named anew and deleted where nothing uses them', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console/branches`)
    await heading(page, 'Branches')
    const { press, within } = pointing(page)
    const dialog = page.getByRole('dialog')
    const asked = within(dialog)
    await press('Add a branch')
    await asked.fill('Name', 'Civil Engineering')
    await asked.fill('Code', 'CSE')
    await asked.press('Add a branch')
    await dialog.locator('#name-error').getByText('this name or code already').waitFor()
    await asked.fill('Code', 'CV')
    await asked.press('Add a branch')
    await said(page, 'Civil Engineering has been added')
    await press('Edit Civil Engineering')
    await asked.fill('Code', 'CE')
    await asked.press('Save')
    await said(page, 'Civil Engineering has been changed')
    const codes = async () => (await branches()).map(({ code }: { code: string }) => code)
    expect(await codes()).toEqual(['CE', 'CSE', 'ECE', 'ME'])
    await look(page, '47-branches')
    await press('Delete Computer Science and Engineering')
    await asked.press('Delete')
    await dialog.getByRole('alert').getByText('Students or posts have this branch').waitFor()
    await asked.press('Cancel')
    await press('Delete Civil Engineering')
    await asked.press('Delete')
    await said(page, 'Civil Engineering has been deleted')
    expect(await codes()).toEqual(['CSE', 'ECE', 'ME'])
    expect(faultsBut(page, /status of 409/)).toEqual([])
  })
})
