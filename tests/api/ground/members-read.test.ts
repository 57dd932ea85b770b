import { afterEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { type Level, strangerRefusal } from '../../../src/ground/access/levels'
import { storeSetting } from '../../../src/ground/settings/settings'
import { comment, newWords, publish } from '../../support/content'
import { administrator, expectData, MISSING_ID, newEmail, refusal, student, useQuad, Visitor } from '../../support/kit'
import { newPicture, setPictures } from '../../support/pictures'

await useQuad()
const admin = await administrator('superadmin')
const author = await student()
const words = newWords()
const post = await publish(author, { title: words, content: newWords() })
const remark = await comment(author, post.id, { content: newWords() })
const event = await publish(author, {
  topic: 'Community Event',
  startsAt: '2099-12-01T18:30:00+05:30',
  place: 'Hall 4',
})

const readers = (to: 'public' | 'members') => admin.patch('admin/settings', { readers: to })
afterEach(() => storage.write((tx) => storeSetting(tx, 'readers', 'public')))

/** As a feed reader, a crawler or a preview asks: without cookie, token or origin. */
const stranger = new Visitor()
const ask = (path: string, headers: Record<string, string | null> = {}) =>
  stranger.get(path, { headers: { origin: null, ...headers } })

type Route = { method: string; path: string; hooks?: { detail?: { 'x-access'?: Level } } }
const routes = (app.routes as Route[]).filter(({ method }) => method !== 'OPTIONS')
const levelled = (...levels: Level[]) =>
  routes.filter(({ hooks }) => levels.includes(hooks?.detail?.['x-access'] as Level))

await setPictures()
const picture = await newPicture(author)
await publish(author, { picture })
const { course } = await admin.post('admin/courses', {
  collegeId: author.user.collegeId,
  code: 'CS 1',
  name: 'Computing',
})

const filled = (path: string) =>
  path
    .replace('/courses/:id', `/courses/${course.id}`)
    .replace('/pictures/:id/:width', `/pictures/${picture.id}/480`)
    .replace(/\/posts\/:id\/event\.ics/, `/posts/${event.id}/event.ics`)
    .replace(/\/posts\/college\/:collegeId/, `/posts/college/${author.user.collegeId}`)
    .replace(':branch', 'CSE')
    .replace(':userId', author.id)
    .replace(':commentId', remark.id)
    .replace(':postId', post.id)
    .replace(':file', `${post.id}.png`)
    .replace(':id', post.id)

/**
 * What a stranger reads whoever reads the rest; none of it was written by a student. Whoever adds a route judges it
 * here.
 */
const OPEN = `/.well-known/security.txt /api/v1/auth/idp/callback /api/v1/auth/idp/start
    /api/v1/colleges /api/v1/colleges/:id /api/v1/colleges/:id/branches
    /api/v1/docs /api/v1/instance /api/v1/instance/pages/:page /api/v1/openapi.json
    /api/v1/setup /api/v1/transparency /assets/* /assets/hue/:file
    /calendar/:file /docs/* /favicon.svg /healthz /icons/* /manifest.webmanifest
    /metrics /offline.html /proof-of-work.js /readyz /robots.txt
    /sw.js /up /uploads/:file`.split(/\s+/)
/** Documents of the client, the same for every path; `tests/e2e/ground/console-settings.test.ts` reads those of posts. */
const isDocument = ({ path }: Route) =>
  !/^\/(api|assets|calendar|cards|docs|icons|pictures|uploads|\.well-known)\/|\.|z$|^\/up$|metrics/.test(path)

describe('while only members read', () => {
  test('what answers a stranger is written down, and was written by no student', () => {
    const open = levelled('public', 'viewer').filter((route) => route.method === 'GET' && !isDocument(route))
    expect(open.map(({ path }) => path).sort()).toEqual(OPEN)
    expect(strangerRefusal('content', false)).toBe('UNAUTHENTICATED')
    for (const level of ['public', 'viewer'] as const) expect(strangerRefusal(level, false)).toBeNull()
  })
  test('everything that people wrote is 401 for a stranger, and answered to members', async () => {
    const content = levelled('content').map(({ method, path }) => [method, filled(path)] as const)
    expect(content.length).toBeGreaterThan(14)
    const query = (path: string) =>
      path.includes('/search') ? `${path}?q=${words.slice(0, 8)}&title=${words.slice(0, 8)}` : path
    for (const [method, path] of content)
      if (!path.startsWith('/cards'))
        expect([path, (await stranger.send(method, query(path))).code]).toEqual([path, undefined])
    await readers('members')
    for (const [method, path] of content) {
      const { status, code, text } = await stranger.send(method, query(path))
      expect([path, status, code, text.includes(words)]).toEqual([path, 401, 'UNAUTHENTICATED', false])
      if (!path.startsWith('/cards'))
        expect([path, (await author.visitor.send(method, query(path))).code]).toEqual([path, undefined])
    }
  })
  test('whether there is such a post is not told either', async () => {
    await readers('members')
    const missing = await ask(`posts/${MISSING_ID}`)
    expect([refusal(missing), missing.body]).toEqual([[401, 'UNAUTHENTICATED'], (await ask(`posts/${post.id}`)).body])
  })
  test('at once, past what was kept: bodies, ETags and pages that others loaded before', async () => {
    const paths = [
      'posts',
      'posts?limit=20&sortBy=hot',
      `posts/${post.id}`,
      'events.ics',
      `comments/post/${post.id}/tree`,
    ]
    for (const path of paths) {
      const first = await ask(path)
      const etag = first.headers.get('etag')
      expect([path, first.status, first.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
      const again = etag === null ? undefined : await ask(path, { 'if-none-match': etag })
      if (again) expect([path, again.status]).toEqual([path, 304])
      await readers('members')
      const refused = await ask(path, etag === null ? {} : { 'if-none-match': etag })
      expect([path, ...refusal(refused), refused.headers.get('cache-control')]).toEqual([
        path,
        401,
        'UNAUTHENTICATED',
        'no-store',
      ])
      await readers('public')
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
  })
  test('clients hear of it, search engines are sent away, and joining goes on', async () => {
    expect(expectData(await ask('instance')).readers).toBe('public')
    await readers('members')
    expect(expectData(await ask('instance')).readers).toBe('members')
    expect((await ask('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    for (const path of ['colleges', 'instance/pages/rules', '/healthz']) expect((await ask(path)).status).toBe(200)
    expect((await student({ email: newEmail() })).user.status).toBe('ACTIVE')
  })
})
