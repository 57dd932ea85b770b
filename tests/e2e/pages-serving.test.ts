import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { app } from '../../src/app'
import { config } from '../../src/config'
import { serveClient } from '../support/web-client'

let server: Awaited<ReturnType<typeof serveClient>>
beforeAll(async () => {
  server = await serveClient()
})
afterAll(() => server.stop())

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
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      const again = await ask(path, { 'if-none-match': response.headers.get('etag')! })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await ask(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    },
  )
  test('holds no inline script or style, and nothing from elsewhere', async () => {
    for (const path of ['/', '/api/v1/docs']) {
      const html = await (await ask(path)).text()
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i)
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i)
    }
  })
  test('HEAD answers as GET without a body', async () => {
    const response = await fetch(server.origin, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
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
  test('come in brotli to those who take it, and as they are to the others', async () => {
    const path = (await builtAssets()).find((each) => each.endsWith('.js'))!
    const plain = await ask(path)
    const compressed = await ask(path, { 'accept-encoding': 'gzip, deflate, br;q=0.9' })
    const text = await plain.text()
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
    expect(plain.headers.get('vary')).toContain('Accept-Encoding')
    expect(brotliDecompressSync(await compressed.bytes()).toString()).toBe(text)
    for (const refused of ['gzip', 'br;q=0', 'br; q=0.0, gzip', 'brick']) {
      expect((await ask(path, { 'accept-encoding': refused })).headers.get('content-encoding')).toBeNull()
    }
  })
  test('nothing outside of the built client is served', async () => {
    for (const path of [
      '/assets/../index.html',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/docs/%2e%2e/%2e%2e/package.json',
      '/assets/',
      '/docs/index.html.br',
    ]) {
      const response = await ask(path)
      expect([path, response.status]).toEqual([path, 404])
    }
  })
  test('the pages of the documentation load what they name', async () => {
    const html = await (await ask('/api/v1/docs')).text()
    const named = [...html.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThanOrEqual(4)
    for (const path of [...named, '/favicon.svg']) expect([path, (await ask(path)).status]).toEqual([path, 200])
    expect((await ask('/docs/operating.md')).headers.get('content-type')).toStartWith('text/plain')
  })
})

describe('search engines', () => {
  test('are kept out unless the operator lets them in', async () => {
    expect(await (await ask('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
    Object.assign(config, { indexing: true })
    try {
      expect(await (await ask('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /api/\n')
      expect((await ask('/')).headers.get('x-robots-tag')).toBeNull()
    } finally {
      Object.assign(config, { indexing: false })
    }
  })
})
