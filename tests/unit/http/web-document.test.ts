import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../../public/build'
import { app } from '../../../src/app'
import { student, useQuad } from '../../support/kit'

if (!existsSync(join(import.meta.dir, '../../../dist/web/index.html'))) await buildClient()
await useQuad()
const ada = await student()

const get = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://localhost:3000${path}`, { headers }))
const NASTY = `</noscript><script>alert("1")</script> & 'so' $& "on"`
const NASTY_TEXT = '<img src=x onerror=alert(1)>\n\nSecond & last.'

const publish = async (more: object = {}): Promise<string> => {
  const input = { title: NASTY, content: NASTY_TEXT, topic: 'Showcase', ...more }
  return (await ada.post('posts', input)).post.id
}

describe('what the server writes into the document', () => {
  test('a public post: its words for people, search engines and messengers, and nothing of it as markup', async () => {
    const id = await publish()
    const response = await get(`/post/${id}`)
    const html = await response.text()
    const title =
      '&lt;/noscript&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#x27;so&#x27; $&amp; &quot;on&quot;'
    expect(response.status).toBe(200)
    expect(html).toContain(`<title>${title} · Campus University</title>`)
    expect(html).toContain(`<meta property="og:title" content="${title}">`)
    expect(html).toContain(
      '<meta property="og:description" content="&lt;img src=x onerror=alert(1)&gt; Second &amp; last.">',
    )
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000/post/${id}">`)
    expect(html).toContain(`<h1 dir="auto">${title}</h1>`)
    expect(html.match(/<script|<img|<\/noscript>/g)).toEqual(['<script', '<script', '</noscript>', '<script'])
    expect(html).not.toContain(ada.email)
    expect(response.headers.get('vary')).toContain('Cookie')
    const again = await get(`/post/${id}`, { 'if-none-match': response.headers.get('etag')! })
    expect(again.status).toBe(304)
  })
  test('a public post comes along for strangers as the API has it, and is asked for by whoever has a session', async () => {
    const path = `/api/v1/posts/${await publish({ content: 'What a stranger opens.' })}`
    const page = path.replace('/api/v1/posts', '/post')
    const html = await (await get(page)).text()
    const [, json] = html.split(`data-answer="${path}">`)
    expect(JSON.parse(json!.split('</script>')[0]!)).toEqual(await (await get(path)).json())
    expect(html).not.toContain(`href="${path}"`)
    const member = await (await get(page, { cookie: 'identity.session_token=x' })).text()
    expect([member.includes('data-answer'), member.includes(`href="${path}"`)]).toEqual([false, true])
    for (const document of [html, member])
      expect(document.match(/<link rel="modulepreload" href="\/assets\/posts-/g)).toHaveLength(1)
  })
  test('of a post that strangers may not read, and of one that there is not: no word', async () => {
    const closed = await get(`/post/${await publish({ isPrivate: true, title: 'A secret' })}`)
    const html = await closed.text()
    expect([closed.status, html.includes('secret'), html.includes('og:')]).toEqual([200, false, false])
    expect(html).toContain('needs JavaScript')
    for (const id of [crypto.randomUUID(), 'nonsense', '%00']) {
      const missing = await get(`/post/${id}`)
      expect([id, missing.status, missing.headers.get('etag')]).toEqual([id, 404, null])
      expect(await missing.text()).not.toContain('og:')
    }
  })
  test('says whether there is a session to ask for, so that strangers ask for none', async () => {
    const session = { cookie: 'a=b; identity.session_token=x' }
    const [stranger, member] = await Promise.all([get('/'), get('/', session)].map(async (each) => (await each).text()))
    expect([stranger!.includes('quad-session'), member!.includes('quad-session')]).toEqual([false, true])
    expect([stranger!.includes('/auth/me'), member!.includes('/auth/me')]).toEqual([false, true])
    const signedOut = await get('/', { cookie: 'identity.session_token=; a=b' })
    expect(await signedOut.text()).toBe(stranger!)
  })
  test('the feed brings its first posts along for strangers, as data and as they are at that moment', async () => {
    const id = await publish({ content: 'What strangers read first.' })
    await publish({ isPrivate: true, title: 'A second secret' })
    const asked = '/api/v1/posts?limit=20&sortBy=hot'
    // Before anybody has asked the API.
    const html = await (await get('/')).text()
    const answer = await (await get(asked)).text()
    const [, brought] = /<script type="application\/json" data-answer="([^"]+)">[^<]*<\/script>/.exec(html)!
    expect(brought?.replace('&amp;', '&')).toBe(asked)
    expect(JSON.parse(/data-answer="[^"]+">([^<]*)</.exec(html)![1]!)).toEqual(JSON.parse(answer))
    expect(html.match(/<script/g)).toHaveLength(3)
    const found = [html.includes(id), html.includes('secret'), html.includes(`href="${Bun.escapeHTML(asked)}"`)]
    expect(found).toEqual([true, false, false])
    const next = await publish({ title: 'Another' })
    expect(await (await get('/')).text()).toContain(next)
    for (const [path, cookie] of [
      ['/', 'identity.session_token=x'],
      ['/?topic=Showcase', ''],
      ['/login', ''],
    ] as const)
      expect(await (await get(path, { cookie })).text()).not.toContain('data-answer')
  })
  test('what a page of this origin preloads is answered as to any stranger', async () => {
    const asked = '/api/v1/posts?limit=20&sortBy=hot'
    const own = await get(asked, { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })
    expect([own.status, await own.text()]).toEqual([200, await (await get(asked)).text()])
  })
  test('security.txt names a contact and is not out of date', async () => {
    const response = await get('/.well-known/security.txt')
    const fields = Object.fromEntries(
      (await response.text()).split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)),
    )
    expect(response.headers.get('content-type')).toStartWith('text/plain')
    expect(fields.Contact).toStartWith('mailto:security@')
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
    expect([days > 30, days < 365]).toEqual([true, true])
    expect((await get(new URL(fields.Policy).pathname)).status).toBe(200)
  })
})
