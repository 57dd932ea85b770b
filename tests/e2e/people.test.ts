import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, stubApi, useBrowser, type WatchedPage } from '../support/browser'
import { typing } from '../support/hands'
import { look } from '../support/looks'
import { faultsBut, focusOn, heading, press, said, visitAs } from '../support/steps'
import { serveWorkshop } from '../support/workshop'

const openPage = useBrowser()
let workshop: Awaited<ReturnType<typeof serveWorkshop>>
beforeAll(async () => {
  workshop = await serveWorkshop()
})
afterAll(() => workshop.stop())

const confirm = (page: WatchedPage, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
const post = (page: WatchedPage, name: string) => page.getByRole('link', { name, exact: true })

describe.skipIf(!hasBrowser)('people', () => {
  test('on a phone: from a name to the profile, a block and back', async () => {
    const { origin, ada, bob } = workshop
    const page = await openPage(PHONE)
    await visitAs(page, ada, origin)
    await post(page, 'Which lathe is the best?').waitFor()
    await page.getByRole('link', { name: bob.user.username }).first().click()
    await heading(page, bob.user.username)
    await page.getByText('ME · Campus University', { exact: true }).waitFor()
    await page.getByText(/^0 karma · Joined in /).waitFor()
    await post(page, 'Machine 22').waitFor()
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
    await post(page, 'Machine 1').waitFor()
    expect(await post(page, 'News from the river').count()).toBe(0)

    await press(page, 'Block')
    await page.getByRole('dialog').getByText('They are not told').waitFor()
    await confirm(page, 'Block')
    await page.getByRole('heading', { level: 2, name: `You have blocked ${bob.user.username}` }).waitFor()
    await focusOn(page, bob.user.username)
    expect(await post(page, 'Machine 22').count()).toBe(0)
    await look(page, '42-blocked')
    await page.goBack()
    await heading(page, 'Latest posts')
    await post(page, 'News from the river').waitFor()
    expect(await post(page, 'Which lathe is the best?').count()).toBe(0)

    await page.reload()
    await post(page, 'News from the river').waitFor()
    await page.goForward()
    await page.getByText('You do not see their posts').waitFor()
    await page.getByRole('button', { name: 'Unblock' }).press('Enter')
    await said(page, 'no longer blocked')
    await post(page, 'Machine 22').waitFor()
    await page.goBack()
    await post(page, 'Which lathe is the best?').waitFor()

    await page.goto(`${origin}/u/nobody%2Fhere`)
    await heading(page, 'This person is not here')
    await look(page, '44-nobody')
    await page.locator('summary').click()
    await page.getByRole('link', { name: 'Your profile' }).click()
    await heading(page, ada.user.username)
    await post(page, 'Sorting, once and for all').waitFor()
    expect(await page.getByRole('button', { name: 'Block' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Settings' }).last().getAttribute('href')).toBe('/settings')
    await look(page, '43-own-profile')
    expect(faultsBut(page, /status of 404/)).toEqual([])
  })

  test('at a desk: somebody is found by a part of the name, with the keyboard alone', async () => {
    const { origin, ada, eve } = workshop
    const page = await openPage(DESK)
    await visitAs(page, ada, `${origin}/people?q=x`)
    await heading(page, 'Find people')
    expect(await page.getByLabel('Pseudonym').inputValue()).toBe('x')

    await page.getByLabel('Pseudonym').fill('')
    await page.waitForURL('**/people')
    await look(page, '60-search-empty')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/users/search/')) asked.push(decodeURIComponent(request.url().split('/').at(-1)!))
    })
    const part = eve.user.username.slice(0, -2)
    await page.getByLabel('Pseudonym').focus()
    await page.keyboard.type(part)
    await page.getByText('1 person found').waitFor()
    expect(asked).toEqual([part])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
    await look(page, '61-found')
    await typing(page).use(page.getByRole('link', { name: eve.user.username }))
    await heading(page, eve.user.username)
    await post(page, 'News from the river').waitFor()
    await look(page, '40-profile')
    await typing(page).press('Block')
    await page.getByRole('dialog').getByText('They are not told').waitFor()
    await look(page, '41-block', 'dialog')
    await typing(page).press('Cancel')
    expect(await post(page, 'News from the river').count()).toBe(1)
    await page.goBack()
    await page.getByText('1 person found').waitFor()
    expect(await page.getByLabel('Pseudonym').inputValue()).toBe(part)

    await page.getByLabel('Pseudonym').fill('no/body? %')
    await page.getByText('Nobody here goes by “no/body? %”').waitFor()
    await look(page, '62-none')
    await page.getByLabel('Pseudonym').fill('..')
    await page.getByText('Nobody here goes by “..”').waitFor()
    await stubApi(page, 'GET', '/users/search/*', 500, { success: false, code: 'INTERNAL', message: 'No' })
    await page.getByLabel('Pseudonym').fill(part)
    await page.getByRole('alert').getByText('The search did not work').waitFor()
    await page.unrouteAll()
    await press(page, 'Try again')
    await page.getByText('1 person found').waitFor()
    await page.getByRole('link', { name: eve.user.username }).waitFor()
    await page.locator('summary').click()
    await page.getByRole('link', { name: 'Find people' }).click()
    await page.waitForURL('**/people')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#q')?.value === '')
    expect(faultsBut(page, /status of 500/)).toEqual([])
  })
})
