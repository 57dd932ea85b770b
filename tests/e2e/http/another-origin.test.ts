import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describePages, hasBrowser, pageTest, useBrowser, type WatchedPage } from '../../support/browser'
import { png } from '../../support/images'
import type { Data } from '../../support/kit'
import { ADMIN, CAMPUS_VARIABLES, type Program, startProgram } from '../../support/program'

const API = '/api/v1'
const openPage = useBrowser()

type Asked = {
  cache?: RequestCache
  method?: string
  body?: string
  headers?: Record<string, string>
  credentials?: RequestCredentials
}
/** What a script of the page got to see; `fault` is all it learns of an answer that it may not read. */
type Seen = { status?: number; body?: Data; headers: Record<string, string>; fault?: string }

/** A page of somebody else's front end. */
const blank = () =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<!doctype html><title>Front end</title>', { headers: { 'content-type': 'text/html' } }),
  })

let [listed, unlisted]: ReturnType<typeof blank>[] = []
let quad: Program
// Another site than Quad's 127.0.0.1, so that no cookie of Quad goes with a request; and the same site.
const front = () => `http://localhost:${listed?.port}`
const foreign = () => `http://127.0.0.1:${unlisted?.port}`

beforeAll(async () => {
  if (!hasBrowser) return
  ;[listed, unlisted] = [blank(), blank()]
  quad = await startProgram({ ...CAMPUS_VARIABLES, CORS_ORIGINS: front(), RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await quad?.stop()
  await Promise.all([listed?.stop(true), unlisted?.stop(true)])
})

const ask = (page: Page, path: string, asked: Asked = {}): Promise<Seen> =>
  page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, { cache: 'no-store', ...init })
        const text = await response.text()
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          ...(text === '' ? {} : { body: JSON.parse(text) }),
        }
      } catch (error) {
        return { headers: {}, fault: String(error) }
      }
    },
    [`${quad.origin}${API}/${path}`, asked] as const,
  )
const post = (page: Page, path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(page, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

async function pageAt(origin: string): Promise<WatchedPage> {
  const page = await openPage()
  await page.goto(origin)
  return page
}

describePages('a front end at an origin that the operator has listed', () => {
  async function signedIn(): Promise<{ page: WatchedPage; bearer: Record<string, string> }> {
    const page = await pageAt(front())
    const { status, body } = await post(page, 'auth/login', { ...ADMIN, tokens: true })
    expect(status).toBe(200)
    return { page, bearer: { authorization: `Bearer ${body.data.accessToken}` } }
  }
  const newPost = (title: string) => ({ title, content: 'Written on another site', topic: 'Off-topic' })

  test('signs in, reads, writes once however often it tries, and uploads', async () => {
    const { page, bearer } = await signedIn()
    expect((await post(page, 'users/accept-terms', {}, bearer)).status).toBe(200)
    const key = { ...bearer, 'idempotency-key': crypto.randomUUID() }
    const first = await post(page, 'posts', newPost('From elsewhere'), key)
    const again = await post(page, 'posts', newPost('From elsewhere'), key)
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(again.body.data.post.id).toBe(first.body.data.post.id)

    const list = await ask(page, 'posts')
    expect(list.body.data.posts.map(({ title }: { title: string }) => title)).toEqual(['From elsewhere'])
    const known = await ask(page, 'posts', { headers: { 'if-none-match': list.headers.etag ?? '' } })
    expect([known.status, known.headers.etag]).toEqual([304, list.headers.etag])

    const { id } = (await ask(page, 'colleges')).body.data.colleges[0]
    const picture = Buffer.from(png()).toString('base64')
    const upload = await page.evaluate(
      async ([url, base64, headers]) => {
        const form = new FormData()
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
        form.append('profile', new Blob([bytes], { type: 'image/png' }), 'campus.png')
        const response = await fetch(url, { method: 'POST', body: form, headers })
        return { status: response.status, body: await response.json() }
      },
      [`${quad.origin}${API}/admin/colleges/upload/profile/${id}`, picture, bearer] as const,
    )
    expect([upload.status, upload.body.success]).toEqual([200, true])
  })
})

pageTest('a page at any other origin reads and changes nothing, even with cookies', async () => {
  const page = await pageAt(quad.origin)
  expect((await post(page, 'auth/login', ADMIN)).status).toBe(200)
  await page.goto(foreign())
  const count = () => quad.database.query<{ n: number }, []>('select count(*) as n from posts').get()?.n
  const before = count()
  const unread = { headers: {}, fault: 'TypeError: Failed to fetch' }
  const newPost = { title: 'Forged', content: 'Written by another site', topic: 'Off-topic' }
  const form = new URLSearchParams(newPost).toString()
  const simple = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const seen of [
    await ask(page, 'posts'),
    await ask(page, 'auth/me', { credentials: 'include' }),
    await post(page, 'auth/login', { ...ADMIN, tokens: true }),
    await ask(page, 'posts', { headers: { authorization: 'Bearer x' } }),
    await ask(page, 'posts', { method: 'POST', body: form, headers: simple, credentials: 'include' }),
    await ask(page, 'ws/ticket', { method: 'POST', credentials: 'include' }),
    await ask(page, 'nowhere'),
  ])
    expect(seen).toEqual(unread)
  expect(count()).toBe(before)
  await page.goto(quad.origin)
  expect((await ask(page, 'auth/me', { credentials: 'include' })).status).toBe(200)
})
