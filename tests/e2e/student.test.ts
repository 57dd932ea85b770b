import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { addBannedWord } from '../../src/services/policy/banned-words'
import { hasBrowser, useBrowser, type WatchedPage } from '../support/browser'
import { expectData, mailsTo, newEmail, otpFor, PASSWORD, type Person, student } from '../support/kit'
import { look, shoot } from '../support/looks'
import { serveClient } from '../support/web-client'

const PHONE = { viewport: { width: 360, height: 740 } }
const DESK = { viewport: { width: 1280, height: 860 } }
const POSTS = 24

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let ada: Person
const ids: string[] = []

beforeAll(async () => {
  server = await serveClient()
  ada = await student({ branch: 'Mathematics' })
  await storage.write((tx) => addBannedWord(tx, { word: 'loathsome', strictMode: false, severity: 'severe' }))
  for (let each = 1; each <= POSTS; each++) {
    const post = {
      title: `Question ${each} about the library`,
      content: TEXTS[each % TEXTS.length],
      topic: TOPICS[each % 3],
    }
    ids.push(expectData(await ada.visitor.post('posts', { ...post, isPrivate: each % 5 === 0 }), 201).post.id)
  }
})
afterAll(() => server.stop())

const TOPICS = ['Ask Campus', 'Showcase', 'Help / Support']
const TEXTS = [
  'Is the reading room on the **second floor** open at night? I need somewhere quiet before the exams.\n\n- the map says yes\n- the door says no',
  'Who else finds the new borrowing rules hard to follow?',
  'I wrote down what I learned about renewing books.\n\n> Ask at the desk before noon.\n\nThe rest is at https://library.example/renewals, and `renew all` is the button that you want. '.repeat(
    2,
  ),
]

const heading = (page: WatchedPage, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: WatchedPage, name: string | RegExp) => page.getByRole('button', { name }).click()
const follow = (page: WatchedPage, name: string | RegExp) => page.getByRole('link', { name }).first().click()

