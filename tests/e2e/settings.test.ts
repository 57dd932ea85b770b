import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { sanction } from '../support/cast'
import { administrator, expectData, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { look } from '../support/looks'
import { collegeWithBranches, faultsBut, focusOn, heading, press, rows, said, tabTo, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const NEW_PASSWORD = 'purple gravel teapot nine'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/128.0.0.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let root: Person

beforeAll(async () => {
  server = await serveClient()
  root = await administrator('superadmin')
  await collegeWithBranches(root, 'river.edu')
})
afterAll(() => server.stop())

async function signIn(page: WatchedPage, { email }: Person, path: string): Promise<void> {
  await page.goto(server.origin + path)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

/** The account is signed in on another device. */
async function openElsewhere({ email }: Person, password: string, userAgent: string): Promise<void> {
  expectData(await new Visitor({ 'user-agent': userAgent }).post('auth/login', { email, password }))
}

describe.skipIf(!hasBrowser)('the settings, at a desk', () => {
  test('password, devices, blocked people, appearance', async () => {
    const page = await openPage(DESK)
    const ada = await student({ domain: 'river.edu', branch: 'CSE' })
    const ben = await student()
    const eve = await student()
    for (const { id } of [ben, eve]) expectData(await ada.visitor.post(`users/block/${id}`))
    await signIn(page, ada, '/settings')
    await heading(page, 'Settings')
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Password' }).press('Enter')
    expect(new URL(page.url()).hash).toBe('#password')
    await focusOn(page, 'Password')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not this one at all')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('New password, once more').fill('another')
    await page.keyboard.press('Enter')
    await page.locator('#newPasswordAgain-error').getByText('not the same').waitFor()
    await page.getByLabel('New password, once more').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('#currentPassword-error').getByText('not your current password').waitFor()
    await look(page, '50-password')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password', { exact: true }).fill('password')
    await page.getByLabel('New password, once more').fill('password')
    await page.keyboard.press('Enter')
    await page.locator('#newPassword-error').waitFor()
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('New password, once more').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await said(page, 'Your password is changed.')
    expect(await page.getByLabel('Current password').inputValue()).toBe('')
    await page.getByText('You are signed in nowhere else.').waitFor()
    expect((await ada.visitor.get('auth/me')).status).toBe(401)

    for (const userAgent of ['', ANDROID, IPHONE, ANDROID]) await openElsewhere(ada, NEW_PASSWORD, userAgent)
    await page.reload()
    await page.getByText('Chrome on Linux').waitFor()
    await page.getByText('An unknown device').waitFor()
    await page.getByRole('link', { name: 'Devices' }).click()
    await look(page, '51-sessions')
    await page.getByRole('button', { name: 'Sign out: Safari on iPhone' }).focus()
    await page.keyboard.press('Enter')
    await said(page, 'Signed out: Safari on iPhone.')
    await focusOn(page, /^Sign out: /)
    expect(await page.getByText('Safari on iPhone').count()).toBe(1)
    await press(page, 'Sign out everywhere else')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await said(page, 'All other devices are signed out.')
    await page.getByText('You are signed in nowhere else.').waitFor()
    await focusOn(page, 'Devices')

    await tabTo(page, ben.user.username)
    await look(page, '52-blocked')
    await tabTo(page, `Unblock ${ben.user.username}`)
    await page.keyboard.press('Enter')
    await said(page, `${ben.user.username} is no longer blocked.`)
    await focusOn(page, `Unblock ${eve.user.username}`)
    await page.keyboard.press('Enter')
    await page.getByText('You have blocked nobody.').waitFor()
    await focusOn(page, 'Blocked people')
    expect(rows('select 1 from user_blocks where blocker_id = ?', ada.id)).toEqual([])

    await page.locator('main').getByLabel('Language').selectOption('hi')
    await heading(page, 'सेटिंग्स')
    await page.locator('main').getByLabel('थीम').selectOption('dark')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('quad-night')
    await page.getByText('Linux पर Chrome').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await look(page, '53-hindi')
    expect(faultsBut(page, /status of 400/)).toEqual([])
  })

  test('an account without a password is given one', async () => {
    const page = await openPage(DESK)
    const fay = await student()
    await storage.write(async (tx) => {
      tx.sqlite.run('update identities set password_hash = null where email = ?', [fay.email])
    })
    await visitAs(page, fay, `${server.origin}/settings#password`)
    await page.getByText('Your account has no password yet').waitFor()
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('New password, once more').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await said(page, 'Your password is set.')
    await page.getByLabel('Current password').waitFor()
    expectData(await new Visitor().post('auth/login', { email: fay.email, password: NEW_PASSWORD }))
    expect(page.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('on a phone', () => {
  test('whoever deletes the account types the pseudonym, and is a stranger then, in every tab', async () => {
    const page = await openPage(PHONE)
    const gus = await student({ branch: 'CSE' })
    await visitAs(page, gus, `${server.origin}/saved`)
    const other = await page.context().newPage()
    await heading(page, 'Saved posts')
    await other.goto(`${server.origin}/new`)
    await other.getByLabel('Title').fill('Half a thought')
    await page.goto(`${server.origin}/settings`)
    await page.getByRole('button', { name: 'Delete my account …' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Reports that you have made').waitFor()
    await focusOn(page, 'Delete your account?')
    await look(page, '60-delete')
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
    await focusOn(page, 'Delete my account …')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('somebody-else')
    await page.keyboard.press('Enter')
    await page.locator('#confirmation-error').getByText(`This is not ${gus.user.username}`).waitFor()
    await look(page, '61-delete-refused')
    expect((await gus.visitor.get('auth/me')).status).toBe(200)
    await page.getByLabel(/^Type your pseudonym/).fill(gus.user.username)
    await page.keyboard.press('Enter')
    await heading(page, 'Campus University')
    await said(page, 'Your account is deleted')
    expect(new URL(page.url()).pathname).toBe('/')
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(rows('select 1 from users where id = ?', gus.id)).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])
    expect(faultsBut(page, /status of 401/)).toEqual([])
  })

  test('the last superadmin is told why the account stays', async () => {
    const page = await openPage({ viewport: { width: 320, height: 600 } })
    await visitAs(page, root, `${server.origin}/settings`)
    await page.getByRole('button', { name: 'Delete my account …' }).scrollIntoViewIfNeeded()
    await look(page, '63-end')
    await press(page, 'Delete my account …')
    await page.getByLabel(/^Type your pseudonym/).fill(root.user.username)
    await press(page, 'Delete for good')
    await page.getByRole('alert').getByText('You are the last superadmin').waitFor()
    expect(faultsBut(page, /status of 409/)).toEqual([])
  })

  test('feedback is kept until it is sent, and whoever is suspended may give it', async () => {
    const page = await openPage(PHONE)
    const hal = await student()
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    await sanction(hal.id, { kind: 'suspension', reason: 'Shouting', endsAt }, root.id)
    await visitAs(page, hal, `${server.origin}/feedback`)
    await heading(page, 'Give feedback')
    await press(page, 'Send')
    await page.locator('#type-error').getByText('This is needed').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('type')
    await look(page, '70-feedback')
    await page.getByLabel('What is it about?').selectOption('bug')
    await page.keyboard.press('Tab')
    await page.keyboard.type('The search forgets')
    await page.keyboard.press('Tab')
    await page.keyboard.type('I searched twice, and the second time found nothing.')
    await page.getByText('Kept on this device').waitFor()
    await page.reload()
    await heading(page, 'Give feedback')
    expect(await page.getByLabel('What is it about?').inputValue()).toBe('bug')
    expect(await page.getByLabel('In one line').inputValue()).toBe('The search forgets')
    await tabTo(page, 'Send')
    await page.keyboard.press('Enter')
    await heading(page, 'Thank you')
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await focusOn(page, 'Thank you')
    await look(page, '71-thanks')
    expect(rows('select type, title from feedbacks where user_id = ?', hal.id)).toEqual([
      { type: 'bug', title: 'The search forgets' },
    ])
    await press(page, 'Write another')
    await heading(page, 'Give feedback')
    expect(await page.getByLabel('In one line').inputValue()).toBe('')
    expect(page.faults).toEqual([])
  })
})
