import { expect, test } from 'bun:test'
import { violations } from '../../support/accessibility'
import { DESK, describePages, PHONE, type WatchedPage } from '../../support/browser'
import { publish } from '../../support/content'
import { administrator, type Person, student } from '../../support/kit'
import { misfits, smallTargets, walkByKeyboard } from '../../support/page-walk'
import { usePages } from '../../support/pages'
import { expectNoFaults, focusOn, focusOnField, gone, heading } from '../../support/seen'
import { visitAs } from '../../support/steps'
import { auditEntries } from '../../support/traces'
import { en } from '../../support/words'

const { openPage, server } = await usePages()
const root = await administrator('superadmin')
const admin = await administrator()
const ada = await student()
const lamp = await publish(ada, { title: 'Who took the green lamp?' })
const { email } = await ada.get('auth/me').then(({ user }) => user)

const { search, ways } = en.console
const field = (page: WatchedPage) => page.getByRole('combobox', { name: search.hint })
const options = (page: WatchedPage) => page.getByRole('dialog').getByRole('option')
const searches = (page: WatchedPage): URL[] => {
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/users\/search|search\/suggestions/.test(url.pathname) && !url.searchParams.has('username')) asked.push(url)
  })
  return asked
}
const countedSearches = () => auditEntries(admin.id).filter(({ action }) => action === 'admin:searched:address').length

