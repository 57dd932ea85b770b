import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { version } from '../../../package.json'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { campusColors } from '../../../src/lib/text/campus-colors'
import { assets } from '../../../src/pages/assets'
import { administrator, CAMPUS, collegeId, fails } from '../../support/kit'
import { useClient } from '../../support/web-client'

const server = await useClient()

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.handle(new Request(`http://localhost${path}`, { method, headers }))
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function builtAssets(): Promise<string[]> {
  const html = await (await ask('/')).text()
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
}

describe('the shell', () => {
  test.each(['/', '/login', '/join', '/new', '/saved', '/setup', '/reset'])(
    '%s is the shell, asked again each time',
    async (path) => {
      const response = await ask(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toStartWith('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      const again = await ask(path, { 'if-none-match': response.headers.get('etag')! })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await ask(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    },
  )
  test('holds no inline script or style, and nothing from elsewhere', async () => {
    for (const path of ['/', '/api/v1/docs']) {
      const html = await (await ask(path)).text()
      expect(html).not.toMatch(
        /<script(?! type="(?:application\/json|importmap)"|[^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i,
      )
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i)
    }
  })
  test('holds nothing of `bun dev`', async () => {
    expect(await (await ask('/')).text()).not.toContain('/dev/')
    for (const path of ['/dev/events', '/dev/reload.js']) await fails(ask(path), 404)
  })
  test('an unknown page is the shell with 404, for a browser alone', async () => {
    const page = await ask('/no/such/page', BROWSER)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toStartWith('text/html')
    expect(await page.text()).toBe(await (await ask('/login')).text())
    for (const [path, headers, method] of [
      ['/no/such/page', { accept: '*/*' }, 'GET'],
      ['/no/such/page', BROWSER, 'POST'],
      ['/api/v1/nothing', BROWSER, 'GET'],
      ['/uploads/nothing', BROWSER, 'GET'],
    ] as const) {
      const answer = await ask(path, headers, method)
      expect([path, answer.status]).toEqual([path, 404])
      expect((await answer.json()).code).toBe('NOT_FOUND')
    }
  })
  test('a wrong method on a page is 405', async () => {
    const answer = await ask('/login', {}, 'DELETE')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('assets', () => {
  test('are kept for good, as their names change with them', async () => {
    const paths = await builtAssets()
    expect(paths.length).toBeGreaterThanOrEqual(3)
    for (const path of paths) {
      const response = await ask(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=1', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate, gzip', 'gzip'],
    ['gzip, deflate, br;q=0.9', 'gzip'],
    ['gzip;q=0.4, br;q=0.8', 'br'],
    ['br; q=0.0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity;q=0.5, gzip;q=0.2', null],
    ['identity, gzip', 'gzip'],
    ['identity', null],
    ['br;q=0', null],
    ['*;q=0', null],
    ['br;q=often', null],
    ['brick, deflate', null],
    ['', null],
  ])('to who accepts "%s" texts go out in %p', async (accepted, coding) => {
    for (const path of [(await builtAssets()).find((each) => each.endsWith('.js'))!, '/', '/manifest.webmanifest']) {
      const response = await ask(path, { 'accept-encoding': accepted })
      expect([path, response.headers.get('content-encoding')]).toEqual([path, coding])
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
    }
  })
  test('every form of a text is the same text under the same tag, and smaller', async () => {
    for (const path of [...(await builtAssets()).filter((each) => /\.(?:js|css)$/.test(each)), '/', '/sw.js']) {
      const [plain, brotli, gzip] = await Promise.all(
        ['identity', 'br', 'gzip'].map((coding) => ask(path, { 'accept-encoding': coding })),
      )
      const text = await plain!.text()
      const [small, middling] = [await brotli!.bytes(), await gzip!.bytes()]
      expect(brotliDecompressSync(small).toString()).toBe(text)
      expect(gunzipSync(middling).toString()).toBe(text)
      expect([path, small.length < middling.length, middling.length < text.length]).toEqual([path, true, true])
      const etag = plain!.headers.get('etag')!
      expect(etag).toStartWith('W/')
      expect([brotli, gzip].map((each) => each!.headers.get('etag'))).toEqual([etag, etag])
      const known = await ask(path, { 'accept-encoding': 'br', 'if-none-match': etag })
      expect([known.status, await known.text(), known.headers.get('content-encoding')]).toEqual([304, '', null])
      expect([known.headers.get('etag'), known.headers.get('vary')]).toEqual([etag, plain!.headers.get('vary')])
    }
  })
  test('the faces are one file, kept for good: of each one its size would tell the network which is shown', async () => {
    const pictures = [...assets().keys()].filter((path) => /^assets\/(?!favicon).*\.svg$/.test(path))
    expect(pictures).toHaveLength(1)
    const sheet = await ask(`/${pictures[0]}`)
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    const glyphs = await sheet.text()
    for (const animal of ['otter', 'marten', 'none']) expect(glyphs).toContain(`<g id="${animal}">`)
    expect(glyphs).not.toMatch(/<script|href|url\(|\son\w+=/)
  })
  test('a campus with a hue is coloured from the first paint on, and one without has the colours of Quad', async () => {
    const page = async (path: string) => (await ask(path)).text()
    const [admin, id] = [await administrator(), await collegeId(CAMPUS)]
    const colour = (accentHue: number | null) => admin.patch(`colleges/${id}`, { accentHue })
    for (const path of ['/', '/login']) expect(await page(path)).not.toContain('/assets/hue/')
    await colour(25)
    for (const path of ['/', '/login', '/post/1'])
      expect([path, (await page(path)).split('href="/assets/hue/25.css"').length]).toEqual([path, 2])
    const { sky } = campusColors(25)
    expect(JSON.parse(await page('/manifest.webmanifest')).theme_color).toBe(sky)
    expect(await page('/')).toContain(`<meta name="theme-color" content="${sky}"`)
    const style = await ask('/assets/hue/25.css')
    expect([style.headers.get('content-type'), await style.text()]).toEqual([
      'text/css; charset=utf-8',
      ':root{--hue:25}',
    ])
    expect(style.headers.get('cache-control')).toContain('immutable')
    for (const name of ['360.css', '-1.css', '25', '1e2.css', '025}.css', 'x.css'])
      expect([name, (await ask(`/assets/hue/${name}`)).status]).toEqual([name, 404])
    await colour(null)
    for (const path of ['/', '/login']) expect(await page(path)).not.toContain('/assets/hue/')
  })
  test('pictures go out as they are', async () => {
    const answer = await ask('/icons/icon-192.png', { 'accept-encoding': 'br, gzip' })
    expect([answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual(['image/png', null])
  })
  test('HEAD says of each form what GET says', async () => {
    const path = (await builtAssets()).find((each) => each.endsWith('.js'))!
    const lengths = new Set<string | null>()
    for (const coding of ['identity', 'br', 'gzip']) {
      const [head, got] = await Promise.all(
        ['HEAD', 'GET'].map((method) =>
          fetch(server.origin + path, { method, headers: { 'accept-encoding': coding }, decompress: false }),
        ),
      )
      const facts = (response: Response) =>
        ['etag', 'content-encoding', 'content-type', 'content-length', 'vary'].map((name) => response.headers.get(name))
      expect(facts(head!)).toEqual(facts(got!))
      expect(await head!.text()).toBe('')
      expect(head!.headers.get('content-length')).toBe(String((await got!.bytes()).length))
      lengths.add(head!.headers.get('content-length'))
    }
    expect(lengths.size).toBe(3)
  })
  test('nothing outside of the built client is served', async () => {
    for (const path of [
      '/assets/../index.html',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/docs/%2e%2e/%2e%2e/package.json',
      '/assets/',
      '/docs/index.html.br',
      '/docs/index.html.gz',
      '/icons/draw.ts',
      '/icons/..%2fcontents.json',
      '/contents.json',
    ]) {
      const response = await ask(path)
      expect([path, response.status]).toEqual([path, 404])
    }
  })
  test('the package for clients, as it installs, and its page', async () => {
    const response = await ask('/docs/quad-client.tgz', { 'accept-encoding': 'gzip, br' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(response.headers.get('content-encoding')).toBeNull()
    const files = await new Bun.Archive(await response.bytes()).files()
    expect(JSON.parse(await files.get('package/package.json')!.text()).version).toBe(version)
    const etag = response.headers.get('etag')!
    expect((await ask('/docs/quad-client.tgz', { 'if-none-match': etag })).status).toBe(304)
    expect(await (await ask('/docs/clients.md')).text()).toContain('/docs/quad-client.tgz')
  })
  test('the pages of the documentation load what they name', async () => {
    const html = await (await ask('/api/v1/docs')).text()
    const named = [...html.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThanOrEqual(4)
    for (const path of [...named, '/favicon.svg']) expect([path, (await ask(path)).status]).toEqual([path, 200])
    expect((await ask('/docs/operating.md')).headers.get('content-type')).toStartWith('text/plain')
  })
})

test('search engines are kept out unless the operator lets them in', async () => {
  expect(await (await ask('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
  Object.assign(config, { indexing: true })
  expect(await (await ask('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /api/\n')
  expect((await ask('/')).headers.get('x-robots-tag')).toBeNull()
})
