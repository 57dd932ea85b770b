import { afterAll, describe, expect, test } from 'bun:test'
import jsQr from 'jsqr'
import { storage } from '../../db/storage'
import { config, readConfig } from '../../src/config'
import { renewSetupToken } from '../../src/core/setup/first-run'
import { configuredTransport, transport } from '../../src/lib/mail/transport'
import { en as serverText } from '../../src/messages/en'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, stubApi, useBrowser, type WatchedPage } from '../support/browser'
import { publish } from '../support/content'
import { administrator, CAMPUS, expectData, fails, login, PASSWORD, Person, student, Visitor } from '../support/kit'
import { startSmtp } from '../support/smtp'
import { continueInHindi, faultsBut, focusOn, heading, pointing, said, signIn, typing, visitAs } from '../support/steps'
import { ok } from '../support/stubbed-pages'
import { useClient } from '../support/web-client'
import { en, hi, starting } from '../support/words'

const openPage = useBrowser()
const server = await useClient()
/** Whoever set this Quad up, in the first test. */
let root: Person
const smtp = await startSmtp()
const OPERATOR = `ops@${CAMPUS}`
const { smtpUrl, loopback, backups } = config
/** Of all tests of this process. */
const { send } = transport
afterAll(async () => {
  Object.assign(config, { smtpUrl, loopback, backups })
  transport.send = send
  await smtp.stop()
})

const { list, names, acts, states } = en.checklist
type Item = keyof typeof names

const entry = (page: WatchedPage, item: Item) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: names[item] }) })

/** The item is shown with that state. */
const stands = (page: WatchedPage, item: Item, words: string) => entry(page, item).getByText(words).waitFor()

const overview = async (page: WatchedPage): Promise<void> => {
  await page.goto(`${server.origin}/console`)
  await page.getByRole('heading', { name: list.title }).waitFor()
}

/** What another decoder reads in a picture of the page. */
async function read(page: WatchedPage): Promise<string | undefined> {
  const shot = await page.locator('.sheet svg').screenshot()
  // The policy of Quad's pages lets nobody fetch a picture from memory.
  const blank = await page.context().newPage()
  const { pixels, width, height } = await blank.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')!
    context.drawImage(image, 0, 0)
    return { pixels: [...context.getImageData(0, 0, width, height).data], width, height }
  }, shot.toString('base64'))
  await blank.close()
  return jsQr(Uint8ClampedArray.from(pixels), width, height)?.data
}

