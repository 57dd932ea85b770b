import { describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { assets } from '../../../src/pages/assets'
import { look } from '../../support/accessibility'
import { pageTest, type WatchedPage } from '../../support/browser'
import { hexOf, skyColors, themeColors } from '../../support/colors'
import { publish } from '../../support/content'
import { isInstalled, LOCKERS, PHONE, reconnect } from '../../support/installed'
import { student } from '../../support/kit'
import { usePages } from '../../support/pages'
import { expectNoFaults, expectNone, heading, holds, sees } from '../../support/seen'
import { follow, goToYou, press, signIn } from '../../support/steps'
import { en } from '../../support/words'

const { openPage, server, enter } = await usePages()
const ada = await student()
const post = (await publish(ada, LOCKERS)).id

const ask = (path: string) => app.handle(new Request(`http://localhost${path}`))

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
    expect(await (await ask('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Northfield',
      short_name: 'Northfield',
    })
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

/** Everything that the browser's caches hold, by cache. */
const kept = (page: WatchedPage): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })

/** The program, and all faces: one alone would tell whose posts somebody has read. */
const KEPT = /^\/(?:offline\.html|assets\/[\w-]+-[a-z0-9]{8}\.(?:js|css|svg|png|woff2))$/

/** The program alone is kept: before, during and after a session. */
async function signInAndOut(page: WatchedPage): Promise<void> {
  const seen = async () => {
    const caches = await kept(page)
    expect(Object.keys(caches)).toHaveLength(1)
    return Object.values(caches).flat()
  }
  expect((await seen()).length).toBeGreaterThan(8)
  await follow(page, en.core.frame.signIn)
  await signIn(page, ada)
  await heading(page, en.core.frame.feed)
  await follow(page, 'Where are the lockers?')
  await heading(page, 'Where are the lockers?')
  await page.reload()
  await heading(page, 'Where are the lockers?')
  expect((await seen()).filter((path) => !KEPT.test(path))).toEqual([])
  await goToYou(page)
  await press(page, en.you.signOut)
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
    expect(Object.values(await kept(page))[0]!.length).toBeGreaterThan(8)
    await page.context().setOffline(true)
    await page.reload()
    await sees(page, en.core.frame.offline)
  } finally {
    replace('sw.js', built)
  }
}

const replace = (path: string, asset: ReturnType<typeof built>) =>
  (assets() as Map<string, typeof asset>).set(path, asset)
const built = () => assets().get('sw.js')!

pageTest('after one visit pages open without a connection; the program alone is kept', async () => {
  const page = await openPage({ ...PHONE, apart: true })
  await page.goto(server.origin)
  await isInstalled(page)
  await page.getByRole('link', { name: 'Where are the lockers?' }).waitFor()
  await page.context().setOffline(true)
  for (const path of ['/', `/post/${post}`]) {
    await page.goto(server.origin + path)
    await sees(page, en.core.frame.offline)
    await page.getByRole('button', { name: en.core.common.retry }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  }
  await look(page, '70-offline-post')
  const other = await page.context().newPage()
  for (const path of ['/api/v1/docs', '/uploads/a.png', '/docs/security.md'])
    expect(await other.goto(server.origin + path).catch((error) => String(error))).toContain(
      'ERR_INTERNET_DISCONNECTED',
    )
  await press(page, en.core.common.retry)
  await page.getByRole('button', { name: en.core.common.retry }).waitFor()
  await reconnect(page)
  await heading(page, 'Where are the lockers?')
  await expectNone(page.getByText(en.core.frame.offline))
  await page.goto(server.origin)
  await page.getByRole('link', { name: 'Where are the lockers?' }).waitFor()
  expectNoFaults(page, /ERR_INTERNET_DISCONNECTED/)
  await signInAndOut(page)
  await takeOver(page)
})

pageTest('a tab of an older version loads its next page whole once, and keeps what was typed', async () => {
  const page = await enter(await student(), `/post/${post}`)
  let refusals = 1
  await page.route('**/assets/account-*.js', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  const field = page.getByLabel(en.post.thread.write)
  await field.fill('Behind the gymnasium')
  await page.evaluate(() => Object.assign(window, { older: true }))
  const you = () => page.getByRole('link', { name: en.core.frame.you, exact: true }).click()
  await you()
  await page.waitForFunction(() => !('older' in window))
  await heading(page, en.core.frame.you)
  await page.goBack()
  await field.waitFor()
  await holds(field, 'Behind the gymnasium')

  // Of this version it has done so already, however long ago.
  await page.reload()
  refusals = Number.POSITIVE_INFINITY
  let loads = 0
  page.on('load', () => loads++)
  await you()
  await heading(page, en.core.unreachable.title)
  await sees(page, en.core.unreachable.part)
  expect(loads).toBe(0)
  await page.goBack()
  await page.reload()
  await page.context().setOffline(true)
  await you()
  await sees(page, en.core.failures.UNREACHABLE)
  refusals = 0
  await page.context().setOffline(false)
  // A page that shows what the device kept loads itself again, and may be faster.
  void press(page, en.core.common.retry).catch(() => undefined)
  await heading(page, en.core.frame.you)
  expectNoFaults(page, /status of 404|ERR_INTERNET_DISCONNECTED|WebSocket/)
})
