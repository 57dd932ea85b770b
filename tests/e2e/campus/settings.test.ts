import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { DESK, describePages, PHONE, pageTest, stubApi } from '../../support/browser'
import { select } from '../../support/content'
import {
  administrator,
  expectData,
  fails,
  inHours,
  PASSWORD,
  type Person,
  sanction,
  student,
  Visitor,
} from '../../support/kit'
import { drafts } from '../../support/on-device'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, gone, heading, said, sees } from '../../support/seen'
import { collegeWithBranches, longAgo, press, tabTo, visitAs } from '../../support/steps'
import { unzip } from '../../support/unzip'
import { ANY, en, like } from '../../support/words'

const NEW_PASSWORD = 'purple gravel teapot nine'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/128.0.0.0 Safari/537.36'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/128.0.0.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'

const { openPage, server } = await usePages()
const root = await administrator('superadmin')
await collegeWithBranches(root, 'river.edu')

/** The person, signed in on that device. */
async function onDevice(person: Person, userAgent: string, password = PASSWORD): Promise<Person> {
  const visitor = new Visitor({ 'user-agent': userAgent })
  expectData(await visitor.post('auth/login', { email: person.email, password }))
  return { ...person, visitor }
}

pageTest('the settings, at a desk: password, devices, blocked people', async () => {
  const page = await openPage(DESK)
  const ada = await student({ domain: 'river.edu', branch: 'CSE' })
  const ben = await student()
  const eve = await student()
  for (const { id } of [ben, eve]) await ada.post(`users/block/${id}`)
  for (const userAgent of [ANDROID, IPHONE]) await onDevice(ada, userAgent)
  await visitAs(page, await onDevice(ada, LINUX), `${server.origin}/settings`)
  await sees(page, en.settings.sessions.unknown)
  await expectNone(page.getByRole('heading', { name: en.settings.sections.campus }))
  await page
    .getByRole('navigation', { name: en.settings.page.contents })
    .getByRole('link', { name: en.settings.sections.security })
    .press('Enter')
  expect(new URL(page.url()).hash).toBe('#security')
  await focusOn(page, en.settings.sections.security)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('not this one at all')
  await page.getByLabel(en.settings.password.new, { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(en.account.password.again).fill('another')
  await page.keyboard.press('Enter')
  await sees(page.locator('#newPasswordAgain-error'), en.account.password.differ)
  await page.getByLabel(en.account.password.again).fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await sees(page.locator('#currentPassword-error'), en.settings.password.wrong)
  await page.getByRole('button', { name: en.settings.blocked.unblockPerson(ben.user.username) }).waitFor()
  await page.getByLabel(en.settings.password.current).fill(PASSWORD)
  await page.getByLabel(en.settings.password.new, { exact: true }).fill('password')
  await page.getByLabel(en.account.password.again).fill('password')
  await page.keyboard.press('Enter')
  await page.locator('#newPassword-error').waitFor()
  await page.getByLabel(en.settings.password.new, { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(en.account.password.again).fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await said(page, en.settings.password.isChanged)
  expect(await page.getByLabel(en.settings.password.current).inputValue()).toBe('')
  await sees(page, en.settings.sessions.alone)
  await fails(ada.visitor.get('auth/me'), 401)

  for (const userAgent of [ANDROID, IPHONE, ANDROID]) await onDevice(ada, userAgent, NEW_PASSWORD)
  await page.reload()
  await sees(page, en.settings.sessions.on('Chrome', 'Linux'))
  await page
    .getByRole('button', { name: en.settings.sessions.endSession(en.settings.sessions.on('Safari', 'iPhone')) })
    .focus()
  await page.keyboard.press('Enter')
  await said(page, en.settings.sessions.ended(en.settings.sessions.on('Safari', 'iPhone')))
  await focusOn(page, like(en.settings.sessions.endSession(ANY)))
  expect(await page.getByText(en.settings.sessions.on('Safari', 'iPhone')).count()).toBe(1)
  await press(page, en.settings.sessions.endOthers)
  await press(page.getByRole('dialog'), en.settings.sessions.end)
  await said(page, en.settings.sessions.othersEnded)
  await sees(page, en.settings.sessions.alone)
  await focusOn(page, en.settings.sections.sessions)

  await tabTo(page, ben.user.username)
  await tabTo(page, en.settings.blocked.unblockPerson(ben.user.username))
  await page.keyboard.press('Enter')
  await said(page, en.settings.blocked.unblocked(ben.user.username))
  await focusOn(page, en.settings.blocked.unblockPerson(eve.user.username))
  await page.keyboard.press('Enter')
  await sees(page, en.settings.blocked.none)
  await focusOn(page, en.settings.sections.blocked)
  expect(select('select 1 from user_blocks where blocker_id = ?', ada.id)).toEqual([])

  expectNoFaults(page, /status of 40[01]/)
})

describePages('on a phone', () => {
  test('whoever deletes the account types the pseudonym, and is a stranger then, in every tab', async () => {
    const page = await openPage({ viewport: { width: 320, height: 600 } })
    const gus = await student({ branch: 'CSE' })
    await visitAs(page, gus, `${server.origin}/settings`)
    const other = await page.context().newPage()
    await other.goto(`${server.origin}/new`)
    await page.getByRole('button', { name: en.settings.deletion.open }).press('Enter')
    const dialog = page.getByRole('dialog')
    await sees(dialog, en.settings.deletion.staying[0]!)
    await focusOn(page, en.settings.deletion.title)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('somebody-else')
    await page.keyboard.press('Enter')
    await sees(page.locator('#confirmation-error'), en.settings.deletion.differs(gus.user.username))
    expect((await gus.visitor.get('auth/me')).status).toBe(200)
    await page.getByLabel(like(en.settings.deletion.confirm(ANY))).fill(gus.user.username)
    // Not stored yet when the account goes.
    await other.getByLabel(en.post.writing.heading).fill('Half a thought')
    await page.keyboard.press('Enter')
    await heading(page, 'Campus University')
    await said(page, en.settings.deletion.done)
    expect(new URL(page.url()).pathname).toBe('/')
    await heading(other, en.account.login.title)
    expect(select('select 1 from users where id = ?', gus.id)).toEqual([])
    expect(await drafts(page)).toBe(0)
    expectNoFaults(page, /status of 401/)
  })

  test('a copy of one’s data is asked for by keyboard, and downloaded after a proof of who is there', async () => {
    const page = await openPage({ viewport: { width: 320, height: 600 } })
    const ivy = await student()
    await visitAs(page, ivy, `${server.origin}/settings#export`)
    await tabTo(page, en.settings.export.ask)
    await page.keyboard.press('Enter')
    await focusOn(page, en.settings.sections.export)
    await sees(page, like(en.settings.export.ready(ANY)))
    await longAgo(ivy)
    await tabTo(page, en.settings.export.download)
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel(en.account.reauthentication.password).fill(PASSWORD)
    await page.keyboard.press('Enter')
    const download = await saved
    expect(download.suggestedFilename()).toBe(`quad-${ivy.user.username}.zip`)
    const [shown, data] = unzip(readFileSync(await download.path()))
    expect([shown?.text.includes(ivy.email), JSON.parse(data?.text ?? '').account[0].username]).toEqual([
      true,
      ivy.user.username,
    ])
    expectNoFaults(page, /status of 403/)
  })

  test('whoever is suspended may give feedback', async () => {
    const page = await openPage(PHONE)
    const hal = await student()
    await sanction(hal.id, { kind: 'suspension', reason: 'Shouting', endsAt: inHours(24) }, root.id)
    await visitAs(page, hal, `${server.origin}/feedback`)
    await heading(page, en.you.feedback)
    await page.getByLabel(en.settings.feedback.type).focus()
    await page.getByLabel(en.settings.feedback.type).selectOption('bug')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('The search forgets')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('I searched twice, and the second time found nothing.')
    await page.getByLabel(en.settings.feedback.type).selectOption('')
    await press(page, en.settings.feedback.send)
    await sees(page.locator('#type-error'), en.core.form.required)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('type')
    await page.getByLabel(en.settings.feedback.type).selectOption('bug')
    await tabTo(page, en.settings.feedback.send)
    await page.keyboard.press('Enter')
    await heading(page, en.settings.feedback.thanks)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await focusOn(page, en.settings.feedback.thanks)
    expect(select('select type, title from feedbacks where user_id = ?', hal.id)).toEqual([
      { type: 'bug', title: 'The search forgets' },
    ])
    await press(page, en.settings.feedback.another)
    await heading(page, en.you.feedback)
    expect(await page.getByLabel(en.settings.feedback.heading).inputValue()).toBe('')
    expectNoFaults(page)
  })
})

pageTest('what cannot be read says so, and waits for nothing', async () => {
  const page = await openPage(PHONE)
  await visitAs(page, await student(), `${server.origin}/settings`)
  for (const path of ['/instance', '/follows', '/mutes']) await stubApi(page, 'GET', path, 500, { success: false })
  await page.reload()
  for (const id of ['following', 'muted'])
    await page.locator(`section:has(> #${id})`).getByRole('button', { name: en.core.common.retry }).waitFor()
  await gone(page.locator('main [class*="animate-pulse"]').first())
})
