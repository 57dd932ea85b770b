import { afterAll, expect, test } from 'bun:test'
import jsQr from 'jsqr'
import { storage } from '../../../db/storage'
import { config, readConfig } from '../../../src/config'
import { configuredTransport, transport } from '../../../src/lib/mail/transport'
import { en as serverText } from '../../../src/messages/en'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, type WatchedPage } from '../../support/browser'
import { publish } from '../../support/content'
import { administrator, expectData, fails, login, student } from '../../support/kit'
import { walkTo } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, focusOn, heading, said, sees } from '../../support/seen'
import { startSmtp } from '../../support/smtp'
import { follow, pointing, press, signIn, typing, visitAs } from '../../support/steps'
import { ANY, en, like, starting } from '../../support/words'

const { openPage, server, enter } = await usePages()
const root = await administrator('superadmin')
const smtp = await startSmtp()
afterAll(() => smtp.stop())

const { list, names, acts, states } = en.checklist
type Item = keyof typeof names

const entry = (page: WatchedPage, item: Item) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: names[item] }) })

/** The item is shown with that state. */
const stands = (page: WatchedPage, item: Item, words: string) => entry(page, item).getByText(words).waitFor()

/** How many items are. */
const done = async () =>
  Object.values((await root.get('admin/checklist')).items).filter((state) => state === 'done').length

