import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasBrowser, openPage, scrollsSideways, stubApi, type WatchedPage } from '../support/browser'
import { serveClient } from '../support/web-client'

const TOKEN = 'tok_en-1/2'
const PASSWORD = 'correct horse battery'

const instance = { name: 'Northfield College', version: '0.1.0', colleges: 1, topics: ['Ask Campus', 'Showcase'] }
const ok = (data: unknown) => ({ success: true, message: 'Done', data })
const failed = (code: string, message: string, errors?: { field: string; message: string }[]) => ({ success: false, message, code, errors })

let server: Awaited<ReturnType<typeof serveClient>>
beforeAll(async () => {
  server = await serveClient()
})
afterAll(() => server.stop())

/** A page with the API stubbed as far as every page needs it. */
async function visit(path: string, options: Parameters<typeof openPage>[0] = {}): Promise<WatchedPage> {
  const page = await openPage(options)
  await stubApi(page, '/instance', 200, ok(instance))
  await stubApi(page, '/setup', 200, ok({ needed: true }))
  await page.goto(server.origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const PATHS = ['/', '/login', '/login?error=INTERNAL', '/setup', `/setup#${TOKEN}`, '/reset', `/reset#${TOKEN}`]

describe.skipIf(!hasBrowser)('every page', () => {
  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    test.each(PATHS)('%s fits 320 pixels, without an error or a violation of the policy', async (path) => {
      const page = await visit(path, { viewport: { width: 320, height: 640 }, colorScheme })
      expect(await scrollsSideways(page)).toBe(false)
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.title()).toContain(instance.name)
      expect(page.faults).toEqual([])
    })
  })
  test('an inline script, a foreign picture and a style attribute would be noticed', async () => {
    const page = await visit('/')
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red"><img src="http://127.0.0.1:9/x.png">')
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))
    })
    await page.waitForTimeout(100)
    expect(page.faults.filter((fault) => fault.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
  test('the themes differ, and text stands out from its ground in both', async () => {
    const grounds = await Promise.all((['light', 'dark'] as const).map(async (colorScheme) => ground(await visit('/', { colorScheme }))))
    const [light, dark] = grounds
    expect(light!.ground).toBeGreaterThan(0.85)
    expect(dark!.ground).toBeLessThan(0.1)
    for (const { ground, text } of grounds) expect(contrast(ground, text)).toBeGreaterThan(7)
  })
})

/** Relative luminance (WCAG 2.2) of the page's ground and of its text, as the browser paints them. */
const ground = (page: WatchedPage): Promise<{ ground: number; text: number }> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!
    const luminance = (color: string) => {
      pen.fillStyle = color
      pen.fillRect(0, 0, 1, 1)
      const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((each) => {
        const part = each / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const style = getComputedStyle(document.documentElement)
    return { ground: luminance(style.backgroundColor), text: luminance(style.color) }
  })

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

describe.skipIf(!hasBrowser)('landing', () => {
  test('names the campus and its topics', async () => {
    const page = await visit('/')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Northfield College')
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(instance.topics)
    expect(await page.getByText('has not been set up').count()).toBe(0)
  })
  test('tells whoever runs a new Quad where the set-up link is', async () => {
    const page = await visit('/')
    await stubApi(page, '/instance', 200, ok({ ...instance, colleges: 0 }))
    await page.reload()
    await page.getByText('has not been set up').waitFor()
  })
  test('stands without an answer of the API', async () => {
    const page = await visit('/')
    await stubApi(page, '/instance', 500, failed('INTERNAL', 'No'))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Quad' }).waitFor()
  })
  test('the keyboard goes from the skip link through the page; the skip link goes to the content', async () => {
    const page = await visit('/')
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    const order: (string | undefined)[] = []
    for (let each = 0; each < 6; each++) {
      await page.keyboard.press('Tab')
      order.push(await focused())
    }
    expect(order).toEqual(['Skip to the content', 'Northfield College', 'API', 'Read the API documentation', 'API documentation', 'For operators'])
    await page.reload()
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to the content' }).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Read the API documentation')
  })
})

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
    const sent = await stubApi(page, '/setup', 201, ok({}))
    await fill(page)
    await finish(page)
    await page.getByRole('heading', { level: 1, name: 'Northfield College is ready' }).waitFor()
    const branches = [
      { code: 'CSE', name: 'Computer Science' },
      { code: 'ME', name: 'Mechanical Engineering' },
    ]
    const campus = { name: 'Northfield College', emailDomain: 'students.northfield.edu', city: 'Northfield', state: 'Minnesota', branches }
    expect(sent).toEqual([{ token: TOKEN, campus, admin: { email: 'ops@northfield.edu', password: PASSWORD } }])
    expect(await page.getByRole('main').innerText()).toContain('@students.northfield.edu')
    expect(asked.filter((url) => url.includes('tok_en'))).toEqual([])
    await page.getByRole('link', { name: 'To the home page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Northfield College', exact: true }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(page.faults).toEqual([])
  })
  test('what is missing is said at its field, and nothing is sent', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    const sent = await stubApi(page, '/setup', 201, ok({}))
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
    await stubApi(page, '/setup', 400, failed('VALIDATION_FAILED', 'Not so', errors))
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
    await stubApi(page, '/setup', 403, failed('INVALID_TOKEN', 'No'))
    await fill(page)
    await finish(page)
    await page.getByRole('alert').getByText('Restart the server').waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('Northfield')
  })
  test('no token: says where the link is', async () => {
    const page = await visit('/setup')
    expect(await page.getByRole('status').innerText()).toContain('log')
    expect(await page.getByRole('textbox').count()).toBe(0)
  })
  test('a Quad that is set up says so, at once or when the form is sent', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    await fill(page)
    await stubApi(page, '/setup', 404, failed('NOT_FOUND', 'No'))
    await finish(page)
    await page.getByRole('heading', { level: 1, name: 'set up already' }).waitFor()
    await stubApi(page, '/setup', 200, ok({ needed: false }))
    await page.goto(`${server.origin}/login`)
    await page.goto(`${server.origin}/setup#${TOKEN}`)
    await page.getByRole('heading', { level: 1, name: 'set up already' }).waitFor()
  })
  test('a test mail goes to the address in the form, once there is one', async () => {
    const page = await visit(`/setup#${TOKEN}`)
    const sent = await stubApi(page, '/setup/mail', 200, { success: true, message: 'The test mail is on its way' })
    const button = page.getByRole('button', { name: 'Send a test mail' })
    await button.click()
    expect(await descriptionOf(page, 'Your e-mail address')).toContain('needs an address')
    expect(sent).toEqual([])
    await page.getByLabel('Your e-mail address').fill('ops@northfield.edu')
    await button.click()
    await page.getByRole('status').getByText('on its way').waitFor()
    expect(sent).toEqual([{ token: TOKEN, to: 'ops@northfield.edu' }])
    await stubApi(page, '/setup/mail', 500, failed('MAIL_FAILED', 'The mail could not be sent'))
    await button.click()
    await page.getByRole('status').getByText('could not be sent').waitFor()
  })
})

