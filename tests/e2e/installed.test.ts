import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import type { Worker } from 'playwright-core'
import { assets } from '../../src/api/pages/assets'
import { app } from '../../src/app'
import { config } from '../../src/config'
import { tellFollowers } from '../../src/core/notifications/follow-news'
import { sendDuePushes } from '../../src/core/push/delivery'
import { look } from '../support/accessibility'
import { DESK, hasBrowser, NARROWEST, useBrowser, type WatchedPage } from '../support/browser'
import { hexOf, skyColors, themeColors } from '../support/colors'
import { comment, judgePost, newWords, publish } from '../support/content'
import { expectData, later, student } from '../support/kit'
import { type Pushed, PushService, vapidHolds } from '../support/push-service'
import { answered, goToYou, type Hands, heading, pointing, said, signIn, typing, visitAs } from '../support/steps'
import { auditActions } from '../support/traces'
import { until } from '../support/until'
import { useClient } from '../support/web-client'
import { ANY, en, like } from '../support/words'

const PHONE = { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' } as const

const openPage = useBrowser()

const server = await useClient()
const ada = await student()
const words = { title: 'Where are the lockers?', content: 'Nobody could tell me.', topic: 'Ask Campus' }
const post = (await publish(ada, words)).id

const ask = (path: string) => app.handle(new Request(`http://localhost${path}`))

const WAYS = {
  'by keyboard alone': [typing, { ...DESK, serviceWorkers: 'allow' }],
  'on the narrowest phone': [pointing, { ...NARROWEST, serviceWorkers: 'allow' }],
} as const
const ways = Object.keys(WAYS) as (keyof typeof WAYS)[]

/** Width and height of a PNG, and whether some of it is transparent. */
async function pictureAt(path: string): Promise<{ size: string; isOpaque: boolean }> {
  const bytes = Buffer.from(await (await ask(path)).arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  const at = bytes.indexOf('tRNS')
  const opacities = bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4))
  return {
    size: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`,
    isOpaque: opacities.every((each) => each === 255),
  }
}

describe('the installed app', () => {
  test('the manifest names the campus, and every icon is as large as it says', async () => {
    const response = await ask('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toStartWith('application/manifest+json')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const described = await response.json()
    expect(described).toMatchObject({ name: 'Campus University', short_name: 'Quad', start_url: '/', scope: '/' })
    expect(described.display).toBe('standalone')
    const icons: { src: string; sizes: string; type: string; purpose?: string }[] = described.icons
    const pngs = icons.filter(({ type }) => type === 'image/png')
    expect(pngs.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src, sizes, purpose } of pngs)
      expect({ src, ...(await pictureAt(src)) }).toEqual({ src, size: sizes, isOpaque: purpose === 'maskable' })
    for (const { src, type } of icons) expect((await ask(src)).headers.get('content-type')).toStartWith(type)
  })
  test('a short name of the campus is what stands beneath the icon', async () => {
    Object.assign(config, { campus: { name: 'Northfield', domain: 'n.edu', city: 'N', state: 'N' } })
    try {
      expect(await (await ask('/manifest.webmanifest')).json()).toMatchObject({
        name: 'Northfield',
        short_name: 'Northfield',
      })
    } finally {
      Object.assign(config, { campus: undefined })
    }
  })
  test('every page names the manifest, the icons, and the colour of its sky', async () => {
    const html = await (await ask('/login')).text()
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
    const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)![1]!
    expect(await pictureAt(touch)).toEqual({ size: '180x180', isOpaque: true })
    const sky = hexOf(skyColors()[0]!)
    expect(html).toContain(`<meta name="theme-color" content="${sky}"`)
    const { theme_color, background_color } = await (await ask('/manifest.webmanifest')).json()
    expect([theme_color, background_color]).toEqual([sky, hexOf(themeColors('quad')['base-100']!)])
  })
  test('the worker is asked for anew each time, rules over the whole site, and may run', async () => {
    const response = await ask('/sw.js')
    expect(response.headers.get('content-type')).toStartWith('text/javascript')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("worker-src 'self'")
    const script = await response.text()
    expect(script).not.toMatch(/\bimport\b|\bexport\b|VERSION|FILES/)
    const named = [...script.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    const html = await (await ask('/')).text()
    for (const [, path] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g))
      expect(named).toContain(path!)
    for (const path of named) expect([path, (await ask(path)).status]).toEqual([path, 200])
  })
  test('the document for when there is no connection is of no page, and asks for nothing of the API', async () => {
    const html = await (await ask('/offline.html')).text()
    expect(html).not.toContain('/api/')
    expect(html).toContain('quad-offline')
    expect(await (await ask('/')).text()).not.toContain('quad-offline')
  })
})

/** A page that was loaded without a connection is not told by Chromium when the emulation of that ends. */
async function reconnect(page: WatchedPage): Promise<void> {
  await page.context().setOffline(false)
  // The page may be about to load itself again.
  await page.evaluate(() => void dispatchEvent(new Event('online'))).catch(() => undefined)
}

/** Everything that the browser's caches hold, by cache. */
const kept = (page: WatchedPage): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })

/** No faces: they tell whose posts somebody has read. */
const KEPT = /^\/(?:offline\.html|assets\/[\w-]+-[a-z0-9]{8}\.(?:js|css|svg|png|woff2))$/

/** The program alone is kept: before, during and after a session. */
async function signInAndOut(page: WatchedPage): Promise<void> {
  const seen = async () => {
    const caches = await kept(page)
    expect(Object.keys(caches)).toHaveLength(1)
    return Object.values(caches).flat()
  }
  expect((await seen()).length).toBeGreaterThan(10)
  await page.getByRole('link', { name: en.core.frame.signIn }).click()
  await signIn(page, ada)
  await heading(page, en.core.feed.title)
  await page.getByRole('link', { name: 'Where are the lockers?' }).click()
  await heading(page, 'Where are the lockers?')
  await page.reload()
  await heading(page, 'Where are the lockers?')
  expect((await seen()).filter((path) => !KEPT.test(path))).toEqual([])
  await goToYou(page)
  await page.getByRole('button', { name: en.you.signOut }).click()
  await page.getByRole('link', { name: en.core.frame.join, exact: true }).waitFor()
  expect((await seen()).filter((path) => !KEPT.test(path))).toEqual([])
  const document = await page.evaluate(async () => (await (await caches.match('/offline.html'))!.text()) ?? '')
  for (const word of [ada.email, ada.id, ada.user.username, 'lockers']) expect(document).not.toContain(word)
}

/** A newer worker replaces the page's while it is open, and keeps all that the first did. */
async function takeOver(page: WatchedPage): Promise<void> {
  const [first] = Object.keys(await kept(page))
  const built = assets().get('sw.js')!
  const text = new TextDecoder().decode(built.body).replaceAll(first!, 'quad-newer')
  replace('sw.js', { ...built, body: new TextEncoder().encode(text), encoded: () => undefined, etag: 'W/"newer"' })
  try {
    await page.reload()
    await page.waitForFunction(async () => (await caches.keys()).join() === 'quad-newer')
    expect(Object.values(await kept(page))[0]!.length).toBeGreaterThan(10)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(en.core.frame.offline).waitFor()
  } finally {
    replace('sw.js', built)
  }
}

const replace = (path: string, asset: ReturnType<typeof built>) =>
  (assets() as Map<string, typeof asset>).set(path, asset)
const built = () => assets().get('sw.js')!

describe.skipIf(!hasBrowser)('after one visit, without a connection', () => {
  test('pages open, say so, and come to life with it; the server’s own do not, and the program alone is kept', async () => {
    const page = await openPage(PHONE)
    await page.goto(server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.getByRole('link', { name: 'Where are the lockers?' }).waitFor()
    await page.context().setOffline(true)
    for (const path of ['/', `/post/${post}`]) {
      await page.goto(server.origin + path)
      await page.getByText(en.core.frame.offline).waitFor()
      await page.getByRole('button', { name: en.core.common.retry }).waitFor()
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    await look(page, '70-offline-post')
    const other = await page.context().newPage()
    for (const path of ['/api/v1/docs', '/uploads/a.png', '/docs/security.md'])
      expect(await other.goto(server.origin + path).catch((error) => String(error))).toContain(
        'ERR_INTERNET_DISCONNECTED',
      )
    await page.getByRole('button', { name: en.core.common.retry }).click()
    await page.getByRole('button', { name: en.core.common.retry }).waitFor()
    await reconnect(page)
    await heading(page, 'Where are the lockers?')
    expect(await page.getByText(en.core.frame.offline).count()).toBe(0)
    await page.goto(server.origin)
    await page.getByRole('link', { name: 'Where are the lockers?' }).waitFor()
    expect(page.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await signInAndOut(page)
    await takeOver(page)
  })
})

/** Everything that scripts of the site find on this device, in words; what is encrypted is not. */
const onDevice = (page: WatchedPage): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!)
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames) {
        const [keys, values] = ['getAllKeys', 'getAll'].map((all) => {
          const asked = database.transaction(store).objectStore(store)[all as 'getAll']()
          return new Promise((resolve) => {
            asked.onsuccess = () => resolve(asked.result)
          })
        })
        const texts = ((await values) as object[]).flatMap((value) =>
          Object.values(value).map((part) =>
            part instanceof ArrayBuffer ? new TextDecoder().decode(part) : part instanceof CryptoKey ? 'key' : part,
          ),
        )
        found.push(name, await keys, texts)
      }
      database.close()
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!request.url.includes('/assets/'))
          found.push(await (await (await caches.open(name)).match(request))!.text())
    return JSON.stringify(found)
  })

const copies = (page: WatchedPage): Promise<number> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'quad.copies')) return 0
    const opening = indexedDB.open('quad.copies')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const count = database.transaction('copies').objectStore('copies').count()
    const found = await new Promise<number>((resolve) => {
      count.onsuccess = () => resolve(count.result)
    })
    database.close()
    return found
  })

describe.skipIf(!hasBrowser)('somebody signed in, without a connection', () => {
  test('finds the feed and the opened post as they were, marked as old, until the session ends', async () => {
    const [bob, eve] = [await student(), await student()]
    await comment(ada, post, { content: 'Behind the gymnasium' })
    const page = await openPage(PHONE)
    await visitAs(page, bob, server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.getByRole('link', { name: words.title }).click()
    await page.getByText('Behind the gymnasium').waitFor()
    // The key and the index, who reads, the campus, the feed, the post and its thread.
    await until(async () => (await copies(page)) >= 7, 'the copies')
    const told = async (...secrets: string[]) => {
      const found = await onDevice(page)
      return secrets.filter((secret) => found.includes(secret))
    }
    expect(await told(words.title, words.content, 'Behind the gymnasium', bob.user.username)).toEqual([])

    await page.context().setOffline(true)
    await page.goto(server.origin)
    await page.getByText(like(en.core.frame.offlineFrom(ANY))).waitFor()
    await heading(page, en.core.feed.title)
    expect(await page.getByRole('link', { name: en.core.frame.signIn }).count()).toBe(0)
    await look(page, '71-offline-feed', '.shell-page > [role=status]')
    await page.getByRole('link', { name: words.title }).click()
    await page.getByText('Behind the gymnasium').waitFor()
    await page.reload()
    await page.getByText('Behind the gymnasium').waitFor()
    await page.getByText(like(en.core.frame.offlineFrom(ANY))).waitFor()

    await reconnect(page)
    await page.getByText(like(en.core.frame.offlineFrom(ANY))).waitFor({ state: 'detached' })
    await heading(page, words.title)

    // Another account that the browser gets without a sign-out finds none of it, and nobody else does after it.
    await page.context().clearCookies()
    await visitAs(page, eve, server.origin)
    await heading(page, en.core.feed.title)
    await page.context().setOffline(true)
    await page.goto(`${server.origin}/post/${post}`)
    await page.getByRole('button', { name: en.core.common.retry }).waitFor()
    expect(await page.getByText('Behind the gymnasium').count()).toBe(0)
    await reconnect(page)
    await heading(page, words.title)
    await until(async () => (await copies(page)) >= 6, 'the copies of the other account')
    await goToYou(page)
    await page.getByRole('button', { name: en.you.signOut }).click()
    await page.getByRole('link', { name: en.core.frame.join, exact: true }).waitFor()
    await until(async () => (await page.evaluate(() => localStorage.getItem('quad.copies'))) === null, 'the deletion')
    expect(await copies(page)).toBe(0)
    await page.context().setOffline(true)
    await page.goto(server.origin)
    await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
    expect(await page.getByRole('link', { name: words.title }).count()).toBe(0)
    expect(await told(words.title, 'Behind the gymnasium', eve.user.username, bob.id, eve.id, post)).toEqual([])
    expect(page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('what stopped being readable', () => {
  /** Opens it without a network and tells which of the words are there. */
  const foundOffline = async (page: WatchedPage, path: string, ...secrets: string[]) => {
    await page.context().setOffline(true)
    await page.goto(server.origin + path)
    await page
      .getByText(en.core.frame.offline)
      .or(page.getByText(like(en.core.frame.offlineFrom(ANY))))
      .waitFor()
    // Either the copy is shown, or that there is none.
    await page.getByRole('button', { name: en.core.common.retry }).or(page.getByRole('article')).first().waitFor()
    const shown = await page.locator('body').textContent()
    // A page that was opened offline loads itself again.
    await page.goto('about:blank')
    await page.context().setOffline(false)
    return secrets.filter((secret) => shown!.includes(secret))
  }
  /** Until the device has its copies: beside the key and the index, who reads, the campus, the feed, the post and its thread. */
  const read = async (page: WatchedPage, title: string, posts = 1) => {
    await page.goto(server.origin)
    await page.getByRole('link', { name: title }).click()
    await heading(page, title)
    await until(async () => (await copies(page)) >= 5 + 2 * posts, 'the copies')
  }

  test('is in no copy: a removed post, what somebody wrote whom one has blocked, and one’s own once deleted', async () => {
    const [bob, eve, kim] = [await student(), await student(), await student()]
    const [removed, blocked] = [
      await publish(kim, { title: 'Sold at gate three' }),
      await publish(eve, { title: 'Eve was here' }),
    ]
    const page = await openPage(PHONE)
    await visitAs(page, bob, server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await read(page, 'Sold at gate three')
    await read(page, 'Eve was here', 2)
    expect(await foundOffline(page, '/', 'Sold at gate three', 'Eve was here')).toEqual([
      'Sold at gate three',
      'Eve was here',
    ])

    await judgePost(removed.id, 'banned')
    await page.goto(server.origin)
    const before = await copies(page)
    await page.goto(`${server.origin}/post/${removed.id}`)
    await heading(page, en.post.page.missing)
    await until(async () => (await copies(page)) < before, 'that copies are deleted')
    for (const path of ['/', `/post/${removed.id}`])
      expect(await foundOffline(page, path, 'Sold at gate three')).toEqual([])

    await read(page, 'Eve was here')
    await page.goto(`${server.origin}/u/${eve.id}`)
    await page.getByRole('button', { name: en.people.profile.block }).click()
    await page.getByRole('dialog').getByRole('button', { name: en.people.profile.block }).click()
    await page.getByRole('heading', { level: 2, name: en.people.profile.blocked(eve.user.username) }).waitFor()
    // The key, the index, and who reads where, at most.
    await until(async () => (await copies(page)) <= 4, 'that copies are deleted')
    for (const path of ['/', `/post/${blocked.id}`]) expect(await foundOffline(page, path, 'Eve was here')).toEqual([])

    const own = await publish(bob, { title: 'Never mind' })
    await read(page, 'Never mind')
    await page.getByRole('button', { name: en.post.page.delete }).click()
    await page.getByRole('dialog').getByRole('button', { name: en.post.page.delete }).click()
    await heading(page, en.core.feed.title)
    await page.goto('about:blank')
    await until(async () => (await bob.visitor.get(`posts/${own.id}`)).status === 404, 'the deletion')
    for (const path of ['/', `/post/${own.id}`]) expect(await foundOffline(page, path, 'Never mind')).toEqual([])
  })

  test('is all of it after a sign-out without a network, which the server hears of later', async () => {
    const bob = await student()
    const page = await openPage(PHONE)
    await page.addInitScript(() => {
      const unsubscribe = async () => {
        localStorage.setItem('unsubscribed', 'yes')
        return true
      }
      PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as PushSubscription
    })
    await visitAs(page, bob, server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await read(page, words.title)
    await page.getByLabel(en.post.thread.write).fill('Not for the next one')
    await goToYou(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: en.you.signOut }).click()
    await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
    expect(await copies(page)).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('unsubscribed'))).toBe('yes')
    for (const path of ['/', `/post/${post}`]) {
      await page.goto(server.origin + path)
      await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
      expect(await page.getByText(words.title).count()).toBe(0)
    }
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])

    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(server.origin)
    await page.getByRole('link', { name: words.title }).waitFor()
    await page.getByRole('link', { name: en.core.frame.signIn }).waitFor()
    expect(await page.locator('meta[name="quad-session"]').count()).toBe(0)
    expect(auditActions(bob.id)).toContain('user:logout:session')
    // And whoever signs in now stays.
    expectData(await bob.visitor.post('auth/login', { email: bob.email, password: bob.password }))
    await visitAs(page, bob, server.origin)
    await goToYou(page)
    await page.getByRole('button', { name: en.you.signOut }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('a sign-out', () => {
  test('also takes the drafts along where what handles them did not load', async () => {
    const bob = await student()
    const page = await openPage()
    await visitAs(page, bob, `${server.origin}/post/${post}`)
    await page.getByLabel(en.post.thread.write).fill('Not for the next one')
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
    await until(async () => (await stored()).length === 1, 'the draft')
    await page.goto('about:blank')
    await page.route(/\/assets\/drafts-[a-z0-9]{8}\.js$/, (route) => route.abort())
    await page.goto(server.origin)
    await goToYou(page)
    expect(await stored()).toHaveLength(1)
    await page.getByRole('button', { name: en.you.signOut }).click()
    await page.getByRole('link', { name: en.core.frame.join, exact: true }).waitFor()
    expect(await stored()).toEqual([])
    expect((await bob.visitor.get('users/me')).status).toBe(401)
  })
})

describe.skipIf(!hasBrowser)('what is written without a connection', () => {
  test.each(ways)('is sent once when it is back, although the first answer is lost, and says so: %s', async (way) => {
    const [handsOf, options] = WAYS[way]
    const bob = await student()
    const { id } = await publish(ada, { title: 'Is the pool open?' })
    const page = await openPage(options)
    const hands = handsOf(page)
    await visitAs(page, bob, `${server.origin}/post/${id}`)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await heading(page, 'Is the pool open?')
    await page.context().setOffline(true)
    await hands.press(en.core.post.upvote)
    await said(page, en.outbox.waits)
    await hands.fill(en.post.thread.write, 'Until nine, I think')
    await hands.press(en.post.thread.send)
    console.log(`voted and commented without a connection, ${way}: ${hands.effort()}`)
    await until(async () => (await page.getByLabel(en.post.thread.write).inputValue()) === '', 'the empty field')
    const waiting = page
      .getByRole('article')
      .filter({ hasText: 'Until nine, I think' })
      .filter({ hasText: en.outbox.waits })
    await waiting.getByRole('button', { name: en.outbox.discard }).waitFor()
    expect(await waiting.getByRole('button', { name: en.core.post.upvote }).count()).toBe(0)
    await page.getByRole('link', { name: en.core.frame.newPost }).first().click()
    await page.getByLabel(en.post.writing.topic).selectOption('Ask Campus')
    await page.getByLabel(en.post.writing.heading).fill('Where can one swim at night?')
    await page.getByLabel(en.post.writing.content, { exact: true }).fill(newWords())
    await page.getByLabel(en.post.writing.delay).check()
    await page.getByRole('button', { name: en.post.writing.publish }).click()
    await heading(page, en.drafts.title)
    await page.goBack()
    await page.goto(`${server.origin}/post/${id}`)
    await waiting.waitFor()
    expect((await onDevice(page)).includes('Until nine')).toBe(false)

    let sent = 0
    await page.context().route(`**/api/v1/comments/post/${id}`, async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 1) return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await page.context().setOffline(false)
    await until(async () => sent === 1, 'the first attempt')
    // The browser refuses where the page, which was opened offline, reloads by itself at this moment.
    await page.reload().catch(() => page.waitForLoadState())
    await said(page, en.outbox.sent(2))
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Until nine, I think' })
      .getByRole('button', { name: en.post.thread.edit })
      .waitFor()
    await waiting.waitFor({ state: 'detached' })
    const { delayedPosts } = expectData(await bob.visitor.get('posts/delayed'))
    expect(delayedPosts.map(({ title }: { title: string }) => title)).toEqual(['Where can one swim at night?'])
    const { comments } = expectData(await ada.visitor.get(`comments/post/${id}`))
    expect(comments.map(({ content }: { content: string }) => content)).toEqual(['Until nine, I think'])
    expect(expectData(await bob.visitor.get(`posts/${id}`)).post.userVote).toBe('upvote')
    // A page that was opened offline may reload amid the second attempt; each goes under the same key.
    expect(sent).toBeGreaterThanOrEqual(2)
    await page.goto(`${server.origin}/drafts`)
    await page.getByText(en.drafts.none).waitFor()
  })
})

describe.skipIf(!hasBrowser)('a tab of an older version, whose parts are gone', () => {
  test('loads its next page whole, and where that does not help it says so, once', async () => {
    const page = await openPage()
    let refusals = 1
    await page.route('**/assets/login-*.js', (route) =>
      refusals-- > 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.goto(server.origin)
    await page.evaluate(() => Object.assign(window, { older: true }))
    await page.getByRole('link', { name: en.core.frame.signIn }).click()
    await heading(page, en.account.login.title)
    expect([new URL(page.url()).pathname, await page.evaluate(() => 'older' in window)]).toEqual(['/login', false])

    // As if that had been long ago.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(server.origin)
    refusals = Number.POSITIVE_INFINITY
    let loads = 0
    page.on('load', () => loads++)
    await page.getByRole('link', { name: en.core.frame.signIn }).click()
    await heading(page, en.core.unreachable.title)
    expect(loads).toBe(1)
    refusals = 0
    await page.getByRole('button', { name: en.core.common.retry }).click()
    await heading(page, en.account.login.title)
  })
})

/**
 * Chromium without a window has no service that pushes for it, and the smaller one shows no notifications. At that edge
 * alone something stands in: the page subscribes at the service of the test, and what the worker shows is noted.
 */
async function subscribeAt(page: WatchedPage, { subscription }: PushService): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: server.origin })
  await page.addInitScript((made) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async (options) => {
      if (options?.userVisibleOnly !== true) throw new Error('a push that shows nothing')
      Object.assign(window, { subscribedWith: options.applicationServerKey })
      return { toJSON: () => made } as unknown as PushSubscription
    }
  }, subscription)
}

type Shown = { title: string; body: string | undefined; data: string; tag: string; lang: string }
type WorkerScope = {
  Notification: { permission: NotificationPermission }
  registration: {
    showNotification(title: string, options: object): Promise<void>
    getNotifications(): Promise<(Shown & { close(): void })[]>
  }
  dispatchEvent(event: Event): boolean
}

async function workerOf(page: WatchedPage): Promise<Worker> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const { Notification, registration } = self as unknown as WorkerScope
    if (Notification.permission === 'granted') return
    const shown: Awaited<ReturnType<typeof registration.getNotifications>> = []
    registration.getNotifications = async () => shown
    registration.showNotification = async (title, options) => {
      const close = () => shown.splice(0)
      shown.push({ title, body: '', close, ...options } as unknown as (typeof shown)[number])
    }
  })
  return worker
}

const notifications = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const shown = await (self as unknown as WorkerScope).registration.getNotifications()
    return shown.map(({ title, body, data, tag, lang }) => ({ title, body, data, tag, lang }))
  })

/** The browser is handed what its service got, and gives it to the worker. */
async function receive(page: WatchedPage, worker: Worker, { text }: Pushed): Promise<Shown> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const push = { origin: server.origin, registrationId: await registered, data: text }
  await session.send('ServiceWorker.deliverPushMessage', push)
  await until(async () => (await notifications(worker)).length === 1, 'the notification')
  return (await notifications(worker))[0]!
}

/** Only the system can tap it: the worker hears of that as if it had. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    const works: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => works.push(work)
    const event = Object.defineProperties(new Event('notificationclick'), {
      notification: { value: notification },
      waitUntil: { value: waitUntil },
    })
    scope.dispatchEvent(event)
    await Promise.all(works)
  })

/** What the service got once all is due. */
async function sendAll(service: PushService): Promise<Pushed[]> {
  later(180_000)
  await tellFollowers()
  later(180_000)
  await sendDuePushes()
  setSystemTime()
  return service.take()
}

/** From the post, by the hands, to a browser that is subscribed. */
async function followWith(page: WatchedPage, hands: Hands): Promise<void> {
  await hands.press(en.following.follow.follow)
  await said(page, en.following.follow.followed)
  await goToYou(page, hands)
  await hands.within(page.getByRole('main')).follow(en.you.settings)
  await heading(page, en.settings.page.title)
  await hands.check(en.following.notifications.here)
  await said(page, en.following.notifications.on)
}

describe.skipIf(!hasBrowser)('from Follow to a push', () => {
  beforeAll(() => {
    config.notifications = true
  })
  afterAll(() => {
    config.notifications = false
  })

  test.each(ways)('%s', async (way) => {
    const [handsOf, options] = WAYS[way]
    await using service = new PushService()
    const [reader, writer] = [await student(), await student()]
    const page = await openPage(options)
    const hands = handsOf(page)
    await subscribeAt(page, service)
    const own = await comment(reader, post, { content: `Has anybody asked? ${newWords()}` })
    await visitAs(page, reader, `${server.origin}/post/${post}`)
    await followWith(page, hands)
    console.log(`followed, and pushes on, ${way}: ${hands.effort()}`)
    const worker = await workerOf(page)

    await comment(writer, post, { content: `Behind the boiler room ${newWords()}` })
    const [news, ...more] = await sendAll(service)
    expect(more).toEqual([])
    expect(vapidHolds(news!.headers.get('authorization')!, service.origin)).toBe(true)
    const { publicKey } = expectData(await reader.visitor.get('push'))
    expect(news!.headers.get('authorization')).toEndWith(`k=${publicKey}`)
    expect(Object.keys(news!.json).toSorted()).toEqual(['lang', 'tag', 'title', 'url'])
    expect(await receive(page, worker, news!)).toMatchObject({ title: 'New comments on a post you follow', body: '' })
    await tap(worker)
    await page.waitForURL(`**/post/${post}`)
    await heading(page, words.title)
    expect(await notifications(worker)).toEqual([])

    const reply = await comment(writer, post, { content: 'Nobody, so far', parentCommentId: own.id })
    const [replied] = await sendAll(service)
    expect(replied!.text).not.toContain('Nobody')
    const seen = await receive(page, worker, replied!)
    expect(seen).toMatchObject({ title: 'New reply', body: '', data: `/post/${post}?comment=${reply.id}`, lang: 'en' })
    await tap(worker)
    await page.waitForURL(`**/post/${post}?comment=${reply.id}`)
    await page.locator(`#comment-${reply.id}:focus`).getByText('Nobody, so far').waitFor()
    expect(page.faults).toEqual([])
  })
  test('says what was written only where somebody wants that, and a browser that is gone is forgotten', async () => {
    await using service = new PushService()
    const [reader, writer] = [await student(), await student()]
    const page = await openPage(PHONE)
    await subscribeAt(page, service)
    const own = await comment(reader, post, { content: `And the showers? ${newWords()}` })
    await visitAs(page, reader, `${server.origin}/settings#notifications`)
    await page.getByLabel(en.following.notifications.here).check()
    await said(page, en.following.notifications.on)
    await answered(page, 'notifications/settings', () => page.getByLabel(en.following.notifications.text).check())
    await look(page, '78b-settings-notifications', 'section[aria-labelledby="notifications"]')
    await comment(writer, post, { content: 'Cold, but they work', parentCommentId: own.id })
    const [push] = await sendAll(service)
    const worker = await workerOf(page)
    expect(await receive(page, worker, push!)).toMatchObject({ title: 'New reply', body: 'Cold, but they work' })

    service.answer = () => new Response(null, { status: 410 })
    await comment(writer, post, { content: 'Only in summer', parentCommentId: own.id })
    expect(await sendAll(service)).toHaveLength(1)
    expect(expectData(await reader.visitor.get('push')).isSubscribed).toBe(false)
    await comment(writer, post, { content: 'And in May', parentCommentId: own.id })
    expect(await sendAll(service)).toEqual([])
    await page.reload()
    await heading(page, en.settings.page.title)
    expect(await page.getByLabel(en.following.notifications.here).isChecked()).toBe(false)
    expect(page.faults).toEqual([])
  })
})