describe.skipIf(!hasBrowser)("a student's first day, on a phone", () => {
  test('from the address to a post, a comment, a vote, a bookmark, and out', async () => {
    const page = await openPage(PHONE)
    const email = newEmail()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(server.origin)) foreign.push(request.url())
    })
    await page.goto(server.origin)
    await page.getByRole('link', { name: `Question ${POSTS - 1} about the library` }).waitFor()
    await look(page, '01-stranger')

    await follow(page, 'Join with your college address')
    await heading(page, 'Your college address')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByLabel('E-mail address of your college').fill('7001@nowhere.example')
    await press(page, 'Send me the code')
    await page.locator('#email-error').getByText('No college here').waitFor()
    await look(page, '02-join-address')
    await page.getByLabel('E-mail address of your college').fill(email)
    await press(page, 'Send me the code')

    await heading(page, 'The code from the mail')
    await page.getByText('Another code can be sent in').waitFor()
    await page.reload()
    await heading(page, 'The code from the mail')
    await page.getByLabel('Code').fill('000000')
    await press(page, 'Confirm the address')
    await page.getByRole('alert').getByText('not the code').waitFor()
    await look(page, '03-join-code')
    await page.getByLabel('Code').fill(await otpFor(email))
    await press(page, 'Confirm the address')

    await heading(page, 'Choose a password')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password, once more').fill(PASSWORD)
    await look(page, '04-join-password')
    await press(page, 'Create the account')
    await heading(page, 'What do you study?')
    await page.getByLabel('Branch').fill('Physics')
    await look(page, '05-join-branch')
    await press(page, 'Go on')
    await heading(page, 'How we live together here')
    await page.reload()
    await heading(page, 'How we live together here')
    await look(page, '06-join-terms')
    await press(page, 'I accept this')

    await heading(page, 'Latest posts')
    await page.getByRole('status').getByText('Welcome!').waitFor()
    await page.getByRole('link', { name: `Question ${POSTS} about the library` }).waitFor()
    await look(page, '07-feed')

    await follow(page, 'New post')
    await heading(page, 'New post')
    await press(page, 'Publish')
    await page.locator('#topic-error').getByText('This is needed').waitFor()
    await page.getByLabel('Topic').selectOption('Ask Campus')
    await page.getByLabel('Title').fill('Where does one find a quiet place?')
    await page.getByLabel('Text').fill('This loathsome library is **full**.')
    await press(page, 'Publish')
    await page.locator('#content-error mark').getByText('loathsome').waitFor()
    await look(page, '08-refused')
    await page.reload()
    await heading(page, 'New post')
    expect(await page.getByLabel('Text').inputValue()).toBe('This loathsome library is **full**.')
    await page.getByLabel('Text').fill('This library is **full** before the exams.\n\n- the hall\n- the garden')
    await page.getByLabel('Only for my college').check()
    await press(page, 'Preview')
    await page.locator('form strong').getByText('full').waitFor()
    await look(page, '09-preview')
    await press(page, 'Publish')

    await heading(page, 'Where does one find a quiet place?')
    await page.locator('article strong').getByText('full').waitFor()
    await page.getByText('College only').waitFor()
    await page.getByText('1 view').waitFor()
    await follow(page, 'Edit')
    await page.getByLabel('Title').fill('Where is a quiet place?')
    await press(page, 'Save')
    await heading(page, 'Where is a quiet place?')
    await page.getByLabel('Write a comment').fill('I found one: the *garden*.')
    await press(page, 'Comment')
    await page.locator('em').getByText('garden').waitFor()
    await page.getByRole('button', { name: 'Reply' }).click()
    await page.getByLabel(/^Reply to /).fill('With a bench, even.')
    await page.locator('form').getByRole('button', { name: 'Reply' }).click()
    await page.getByText('With a bench, even.').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Comments 2' }).waitFor()
    await look(page, '10-post')
    await page.getByRole('article').first().getByRole('button', { name: 'Upvote' }).first().click()
    await page.getByText('1 upvote, 0 downvotes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('article').first().getByRole('button', { name: 'Downvote' }).first().click()
    await page.getByRole('status').getByText('could not be reached').waitFor()
    await page.getByText('1 upvote, 0 downvotes').waitFor()
    await page.context().setOffline(false)

    await page.locator('summary').click()
    await look(page, '11-menu')
    await follow(page, 'Saved posts')
    await heading(page, 'Saved posts')
    await follow(page, 'Where is a quiet place?')
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Latest posts')
    expect(await page.getByRole('link', { name: 'Where is a quiet place?' }).count()).toBe(0)
    await page.locator('summary').click()
    await press(page, 'Sign out')
    await heading(page, 'Campus University')
    expect(foreign).toEqual([])
    expect(page.faults.filter((fault) => !/status of 40[034]|INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('another day, at a desk', () => {
  const signIn = async (page: WatchedPage, { email }: Person) => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }

  test('the feed keeps its place, a lost session loses no words, and two tabs agree', async () => {
    const page = await openPage(DESK)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`${server.origin}/saved`)
    await heading(page, 'Sign in')
    await look(page, '20-login')
    const mails = mailsTo(ada.email).length
    await press(page, 'Sign in with a code by mail')
    await page.getByLabel('E-mail address').fill(ada.email)
    await press(page, 'Send me a code')
    await page.getByText('Another code can be sent in').waitFor()
    await page.getByLabel('Code').fill(await otpFor(ada.email, mails))
    await page.keyboard.press('Enter')
    await heading(page, 'Saved posts')
    await look(page, '21-saved-empty')

    requests.length = 0
    await page.goto(server.origin)
    const last = page.getByRole('link', { name: 'Question 1 about the library', exact: true })
    await page.getByRole('link', { name: `Question ${POSTS} about the library` }).waitFor()
    await look(page, '22-feed')
    expect(requests.filter((path) => path === '/api/v1/posts')).toHaveLength(1)
    for (let tries = 0; tries < 20 && (await last.count()) === 0; tries++) {
      await page.mouse.wheel(0, 3000)
      await page.waitForTimeout(50)
    }
    await last.scrollIntoViewIfNeeded()
    const scroll = await page.evaluate(() => scrollY)
    expect(scroll).toBeGreaterThan(1000)
    await last.click()
    await heading(page, 'Question 1 about the library')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await look(page, '23-post')
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
    await page.getByRole('link', { name: 'Question 22 about the library' }).waitFor()
    expect(await page.getByRole('link', { name: `Question ${POSTS} about the library` }).count()).toBe(0)

    requests.length = 0
    await page.goto(`${server.origin}/post/${ids[0]}`)
    await page.getByLabel('Write a comment').fill('Half a thought')
    await page.getByText('Nobody has said anything yet.').waitFor()
    for (const path of [`/api/v1/posts/${ids[0]}`, `/api/v1/comments/post/${ids[0]}`, '/api/v1/auth/me'])
      expect([path, requests.filter((each) => each === path).length]).toEqual([path, 1])
    expectData(await ada.visitor.post('auth/logout-all'))
    await press(page, 'Comment')
    await heading(page, 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe(`/post/${ids[0]}`)
    await signIn(page, ada)
    await heading(page, 'Question 1 about the library')
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('Half a thought')
    await press(page, 'Comment')
    const own = page.getByRole('listitem').filter({ hasText: 'Half a thought' })
    await own.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Change your comment').fill('A whole thought')
    await page.locator('form').getByRole('button', { name: 'Edit' }).click()
    const changed = page.getByRole('listitem').filter({ hasText: 'A whole thought' })
    await changed.getByRole('button', { name: 'Delete' }).click()
    await look(page, '24-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nobody has said anything yet.').waitFor()

    await page.getByLabel('Language').selectOption('hi')
    await page.getByRole('heading', { level: 2, name: 'टिप्पणियाँ' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('hi')
    await page.getByLabel('थीम').selectOption('dark')
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'टिप्पणियाँ' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('quad-night')
    await look(page, '25-hindi')

    const other = await page.context().newPage()
    await other.goto(`${server.origin}/`)
    await other.locator('summary').click()
    await other.getByRole('button', { name: 'साइन आउट' }).click()
    await page.getByRole('link', { name: 'टिप्पणी करने के लिए साइन इन करें' }).waitFor()
    expect(page.faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])

    await page.evaluate(() => document.body.append(document.createElement('img')))
    await expect(look(page, 'broken')).rejects.toThrow('image-alt')
  })
})

const READ_ME = { title: 'Read me', content: 'First.\n\nSecond.', topic: 'Showcase' }

describe.skipIf(!hasBrowser)('without JavaScript', () => {
  test('a public post can be read, and any other page says what it needs', async () => {
    const page = await openPage({ ...PHONE, javaScriptEnabled: false })
    await page.goto(`${server.origin}/post/${expectData(await ada.visitor.post('posts', READ_ME), 201).post.id}`)
    await heading(page, 'Read me')
    expect(await page.locator('article p').last().textContent()).toBe('Second.')
    expect(await page.locator('article p').last().isVisible()).toBe(true)
    expect(await page.title()).toBe('Read me · Campus University')
    await shoot(page, '30-no-javascript')
    for (const path of ['/', '/login', '/join']) {
      await page.goto(server.origin + path)
      await page.locator('noscript p').waitFor()
      expect(await page.locator('noscript p').textContent()).toContain('needs JavaScript')
    }
    expect(page.faults).toEqual([])
  })
})