/** What a screen reader adds to the field's label: hint and error. */
async function descriptionOf(page: WatchedPage, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: label === 'Name' }).first()
  return field.evaluate((each) => {
    const ids = each.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  })
}

describe.skipIf(!hasBrowser)('password reset', () => {
  const choose = async (page: WatchedPage, password: string, again = password) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password, once more').fill(again)
    await page.getByRole('button', { name: 'Save the new password' }).click()
  }

  test.each([`#${TOKEN}`, `#token=${TOKEN}`, `#token=${encodeURIComponent(TOKEN)}`])('with the link of a mail: %s', async (hash) => {
    const page = await visit(`/reset${hash}`)
    expect(page.url()).toBe(`${server.origin}/reset`)
    const sent = await stubApi(page, '/auth/password/reset', 200, { success: true, message: 'Done' })
    await choose(page, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor()
    expect(sent).toEqual([{ token: TOKEN, newPassword: PASSWORD }])
    await page.goBack()
    expect(page.url()).not.toContain('tok_en')
    expect(page.faults).toEqual([])
  })
  test('two different passwords are not sent', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const sent = await stubApi(page, '/auth/password/reset', 200, { success: true, message: 'Done' })
    await choose(page, PASSWORD, `${PASSWORD}!`)
    expect(await descriptionOf(page, 'New password, once more')).toContain('not the same')
    expect(sent).toEqual([])
    await choose(page, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Your password is changed' }).waitFor()
  })
  test('what the policy says is said at the field', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const errors = [{ field: 'newPassword', message: 'A password has 8 to 128 characters' }]
    await stubApi(page, '/auth/password/reset', 400, failed('VALIDATION_FAILED', 'Not so', errors))
    await choose(page, 'short')
    await page.getByText('8 to 128').waitFor()
    expect(await page.getByRole('textbox').first().getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Choose a new password')
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
    await stubApi(page, '/auth/password/reset', 400, failed('INVALID_TOKEN', 'No'))
    const asked = await stubApi(page, '/auth/password/forgot', 200, { success: true, message: 'Done' })
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

describe.skipIf(!hasBrowser)('sign-in errors', () => {
  test.each([
    ['COLLEGE_NOT_FOUND', 'Your college is not here'],
    ['INVALID_EMAIL', 'not a student address'],
    ['DISPOSABLE_EMAIL', 'Disposable addresses'],
    ['NOT_VERIFIED', 'has not been verified'],
    ['INVALID_TOKEN', 'took too long'],
    ['FEATURE_DISABLED', 'switched off'],
    ['USER_BLOCKED', 'is blocked'],
    ['INTERNAL', 'on our side'],
    ['toString', 'did not work'],
    ['%3Cimg src=x onerror=alert(1)%3E', 'did not work'],
  ])('%s: %s', async (code, words) => {
    const page = await visit(`/login?error=${code}`)
    expect(await page.getByRole('alert').innerText()).toContain(words)
    expect(page.faults).toEqual([])
  })
  test('no error, no alert', async () => {
    const page = await visit('/login')
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('beyond the pages', () => {
  test('an address that is none', async () => {
    const page = await visit('/no/such/page')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Page not found')
    expect(page.faults.filter((fault) => !fault.includes('404'))).toEqual([])
  })
  test('the API documentation works under the policy, and asks no other server', async () => {
    const page = await openPage()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(server.origin) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    const paths = { '/api/v1/instance': { get: { summary: 'What this Quad is', responses: { 200: { description: 'So' } } } } }
    await stubApi(page, '/openapi.json', 200, { openapi: '3.1.0', info: { title: 'Quad', version: '1' }, paths })
    await page.goto(`${server.origin}/api/v1/docs`)
    await page.getByText('What this Quad is').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    expect(page.faults).toEqual([])
    expect(foreign).toEqual([])
  })
})
