import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { DESK, hasBrowser, PHONE, scrollsSideways, useBrowser } from '../support/browser'
import { sanction } from '../support/cast'
import { administrator, expectData, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { look } from '../support/looks'
import { collegeWithBranches, faultsBut, focusOn, heading, press, rows, said, tabTo, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const NEW_PASSWORD = 'purple gravel teapot nine'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/128.0.0.0 Safari/537.36'
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

/** The person, signed in on that device. */
async function onDevice(person: Person, userAgent: string, password = PASSWORD): Promise<Person> {
  const visitor = new Visitor({ 'user-agent': userAgent })
  expectData(await visitor.post('auth/login', { email: person.email, password }))
  return { ...person, visitor }
}

describe.skipIf(!hasBrowser)('the settings, at a desk', () => {
  test('password, devices, blocked people, appearance', async () => {
    const page = await openPage(DESK)
    const ada = await student({ domain: 'river.edu', branch: 'CSE' })
    const ben = await student()
    const eve = await student()
    for (const { id } of [ben, eve]) expectData(await ada.visitor.post(`users/block/${id}`))
    for (const userAgent of [ANDROID, IPHONE]) await onDevice(ada, userAgent)
    await visitAs(page, await onDevice(ada, LINUX), `${server.origin}/settings`)
    await heading(page, 'Settings')
    await page.getByText('An unknown device').waitFor()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Password' }).press('Enter')
    expect(new URL(page.url()).hash).toBe('#password')
    await focusOn(page, 'Password')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('not this one at all')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('New password, once more').fill('another')
    await page.keyboard.press('Enter')
    await page.locator('#newPasswordAgain-error').getByText('not the same').waitFor()
    await page.getByLabel('New password, once more').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('#currentPassword-error').getByText('not your current password').waitFor()
    await page.getByRole('button', { name: `Unblock ${ben.user.username}` }).waitFor()
    await look(page, '50-settings')
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

    for (const userAgent of [ANDROID, IPHONE, ANDROID]) await onDevice(ada, userAgent, NEW_PASSWORD)
    await page.reload()
    await page.getByText('Chrome on Linux').waitFor()
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
    expect(await scrollsSideways(page)).toBe(false)
    expect(faultsBut(page, /status of 400/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('on a phone', () => {
  test('whoever deletes the account types the pseudonym, and is a stranger then, in every tab', async () => {
    const page = await openPage({ viewport: { width: 320, height: 600 } })
    const gus = await student({ branch: 'CSE' })
    await visitAs(page, gus, `${server.origin}/settings`)
    const other = await page.context().newPage()
    await other.goto(`${server.origin}/new`)
    await other.getByLabel('Title').fill('Half a thought')
    const end = page.getByRole('button', { name: 'Delete my account …' })
    await end.scrollIntoViewIfNeeded()
    await look(page, '63-end')
    await end.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Reports that you have made').waitFor()
    await focusOn(page, 'Delete your account?')
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
    await focusOn(page, 'Delete my account …')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('somebody-else')
    await page.keyboard.press('Enter')
    await page.locator('#confirmation-error').getByText(`This is not ${gus.user.username}`).waitFor()
    await look(page, '61-delete-refused', 'dialog')
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

  test('an account without a password is given one, and the last superadmin is told why the account stays', async () => {
    const page = await openPage(PHONE)
    await storage.write(async (tx) => {
      tx.sqlite.run('update identities set password_hash = null where email = ?', [root.email])
    })
    await visitAs(page, root, `${server.origin}/settings#password`)
    await page.getByText('Your account has no password yet').waitFor()
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('New password, once more').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await said(page, 'Your password is set.')
    await page.getByLabel('Current password').waitFor()
    expectData(await new Visitor().post('auth/login', { email: root.email, password: NEW_PASSWORD }))

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
    await page.getByLabel('What is it about?').focus()
    await page.getByLabel('What is it about?').selectOption('bug')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('The search forgets')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('I searched twice, and the second time found nothing.')
    await page.getByText('Kept on this device').waitFor()
    await page.reload()
    await heading(page, 'Give feedback')
    expect(await page.getByLabel('What is it about?').inputValue()).toBe('bug')
    expect(await page.getByLabel('In one line').inputValue()).toBe('The search forgets')
    await page.getByLabel('What is it about?').selectOption('')
    await press(page, 'Send')
    await page.locator('#type-error').getByText('This is needed').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('type')
    await look(page, '70-feedback')
    await page.getByLabel('What is it about?').selectOption('bug')
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
