import { expect, test } from 'bun:test'
import { describePages, pageTest, scrollsSideways, stubApi, type WatchedPage } from '../../support/browser'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, sees } from '../../support/seen'
import { failed, instance, moveTo, ok, stubbed, visits } from '../../support/stubbed-pages'
import { until } from '../../support/until'
import { en } from '../../support/words'

const { openPage, server } = await usePages()

const visit = visits(openPage, () => server)

/** Pages as they are before all is known; tests/support/every-page.ts has all others. */
const PAGES = { '/': 'Northfield College', '/reset': en.account.reset.title, '/setup': en.setup.page.title }

describePages('every page', () => {
  test('fits 320 pixels, without an error or a violation of the policy, and so does the one that is not there', async () => {
    const page = await openPage()
    await page.setViewportSize({ width: 320, height: 640 })
    const seeAt = async (path: string, heading: string) => {
      await page.goto(server.origin + path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      const headings = await page.getByRole('heading', { level: 1 }).count()
      expect({ path, sideways: await scrollsSideways(page), headings }).toEqual({ path, sideways: false, headings: 1 })
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      await page.waitForFunction((name) => document.title.includes(name), instance.name)
    }
    await stubbed(page)
    for (const [path, heading] of Object.entries(PAGES)) await seeAt(path, heading)
    expectNoFaults(page)
    await seeAt('/no/such/page', en.core.notFound.title)
    expectNoFaults(page, /404/)
  })
  test('an inline script, a foreign picture and a style attribute would be noticed', async () => {
    const page = await visit('/login')
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red"><img src="http://127.0.0.1:9/x.png">')
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))
    })
    const violations = () => page.faults.filter((fault) => fault.includes('Content Security Policy'))
    await until(() => violations().length >= 3, 'the notice of all three')
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
})

const ground = (page: WatchedPage) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

describePages('landing', () => {
  test('names the campus and its topics, in the theme of the device; the skip link goes to the content, Tab through the page', async () => {
    const page = await visit('/')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Northfield College')
    const topics = page.getByRole('navigation', { name: en.core.feed.topics }).getByRole('listitem')
    expect(await topics.allTextContents()).toEqual([en.core.feed.allTopics, ...instance.topics])
    await expectNone(page.getByText(en.setup.missing.title))

    const light = await ground(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await ground(page)).not.toBe(light)

    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    const skip = page.getByRole('link', { name: en.core.frame.skip })
    // What is there for those alone who hear the page is of one pixel.
    const isSeen = async () => (await skip.boundingBox())!.width > 1
    const order: (string | undefined)[] = []
    for (let each = 0; each < 10; each++) {
      await page.keyboard.press('Tab')
      order.push(await focused())
      expect(await isSeen()).toBe(each === 0)
    }
    expect(order).toEqual([
      en.core.frame.skip,
      'Northfield College',
      en.core.frame.feed,
      en.core.frame.search,
      en.core.frame.join,
      en.core.frame.signIn,
      en.core.frame.more,
      en.core.feed.join,
      en.core.feed.ask,
      en.core.feed.sorts.hot,
    ])
    await skip.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(en.core.feed.join)
  })
  test('tells whoever runs a new Quad where the set-up link is, and stands without an answer of the API', async () => {
    const page = await openPage()
    await stubApi(page, 'GET', '/instance', 200, ok({ ...instance, colleges: 0 }))
    await page.goto(server.origin)
    await sees(page, en.setup.missing.title)
    await stubApi(page, 'GET', '/instance', 500, failed('INTERNAL', 'No'))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Quad', exact: true }).waitFor()
  })
})

/** In an order in which no explanation is followed by the same one. */
const EXPLAINED = {
  COLLEGE_NOT_FOUND: en.account.errors.COLLEGE_NOT_FOUND!.title,
  INVALID_EMAIL: en.account.errors.INVALID_EMAIL!.title,
  DISPOSABLE_EMAIL: en.account.errors.DISPOSABLE_EMAIL!.title,
  NOT_VERIFIED: en.account.errors.NOT_VERIFIED!.title,
  INVALID_TOKEN: en.account.errors.INVALID_TOKEN!.title,
  toString: en.account.errors.other.title,
  FEATURE_DISABLED: en.account.errors.FEATURE_DISABLED!.title,
  USER_BLOCKED: en.account.errors.USER_BLOCKED!.title,
  '%3Cimg src=x onerror=alert(1)%3E': en.account.errors.other.title,
  INTERNAL: en.account.errors.INTERNAL!.title,
}

pageTest('each code of a failed sign-in has its explanation; no error, no alert', async () => {
  const page = await visit('/login')
  await expectNone(page.getByRole('alert'))
  for (const [code, words] of Object.entries(EXPLAINED)) {
    await moveTo(page, `/login?error=${code}`)
    await page.getByRole('alert').getByText(words).first().waitFor()
  }
  await page.reload()
  await sees(page.getByRole('alert'), EXPLAINED.INTERNAL)
  expectNoFaults(page)
})
