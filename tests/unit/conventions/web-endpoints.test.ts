import { describe, expect, test } from 'bun:test'
import reached from '../../../docs/pages.json'
import { app } from '../../../src/app'
import { CLIENT_PATHS } from '../../../src/pages/client-paths'
import { callersOf, type Endpoint, rowsOf } from '../../support/conventions/calls'
import { codeOf, type Source, sourcesUnder } from '../../support/conventions/source'

const PREFIX = '/api/v1'
/** The pages that use an endpoint, or why none does. */
const rows = rowsOf(reached)
const routes = app.routes
  .filter(({ method, path }) => path.startsWith(`${PREFIX}/`) && !/^(?:OPTIONS|HEAD)$/.test(method))
  .map(({ method, path }): Endpoint => `${method} ${path.slice(PREFIX.length)}`)

/** Without comments: what is only spoken of is not called. */
const client: Source[] = sourcesUnder('public')
  .filter(({ path }) => !/^public\/(?:build|icons\/draw|service-worker)\.ts$/.test(path))
  .map(({ path, text }) => ({ path, text: codeOf(text, 'kept') }))

describe('the table of pages and endpoints', () => {
  test('names every route of the API once, and none that there is not', () => {
    const named = rows.map(({ endpoint }) => endpoint)
    expect(named.toSorted()).toEqual([...new Set(routes)].toSorted())
    expect(named.length).toBeGreaterThan(90)
  })
  test('names pages that there are, and every page that there is but those without a request', () => {
    const named = new Set(rows.flatMap(({ pages }) => pages))
    named.delete('every page')
    // Drafts are on the device.
    named.add('/drafts')
    expect([...named].toSorted()).toEqual([...CLIENT_PATHS].toSorted())
  })
  test('gives a reason for each endpoint that no page leads to', () => {
    const programs = rows.filter(({ pages }) => pages.length === 0)
    expect(programs.filter(({ reason }) => reason.length < 20)).toEqual([])
  })
})

describe('the client', () => {
  test('calls every endpoint that a page is named for', () => {
    const idle = rows.filter(({ endpoint, pages }) => pages.length > 0 && callersOf(endpoint, client).length === 0)
    expect(idle.map(({ endpoint, pages }) => `${endpoint}: ${pages.join(', ')}`)).toEqual([])
  })
  test('calls what only the console needs from the console alone', () => {
    const isOfConsole = (page: string) => page.startsWith('/console')
    const rare = rows.filter(({ pages }) => pages.length > 0 && pages.every(isOfConsole))
    const strays = rare.flatMap(({ endpoint }) => callersOf(endpoint, client).map((path) => `${endpoint}: ${path}`))
    expect(rare.length).toBeGreaterThan(30)
    expect(strays.filter((stray) => !stray.includes(': public/console/'))).toEqual([])
  })
  test('calls none of those for programs only', () => {
    const programs = rows.filter(({ pages }) => pages.length === 0)
    const called = programs.flatMap(({ endpoint }) => callersOf(endpoint, client).map((path) => `${endpoint}: ${path}`))
    expect(called).toEqual([])
  })
})

test.each<[Endpoint, string]>([
  ['POST /posts', 'api.posts.get()'],
  ['GET /posts', 'api.posts.user({ userId }).get()'],
  ['GET /posts/:id', 'api.posts({ id }).view.post()'],
  ['GET /posts', 'type Posts = typeof api.posts\nother.get()'],
  ['POST /votes', 'api.votes.delete(target)'],
  ['DELETE /bookmarks/delete/:postId', 'api.bookmarks.delete({ postId: before.id }).delete()'],
  ['GET /auth/users', 'api.auth.me.get()\napi.users.me.get()'],
  ['POST /auth/idp/start', '<a href="/api/v1/auth/idp/start">'],
  ['GET /auth/idp', '<a href="/api/v1/auth/idp/start">'],
  ['GET /admin/manage/logs', 'api.admin.manage.reports.get()'],
  ['PATCH /colleges/:id', 'api.colleges({ id }).delete()\napi.admin.colleges.update({ id }).patch({})'],
])('a call: %s is not seen in %s', (endpoint, text) => {
  expect(callersOf(endpoint, [{ path: 'a.ts', text }])).toEqual([])
})
