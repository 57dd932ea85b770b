import { beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { setPostState } from '../../../src/forum/posts/changes'
import { cookieNames } from '../../../src/http/session-cookies'
import { DESK, describePages, pageTest, type WatchedPage } from '../../support/browser'
import { administrator, expectData, inHours, PASSWORD, type Person, student, Visitor } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, heading, said, sees } from '../../support/seen'
import { goToYou, press, signIn, visitAs } from '../../support/steps'
import { moveTo } from '../../support/stubbed-pages'
import { en, starting } from '../../support/words'

const publish = async ({ visitor }: Person, title: string, more: object = {}): Promise<string> => {
  const post = { title, content: `${title}. Nobody could tell me.`, topic: 'Ask Campus', ...more }
  return expectData(await visitor.post('posts', post)).post.id
}

const { openPage, server, enter } = await usePages()
const ada = await student()
const bob = await student()
await publish(ada, 'Meet me at the old lathe', { isPrivate: true })

const ask = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://localhost:3000${path}`, { headers }))
const FIRST_POSTS = '/api/v1/posts?limit=20&sortBy=hot'

describe('the document with the first posts', () => {
  /** The home page as a stranger gets it, once somebody has asked for the posts. */
  const home = async (): Promise<string> => {
    await ask(FIRST_POSTS)
    return (await ask('/')).text()
  }
  test('is for whoever brings no session, be that good or bad, and neither is taken for the other', async () => {
    const html = await home()
    const stranger = await ask('/')
    for (const token of [ada.visitor.cookies.get(cookieNames.token)!, 'forged']) {
      const theirs = await ask('/', {
        cookie: `a=b; ${cookieNames.token}=${token}`,
        'if-none-match': stranger.headers.get('etag')!,
      })
      expect([theirs.status, theirs.headers.get('vary')]).toEqual([200, 'Accept-Encoding, Cookie'])
      const text = await theirs.text()
      expect([text.includes('data-answer'), text.includes('quad-session')]).toEqual([false, true])
      const back = await ask('/', { 'if-none-match': theirs.headers.get('etag')! })
      expect([back.status, await back.text()]).toEqual([200, html])
    }
    expect(html).not.toContain('quad-session')
    for (const response of [stranger, await ask(FIRST_POSTS)])
      expect(response.headers.get('cache-control')).toBe('no-cache')
    const personal = await ada.visitor.get(FIRST_POSTS)
    expect(personal.headers.get('cache-control')).toBe('no-store')
  })
  test.each([
    ['deleted', (id: string) => bob.visitor.delete(`posts/${id}`)],
    ['kept to the college', (id: string) => bob.visitor.patch(`posts/${id}`, { isPrivate: true })],
    ['banned', (id: string) => storage.write((tx) => setPostState(tx, id, 'banned'))],
    ['shadow-banned', (id: string) => storage.write((tx) => setPostState(tx, id, 'shadow_banned'))],
  ])('does not hold a post any more that was %s', async (state, change) => {
    const title = `A post to be ${state}`
    const id = await publish(bob, title)
    const before = await ask('/', { 'if-none-match': 'W/"none"' })
    expect(await home()).toContain(title)
    expect(await (await ask(`/post/${id}`)).text()).toContain(title)
    await change(id)
    const after = await ask('/', { 'if-none-match': before.headers.get('etag')! })
    expect(await after.text()).not.toContain(title)
    expect(await (await ask(`/post/${id}`)).text()).not.toContain(title)
  })
})

const cookiesOf = ({ visitor }: Person) =>
  [...visitor.cookies].map(([name, value]) => ({ name, value, url: server.origin, httpOnly: true }))
