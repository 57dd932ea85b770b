import { expect, test } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, describePages, PHONE, stubApi, useBrowser, type WatchedPage } from '../../support/browser'
import { expectNoFaults, expectNone, focusOn, focusOnField, heading, said, sees } from '../../support/seen'
import { follow, goToYou, press, typing, visitAs } from '../../support/steps'
import { useWorkshop } from '../../support/web-client'
import { ANY, en, like } from '../../support/words'

const openPage = useBrowser()
const workshop = await useWorkshop()

const post = (page: WatchedPage, name: string) => page.getByRole('link', { name, exact: true })

describePages('people', () => {
  test('on a phone: from a name to the profile, a block and back', async () => {
    const { origin, ada, bob } = workshop
    const page = await openPage(PHONE)
    await visitAs(page, ada, origin)
    await post(page, 'Which lathe is the best?').waitFor()
    await page.getByRole('link', { name: bob.user.username }).first().click()
    await heading(page, bob.user.username)
    await sees(page, 'ME · Campus University', { exact: true })
    await sees(page, like(`${en.core.frame.karma(0)} · ${en.people.profile.joined(ANY)}`))
    await post(page, 'Machine 22').waitFor()
    await page.getByRole('button', { name: en.core.feed.more }).scrollIntoViewIfNeeded()
    await post(page, 'Machine 1').waitFor()
    await expectNone(post(page, 'News from the river'))

    await press(page, en.people.profile.block)
    await sees(page.getByRole('dialog'), en.people.profile.blockConsequence)
    await press(page.getByRole('dialog'), en.people.profile.block)
    await heading(page, en.people.profile.blocked(bob.user.username), 2)
    await focusOn(page, bob.user.username)
    await expectNone(post(page, 'Machine 22'))
    await page.goBack()
    await heading(page, en.core.feed.title)
    await post(page, 'News from the river').waitFor()
    await expectNone(post(page, 'Which lathe is the best?'))

    await page.reload()
    await post(page, 'News from the river').waitFor()
    await page.goForward()
    await sees(page, en.people.profile.blockedMeans)
    await page.getByRole('button', { name: en.people.profile.unblock }).press('Enter')
    await said(page, en.people.profile.unblocked(bob.user.username))
    await post(page, 'Machine 22').waitFor()
    await page.goBack()
    await post(page, 'Which lathe is the best?').waitFor()

    await page.goto(`${origin}/u/nobody%2Fhere`)
    await heading(page, en.people.profile.missing)
    await goToYou(page)
    await follow(page, en.you.profile)
    await heading(page, ada.user.username)
    await post(page, 'Sorting, once and for all').waitFor()
    await expectNone(page.getByRole('button', { name: en.people.profile.block }))
    expect(await page.getByRole('link', { name: en.people.profile.settings }).last().getAttribute('href')).toBe(
      '/settings',
    )
    expectNoFaults(page, /status of 404/)
  })

  test('at a desk: somebody is found by a part of the name, with the keyboard alone', async () => {
    const { origin, ada, eve } = workshop
    const page = await openPage(DESK)
    await visitAs(page, ada, `${origin}/people?q=xx`)
    await heading(page, en.people.search.title)
    expect(await page.getByLabel(en.people.search.label).inputValue()).toBe('xx')

    await page.getByLabel(en.people.search.label).fill('')
    await page.waitForURL('**/people')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/users/search/')) asked.push(decodeURIComponent(request.url().split('/').at(-1)!))
    })
    const part = eve.user.username.slice(0, -2)
    await page.getByLabel(en.people.search.label).focus()
    // So fast that nothing is asked in between.
    await Promise.all([...part].map((letter) => page.keyboard.press(letter)))
    await sees(page, en.people.search.found(1))
    expect(asked).toEqual([part])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('q')
    await typing(page).use(page.getByRole('link', { name: eve.user.username }))
    await heading(page, eve.user.username)
    await post(page, 'News from the river').waitFor()
    await typing(page).press(en.people.profile.block)
    await sees(page.getByRole('dialog'), en.people.profile.blockConsequence)
    await look(page, '41-block', 'dialog')
    await typing(page).press(en.core.common.cancel)
    expect(await post(page, 'News from the river').count()).toBe(1)
    await page.goBack()
    await sees(page, en.people.search.found(1))
    expect(await page.getByLabel(en.people.search.label).inputValue()).toBe(part)

    await page.getByLabel(en.people.search.label).fill('no/body? %')
    await sees(page, en.people.search.none('no/body? %'))
    await page.getByLabel(en.people.search.label).fill('..')
    await sees(page, en.people.search.none('..'))
    await stubApi(page, 'GET', '/users/search/*', 500, { success: false, code: 'INTERNAL', message: 'No' })
    await page.getByLabel(en.people.search.label).fill(part)
    await sees(page.getByRole('alert'), en.people.search.failed)
    await page.unrouteAll()
    await press(page, en.core.common.retry)
    await sees(page, en.people.search.found(1))
    await page.getByRole('link', { name: eve.user.username }).waitFor()
    await goToYou(page)
    await follow(page, en.you.people)
    await page.waitForURL('**/people')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#q')?.value === '')
    expectNoFaults(page, /status of 500/)
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
    await sees(page.getByRole('navigation', { name: search.suggestions }), 'Which lathe is the best?')
    await field.press('ArrowDown')
    await page.getByRole('link', { name: 'Which lathe is the best?' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await field.and(page.locator(':focus')).waitFor()
    await field.press('Enter')
    await page.waitForURL('**/search?q=lath')
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()

    await page.getByRole('link', { name: search.types.people, exact: true }).click()
    await page.waitForURL('**/search?q=lath&type=people')
    await sees(page, search.none('lath'))
    await page.goBack()
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()
    await page.getByLabel(search.sort, { exact: true }).selectOption('new')
    await page.waitForURL('**/search?q=lath&sort=new')
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()
    await page.getByLabel(search.span, { exact: true }).selectOption('dates')
    await page.getByLabel(search.to, { exact: true }).fill('2001-01-31')
    await page.waitForURL('**/search?q=lath&to=2001-01-31&sort=new')
    await sees(page, search.none('lath'))
    await follow(page, search.widen)
    await page.locator('mark', { hasText: 'lathe' }).first().waitFor()

    await page.goto(`${origin}/search`)
    await page.getByRole('navigation', { name: search.recent }).getByRole('link', { name: 'lath' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('quad.recent-searches'))).toBe('["lath"]')
    await goToYou(page)
    await press(page, en.you.signOut)
    await heading(page, 'Campus University')
    expect(await page.evaluate(() => localStorage.getItem('quad.recent-searches'))).toBeNull()
    expectNoFaults(page)
  })

  test('by keyboard alone: from a search to a comment', async () => {
    const { origin, eve } = workshop
    const page = await openPage(DESK)
    const hands = typing(page)
    const words = 'I have one, too'
    await visitAs(page, eve, origin)
    await heading(page, en.core.feed.title)
    await page.keyboard.press('/')
    await focusOnField(page, en.search.search.label)
    await page.keyboard.insertText('old hall')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=old+hall')
    await hands.follow(en.search.search.types.comments)
    await page.locator('mark', { hasText: 'hall' }).first().waitFor()
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
    expectNoFaults(page)
  })
})
