import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { app } from '../../src/app'
import { setPostState } from '../../src/domain/post-changes'
import { cookieNames } from '../../src/http/session-cookies'
import { CLIENT_PATHS } from '../../src/modules/pages/client-paths'
import { DESK, hasBrowser, useBrowser, type WatchedPage } from '../support/browser'
import { administrator, expectData, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { faultsBut, heading, press, visitAs } from '../support/steps'
import { serveClient } from '../support/web-client'

const openPage = useBrowser()
let server: Awaited<ReturnType<typeof serveClient>>
let ada: Person
let bob: Person
let secret: string

const HOSTILE = '</script><!--<script>\u2028\u202e"\'&amp;</title></noscript>$&<img src=x onerror=alert(1)>'

const publish = async ({ visitor }: Person, title: string, more: object = {}): Promise<string> => {
  const post = { title, content: `${title}. Nobody could tell me.`, topic: 'Ask Campus', ...more }
  return expectData(await visitor.post('posts', post), 201).post.id
}

beforeAll(async () => {
  server = await serveClient()
  ada = await student()
  bob = await student()
  secret = await publish(ada, 'Meet me at the old lathe', { isPrivate: true })
})
afterAll(() => server.stop())

const ask = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://localhost:3000${path}`, { headers }))
const FIRST_POSTS = '/api/v1/posts?limit=20'

describe('the document with the first posts', () => {
  const BROUGHT = /<script type="application\/json" data-answer="([^"]+)">([^<]*)<\/script>/
  /** The home page as a stranger gets it, once somebody has asked for the posts. */
  const home = async (): Promise<string> => {
    await ask(FIRST_POSTS)
    return (await ask('/')).text()
  }

  test('holds what people wrote as data that cannot end', async () => {
    await publish(bob, `Hostile ${HOSTILE}`.slice(0, 100))
    const html = await home()
    const [, path, json] = BROUGHT.exec(html)!
    expect(path).toBe(FIRST_POSTS)
    expect(JSON.parse(json!)).toEqual(await (await ask(FIRST_POSTS)).json())
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('<!--')
    expect(html).not.toContain('<img')
  })
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
  test('no foreign page reads it, and none changes what others get', async () => {
    const before = await home()
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await ask(FIRST_POSTS, headers)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('vary')).toContain('Origin')
    }
    // Who lies about where the request comes from is no browser, and learns what every stranger may.
    const liar = await ask(FIRST_POSTS, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })
    expect(liar.headers.get('access-control-allow-origin')).toBeNull()
    expect(await home()).toBe(before)
  })
})

const signIn = async (page: WatchedPage, { email }: Person) => {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}
const cookiesOf = ({ visitor }: Person) =>
  [...visitor.cookies].map(([name, value]) => ({ name, value, url: server.origin, httpOnly: true }))