/** Whose account the page is for. It may begin anew meanwhile. */
const expectAccount = async (page: WatchedPage, { user }: Person) => {
  await goToYou(page)
  await page.getByText(user.username).first().waitFor()
}
/** Ends them from elsewhere. */
const endEverySession = async ({ email }: Person) => {
  const elsewhere = new Visitor()
  expectData(await elsewhere.post('auth/login', { email, password: PASSWORD }))
  expectData(await elsewhere.post('auth/logout-all'))
}
/** Keeps the page from hearing what happens elsewhere before it asks. */
const withoutNews = (page: WatchedPage) => page.routeWebSocket('**/api/v1/ws', () => undefined)
/** Everything that the page has ever held in this document, painted or not. */
const watchFor = (page: WatchedPage, words: string) =>
  page.addInitScript((words) => {
    const note = () => {
      if (document.body?.textContent?.includes(words)) sessionStorage.setItem('seen', 'yes')
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
  }, words)

describePages('one browser, two people', () => {
  test('whoever signs in after a session has ended finds nothing of the one before, nor goes its way', async () => {
    const [eve, page] = [await student(), await openPage(DESK)]
    const diary = await publish(eve, 'Dear diary', { isPrivate: true })
    await withoutNews(page)
    await visitAs(page, eve, server.origin)
    await page.getByRole('link', { name: 'Dear diary', exact: true }).click()
    await heading(page, 'Dear diary')
    await sees(page, en.post.thread.none)
    await page.evaluate(() => Object.assign(window, { ofEve: true }))
    await endEverySession(eve)
    // Whoever begins to write is told before a sentence is lost: the form asks for the name that one has here.
    await page.getByLabel(en.post.thread.write).fill('Half a thought')
    await heading(page, en.account.login.title)
    expect(await page.getByLabel(en.account.login.email).inputValue()).toBe('')
    expect(await page.evaluate(() => 'ofEve' in window)).toBe(false)
    await watchFor(page, 'Dear diary')
    await page.evaluate(() => {
      sessionStorage.clear()
      sessionStorage.setItem('quad.next', '/settings')
    })
    await page.route(`**/api/v1/posts/${diary}`, (route) =>
      route.fulfill({ status: 403, json: { success: false, message: '', code: 'FORBIDDEN' } }),
    )
    await signIn(page, bob)
    await heading(page, en.post.page.collegeOnly)
    expect(await page.evaluate(() => sessionStorage.getItem('quad.next'))).toBeNull()
    await page.goto(`${server.origin}/post/${diary}/edit`)
    await page.getByRole('alert').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull()
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('Dear diary')
    expectNoFaults(page, /status of 40[13]/)
  })

  test('a sign-in beside it leaves an open link from a mail alone; that of another account begins the page anew', async () => {
    const page = await openPage(DESK)
    await page.goto(`${server.origin}/reset#some-token`)
    await heading(page, en.account.reset.choose)
    expect(page.url()).toBe(`${server.origin}/reset`)
    const beside = Object.assign(await page.context().newPage(), { faults: [] })
    await visitAs(beside, ada, server.origin)
    await page.getByRole('link', { name: en.core.frame.you, exact: true }).waitFor()
    await heading(page, en.account.reset.choose)
    await page.close()

    await beside.getByRole('link', { name: 'Meet me at the old lathe', exact: true }).waitFor()
    await beside.evaluate(() => Object.assign(window, { ofAda: true }))
    // As after a sign-in through another site, which no tab hears of.
    await beside.context().addCookies(cookiesOf(bob))
    const other = await beside.context().newPage()
    await other.goto(server.origin)
    await beside.waitForFunction(() => !('ofAda' in window))
    await expectAccount(beside, bob)
    expectNoFaults(page)
  })
})

/** As when the browser brings back a document that it has kept whole; one that is driven keeps none. */
const broughtBack = (page: WatchedPage) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return document.documentElement.hidden
  })

pageTest('a document that the browser kept comes back to its reader only', async () => {
  const [eve, page] = [await student(), await openPage()]
  await visitAs(page, ada, server.origin)
  await page.getByRole('link', { name: 'Meet me at the old lathe', exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { ofAda: true }))
  expect(await broughtBack(page)).toBe(false)
  await page.context().addCookies(cookiesOf(eve))
  await page.evaluate((id) => localStorage.setItem('quad.account', id), eve.id)
  expect(await broughtBack(page)).toBe(true)
  await page.waitForFunction(() => !('ofAda' in window))
  await expectAccount(page, eve)
  await page.evaluate(() => {
    addEventListener('pagehide', () => sessionStorage.setItem('unseen', String(document.documentElement.hidden)))
  })
  await press(page, en.you.signOut)
  await heading(page, 'Campus University')
  expect(await page.evaluate(() => sessionStorage.getItem('unseen'))).toBe('true')
  expect(await page.evaluate(() => localStorage.getItem('quad.account'))).toBeNull()
  expectNoFaults(page)
})

const MISSING = starting(en.core.notFound.title, en.post.page.missing, en.people.profile.missing)