async function opened(page: WatchedPage, by: Person = root, path = '/console'): Promise<void> {
  await visitAs(page, by, `${server.origin}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await field(page).and(page.locator(':focus')).waitFor()
}

describePages('the search of the console', () => {
  test('leads by keyboard to a page, a form, a setting, a person and a post', async () => {
    const page = await openPage(DESK)
    const { keyboard } = page
    await opened(page)
    expect(await options(page).count()).toBeGreaterThan(15)
    expect(await violations(page, 'dialog')).toEqual([])
    await field(page).fill('inv')
    await page
      .getByRole('status')
      .filter({ hasText: search.found(2) })
      .waitFor()
    await keyboard.press('ArrowDown')
    const [first, second] = [options(page).nth(0), options(page).nth(1)]
    expect([await first.getAttribute('aria-selected'), await second.getAttribute('aria-selected')]).toEqual([
      'false',
      'true',
    ])
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'))
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: en.invitations.list.adding }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/invitations')
    // A form that is asked for where one is already.
    await keyboard.press('Escape')
    await gone(page.locator('dialog'))
    for (const typed of [en.invitations.list.add, en.webhooks.list.add]) {
      await keyboard.press('Control+k')
      await field(page).fill(typed)
      await keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button').first().waitFor()
      await gone(field(page))
      await keyboard.press('Escape')
      await gone(page.locator('dialog'))
    }
    await keyboard.press('/')
    await field(page).fill('threshold')
    await options(page).filter({ hasText: ways.classifier }).click()
    await focusOn(page, ways.classifier)
    await keyboard.press('/')
    await field(page).fill('names a day')
    await keyboard.press('Enter')
    await focusOnField(page, en.policy.aliases.perDay)
    // From within a field the key with Control leads on.
    await keyboard.press('Control+k')
    await field(page).fill(ways.log)
    await keyboard.press('Enter')
    await focusOn(page, ways.log)

    const asked = searches(page)
    await keyboard.press('/')
    const begun = ada.user.username.slice(0, 5)
    await field(page).fill(begun)
    await options(page).filter({ hasText: ada.user.username }).click()
    await heading(page, ada.user.username)
    expect(asked.filter(({ href }) => href.includes(`=${begun}`))).toHaveLength(2)
    await keyboard.press('/')
    await field(page).fill('green lamp')
    await options(page).filter({ hasText: 'green lamp' }).waitFor()
    await keyboard.press('Enter')
    await page.waitForURL(`**/console/posts/${lamp.id}`)
    expectNoFaults(page)
  }, 120_000)

  test('asks for no address before Enter, says that it counts, and keeps nothing', async () => {
    const page = await openPage(PHONE)
    await opened(page, admin, '/console/log')
    const asked = searches(page)
    const before = countedSearches()
    await field(page).pressSequentially(email.replace('@', '＠'))
    await field(page).fill(email)
    await options(page).filter({ hasText: search.counted }).waitFor()
    expect(await options(page).count()).toBe(1)
    // Longer than it waits for a name: the next answer comes after all that was asked before.
    await page.evaluate(() => fetch('/api/v1/instance'))
    await page.keyboard.press('Enter')
    await options(page).filter({ hasText: ada.user.username }).waitFor()
    expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('email')])).toEqual([
      ['/api/v1/moderation/users/search', email],
    ])
    expect(countedSearches()).toBe(before + 1)
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
    expect(kept).not.toContain(email)
    await field(page).fill('nobody@campus.edu')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: en.console.words.noneFound }).waitFor()
    await field(page).fill('zzzzzz')
    await page.getByRole('status').filter({ hasText: en.console.words.noneFound }).waitFor()
    await page.keyboard.press('Enter')
    await field(page).waitFor()
    expectNoFaults(page)
  })

  test('shows no answer to what is typed no more, and gives the focus back', async () => {
    const page = await openPage(DESK)
    await opened(page)
    const late = Promise.withResolvers<void>()
    await page.route(`**/moderation/users/search?*query=${ada.user.username.slice(0, 4)}`, async (route) => {
      await late.promise
      await route.continue()
    })
    const asked = page.waitForRequest(/users\/search/)
    await field(page).fill(ada.user.username.slice(0, 4))
    await asked
    await field(page).fill('green lamp')
    await options(page).filter({ hasText: 'green lamp' }).waitFor()
    const answer = page.waitForResponse(/users\/search.*query=(?!green)/)
    late.resolve()
    await answer
    expect(await options(page).filter({ hasText: ada.user.username }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await gone(page.locator('dialog'))
    const button = page.getByRole('button', { name: search.short, exact: true }).first()
    await button.press('Enter')
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await button.and(page.locator(':focus')).waitFor()
  })

  test('has a button on a phone, where it fits, and offers a moderator what is theirs', async () => {
    const page = await openPage(PHONE)
    await visitAs(page, admin, `${server.origin}/console`)
    await page.getByRole('button', { name: search.short, exact: true }).first().click()
    expect([...(await misfits(page)), ...(await smallTargets(page)), ...(await walkByKeyboard(page)).faults]).toEqual(
      [],
    )
    for (const typed of ['webhook', 'test email', 'remind']) {
      await field(page).fill(typed)
      await page.getByRole('status').filter({ hasText: en.console.words.noneFound }).waitFor()
    }
    await field(page).fill(en.policy.transparency.label)
    await options(page).first().click()
    await focusOn(page, en.policy.transparency.title)
  })
})

describePages('the keys of the console', () => {
  test('lead to the groups, are listed, and are none where somebody writes or wants none', async () => {
    const page = await openPage(DESK)
    const { keyboard } = page
    await visitAs(page, admin, `${server.origin}/console`)
    await heading(page, ways.dashboard)
    for (const [key, name] of [
      ['2', ways.reports],
      ['3', ways.people],
      ['4', ways.colleges],
      ['5', ways.settings],
      ['1', ways.dashboard],
    ] as const) {
      await keyboard.press(key)
      await focusOn(page, name)
    }
    await keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: en.queue.keys.title })
    await dialog.waitFor()
    for (const words of [...Object.values(en.console.groups), search.short, en.queue.act.banned])
      expect([words, await dialog.getByText(words, { exact: true }).count()]).toEqual([words, 1])
    // In a dialog they do nothing.
    await keyboard.press('2')
    await dialog.getByText(en.queue.keys.use).click()
    await keyboard.press('Escape')
    await gone(dialog)
    for (const key of ['2', '/', '?']) await keyboard.press(key)
    await keyboard.press('Control+k')
    await field(page).fill(ways.people)
    await keyboard.press('Enter')
    await focusOn(page, ways.people)
    await page.getByRole('button', { name: en.queue.keys.title }).click()
    await dialog.getByText(en.queue.keys.use).click()
    await keyboard.press('Escape')
    await page.getByRole('searchbox').first().fill('')
    await keyboard.type('2/?')
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('2/?')
    expect(new URL(page.url()).pathname).toBe('/console/people')
    expectNoFaults(page)
  })
})