const overview = async (page: WatchedPage): Promise<void> => {
  await walkTo(page, '/console')
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

describePages('the first run', () => {
  test('is a list on the first page of the console, whose items tick themselves', async () => {
    config.smtpUrl = smtp.url()
    transport.send = configuredTransport().send
    const page = await enter(root, '/console', PHONE)
    const before = await done()
    await sees(page, list.progress(before, 9))
    await follow(entry(page, 'mail'), acts.mail)
    await focusOn(page, en.policy.mailTest.title)
    const mail = page.getByRole('region', { name: en.policy.mailTest.title })
    await press(mail, en.policy.mailTest.send)
    await sees(mail, en.policy.mailTest.accepted.smtp)
    expect(smtp.messages.map(({ envelopeTo }) => envelopeTo)).toEqual([[root.email]])
    await overview(page)
    await stands(page, 'mail', states.mail.done)

    await follow(entry(page, 'addresses'), acts.addresses)
    await focusOn(page, en.policy.addresses.title)
    const addresses = page.getByRole('region', { name: en.policy.addresses.title })
    await addresses.getByLabel(en.policy.addresses.samples).fill('20231234@campus.edu')
    await press(addresses, en.policy.addresses.try)
    await sees(addresses, en.policy.addresses.verdicts.accepted)

    const ada = await student()
    for (let each = 0; each < 3; each++) await publish(ada)
    await overview(page)
    await stands(page, 'addresses', states.addresses.done)
    await stands(page, 'posts', states.posts.done)
    expect(await done()).toBe(before + 3)
    await sees(page, list.progress(before + 3, 9))
    expectNoFaults(page)
  })

  test('is hidden by keyboard, and shown again from the settings', async () => {
    const page = await enter(root, '/console', DESK)
    await typing(page).press(list.hide)
    await said(page, list.hidden)
    await focusOn(page, en.console.ways.dashboard)
    await expectNone(page.getByRole('heading', { name: list.title }))
    await walkTo(page, '/console/settings#checklist')
    await focusOn(page, en.policy.checklist.title)
    const setting = page.getByRole('form', { name: en.policy.checklist.title })
    await setting.getByLabel(en.policy.checklist.label).check()
    await press(setting, en.core.common.save)
    await said(page, en.policy.page.saved(en.policy.checklist.title))
    expect(await setting.getByRole('link', { name: en.policy.checklist.poster }).getAttribute('href')).toBe(
      '/console/poster',
    )
    await overview(page)
    expectNoFaults(page)
  })

  test('the poster leads to where students join, in both themes, and is one page of paper', async () => {
    const page = await enter(root, '/console/poster', PHONE)
    await sees(page, en.poster.page.local)
    expect(await read(page)).toBe(`${config.publicUrl}/join`)
    config.loopback = false
    await page.reload()
    await page.getByRole('button', { name: en.poster.page.print }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await read(page)).toBe(`${config.publicUrl}/join`)
    await expectNone(page.getByText(en.poster.page.local))
    for (const words of [en.poster.sheet.english, en.poster.sheet.hindi, 'Campus University'])
      await sees(page.locator('.sheet'), words)
    const paper = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

    const saved = page.waitForEvent('download')
    await press(page, en.poster.page.saveCode)
    expect((await saved).suggestedFilename()).toBe('quad-qr.svg')
    await overview(page)
    await stands(page, 'poster', states.poster.done)
    expectNoFaults(page)
  })

  test('invites a moderator by a link that works once, and says what it tells about them', async () => {
    const desk = await enter(root, '/console', DESK)
    await stands(desk, 'moderators', states.moderators.alone)
    await follow(entry(desk, 'moderators'), acts.moderators)
    await heading(desk, en.console.ways.invitations)
    const hands = typing(desk)
    await hands.press(en.invitations.list.add)
    const asked = desk.getByRole('dialog')
    await hands.within(asked).press(en.invitations.list.add)
    const link = await asked.getByRole('textbox', { name: en.invitations.link.label }).inputValue()
    expect(link).toStartWith(`${server.origin}/invitation#`)
    await look(desk, '94-invite-link', 'dialog')
    await hands.within(asked).press(en.console.words.done)
    await sees(desk, en.invitations.states.open, { exact: true })

    const [ada, bob] = [await student(), await student()]
    const phone = await openPage(PHONE)
    const urls: string[] = []
    phone.on('request', (request) => urls.push(request.url()))
    await phone.goto(link)
    await sees(phone, en.invitation.signIn)
    expect(phone.url()).toBe(`${server.origin}/invitation`)
    await follow(phone.getByRole('main'), en.core.frame.signIn)
    await signIn(phone, ada)
    await sees(phone, en.invitation.as(ada.user.username))
    await look(phone, '96-invitation')
    await pointing(phone).press(en.invitation.title)
    await heading(phone, en.invitation.taken)
    await follow(phone, en.invitation.console)
    await heading(phone, en.console.ways.dashboard)
    expect(urls.filter((url) => url.includes(link.split('#')[1]!))).toEqual([])
    await fails(ada.visitor.get('auth/me'), 401)
    expect(expectData(await login(ada.email)).user.role).toBe('admin')

    const other = await openPage(PHONE)
    await visitAs(other, bob, link)
    await sees(other.getByRole('alert'), serverText.accounts.invitationTaken)
    expectNoFaults(other, /status of 409/)

    await desk.reload()
    await sees(desk, en.invitations.states.taken, { exact: true })
    expect(await desk.getByRole('main').textContent()).not.toContain(ada.user.username)
    await hands.press(en.invitations.list.add)
    await hands.within(asked).press(en.invitations.list.add)
    await hands.within(asked).press(en.console.words.done)
    await hands.press(starting(en.invitations.list.revoke))
    await hands.within(asked).press(en.invitations.list.revoke)
    await said(desk, en.invitations.list.revoked)
    await sees(desk, en.invitations.states.revoked, { exact: true })
    await overview(desk)
    await stands(desk, 'moderators', states.moderators.done)
    expectNoFaults(desk)
    expectNoFaults(phone)
  })

  test('is nothing to a moderator, nor are webhooks and backups', async () => {
    const page = await openPage(DESK)
    const admin = await administrator()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visitAs(page, admin, `${server.origin}/console`)
    await page.getByRole('heading', { name: en.dashboard.page.waiting }).waitFor()
    for (const name of [list.title, en.dashboard.backups.heading]) await expectNone(page.getByRole('heading', { name }))
    expect(asked.filter((path) => path.includes('checklist'))).toEqual([])
    await walkTo(page, '/console/settings')
    await page.getByRole('heading', { name: en.policy.mails.title }).waitFor()
    await expectNone(page.getByRole('heading', { name: en.policy.checklist.title }))
    await walkTo(page, '/console/poster')
    await sees(page, en.poster.page.superadminsOnly)
    await sees(page, like(en.week.group.message('Campus University', ANY)))
    await walkTo(page, '/console/webhooks')
    await sees(page, en.webhooks.list.superadminsOnly)
    await expectNone(page.getByRole('link', { name: en.console.ways.webhooks }))
    await root.put(`admin/users/${admin.id}/role`, { role: 'user' })
    expectNoFaults(page)
  })
})

describePages('a backup that failed', () => {
  const note = (outcome: string, reason: string | null) =>
    storage.write(async (tx) =>
      tx.sqlite.run('INSERT INTO backups (started_at, outcome, reason) VALUES (?, ?, ?)', [
        new Date().toISOString(),
        outcome,
        reason,
      ]),
    )
  const { title, problems, overdue, tell } = en.dashboard.backups

  test('is what superadmins read first in the console until one is proven', async () => {
    config.backups = readConfig({ BACKUP_TO: '/nowhere' }).backups
    await note('failed', 'target-full')
    const page = await enter(root, '/console', PHONE)
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: title }).waitFor()
    for (const words of [problems['target-full'], tell]) await sees(alert, words)
    await stands(page, 'backup', states.backup.none_yet)
    await look(page, '100-backup-failed')

    await note('proven', null)
    await page.reload()
    await sees(page, en.dashboard.backups.proven)
    await expectNone(alert)
    await stands(page, 'backup', states.backup.done)

    await storage.write(async (tx) => tx.sqlite.run("UPDATE backups SET started_at = '2026-01-01T00:00:00.000Z'"))
    await page.reload()
    await sees(alert, overdue)
    expectNoFaults(page)
  })
})
