import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from '../../../src/app'
import { DEPRECATIONS, type Deprecations, deprecationFinder, deprecationHeaders } from '../../../src/http/deprecations'
import { openapiDocument } from '../../../src/http/openapi'
import { withDeprecation } from '../../../src/http/openapi/operations'

const YEAR_MS = 365 * 86_400_000
const clients = readFileSync(join(import.meta.dir, '../../../docs/clients.md'), 'utf8')
const page = clients.split('\n## Versions and deprecations\n')[1] ?? ''

type Route = { method: string; path: string; hooks?: { query?: { properties?: object } } }

/** What is wrong with a table of deprecations. */
function faultsOf(table: Deprecations, routes: readonly Route[], text: string): string[] {
  return Object.entries(table).flatMap(([name, { since, until }]) => {
    const [route = '', parameter] = name.split('?')
    const mounted = routes.find(({ method, path }) => `${method} ${path}` === route)
    const isThere = mounted && (parameter === undefined || parameter in (mounted.hooks?.query?.properties ?? {}))
    return [
      ...(/^\d{4}-\d\d-\d\d$/.test(since) ? [] : [`${name} is deprecated since no day`]),
      ...(until === undefined || Date.parse(until) - Date.parse(since) >= YEAR_MS
        ? []
        : [`${name} ends within a year`]),
      ...(name === 'aliases' || isThere ? [] : [`${name} is not there`]),
      ...(name === 'aliases' || text.includes(`\`${name.replace('/api/v1', '')}\``) ? [] : [`${name} has no row`]),
      ...(until === undefined || text.includes(until) ? [] : [`the end of ${name} has no row`]),
    ]
  })
}

describe('the table of deprecations', () => {
  test('names what is there, in the table and on the page, for a year at least', () => {
    expect(faultsOf(DEPRECATIONS, app.routes as Route[], page)).toEqual([])
  })
  test('what is marked in the document is in it', () => {
    const { paths } = openapiDocument(app) as { paths: Record<string, Record<string, { deprecated?: boolean }>> }
    const marked = Object.values(paths).flatMap((item) => Object.values(item).filter(({ deprecated }) => deprecated))
    expect(marked).toHaveLength(Object.keys(DEPRECATIONS).filter((name) => /^\w+ [^?]+$/.test(name)).length)
  })
  test('what is wrong with one is noticed', () => {
    const routes = [{ method: 'GET', path: '/teas', hooks: { query: { properties: { size: {} } } } }]
    const text = '| `GET /teas` | 2027-03-01 | `GET /teas?size` |'
    expect(faultsOf({ 'GET /teas': { since: '2026-01-01', until: '2027-03-01' } }, routes, text)).toEqual([])
    expect(faultsOf({ 'GET /teas?size': { since: '2026-01-01' } }, routes, text)).toEqual([])
    expect(faultsOf({ 'GET /teas': { since: 'soon', until: '2026-05-01' } }, routes, '')).toEqual([
      'GET /teas is deprecated since no day',
      'GET /teas ends within a year',
      'GET /teas has no row',
      'the end of GET /teas has no row',
    ])
    expect(faultsOf({ 'GET /teas?milk': { since: '2026-01-01' } }, routes, text)).toEqual([
      'GET /teas?milk is not there',
      'GET /teas?milk has no row',
    ])
  })
})

test('the headers say since when, as a structured date, where to read more, and when it ends, once that is decided', () => {
  expect(deprecationHeaders({ since: '2026-01-01' })).toEqual([
    ['deprecation', '@1767225600'],
    ['link', '</docs/clients.md>; rel="deprecation"; type="text/markdown"'],
  ])
  const ending = new Headers(deprecationHeaders({ since: '2026-01-01', until: '2027-06-30' }).map(([a, b]) => [a, b]))
  expect(ending.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT')
  expect(ending.get('link')).toContain('rel="sunset"')
})

describe('of a request', () => {
  const [route, parameter] = [{ since: '2026-01-01' }, { since: '2026-02-02' }]
  const find = deprecationFinder({ aliases: route, 'GET /teas/:id': route, 'GET /teas?size': parameter })
  test.each([
    ['GET', '/teas/:id', '/teas/1', route],
    ['GET', '/teas/:id', '/teas/1?size=2', route],
    ['GET', '/teas', '/teas?a=b&size=2', parameter],
    ['GET', '/teas', '/teas?size', parameter],
    ['GET', '/teas', '/teas?sizes=2', undefined],
    ['GET', '/teas', '/teas', undefined],
    ['POST', '/teas', '/teas?size=2', undefined],
    ['GET', undefined, '/nowhere?size=2', undefined],
  ])('%s %s at %s', (method, route, url, expected) => {
    expect(find?.({ method, route, url: `http://localhost${url}` })).toBe(expected)
  })
  test('nothing is looked for where no route is deprecated', () => {
    expect(deprecationFinder({ aliases: route })).toBeUndefined()
  })
})

test('the document marks an operation and a parameter, and no other', () => {
  const [size, milk] = [
    { name: 'size', in: 'query' },
    { name: 'milk', in: 'query' },
  ]
  const operation = { parameters: [size, milk] }
  const table = { 'GET /teas?size': { since: '2026-01-01' }, 'POST /teas': { since: '2026-01-01' } }
  const marked = (method: string): object => withDeprecation({ method, path: '/teas' }, operation, table)
  expect(marked('GET')).toEqual({ parameters: [{ ...size, deprecated: true }, milk] })
  expect(marked('POST')).toEqual({ ...operation, deprecated: true })
})
