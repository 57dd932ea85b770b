import { expect } from 'bun:test'
import { look } from '../../support/accessibility'
import { DESK, PHONE, pageTest, useBrowser } from '../../support/browser'
import { publish } from '../../support/content'

import { expectNoFaults, expectNone, heading, holds, said, sees } from '../../support/seen'
import { follow, goToYou, press, signIn } from '../../support/steps'
import { mailsTo, otpFor } from '../../support/traces'
import { useLibrary } from '../../support/web-client'
import { ANY, en, hi, like } from '../../support/words'

/** One more than a page of the feed holds. */
const POSTS = 21

const openPage = useBrowser()
const library = await useLibrary(POSTS)

pageTest('the feed keeps its place, a lost session no words, two tabs agree', async () => {
  const page = await openPage(DESK)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(`${library.origin}/saved`)
  await heading(page, en.account.login.title)
  const mails = mailsTo(library.ada.email).length
  await page.getByLabel(en.account.login.email).fill(library.ada.email)
  await press(page, en.account.join.send)
  await sees(page, like(en.account.join.resendIn(ANY)))
  await page.getByLabel(en.account.login.code).fill(await otpFor(library.ada.email, mails))
  await heading(page, en.you.saved)

  requests.length = 0
  await page.goto(library.origin)
  const last = page.getByRole('link', { name: 'Question 1 about the library', exact: true })
  await page.getByRole('link', { name: `Question ${POSTS} about the library` }).waitFor()
  expect(requests.filter((path) => path === '/api/v1/posts')).toHaveLength(1)
  await expectNone(last)
  await page.getByRole('link', { name: 'Question 2 about the library', exact: true }).scrollIntoViewIfNeeded()
  // Which waits until it stands still: cards on the way find their height as they come into view.
  await last.hover()
  const scroll = await page.evaluate(() => scrollY)
  expect(scroll).toBeGreaterThan(1000)
  await last.click()
  await heading(page, 'Question 1 about the library')
  await page.waitForFunction(() => scrollY === 0)
  await press(page, en.post.page.share)
  await said(page, 'link')
  await page.goBack()
  await heading(page, en.core.frame.feed)
  await page.waitForFunction((before) => Math.abs(scrollY - before) < 5, scroll)
  await page.goForward()
  await heading(page, 'Question 1 about the library')
  await page.goBack()

  await page.evaluate(() => scrollTo(0, 0))
  await follow(page.getByRole('navigation', { name: en.core.feed.topics }), en.choices.Showcase)
  await page.waitForURL('**/?topic=Showcase')
  await page.getByRole('link', { name: 'Question 19 about the library' }).waitFor()
  await expectNone(page.getByRole('link', { name: `Question ${POSTS} about the library` }))

  requests.length = 0
  await page.goto(`${library.origin}/post/${library.ids[0]}`)
  await page.getByLabel(en.post.thread.write).fill('Half a thought')
  await sees(page, en.post.thread.none)
  for (const path of [
    `/api/v1/posts/${library.ids[0]}`,
    `/api/v1/comments/post/${library.ids[0]}/tree`,
    '/api/v1/auth/me',
  ])
    expect([path, requests.filter((each) => each === path).length]).toEqual([path, 1])
  // Of an end at the server the page would hear, and leave, perhaps under the press.
  await page.context().clearCookies()
  await press(page, en.post.thread.send)
  await heading(page, en.account.login.title)
  expect(new URL(page.url()).searchParams.get('next')).toBe(`/post/${library.ids[0]}`)
  await signIn(page, library.ada)
  await heading(page, 'Question 1 about the library')
  await holds(page.getByLabel(en.post.thread.write), 'Half a thought')
  await press(page, en.post.thread.send)
  await page.getByRole('listitem').filter({ hasText: 'Half a thought' }).waitFor()

  await goToYou(page)
  await page.getByLabel(en.you.language, { exact: true }).selectOption('hi')
  await heading(page, hi.core.frame.you)
  expect(await page.locator('html').getAttribute('lang')).toBe('hi')
  await page.getByLabel(hi.you.theme, { exact: true }).selectOption('dark')
  await page.goBack()
  await heading(page, hi.post.thread.title, 2)
  await page.reload()
  await heading(page, hi.post.thread.title, 2)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('quad-night')

  const other = await page.context().newPage()
  await other.goto(`${library.origin}/you`)
  await press(other, hi.you.signOut)
  await page.getByRole('link', { name: hi.post.thread.signIn }).waitFor()
  expectNoFaults(page, /status of 401/)

  await page.evaluate(() => document.body.append(document.createElement('img')))
  await expect(look(page, 'broken', 'body > img')).rejects.toThrow('image-alt')
})

const READ_ME = { title: 'Read me', content: 'First.\n\nSecond.', topic: 'Showcase' }

pageTest('without JavaScript posts can be read, other pages say what they need', async () => {
  const page = await openPage({ ...PHONE, javaScriptEnabled: false })
  const { id } = await publish(library.ada, READ_ME)
  await page.goto(`${library.origin}/post/${id}`)
  await heading(page, 'Read me')
  expect(await page.locator('article > :last-child').textContent()).toBe('Second.')
  expect(await page.locator('article p').last().isVisible()).toBe(true)
  expect(await page.title()).toBe('Read me · Campus University')
  // From the first stranger who asks for them on, the feed has them in its document.
  await fetch(`${library.origin}/api/v1/posts?limit=20&sortBy=hot`)
  await page.goto(library.origin)
  await follow(page, 'Read me')
  await heading(page, 'Read me')
  const ground = await page.locator('.plain-home').evaluate((home) => getComputedStyle(home).backgroundImage)
  expect(ground).toContain('gradient')
  await page.goBack()
  for (const path of ['/login', '/join']) {
    await page.goto(library.origin + path)
    await page.locator('noscript p').waitFor()
    expect(await page.locator('noscript p').textContent()).toContain('needs JavaScript')
  }
  await library.ada.delete(`posts/${id}`)
  expectNoFaults(page)
})