describe.skipIf(!hasBrowser)('the first run', () => {
  test('leads from the set-up to a list on the first page of the console, whose items tick themselves', async () => {
    config.smtpUrl = smtp.url()
    transport.send = configuredTransport().send
    const page = await openPage(PHONE)
    await page.goto(`${server.origin}/setup#${renewSetupToken()}`)
    const { form } = en.setup
    const fields = [
      [form.name, 'Campus University'],
      [form.domain, CAMPUS],
      [form.city, 'Springfield'],
      [form.state, 'Oregon'],
      [form.email, OPERATOR],
      [form.password, PASSWORD],
      [en.account.password.again, PASSWORD],
    ] as const
    for (const [label, words] of fields) await page.getByLabel(label, { exact: true }).fill(words)
    await page.getByRole('button', { name: form.submit }).click()
    await heading(page, en.setup.page.ready('Campus University'))
    await look(page, '89-set-up')
    await page.getByRole('link', { name: en.setup.page.checklist }).click()
    await page.getByText(list.progress(0, 8)).waitFor()
    await look(page, '90-checklist')
    const visitor = new Visitor()
    const { user } = expectData(await login(OPERATOR, PASSWORD, visitor))
    root = new Person(visitor, OPERATOR, user)

    await entry(page, 'mail').getByRole('link', { name: acts.mail }).click()
    await focusOn(page, en.policy.mailTest.title)
    const mail = page.getByRole('region', { name: en.policy.mailTest.title })
    await mail.getByRole('button', { name: en.policy.mailTest.send }).click()
    await mail.getByText(en.policy.mailTest.accepted.smtp).waitFor()
    expect(smtp.messages.map(({ envelopeTo }) => envelopeTo)).toEqual([[root.email]])
    await overview(page)
    await stands(page, 'mail', states.mail.done)

    await entry(page, 'addresses').getByRole('link', { name: acts.addresses }).click()
    await focusOn(page, en.policy.addresses.title)
    const addresses = page.getByRole('region', { name: en.policy.addresses.title })
    await addresses.getByLabel(en.policy.addresses.samples).fill('20231234@campus.edu')
    await addresses.getByRole('button', { name: en.policy.addresses.try }).click()
    await addresses.getByText(en.policy.addresses.verdicts.accepted).waitFor()

    const ada = await student()
    for (let each = 0; each < 3; each++) await publish(ada)
    await overview(page)
    await stands(page, 'addresses', states.addresses.done)
    await stands(page, 'posts', states.posts.done)
    await page.getByText(list.progress(3, 8)).waitFor()
    await look(page, '91-checklist-half')
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('is hidden by keyboard, and shown again from the settings', async () => {
    const page = await openPage(DESK)
    await visitAs(page, root, `${server.origin}/console`)
    await typing(page).press(list.hide)
    await said(page, list.hidden)
    await focusOn(page, en.dashboard.page.title)
    expect(await page.getByRole('heading', { name: list.title }).count()).toBe(0)
    await page.goto(`${server.origin}/console/settings#checklist`)
    await focusOn(page, en.policy.checklist.title)
    const setting = page.getByRole('form', { name: en.policy.checklist.title })
    await setting.getByLabel(en.policy.checklist.label).check()
    await setting.getByRole('button', { name: en.core.common.save }).click()
    await said(page, en.policy.page.saved(en.policy.checklist.title))
    await look(page, '91-checklist-setting', '[aria-labelledby=checklist-title]')
    expect(await setting.getByRole('link', { name: en.policy.checklist.poster }).getAttribute('href')).toBe(
      '/console/poster',
    )
    await overview(page)
    await look(page, '91-checklist-half')
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('the poster leads to where students join, in both themes, and is one page of paper', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, root, `${server.origin}/console/poster`)
    await page.getByText(en.poster.page.local).waitFor()
    await look(page, '92-poster')
    expect(await read(page)).toBe(`${config.publicUrl}/join`)
    config.loopback = false
    await page.reload()
    await page.getByRole('button', { name: en.poster.page.print }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await read(page)).toBe(`${config.publicUrl}/join`)
    expect(await page.getByText(en.poster.page.local).count()).toBe(0)
    for (const words of [en.poster.sheet.english, en.poster.sheet.hindi, 'Campus University'])
      await page.locator('.sheet').getByText(words).waitFor()
    const paper = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: en.poster.page.saveCode }).click()
    expect((await saved).suggestedFilename()).toBe('quad-qr.svg')
    await overview(page)
    await stands(page, 'poster', states.poster.done)
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('invites a moderator by a link that works once, and says what it tells about them', async () => {
    const desk = await openPage(DESK)
    await visitAs(desk, root, `${server.origin}/console`)
    await stands(desk, 'moderators', states.moderators.alone)
    await entry(desk, 'moderators').getByRole('link', { name: acts.moderators }).click()
    await heading(desk, en.invitations.list.title)
    const hands = typing(desk)
    await hands.press(en.invitations.list.add)
    const asked = desk.getByRole('dialog')
    await look(desk, '93-invite', 'dialog')
    await hands.within(asked).press(en.invitations.list.add)
    const link = await asked.getByRole('textbox', { name: en.invitations.link.label }).inputValue()
    expect(link).toStartWith(`${server.origin}/invitation#`)
    await look(desk, '94-invite-link', 'dialog')
    await hands.within(asked).press(en.invitations.link.done)
    await desk.getByText(en.invitations.states.open, { exact: true }).waitFor()
    await look(desk, '95-invitations')

    const [ada, bob] = [await student(), await student()]
    const phone = await openPage({ ...PHONE, apart: true })
    const urls: string[] = []
    phone.on('request', (request) => urls.push(request.url()))
    await phone.goto(link)
    await phone.getByText(en.invitation.signIn).waitFor()
    expect(phone.url()).toBe(`${server.origin}/invitation`)
    await phone.getByRole('main').getByRole('link', { name: en.core.frame.signIn }).click()
    await signIn(phone, ada)
    await phone.getByText(en.invitation.as(ada.user.username)).waitFor()
    await look(phone, '96-invitation')
    await pointing(phone).press(en.invitation.take)
    await heading(phone, en.invitation.taken)
    await look(phone, '97-invitation-taken')
    await phone.getByRole('link', { name: en.invitation.console }).click()
    await heading(phone, en.dashboard.page.title)
    expect(urls.filter((url) => url.includes(link.split('#')[1]!))).toEqual([])
    await fails(ada.visitor.get('auth/me'), 401)
    expect(expectData(await login(ada.email)).user.role).toBe('admin')

    const other = await openPage({ ...PHONE, apart: true })
    await visitAs(other, bob, link)
    await other.getByRole('alert').getByText(serverText.accounts.invitationTaken).waitFor()
    await look(other, '98-invitation-refused')
    expect(faultsBut(other, /status of 409/)).toEqual([])

    await desk.reload()
    await desk.getByText(en.invitations.states.taken, { exact: true }).waitFor()
    expect(await desk.getByRole('main').textContent()).not.toContain(ada.user.username)
    await hands.press(en.invitations.list.add)
    await hands.within(asked).press(en.invitations.list.add)
    await hands.within(asked).press(en.invitations.link.done)
    await hands.press(starting(en.invitations.list.revoke))
    await hands.within(asked).press(en.invitations.list.revoke)
    await said(desk, en.invitations.list.revoked)
    await desk.getByText(en.invitations.states.revoked, { exact: true }).waitFor()
    await overview(desk)
    await stands(desk, 'moderators', states.moderators.done)
    expect(faultsBut(desk, /^$/)).toEqual([])
    expect(faultsBut(phone, /^$/)).toEqual([])
  })

  test('is gone once everything is done, and back when something is not any more', async () => {
    const page = await openPage(DESK)
    const all = Object.fromEntries(Object.keys(names).map((name) => [name, 'done']))
    const answer = { isDismissed: false, joinAddress: `${server.origin}/join`, items: all }
    const shown = page.getByRole('heading', { name: list.title })
    const visit = async (items: object) => {
      await page.unroute('**/api/v1/admin/checklist')
      await stubApi(page, 'GET', '/admin/checklist', 200, ok({ ...answer, items }))
      const read = page.waitForResponse(/admin\/checklist$/)
      await visitAs(page, root, `${server.origin}/console`)
      await read
      await page.getByRole('heading', { name: en.dashboard.page.waiting }).waitFor()
    }
    await visit(all)
    expect(await shown.count()).toBe(0)
    await visit({ ...all, backup: 'off' })
    await shown.waitFor()
    await page.getByText(list.progress(7, 8)).waitFor()
    await stands(page, 'backup', states.backup.off)
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('is nothing to a moderator', async () => {
    const page = await openPage(DESK)
    const admin = await administrator()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visitAs(page, admin, `${server.origin}/console`)
    await page.getByRole('heading', { name: en.dashboard.page.waiting }).waitFor()
    expect(await page.getByRole('heading', { name: list.title }).count()).toBe(0)
    expect(asked.filter((path) => path.includes('checklist'))).toEqual([])
    await page.goto(`${server.origin}/console/settings`)
    await page.getByRole('heading', { name: en.policy.mails.title }).waitFor()
    expect(await page.getByRole('heading', { name: en.policy.checklist.title }).count()).toBe(0)
    await page.goto(`${server.origin}/console/poster`)
    await page.getByText(en.poster.page.superadminsOnly).waitFor()
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test('reads in Hindi, and fits a phone', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, root, `${server.origin}/console`)
    await continueInHindi(page)
    await heading(page, hi.dashboard.page.title)
    for (const [name, path, words] of [
      ['checklist', '/console', hi.checklist.list.title],
      ['poster', '/console/poster', hi.poster.page.title],
      ['invitations', '/console/invitations', hi.invitations.list.title],
    ] as const) {
      await page.goto(server.origin + path)
      await page.getByRole('heading', { name: words }).waitFor()
      await look(page, `99-hindi-${name}`)
    }
    expect(faultsBut(page, /^$/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a backup that failed', () => {
  const note = (outcome: string, reason: string | null) =>
    storage.write(async (tx) =>
      tx.sqlite.run('INSERT INTO backups (started_at, outcome, reason) VALUES (?, ?, ?)', [
        new Date().toISOString(),
        outcome,
        reason,
      ]),
    )
  const { title, problems, overdue, tell } = en.dashboard.backups

  test('is what superadmins read first in the console until one is proven, and others read nothing of it', async () => {
    config.backups = readConfig({ BACKUP_TO: '/nowhere' }).backups
    await note('failed', 'target-full')
    const page = await openPage(PHONE)
    await visitAs(page, root, `${server.origin}/console`)
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: title }).waitFor()
    for (const words of [problems['target-full'], tell]) await alert.getByText(words).waitFor()
    await stands(page, 'backup', states.backup.none_yet)
    await look(page, '100-backup-failed')

    await note('proven', null)
    await page.reload()
    await page.getByText(en.dashboard.backups.proven).waitFor()
    expect(await alert.count()).toBe(0)
    await stands(page, 'backup', states.backup.done)

    await storage.write(async (tx) => tx.sqlite.run("UPDATE backups SET started_at = '2026-01-01T00:00:00.000Z'"))
    await page.reload()
    await alert.getByText(overdue).waitFor()
    expect(faultsBut(page, /^$/)).toEqual([])

    const moderator = await openPage({ ...PHONE, apart: true })
    await visitAs(moderator, await administrator(), `${server.origin}/console`)
    await moderator.getByRole('heading', { name: en.dashboard.page.waiting }).waitFor()
    expect(await moderator.getByText(title).count()).toBe(0)
    expect(await moderator.getByRole('heading', { name: en.dashboard.backups.heading }).count()).toBe(0)
  })
})
