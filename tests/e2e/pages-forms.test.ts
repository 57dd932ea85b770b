import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasBrowser, stubApi, useBrowser, type WatchedPage } from '../support/browser'
import { PASSWORD } from '../support/kit'
import { descriptionOf, failed, ok, visits } from '../support/stubbed-pages'
import { serveClient } from '../support/web-client'

const TOKEN = 'tok_en-1/2'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
beforeAll(async () => {
  server = await serveClient()
})
afterAll(() => server.stop())

const visit = visits(openPage, () => server)

describe.skipIf(!hasBrowser)('set-up', () => {
  const fill = async (page: WatchedPage) => {
    await page.getByLabel('Name', { exact: true }).fill(' Northfield College ')
    await page.getByLabel('E-mail domain of the students').fill('students.northfield.edu')
    await page.getByLabel('City').fill('Northfield')
    await page.getByLabel('State', { exact: true }).fill('Minnesota')
    await page.getByLabel('Branches').fill('CSE Computer Science\n\n  ME   Mechanical Engineering ')
    await page.getByLabel('Your e-mail address').fill('ops@northfield.edu')
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Your password, once more').fill(PASSWORD)
  }
  const finish = (page: WatchedPage) => page.getByRole('button', { name: 'Set up this Quad' }).click()

  test('sends campus, branches and superadmin with the token of the link, and says what is next', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    expect(page.url()).toBe(`${server.origin}/setup`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const sent = await stubApi(page, 'POST', '/setup', 201, ok({}))
    await fill(page)
    await finish(page)
    await page.getByRole('heading', { level: 1, name: 'Northfield College is ready' }).waitFor()
    const branches = [
      { code: 'CSE', name: 'Computer Science' },
      { code: 'ME', name: 'Mechanical Engineering' },
    ]
    const campus = {
      name: 'Northfield College',
      emailDomain: 'students.northfield.edu',
      city: 'Northfield',
      state: 'Minnesota',
      branches,
    }
    expect(sent).toEqual([{ token: TOKEN, campus, admin: { email: 'ops@northfield.edu', password: PASSWORD } }])
    expect(await page.getByRole('main').textContent()).toContain('@students.northfield.edu')
    expect(asked.filter((url) => url.includes('tok_en'))).toEqual([])
    await page.getByRole('link', { name: 'To the home page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Northfield College', exact: true }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(page.faults).toEqual([])
  })
  test('what is missing is said at its field, and nothing is sent', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    const sent = await stubApi(page, 'POST', '/setup', 201, ok({}))
    await finish(page)
    const name = page.getByLabel('Name', { exact: true })
    expect(await name.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await descriptionOf(page, 'Name')).toContain('This is needed')
    expect(await page.getByLabel('Branches').getAttribute('aria-invalid')).toBe('false')
    expect(sent).toEqual([])
  })
  test('what the server refuses is said at its field', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    const errors = [
      { field: 'campus.emailDomain', message: 'An e-mail domain starts without @' },
      { field: 'campus.branches.1.code', message: 'Two branches have this code' },
    ]
    await stubApi(page, 'POST', '/setup', 400, failed('VALIDATION_FAILED', 'Not so', errors))
    await fill(page)
    await finish(page)
    const domain = page.getByLabel('E-mail domain of the students')
    await page.getByText('An e-mail domain starts without @').waitFor()
    expect(await domain.getAttribute('aria-invalid')).toBe('true')
    expect(await domain.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await descriptionOf(page, 'E-mail domain of the students')).toContain('An e-mail domain starts without @')
    expect(await descriptionOf(page, 'Branches')).toContain('Two branches have this code')
    expect(await page.getByLabel('City').inputValue()).toBe('Northfield')
  })
  test('a token that is not valid any more', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    await stubApi(page, 'POST', '/setup', 403, failed('INVALID_TOKEN', 'No'))
    await fill(page)
    await finish(page)
    await page.getByRole('alert').getByText('Restart the server').waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('Northfield')
  })
  test('no token: says where the link is', async () => {
    const page = await visit('/setup')
    expect(await page.getByRole('status').textContent()).toContain('log')
    expect(await page.getByRole('textbox').count()).toBe(0)
  })
  test('a Quad that is set up says so, at once or when the form is sent', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    await fill(page)
    await stubApi(page, 'POST', '/setup', 404, failed('NOT_FOUND', 'No'))
    await finish(page)
    await page.getByRole('heading', { level: 1, name: 'set up already' }).waitFor()
    await stubApi(page, 'GET', '/setup', 200, ok({ needed: false }))
    await page.goto(`${server.origin}/login`)
    await page.goto(`${server.origin}/setup#${TOKEN}`)
    await page.getByRole('heading', { level: 1, name: 'set up already' }).waitFor()
  })
  test('a test mail goes to the address in the form, once there is one', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    const sent = await stubApi(page, 'POST', '/setup/mail', 200, {
      success: true,
      message: 'The test mail is on its way',
    })
    const button = page.getByRole('button', { name: 'Send a test mail' })
    await button.click()
    expect(await descriptionOf(page, 'Your e-mail address')).toContain('needs an address')
    expect(sent).toEqual([])
    await page.getByLabel('Your e-mail address').fill('ops@northfield.edu')
    await button.click()
    await page.getByRole('status').getByText('on its way').waitFor()
    expect(sent).toEqual([{ token: TOKEN, to: 'ops@northfield.edu' }])
    await stubApi(page, 'POST', '/setup/mail', 500, failed('MAIL_FAILED', 'The mail could not be sent'))
    await button.click()
    await page.getByRole('status').getByText('could not be sent').waitFor()
  })
})

