import { afterAll, describe, expect, test } from 'bun:test'
import jsQr from 'jsqr'
import { config } from '../../src/config'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, PHONE, useBrowser, type WatchedPage } from '../support/browser'
import { publish } from '../support/content'
import { administrator, student } from '../support/kit'
import { startSmtp } from '../support/smtp'
import { faultsBut, focusOn, said, typing, visitAs } from '../support/steps'
import { useClient } from '../support/web-client'
import { en } from '../support/words'

const openPage = useBrowser()
const server = await useClient()
const root = await administrator('superadmin')
const smtp = await startSmtp()
const { smtpUrl, loopback } = config
afterAll(async () => {
  Object.assign(config, { smtpUrl, loopback })
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
  test('is a list on the first page of the console, whose items tick themselves', async () => {
    config.smtpUrl = smtp.url()
    const page = await openPage(PHONE)
    await visitAs(page, root, `${server.origin}/console`)
    await page.getByText(list.progress(0, 8)).waitFor()
    await look(page, '90-checklist')

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
    await overview(page)
    await look(page, '91-checklist-half')
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
})