describePages('an address made to mislead', () => {
  test('leads home after a sign-in', async () => {
    const page = await enter(bob, '')
    await heading(page, en.core.frame.feed)
    // What any other leads to is in the rules of the client.
    for (const next of ['//evil.example', '//[', '/.//evil.example']) {
      await moveTo(page, `/login?next=${encodeURIComponent(next)}`)
      await page.waitForURL(`${server.origin}/`)
      await heading(page, en.core.frame.feed)
      await page.evaluate((next) => sessionStorage.setItem('quad.next', next), next)
    }
    await page.reload()
    await heading(page, en.core.frame.feed)
    await page.waitForFunction(() => sessionStorage.getItem('quad.next') === null)
    expect(page.url()).toBe(`${server.origin}/`)
    expectNoFaults(page)
  })
  test('with what cannot be an id, or cannot be decoded, is that of a page that is not there', async () => {
    const page = await openPage()
    await page.context().addCookies(cookiesOf(bob))
    for (const path of [
      '/post/%3Flimit=1',
      '/post/..%2f..%2finstance',
      '/post/%22%5D',
      '/post/%E0%A4%A',
      '/%E0%A4%A',
      '/u/%E0%A4%A',
    ]) {
      await page.goto(server.origin + path)
      await heading(page, MISSING)
    }
    expectNoFaults(page, /status of 4\d\d/)
  })
})

describePages('an administrator', () => {
  let root: Person
  beforeAll(async () => {
    root = await administrator('superadmin')
  })
  const people = (page: WatchedPage) => page.getByText(ada.user.username).first().waitFor()
  const toColleges = (page: WatchedPage) =>
    page.getByRole('link', { name: en.console.ways.colleges, exact: true }).first().click()

  test.each(['people', 'posts'])('is not led to another endpoint by steps in the id of one of the %s', async (area) => {
    const page = await openPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visitAs(page, root, `${server.origin}/console/${area}/%2e%2e%2f..%2f..%2fauth%2fsessions%3f`)
    await page.getByRole('alert').first().waitFor()
    await page.goto(`${server.origin}/console/${area}/x%2f%252e%252e%2f..%2fauth%2fsessions%3f`)
    await page.getByRole('alert').first().waitFor()
    expect(asked.filter((path) => path === '/api/v1/auth/sessions')).toEqual([])
  })
  test('who is suspended meanwhile is told so', async () => {
    const [suspect, page] = [await administrator('admin'), await openPage()]
    await visitAs(page, suspect, `${server.origin}/console/people`)
    await people(page)
    const state = { blocked: true, suspension: { ends: inHours(24), reason: 'Under investigation' } }
    await root.put(`moderation/users/${suspect.id}/moderation-state`, state)
    await toColleges(page)
    await said(page, 'Under investigation')
    await page.goto(`${server.origin}/new`)
    await sees(page, en.post.writing.suspended)
    await expectNone(page.locator('main form'))
  })
  test('whose session ends is led back to the same page of the console, as it was narrowed down', async () => {
    const page = await openPage(DESK)
    await withoutNews(page)
    await visitAs(page, root, `${server.origin}/console/people`)
    await people(page)
    await endEverySession(root)
    await page.getByRole('searchbox').fill(ada.user.username)
    await page.keyboard.press('Enter')
    await heading(page, en.account.login.title)
    const filtered = `/console/people?query=${ada.user.username}`
    expect(new URL(page.url()).searchParams.get('next')).toBe(filtered)
    await signIn(page, root)
    await people(page)
    expect(page.url()).toBe(server.origin + filtered)
  })
})

pageTest('nothing that a gateway answers of its own is kept as the program', async () => {
  /** Until it knows the browser, as one that tells by a cookie. */
  let isStrict = true
  using gateway = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      const isKnown = !isStrict || request.headers.has('cookie') || pathname === '/sw.js' || pathname === '/gateway'
      if (!isKnown) return Response.redirect('/gateway')
      if (pathname === '/gateway') return new Response('<h1>Gateway</h1>', { headers: { 'content-type': 'text/html' } })
      return fetch(server.origin + pathname + search, { headers: request.headers, decompress: false })
    },
  })
  const page = await openPage({ ...DESK, serviceWorkers: 'allow', apart: true })
  const origin = gateway.url.origin
  await page.context().addCookies([{ name: 'gateway', value: 'knows', url: origin }])
  await page.goto(origin)
  await heading(page, 'Campus University')
  const kept = () =>
    page.evaluate(async () => {
      const found = (
        await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).matchAll()))
      ).flat()
      return Promise.all(found.map(async (each) => `${each.redirected} ${(await each.text()).includes('Gateway')}`))
    })
  const registered = await page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.register('/sw.js')
    const worker = installing ?? waiting ?? active!
    while (!['activated', 'redundant'].includes(worker.state)) await new Promise((done) => setTimeout(done, 20))
    return worker.state
  })
  expect([registered, (await kept()).filter((each) => each.includes('true'))]).toEqual(['redundant', []])
  isStrict = false
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  isStrict = true
  await page.context().clearCookies()
  await page.evaluate(() => fetch('/assets/console-12345678.js'))
  const all = await kept()
  expect([all.length > 8, all.filter((each) => each !== 'false false')]).toEqual([true, []])
})