describe.skipIf(!hasBrowser)('password reset', () => {
  const choose = async (page: WatchedPage, password: string, again = password) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password, once more').fill(again)
    await page.getByRole('button', { name: 'Save the new password' }).click()
  }

  test.each([`#${TOKEN}`, `#token=${TOKEN}`, `#token=${encodeURIComponent(TOKEN)}`])(
    'with the link of a mail: %s',
    async (hash) => {
      const page = await visit(`/reset${hash}`)
      expect(page.url()).toBe(`${server.origin}/reset`)
      const sent = await stubApi(page, 'POST', '/auth/password/reset', 200, { success: true, message: 'Done' })
      await choose(page, PASSWORD)
      await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor()
      expect(sent).toEqual([{ token: TOKEN, newPassword: PASSWORD }])
      await page.goBack()
      expect(page.url()).not.toContain('tok_en')
      expect(page.faults).toEqual([])
    },
  )
  test('two different passwords are not sent', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const sent = await stubApi(page, 'POST', '/auth/password/reset', 200, { success: true, message: 'Done' })
    await choose(page, PASSWORD, `${PASSWORD}!`)
    expect(await descriptionOf(page, 'New password, once more')).toContain('not the same')
    expect(sent).toEqual([])
    await choose(page, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor()
  })
  test('the skip link of the page does not take the place of the link of the mail', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const sent = await stubApi(page, 'POST', '/auth/password/reset', 200, { success: true, message: 'Done' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.origin}/reset#main`)
    await choose(page, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor()
    expect(sent).toEqual([{ token: TOKEN, newPassword: PASSWORD }])
  })
  test('what the policy says is said at the field', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const errors = [{ field: 'newPassword', message: 'A password has 8 to 128 characters' }]
    await stubApi(page, 'POST', '/auth/password/reset', 400, failed('VALIDATION_FAILED', 'Not so', errors))
    await choose(page, 'short')
    await page.getByText('A password has 8 to 128').waitFor()
    expect(await page.getByRole('textbox').first().getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Choose a new password')
  })
  test('passwords can be shown and hidden', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const type = () => page.getByLabel('New password', { exact: true }).getAttribute('type')
    const button = page.getByRole('button', { name: 'Show passwords' })
    expect(await type()).toBe('password')
    await button.click()
    expect(await type()).toBe('text')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await button.click()
    expect(await type()).toBe('password')
  })
  test('a used link: a new one can be asked for, and opened in the same tab', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    await stubApi(page, 'POST', '/auth/password/reset', 400, failed('INVALID_TOKEN', 'No'))
    const asked = await stubApi(page, 'POST', '/auth/password/forgot', 200, { success: true, message: 'Done' })
    await choose(page, PASSWORD)
    await page.getByRole('alert').getByText('no longer works').waitFor()
    await page.getByLabel('Your e-mail address').fill('7001@northfield.edu')
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await page.getByText('Look into your mail').waitFor()
    expect(asked).toEqual([{ email: '7001@northfield.edu' }])
    await page.evaluate(() => {
      location.hash = '#another'
    })
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    expect(page.url()).toBe(`${server.origin}/reset`)
  })
  test('an API that cannot be reached', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    await page.route('**/api/v1/auth/password/reset', (route) => route.abort())
    await choose(page, PASSWORD)
    await page.getByRole('alert').getByText('could not be reached').waitFor()
  })
})
