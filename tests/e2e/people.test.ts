import { describe, expect, test } from 'bun:test'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, NARROWEST, PHONE, stubApi, useBrowser, type WatchedPage } from '../support/browser'
import {
  faultsBut,
  focusOn,
  focusOnField,
  goToYou,
  heading,
  pointing,
  press,
  said,
  typing,
  visitAs,
} from '../support/steps'
import { useWorkshop } from '../support/web-client'
import { ANY, en, like } from '../support/words'

const openPage = useBrowser()
const workshop = await useWorkshop()

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
    await page.getByText(like(`${en.core.frame.karma(0)} · ${en.people.profile.joined(ANY)}`)).waitFor()
    await post(page, 'Machine 22').waitFor()
    await page.getByRole('button', { name: en.core.feed.more }).scrollIntoViewIfNeeded()
    await post(page, 'Machine 1').waitFor()
    expect(await post(page, 'News from the river').count()).toBe(0)

    await press(page, en.people.profile.block)
    await page.getByRole('dialog').getByText(en.people.profile.blockConsequence).waitFor()
    await confirm(page, en.people.profile.block)
    await page.getByRole('heading', { level: 2, name: en.people.profile.blocked(bob.user.username) }).waitFor()
    await focusOn(page, bob.user.username)
    expect(await post(page, 'Machine 22').count()).toBe(0)
    await look(page, '42-blocked')
    await page.goBack()
    await heading(page, en.core.feed.title)
    await post(page, 'News from the river').waitFor()
    expect(await post(page, 'Which lathe is the best?').count()).toBe(0)

    await page.reload()
    await post(page, 'News from the river').waitFor()
    await page.goForward()
    await page.getByText(en.people.profile.blockedMeans).waitFor()
    await page.getByRole('button', { name: en.people.profile.unblock }).press('Enter')
    await said(page, en.people.profile.unblocked(bob.user.username))
    await post(page, 'Machine 22').waitFor()
    await page.goBack()
    await post(page, 'Which lathe is the best?').waitFor()

    await page.goto(`${origin}/u/nobody%2Fhere`)
    await heading(page, en.people.profile.missing)
    await look(page, '44-nobody')
    await goToYou(page)
    await page.getByRole('link', { name: en.you.profile }).click()
    await heading(page, ada.user.username)
    await post(page, 'Sorting, once and for all').waitFor()
    expect(await page.getByRole('button', { name: en.people.profile.block }).count()).toBe(0)
    expect(await page.getByRole('link', { name: en.people.profile.settings }).last().getAttribute('href')).toBe(
      '/settings',
    )
    await look(page, '43-own-profile')
    expect(faultsBut(page, /status of 404/)).toEqual([])
  })

  test('at a desk: somebody is found by a part of the name, with the keyboard alone', async () => {
    const { origin, ada, eve } = workshop
    const page = await openPage(DESK)
    await visitAs(page, ada, `${origin}/people?q=xx`)
    await heading(page, en.people.search.title)
    expect(await page.getByLabel(en.people.search.label).inputValue()).toBe('xx')

    await page.getByLabel(en.people.search.label).fill('')
    await page.waitForURL('**/people')
    await look(page, '60-search-empty')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/users/search/')) asked.push(decodeURIComponent(request.url().split('/').at(-1)!))
    })
    const part = eve.user.username.slice(0, -2)
    await page.getByLabel(en.people.search.label).focus()
    // So fast that nothing is asked in between.
    await Promise.all([...part].map((letter) => page.keyboard.press(letter)))
    await page.getByText(en.people.search.found(1)).waitFor()
    expect(asked).toEqual([part])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
    await look(page, '61-found')
    await typing(page).use(page.getByRole('link', { name: eve.user.username }))
    await heading(page, eve.user.username)
    await post(page, 'News from the river').waitFor()
    await look(page, '40-profile')
    await typing(page).press(en.people.profile.block)
    await page.getByRole('dialog').getByText(en.people.profile.blockConsequence).waitFor()
    await look(page, '41-block', 'dialog')
    await typing(page).press(en.core.common.cancel)
    expect(await post(page, 'News from the river').count()).toBe(1)
    await page.goBack()
    await page.getByText(en.people.search.found(1)).waitFor()
    expect(await page.getByLabel(en.people.search.label).inputValue()).toBe(part)

    await page.getByLabel(en.people.search.label).fill('no/body? %')
    await page.getByText(en.people.search.none('no/body? %')).waitFor()
    await look(page, '62-none')
    await page.getByLabel(en.people.search.label).fill('..')
    await page.getByText(en.people.search.none('..')).waitFor()
    await stubApi(page, 'GET', '/users/search/*', 500, { success: false, code: 'INTERNAL', message: 'No' })
    await page.getByLabel(en.people.search.label).fill(part)
    await page.getByRole('alert').getByText(en.people.search.failed).waitFor()
    await page.unrouteAll()
    await press(page, en.core.common.retry)
    await page.getByText(en.people.search.found(1)).waitFor()
    await page.getByRole('link', { name: eve.user.username }).waitFor()
    await goToYou(page)
    await page.getByRole('link', { name: en.you.people }).click()
    await page.waitForURL('**/people')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#q')?.value === '')
    expect(faultsBut(page, /status of 500/)).toEqual([])
  })

  test('a post is found by a slash and a word, with filters in the address, and nothing is left after signing out', async () => {
    const { origin, ada } = workshop
    const { search } = en.search
    const page = await openPage(DESK)
    await visitAs(page, ada, origin)
    await post(page, 'Which lathe is the best?').waitFor()
    await page.keyboard.press('/')
    await heading(page, en.core.frame.search)
    const field = page.getByLabel(search.label)
    await field.and(page.locator(':focus')).waitFor()
    await field.fill('lath')
    await page.getByRole('navigation', { name: search.suggestions }).getByText('Which lathe is the best?').waitFor()
    await field.press('ArrowDown')
    await page.getByRole('link', { name: 'Which lathe is the best?' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await field.and(page.locator(':focus')).waitFor()
    await field.press('Enter')
    await page.waitForURL('**/search?q=lath')
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()
    await look(page, '63-search-found')

    await page.getByRole('link', { name: search.types.people, exact: true }).click()
    await page.waitForURL('**/search?q=lath&type=people')
    await page.getByText(search.none('lath')).waitFor()
    await page.goBack()
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()
    await page.getByLabel(search.sort, { exact: true }).selectOption('new')
    await page.waitForURL('**/search?q=lath&sort=new')
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()
    await page.getByLabel(search.span, { exact: true }).selectOption('dates')
    await page.getByLabel(search.to, { exact: true }).fill('2001-01-31')
    await page.waitForURL('**/search?q=lath&to=2001-01-31&sort=new')
    await page.getByText(search.none('lath')).waitFor()
    await page.getByRole('link', { name: search.widen }).click()
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()

    await page.goto(`${origin}/search`)
    await page.getByRole('navigation', { name: search.recent }).getByRole('link', { name: 'lath' }).waitFor()
    await look(page, '64-search-recent')
    expect(await page.evaluate(() => localStorage.getItem('quad.recent-searches'))).toBe('["lath"]')
    await goToYou(page)
    await press(page, en.you.signOut)
    await heading(page, 'Campus University')
    expect(await page.evaluate(() => localStorage.getItem('quad.recent-searches'))).toBeNull()
    expect(faultsBut(page, /^$/)).toEqual([])
  })

  test.each(['by keyboard alone', 'on the narrowest phone'] as const)('from a search to a comment, %s', async (way) => {
    const { origin, eve } = workshop
    const page = await openPage(way === 'by keyboard alone' ? DESK : NARROWEST)
    const hands = way === 'by keyboard alone' ? typing(page) : pointing(page)
    const words = `I have one, too, found ${way}`
    await visitAs(page, eve, origin)
    await heading(page, en.core.feed.title)
    if (way === 'by keyboard alone') await page.keyboard.press('/')
    else await hands.follow(en.core.frame.search)
    await focusOnField(page, en.search.search.label)
    await page.keyboard.insertText('old hall')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=old+hall')
    await hands.follow(en.search.search.types.comments)
    await page.locator('mark', { hasText: 'hall' }).first().waitFor()
    await look(page, '65-search-comments')
    await hands.within(page.getByRole('region', { name: en.search.search.results })).follow(/.*/)
    await heading(page, 'Which lathe is the best?')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'the old one in the hall' })
      .and(page.locator(':focus'))
      .waitFor()
    await hands.fill(en.post.thread.write, words)
    await hands.press(en.post.thread.send)
    await page.getByRole('listitem').filter({ hasText: words }).and(page.locator(':focus')).waitFor()
    console.log(`from a search to a comment, ${way}: ${hands.effort()}`)
    expect(page.faults).toEqual([])
  })
})
