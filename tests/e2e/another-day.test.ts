import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DESK, hasBrowser, PHONE, useBrowser } from '../support/browser'
import { expectData, mailsTo, otpFor } from '../support/kit'
import { serveLibrary } from '../support/library'
import { look, shoot } from '../support/looks'
import { heading, press, signIn } from '../support/steps'

/** One more than a page of the feed holds. */
const POSTS = 21

const openPage = useBrowser()
let library: Awaited<ReturnType<typeof serveLibrary>>
beforeAll(async () => {
  library = await serveLibrary(POSTS)
})
afterAll(() => library.stop())

describe.skipIf(!hasBrowser)('another day, at a desk', () => {
  test('the feed keeps its place, a lost session loses no words, language and theme last, and two tabs agree', async () => {
    const page = await openPage(DESK)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`${library.origin}/saved`)
    await heading(page, 'Sign in')
    await look(page, '20-login')
    const mails = mailsTo(library.ada.email).length
    await press(page, 'Sign in with a code by mail')
    await page.getByLabel('E-mail address').fill(library.ada.email)
    await press(page, 'Send me a code')
    await page.getByText('Another code can be sent in').waitFor()
    await page.getByLabel('Code').fill(await otpFor(library.ada.email, mails))
    await page.keyboard.press('Enter')
    await heading(page, 'Saved posts')
    await look(page, '21-saved-empty')

    requests.length = 0
    await page.goto(library.origin)
    const last = page.getByRole('link', { name: 'Question 1 about the library', exact: true })
    await page.getByRole('link', { name: `Question ${POSTS} about the library` }).waitFor()
    expect(requests.filter((path) => path === '/api/v1/posts')).toHaveLength(1)
    expect(await last.count()).toBe(0)
    await page.getByRole('link', { name: 'Question 2 about the library', exact: true }).scrollIntoViewIfNeeded()
    await last.scrollIntoViewIfNeeded()
    const scroll = await page.evaluate(() => scrollY)
    expect(scroll).toBeGreaterThan(1000)
    await last.click()
    await heading(page, 'Question 1 about the library')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await press(page, 'Share')
    await page.getByRole('status').getByText('link').waitFor()
    await page.goBack()
    await heading(page, 'Latest posts')
    expect(Math.abs((await page.evaluate(() => scrollY)) - scroll)).toBeLessThan(5)
    await page.goForward()
    await heading(page, 'Question 1 about the library')
    await page.goBack()

    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Showcase' }).click()
    await page.waitForURL('**/?topic=Showcase')
    await page.getByRole('link', { name: 'Question 19 about the library' }).waitFor()
    expect(await page.getByRole('link', { name: `Question ${POSTS} about the library` }).count()).toBe(0)

    requests.length = 0
    await page.goto(`${library.origin}/post/${library.ids[0]}`)
    await page.getByLabel('Write a comment').fill('Half a thought')
    await page.getByText('Nobody has said anything yet.').waitFor()
    for (const path of [
      `/api/v1/posts/${library.ids[0]}`,
      `/api/v1/comments/post/${library.ids[0]}`,
      '/api/v1/auth/me',
    ])
      expect([path, requests.filter((each) => each === path).length]).toEqual([path, 1])
    expectData(await library.ada.visitor.post('auth/logout-all'))
    await press(page, 'Comment')
    await heading(page, 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe(`/post/${library.ids[0]}`)
    await signIn(page, library.ada)
    await heading(page, 'Question 1 about the library')
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('Half a thought')
    await press(page, 'Comment')
    const own = page.getByRole('listitem').filter({ hasText: 'Half a thought' })
    await own.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Change your comment').fill('A whole thought')
    await page.locator('form').getByRole('button', { name: 'Edit' }).click()
    const changed = page.getByRole('listitem').filter({ hasText: 'A whole thought' })
    await changed.getByRole('button', { name: 'Delete' }).click()
    await look(page, '24-delete', 'dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nobody has said anything yet.').waitFor()

    await page.getByLabel('Language').selectOption('hi')
    await page.getByRole('heading', { level: 2, name: 'टिप्पणियाँ' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('hi')
    await page.getByLabel('थीम').selectOption('dark')
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'टिप्पणियाँ' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('quad-night')
    await look(page, '25-hindi', 'main')

    const other = await page.context().newPage()
    await other.goto(`${library.origin}/`)
    await other.locator('summary').click()
    await other.getByRole('button', { name: 'साइन आउट' }).click()
    await page.getByRole('link', { name: 'टिप्पणी करने के लिए साइन इन करें' }).waitFor()
    expect(page.faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])

    await page.evaluate(() => document.body.append(document.createElement('img')))
    await expect(look(page, 'broken', 'body > img')).rejects.toThrow('image-alt')
  })
})

const READ_ME = { title: 'Read me', content: 'First.\n\nSecond.', topic: 'Showcase' }

describe.skipIf(!hasBrowser)('without JavaScript', () => {
  test('a public post can be read, and any other page says what it needs', async () => {
    const page = await openPage({ ...PHONE, javaScriptEnabled: false })
    await page.goto(
      `${library.origin}/post/${expectData(await library.ada.visitor.post('posts', READ_ME), 201).post.id}`,
    )
    await heading(page, 'Read me')
    expect(await page.locator('article p').last().textContent()).toBe('Second.')
    expect(await page.locator('article p').last().isVisible()).toBe(true)
    expect(await page.title()).toBe('Read me · Campus University')
    await shoot(page, '30-no-javascript')
    for (const path of ['/', '/login', '/join']) {
      await page.goto(library.origin + path)
      await page.locator('noscript p').waitFor()
      expect(await page.locator('noscript p').textContent()).toContain('needs JavaScript')
    }
    expect(page.faults).toEqual([])
  })
})
