import { expect, test } from 'bun:test'
import { renewSetupToken } from '../../../src/keeping/setup/first-run'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { describePages, stubApi, type WatchedPage } from '../../support/browser'
import { select } from '../../support/content'
import { PASSWORD, signUp, Visitor } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, heading, said, sees } from '../../support/seen'
import { follow, press } from '../../support/steps'
import { descriptionOf, failed, ok, visits } from '../../support/stubbed-pages'
import { mailFor, mailsTo } from '../../support/traces'
import { ANY, en, like } from '../../support/words'

const TOKEN = 'tok_en-1/2'

const { openPage, server } = await usePages()

const visit = visits(openPage, () => server)

describePages('set-up', () => {
  const fill = async (page: WatchedPage, domain: string) => {
    await page.getByLabel(en.setup.form.name, { exact: true }).fill(' Northfield College ')
    await page.getByLabel(en.setup.form.domain).fill(domain)
    await page.getByLabel(en.setup.form.city).fill('Northfield')
    await page.getByLabel(en.setup.form.state, { exact: true }).fill('Minnesota')
    await page.getByLabel(en.setup.form.branches).fill('CSE Computer Science\n\n  ME   Mechanical Engineering ')
    await page.getByLabel(en.setup.form.email).fill('ops@northfield.edu')
    await page.getByLabel(en.setup.form.password, { exact: true }).fill(PASSWORD)
    await page.getByLabel(en.account.password.again).fill(PASSWORD)
  }
  const finish = (page: WatchedPage) => press(page, en.setup.form.submit)
  const invalid = (page: WatchedPage, label: string) => page.getByLabel(label).getAttribute('aria-invalid')
  const hasFocus = (page: WatchedPage, label: string) =>
    page.getByLabel(label, { exact: label === en.setup.form.name }).evaluate((each) => each === document.activeElement)

  test('without the link says where that is; what is missing or refused is said at its field, and nothing is lost', async () => {
    const page = await visit('/setup')
    expect(await page.getByRole('status').textContent()).toContain('log')
    await expectNone(page.getByRole('textbox'))
    await page.evaluate((token) => location.assign(`#${token}`), TOKEN)

    const sent = await stubApi(page, 'POST', '/setup', 201, ok({}))
    await finish(page)
    expect(await hasFocus(page, en.setup.form.name)).toBe(true)
    expect(await descriptionOf(page, en.setup.form.name)).toContain(en.core.form.required)
    expect(await invalid(page, en.setup.form.branches)).toBe('false')
    const mailed = await stubApi(page, 'POST', '/setup/mail', 500, failed('MAIL_FAILED', 'The mail could not be sent'))
    await press(page, en.setup.form.testMail)
    expect(await descriptionOf(page, en.setup.form.email)).toContain(en.setup.form.testMailAddress)
    expect([sent, mailed]).toEqual([[], []])

    await fill(page, '@students.northfield.edu')
    await press(page, en.setup.form.testMail)
    await said(page, 'The mail could not be sent')
    expect(mailed).toEqual([{ token: TOKEN, to: 'ops@northfield.edu' }])
    await stubApi(page, 'POST', '/setup/mail', 200, ok({ mail: { file: null } }))
    await press(page, en.setup.form.testMail)
    await said(page, en.setup.form.testMailSent)
    const errors = [
      { field: 'campus.emailDomain', message: 'An e-mail domain starts without @' },
      { field: 'campus.branches.1.code', message: 'Two branches have this code' },
    ]
    await stubApi(page, 'POST', '/setup', 400, failed('VALIDATION_FAILED', 'Not so', errors))
    await finish(page)
    await sees(page, 'An e-mail domain starts without @')
    expect(await invalid(page, en.setup.form.domain)).toBe('true')
    expect(await hasFocus(page, en.setup.form.domain)).toBe(true)
    expect(await descriptionOf(page, en.setup.form.domain)).toContain('An e-mail domain starts without @')
    expect(await descriptionOf(page, en.setup.form.branches)).toContain('Two branches have this code')

    await stubApi(page, 'POST', '/setup', 403, failed('INVALID_TOKEN', 'No'))
    await finish(page)
    await sees(page.getByRole('alert'), en.setup.page.expiredHow)
    expect(await page.getByLabel(en.setup.form.city).inputValue()).toBe('Northfield')
    await stubApi(page, 'POST', '/setup', 404, failed('NOT_FOUND', 'No'))
    await finish(page)
    await heading(page, en.setup.page.already)
  })
  test('with the link of the log makes a campus, its branches and its superadmin, once, and says what is next', async () => {
    const page = await openPage()
    const token = renewSetupToken()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${server.origin}/setup#${token}`)
    await fill(page, '@students.northfield.edu')
    expect(page.url()).toBe(`${server.origin}/setup`)
    await press(page, en.setup.form.testMail)
    await said(page, like(en.setup.form.testMailInFile(ANY)))
    expect(mailsTo('ops@northfield.edu')).toHaveLength(1)
    await finish(page)
    await page.locator('#campus-emailDomain-error').waitFor()
    await page.getByLabel(en.setup.form.domain).fill('students.northfield.edu')
    await finish(page)
    await heading(page, en.setup.page.ready('Northfield College'))
    await look(page, '89-set-up')
    expect(await page.getByRole('main').textContent()).toContain('@students.northfield.edu')
    expect(asked.filter((url) => url.includes(token))).toEqual([])
    // Signed in, and on the way into the console.
    await expectNone(page.getByRole('main').getByRole('link', { name: en.setup.page.signIn }))
    expect(select('select role from sessions s join users u on u.id = s.user_id')).toContainEqual({
      role: 'superadmin',
    })

    expect(select('select name, city, state from colleges where email_domain = ?', 'students.northfield.edu')).toEqual([
      { name: 'Northfield College', city: 'Northfield', state: 'Minnesota' },
    ])
    expect(select('select code, name from branches order by code')).toEqual([
      { code: 'CSE', name: 'Computer Science' },
      { code: 'ME', name: 'Mechanical Engineering' },
    ])
    const signIn = { email: 'ops@northfield.edu', password: PASSWORD }
    expect((await new Visitor().post('auth/login', signIn)).data.user.role).toBe('superadmin')

    await follow(page.getByRole('main'), en.setup.page.checklist)
    await page.getByRole('heading', { name: en.checklist.list.title }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.goto(`${server.origin}/setup#${renewSetupToken()}`)
    await heading(page, en.setup.page.already)
    expectNoFaults(page, /status of 400/)
  })
})

describePages('password reset', () => {
  const choose = async (page: WatchedPage, password: string, again = password) => {
    await page.getByLabel(en.account.reset.newPassword, { exact: true }).fill(password)
    await page.getByLabel(en.account.password.again).fill(again)
    await press(page, en.account.reset.save)
  }
  /** Another link, opened where one is open already. */
  const open = (page: WatchedPage, hash: string) => page.evaluate((hash) => location.assign(hash), hash)
  const done = { success: true, message: 'Done' }

  test('takes the token out of every form of the link, and the skip link does not take its place', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    expect(page.url()).toBe(`${server.origin}/reset`)
    const sent = await stubApi(page, 'POST', '/auth/password/reset', 400, failed('INVALID_TOKEN', 'No'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.origin}/reset#main`)
    await choose(page, PASSWORD)
    await heading(page, en.account.reset.title)
    await open(page, `#token=${TOKEN}.b`)
    await choose(page, PASSWORD)
    await heading(page, en.account.reset.title)
    await open(page, `#token=${encodeURIComponent(`${TOKEN}.c`)}`)
    const accepted = await stubApi(page, 'POST', '/auth/password/reset', 200, done)
    await choose(page, PASSWORD)
    await heading(page, en.account.reset.done)
    expect([...sent, ...accepted]).toEqual(
      [TOKEN, `${TOKEN}.b`, `${TOKEN}.c`].map((token) => ({ token, newPassword: PASSWORD })),
    )
    expect(page.url()).toBe(`${server.origin}/reset`)
    await page.goBack()
    expect(page.url()).not.toContain('tok_en')
    expectNoFaults(page, /status of 400/)
  })
  test('shows passwords on demand, sends no two different ones, and says what came of it', async () => {
    const page = await visit(`/reset#${TOKEN}`)
    const type = () => page.getByLabel(en.account.reset.newPassword, { exact: true }).getAttribute('type')
    const show = page.getByRole('button', { name: en.account.password.show })
    expect(await type()).toBe('password')
    await show.click()
    expect([await type(), await show.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
    await show.click()
    expect(await type()).toBe('password')

    const sent = await stubApi(page, 'POST', '/auth/password/reset', 200, done)
    await choose(page, PASSWORD, `${PASSWORD}!`)
    expect(await descriptionOf(page, en.account.password.again)).toContain(en.account.password.differ)
    expect(sent).toEqual([])
    await page.route('**/api/v1/auth/password/reset', (route) => route.abort())
    await choose(page, PASSWORD)
    await sees(page.getByRole('alert'), en.core.failures.UNREACHABLE)
    const errors = [{ field: 'newPassword', message: 'A password has 8 to 128 characters' }]
    await stubApi(page, 'POST', '/auth/password/reset', 400, failed('VALIDATION_FAILED', 'Not so', errors))
    await press(page, en.account.reset.save)
    await sees(page, 'A password has 8 to 128')
    expect(await page.getByRole('textbox').first().getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(en.account.reset.choose)
  })
  test('from a link that no longer works to a new one, opened in the same tab, to another password', async () => {
    const { email } = await signUp()
    const known = mailsTo(email).length
    const page = await openPage()
    await page.goto(`${server.origin}/reset#${TOKEN}`)
    await choose(page, PASSWORD)
    await sees(page.getByRole('alert'), en.account.reset.expired)
    await page.getByLabel(en.account.reset.email).fill(email)
    await press(page, en.account.reset.send)
    await sees(page, en.account.reset.sent)
    await open(page, /\/reset(#\S+)/.exec((await mailFor(email, known)).text)![1]!)
    await heading(page, en.account.reset.choose)
    expect(page.url()).toBe(`${server.origin}/reset`)
    await choose(page, 'password1')
    await sees(page.locator('#newPassword-error'), serverText.auth.passwordCommon)
    await choose(page, 'another horse battery')
    await heading(page, en.account.reset.done)
    const signIn = async (password: string) => (await new Visitor().post('auth/login', { email, password })).status
    expect([await signIn(PASSWORD), await signIn('another horse battery')]).toEqual([401, 200])
    expectNoFaults(page, /status of 400/)
  })
})
