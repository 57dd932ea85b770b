import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renewSetupToken } from '../../src/domain/first-run'
import { hasBrowser, useBrowser } from '../support/browser'
import { mailFor, mailsTo, PASSWORD, signUp, Visitor } from '../support/kit'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
beforeAll(async () => {
  server = await serveClient()
})
afterAll(() => server.stop())

/** From a page to the database and back; what the pages do with each answer is in pages.test.ts. */
describe.skipIf(!hasBrowser)('pages with the server behind them', () => {
  test('a password is reset with the link from the mail, once', async () => {
    const { email } = await signUp()
    const known = mailsTo(email).length
    const page = await openPage()
    await page.goto(`${server.origin}/reset`)
    await page.getByLabel('Your e-mail address').fill(email)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await page.getByText('Look into your mail').waitFor()
    const hash = /\/reset(#\S+)/.exec((await mailFor(email, known)).text)![1]
    const choose = async (password: string) => {
      await page.goto('about:blank')
      await page.goto(`${server.origin}/reset${hash}`)
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('New password, once more').fill(password)
      await page.getByRole('button', { name: 'Save the new password' }).click()
    }
    await choose('password1')
    await page.locator('#newPassword-error').getByText('among the first').waitFor()
    await choose('another horse battery')
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    await choose('a third horse battery')
    await page.getByText('no longer works').waitFor()
    const signIn = async (password: string) => (await new Visitor().post('auth/login', { email, password })).status
    expect([await signIn(PASSWORD), await signIn('another horse battery')]).toEqual([401, 200])
    expect(page.faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
  })

  test('the set-up makes a campus and its superadmin, once', async () => {
    const page = await openPage()
    const fill = async (domain: string) => {
      await page.getByLabel('Name', { exact: true }).fill('Northfield College')
      await page.getByLabel('E-mail domain of the students').fill(domain)
      await page.getByLabel('City').fill('Northfield')
      await page.getByLabel('State', { exact: true }).fill('Minnesota')
      await page.getByLabel('Branches').fill('CSE Computer Science\nME Mechanical Engineering')
      await page.getByLabel('Your e-mail address').fill('ops@northfield.edu')
      await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Your password, once more').fill(PASSWORD)
    }
    const finish = () => page.getByRole('button', { name: 'Set up this Quad' }).click()

    await page.goto(`${server.origin}/setup#not-the-token`)
    await fill('students.northfield.edu')
    await finish()
    await page.getByRole('alert').getByText('no longer works').waitFor()

    await page.goto('about:blank')
    await page.goto(`${server.origin}/setup#${renewSetupToken()}`)
    await fill('@students.northfield.edu')
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    await page.getByRole('status').getByText('on its way').waitFor()
    expect(mailsTo('ops@northfield.edu')).toHaveLength(1)
    await finish()
    const domain = page.getByLabel('E-mail domain of the students')
    await page.locator('#campus-emailDomain-error').waitFor()
    expect(await domain.getAttribute('aria-invalid')).toBe('true')
    await domain.fill('students.northfield.edu')
    await finish()
    await page.getByRole('heading', { name: 'Northfield College is ready' }).waitFor()

    const admin = new Visitor()
    const signedIn = await admin.post('auth/login', { email: 'ops@northfield.edu', password: PASSWORD })
    expect(signedIn.data.user.role).toBe('superadmin')
    await page.goto('about:blank')
    await page.goto(`${server.origin}/setup#${renewSetupToken()}`)
    await page.getByRole('heading', { name: 'set up already' }).waitFor()
  })
})