/** Everything that the page has ever held in this document, painted or not. */
const watchFor = (page: WatchedPage, words: string) =>
  page.addInitScript((words) => {
    const note = () => {
      if (document.body?.textContent?.includes(words)) sessionStorage.setItem('seen', 'yes')
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
  }, words)

describe.skipIf(!hasBrowser)('one browser, two people', () => {
  test('whoever signs in after a session has ended finds nothing of the one before', async () => {
    const [eve, page] = [await student(), await openPage(DESK)]
    const diary = await publish(eve, 'Dear diary', { isPrivate: true })
    await page.goto(`${server.origin}/login`)
    await signIn(page, eve)
    await heading(page, 'Latest posts')
    await page.getByRole('link', { name: 'Dear diary', exact: true }).click()
    await heading(page, 'Dear diary')
    await page.evaluate(() => Object.assign(window, { ofEve: true }))
    expectData(await eve.visitor.post('auth/login', { email: eve.email, password: PASSWORD }))
    expectData(await eve.visitor.post('auth/logout-all'))
    await page.getByLabel('Write a comment').fill('Half a thought')
    await press(page, 'Comment')
    await heading(page, 'Sign in')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('')
    expect(await page.evaluate(() => 'ofEve' in window)).toBe(false)
    await watchFor(page, 'Dear diary')
    await page.evaluate(() => sessionStorage.clear())
    await page.route(`**/api/v1/posts/${diary}`, (route) =>
      route.fulfill({ status: 403, json: { success: false, message: '', code: 'FORBIDDEN' } }),
    )
    await signIn(page, bob)
    await heading(page, 'This post is for one college only')
    await page.goto(`${server.origin}/post/${diary}/edit`)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull()
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('Dear diary')
    expect(faultsBut(page, /status of 40[13]/)).toEqual([])
  })

  test('a session of somebody else in another tab is noticed by this one', async () => {
    const page = await openPage(DESK)
    await visitAs(page, ada, server.origin)
    await heading(page, 'Latest posts')
    await page.getByRole('link', { name: 'Meet me at the old lathe', exact: true }).waitFor()
    // As after a sign-in through another site, which no tab hears of.
    await page.context().addCookies(cookiesOf(bob))
    const other = await page.context().newPage()
    await other.goto(server.origin)
    await other.locator('summary').getByText(/./).first().waitFor()
    await page.locator('summary').click()
    await page.locator('details').getByText(bob.user.username).first().waitFor()
    expect(page.faults).toEqual([])
  })

  test('a link from a mail that is open is not lost when somebody signs in beside it', async () => {
    const page = await openPage(DESK)
    const other = Object.assign(await page.context().newPage(), { faults: [] })
    await other.goto(`${server.origin}/reset#some-token`)
    await heading(other, 'Choose a new password')
    expect(other.url()).toBe(`${server.origin}/reset`)
    await page.goto(`${server.origin}/login`)
    await signIn(page, bob)
    await heading(page, 'Latest posts')
    await other.locator('summary').waitFor()
    await heading(other, 'Choose a new password')
  })

  test('where a sign-in was to lead is forgotten with another', async () => {
    const page = await openPage(DESK)
    await page.goto(`${server.origin}/login`)
    await page.evaluate(() => sessionStorage.setItem('quad.next', '/settings'))
    await signIn(page, bob)
    await heading(page, 'Latest posts')
    await page.reload()
    await heading(page, 'Latest posts')
    await page.waitForTimeout(200)
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

/** As when the browser brings back a document that it has kept whole; one that is driven keeps none. */
const broughtBack = (page: WatchedPage) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return document.documentElement.hidden
  })

describe.skipIf(!hasBrowser)('a browser that keeps whole documents for the way back', () => {
  test('brings back what is still the reader’s as it was, and nothing of another account', async () => {
    const page = await openPage(DESK)
    await visitAs(page, ada, server.origin)
    await page.getByRole('link', { name: 'Meet me at the old lathe', exact: true }).waitFor()
    await page.evaluate(() => Object.assign(window, { ofAda: true }))
    expect(await broughtBack(page)).toBe(false)
    await page.context().addCookies(cookiesOf(bob))
    await page.evaluate((id) => localStorage.setItem('quad.account', id), bob.id)
    expect(await broughtBack(page)).toBe(true)
    await page.waitForFunction(() => !('ofAda' in window))
    await page.locator('summary').click()
    await page.locator('details').getByText(bob.user.username).first().waitFor()
    expect(page.faults).toEqual([])
  })
  test('keeps a document that is left for good unseen', async () => {
    const [eve, page] = [await student(), await openPage(DESK)]
    await visitAs(page, eve, server.origin)
    await page.locator('summary').click()
    await page.evaluate(() => {
      addEventListener('pagehide', () => sessionStorage.setItem('unseen', String(document.documentElement.hidden)))
    })
    await press(page, 'Sign out')
    await heading(page, 'Campus University')
    expect(await page.evaluate(() => sessionStorage.getItem('unseen'))).toBe('true')
    expect(await page.evaluate(() => localStorage.getItem('quad.account'))).toBeNull()
  })
})

describe.skipIf(!hasBrowser)('an address made to mislead', () => {
  test.each(['/.//evil.example', '//evil.example', '/\\evil.example', '//[', '/%2e//evil.example'])(
    'after a sign-in %s leads home',
    async (next) => {
      const page = await openPage()
      await visitAs(page, bob, `${server.origin}/login?next=${encodeURIComponent(next)}`)
      await heading(page, 'Latest posts')
      expect(new URL(page.url()).origin).toBe(server.origin)
      await page.evaluate((next) => sessionStorage.setItem('quad.next', next), next)
      await page.goto(server.origin)
      await heading(page, 'Latest posts')
      await page.waitForTimeout(100)
      expect(page.url()).toBe(`${server.origin}/`)
      expect(page.faults).toEqual([])
    },
  )
  test.each([
    '/post/%3Flimit=1',
    '/post/..%2f..%2finstance',
    '/post/%22%5D',
    '/post/%E0%A4%A',
    '/%E0%A4%A',
    '/u/%E0%A4%A',
  ])('%s is a page that is not there', async (path) => {
    const page = await openPage()
    await visitAs(page, bob, server.origin + path)
    await heading(page, /not (?:here|found)/i)
    expect(faultsBut(page, /status of 4\d\d/)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('an administrator', () => {
  let root: Person
  beforeAll(async () => {
    root = await administrator('superadmin')
  })
  test.each(['people', 'posts'])('is not led to another endpoint by steps in the id of one of the %s', async (area) => {
    const page = await openPage(DESK)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visitAs(page, root, `${server.origin}/console/${area}/%2e%2e%2f..%2f..%2fauth%2fsessions%3f`)
    await page.getByRole('alert').first().waitFor()
    await page.goto(`${server.origin}/console/${area}/x%2f%252e%252e%2f..%2fauth%2fsessions%3f`)
    await page.getByRole('alert').first().waitFor()
    expect(asked.filter((path) => path === '/api/v1/auth/sessions')).toEqual([])
  })
  test('sees every page without a violation of the policy', async () => {
    const page = await openPage(DESK)
    await visitAs(page, root, server.origin)
    for (const path of CLIENT_PATHS) {
      await page.goto(server.origin + path.replace(':id', path.includes('post') ? secret : ada.id))
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect(faultsBut(page, /status of 4\d\d/)).toEqual([])
  })

  test('whose session ends is led back to the same page of the console, as it was narrowed down', async () => {
    const page = await openPage(DESK)
    await visitAs(page, root, server.origin)
    const filtered = `${server.origin}/console/people?query=${ada.user.username}`
    await page.goto(`${server.origin}/console/people`)
    await page.getByText(ada.user.username).first().waitFor()
    const elsewhere = new Visitor()
    expectData(await elsewhere.post('auth/login', { email: root.email, password: PASSWORD }))
    expectData(await elsewhere.post('auth/logout-all'))
    await page.getByRole('searchbox').fill(ada.user.username)
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe(filtered.slice(server.origin.length))
    await signIn(page, root)
    await page.getByText(ada.user.username).first().waitFor()
    expect(page.url()).toBe(filtered)
  })

  test('who is one no more is told so, and keeps nothing of the console', async () => {
    const former = await administrator('admin')
    const page = await openPage(DESK)
    await visitAs(page, former, `${server.origin}/console/people`)
    await page.getByText(ada.user.username).first().waitFor()
    const chief = await administrator('superadmin')
    expectData(await chief.visitor.put(`admin/users/${former.id}/role`, { role: 'user' }))
    await page.getByRole('link', { name: 'Colleges', exact: true }).first().click()
    await heading(page, 'This is for moderators')
  })
  test('who is suspended meanwhile is told so', async () => {
    const [chief, suspect, page] = [
      await administrator('superadmin'),
      await administrator('admin'),
      await openPage(DESK),
    ]
    await visitAs(page, suspect, `${server.origin}/console/people`)
    await page.getByText(ada.user.username).first().waitFor()
    const ends = new Date(Date.now() + 86_400_000).toISOString()
    const state = { blocked: true, suspension: { ends, reason: 'Under investigation' } }
    expectData(await chief.visitor.put(`moderation/users/${suspect.id}/moderation-state`, state))
    await page.getByRole('link', { name: 'Colleges', exact: true }).first().click()
    await page.getByRole('status').getByText('Under investigation').waitFor()
  })
})

describe.skipIf(!hasBrowser)(
  'a gateway in front of Quad, which leads whoever it does not know to its own sign-in',
  () => {
    /** Until it knows the browser, as one that tells by a cookie. */
    let isStrict = true
    let gateway: ReturnType<typeof Bun.serve>
    beforeAll(() => {
      gateway = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch(request) {
          const { pathname, search } = new URL(request.url)
          const isKnown = !isStrict || request.headers.has('cookie') || pathname === '/sw.js' || pathname === '/gateway'
          if (!isKnown) return Response.redirect('/gateway')
          if (pathname === '/gateway')
            return new Response('<h1>Gateway</h1>', { headers: { 'content-type': 'text/html' } })
          return fetch(server.origin + pathname + search, { headers: request.headers, decompress: false })
        },
      })
    })
    afterAll(() => gateway.stop(true))

    test('has nothing of its own kept as the program or as the page without a connection', async () => {
      const page = await openPage({ ...DESK, serviceWorkers: 'allow' })
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
      expect([all.length > 10, all.filter((each) => each !== 'false false')]).toEqual([true, []])
    })
  },
)
