import { describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type AnyElysia, Elysia, t } from 'elysia'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { ERRORS } from '../../../src/errors'
import { access } from '../../../src/http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../../../src/http/envelope'
import { openapiDocument, portableDocument } from '../../../src/http/openapi'
import { named } from '../../../src/lib/text/schema'
import { creatingRoutes, creationFaults } from '../../support/conventions/creations'
import { type Named, namelessRoutes, namingFaults } from '../../support/conventions/operations'
import {
  accessFaults,
  coverageFaults,
  type Document,
  responseFaults,
  unexplainedCodes,
} from '../../support/conventions/routes'
import { expectWithout } from '../../support/kit'

const documentOf = (routes: AnyElysia) => openapiDocument(routes) as unknown as Document

async function validation(document: object): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  return valid ? 'valid' : errors
}

const tidy = new Elysia({ prefix: '/api/v1' })
  .use(access)
  .get('/teas/:id', () => ok('Tea', { strength: 1 }), {
    session: true,
    params: t.Object({ id: t.String() }),
    response: envelope(t.Object({ strength: t.Integer() })),
  })
  .post('/teas', () => ok('Tea', { strength: 1 }), {
    public: true,
    body: t.Object({ strength: t.Integer() }),
    response: envelope(t.Object({ strength: t.Integer() })),
  })
  .get('/teas.json', () => new Response('{}'), { public: true, detail: { hide: true } })

describe('access levels', () => {
  test('every route declares exactly one', () => {
    expect(accessFaults(app)).toEqual([])
    expect(app.routes.filter(({ path }) => path.startsWith('/api/v1/')).length).toBeGreaterThan(20)
  })
  test('a route with one passes, and a page without; one without or with two is noticed, hidden or not', () => {
    expect(accessFaults(tidy)).toEqual([])
    expect(accessFaults(new Elysia().get('/about', () => 'x', { detail: { hide: true } }))).toEqual([])
    const routes = new Elysia()
      .use(access)
      .get('/api/v1/a', () => 'x')
      .get('/api/v1/b', () => 'x', { detail: { hide: true } })
      .get('/c', () => 'x')
    expect(accessFaults(routes)).toEqual(
      ['/api/v1/a', '/api/v1/b', '/c'].map((path) => `GET ${path} declares no access level`),
    )
    const twice = new Elysia().use(access).get('/api/v1/a', () => 'x', { public: true, admin: true })
    expect(accessFaults(twice)).toEqual(['GET /api/v1/a declares 2 access levels'])
  })
})

describe('what creates', () => {
  const created201 = { session: true, response: createdResponse(emptyEnvelope) } as const
  const done200 = { session: true, response: emptyEnvelope } as const
  const teas = () => new Elysia().use(access)
  const make = () => created('Tea', undefined)
  const [keyed, unkeyed, idle, done] = [
    teas().post('/api/v1/teas', make, { ...created201, creates: 'viewer' }),
    teas().post('/api/v1/teas', make, created201),
    teas().post('/api/v1/teas', () => okMessage('Tea'), { ...done200, creates: 'viewer' }),
    teas().post('/api/v1/teas', () => okMessage('Tea'), done200),
  ]
  test('takes an idempotency key, or is listed with the reason why not', () => {
    expect(creatingRoutes(app).length).toBeGreaterThan(10)
    expect(creationFaults(app)).toEqual([])
  })
  test('a route that takes one passes, and one that creates nothing; one that takes none is noticed, one that needs none, and a needless reason', () => {
    expect(creationFaults(keyed, {})).toEqual([])
    expect(creationFaults(done, {})).toEqual([])
    expect(creationFaults(unkeyed, { 'POST /teas': 'cold by then' })).toEqual([])
    expect(creationFaults(unkeyed, {})).toEqual(['POST /teas creates and takes no Idempotency-Key'])
    expect(creationFaults(idle, {})).toEqual(['POST /teas takes an Idempotency-Key and creates nothing'])
    expect(creationFaults(keyed, { 'POST /teas': 'x' })).toEqual(['POST /teas needs no reason to take no key'])
  })
})

describe('the OpenAPI document', () => {
  const document = documentOf(app)
  test('is a valid one, and what the server hands out', async () => {
    expect(await validation(document)).toBe('valid')
    const served = await app.handle(new Request('http://localhost/api/v1/openapi.json'))
    expect(await served.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })
  test('has every route, named and summed up, and no alias; a schema for every success; every failure and code; names that generated code can tell apart', () => {
    expect(coverageFaults(app, document)).toEqual([])
    expect(responseFaults(document)).toEqual([])
    expect(unexplainedCodes(document, Object.keys(ERRORS))).toEqual([])
    expect(namelessRoutes(app)).toEqual([])
    expect(namingFaults(document as unknown as Named)).toEqual([])
  })
  test('is in the repository without the address of anybody, in a stable order', () => {
    const portable = portableDocument(app)
    expect(portable).toEqual({ ...document, servers: [{ url: '/' }] })
    expectWithout(portable, config.publicUrl)
    expect(JSON.stringify(document)).toContain(config.publicUrl)
    const paths = Object.keys(portable.paths as object)
    expect(paths).toEqual(paths.toSorted())
  })
  test('names the schema of a body for JSON alone, by whose type a generated client tells it from a form', () => {
    const contents = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .map(({ requestBody }) => (requestBody as { content: Record<string, { schema: object }> } | undefined)?.content)
    const forms = contents.flatMap((content) => content?.['application/x-www-form-urlencoded']?.schema ?? [])
    expect(forms.length).toBeGreaterThan(30)
    expect(forms.filter((schema) => '$ref' in schema)).toEqual([])
    const named = contents.filter((content) => '$ref' in (content?.['application/json']?.schema ?? {}))
    expect(named.length).toBeGreaterThan(10)
  })
  test('says nothing of how it was made', () => {
    const text = JSON.stringify(document)
    expectWithout(text, 'x-codes', 'x-fails', 'x-model', '"$id"')
  })
})

describe('the checks of the document', () => {
  const document = documentOf(tidy)
  const changed = (change: (copy: Document) => void): Document => {
    const copy = structuredClone(document)
    change(copy)
    return copy
  }
  const teas = ({ paths }: Document) => paths['/api/v1/teas']?.post ?? {}
  test('let a tidy one pass, and notice one that is not valid', async () => {
    expect(await validation(document)).toBe('valid')
    expect(coverageFaults(tidy, document)).toEqual([])
    expect(responseFaults(document)).toEqual([])
    const broken = changed((copy) => {
      teas(copy).responses = {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Nowhere' } } } },
      }
    })
    expect(await validation(broken)).not.toBe('valid')
  })
  test('notice a route that is missing, one that is not there, and an alias', () => {
    const broken = changed(({ paths }) => {
      delete paths['/api/v1/teas']
      paths['/api/v1/vote'] = { post: {} }
    })
    expect(coverageFaults(tidy, broken)).toEqual([
      'POST /api/v1/teas is not documented',
      'POST /api/v1/vote is documented and not there',
      '/api/v1/vote is an alias',
    ])
  })
  test('notice a success without a schema, a failure that names no code or is in another envelope, a code that is not explained', () => {
    const routes = new Elysia().use(access).get('/api/v1/a', () => okMessage('x'), { public: true })
    expect(responseFaults(documentOf(routes))).toEqual(['GET /api/v1/a says of no success what it looks like'])
    const broken = changed((copy) => {
      teas(copy).responses = { ...teas(copy).responses, 200: { description: 'Tea' } }
    })
    expect(responseFaults(broken)).toEqual(['POST /api/v1/teas 200 has no schema'])
    const other = changed((copy) => {
      teas(copy).responses = { ...teas(copy).responses, 500: { description: 'Oh' } }
    })
    expect(responseFaults(other)).toEqual(['POST /api/v1/teas 500 is no failure envelope that names its codes'])
    expect(unexplainedCodes(document, ['NOT_FOUND', 'TEAPOT'])).toEqual(['TEAPOT'])
  })
  test.each(['400', '403', '413', '415', '429', '500'])('notice a missing %s', (status) => {
    const broken = changed((copy) => {
      delete teas(copy).responses?.[status]
    })
    expect(responseFaults(broken)).toEqual([`POST /api/v1/teas does not list ${status}`])
  })
  test('notice a missing 401 where a session is needed, a body without a type or a schema, and an operation that says nothing of sessions', () => {
    const broken = changed(({ paths }) => {
      delete paths['/api/v1/teas/{id}']?.get?.responses?.['401']
    })
    expect(responseFaults(broken)).toEqual(['GET /api/v1/teas/{id} does not list 401'])
    const other = changed((copy) => {
      const { requestBody, ...operation } = teas(copy)
      copy.paths = {
        '/a': { post: { ...operation, requestBody: { content: {} } } },
        '/b': { post: { ...operation, requestBody: { content: { 'application/json': { schema: {} } } } } },
        '/c': { post: { ...teas(copy), security: undefined as unknown as [] } },
      }
    })
    expect(responseFaults(other)).toEqual([
      'POST /a has a body of no type',
      'POST /b has a body without a schema',
      'POST /c says of no session whether it needs one',
    ])
  })
})

test('data that is not what the schema of the route says does not compile', () => {
  const tea = envelope(t.Object({ strength: t.Integer() }))
  const routes = new Elysia().use(access)
  // @ts-expect-error
  routes.get('/a', () => ok('Tea', { strong: 1 }), { public: true, response: tea })
  // @ts-expect-error
  routes.post('/b', () => created('Tea', { strong: 1 }), { public: true, response: createdResponse(tea) })
  expect(routes.routes).toHaveLength(2)
})

describe('the checks of names notice', () => {
  const tea = (detail?: object) =>
    new Elysia().use(access).get('/api/v1/teas', () => ok('Tea', {}), { public: true, ...(detail ? { detail } : {}) })
  test('a route without a name or a summary, and let others pass', () => {
    expect(namelessRoutes(tea())).toEqual(['GET /api/v1/teas has no operationId', 'GET /api/v1/teas has no summary'])
    expect(namelessRoutes(tea({ operationId: 'list-teas', summary: 'list.' }))).toHaveLength(2)
    expect(namelessRoutes(tea({ operationId: 'listTeas', summary: 'List the teas' }))).toEqual([])
    expect(namelessRoutes(tea({ hide: true }))).toEqual([])
  })
  test('names that read alike', () => {
    const pot = (name: string) => named(name, t.Object({ full: t.Boolean() }))
    const document = openapiDocument(
      new Elysia()
        .use(access)
        .get('/a', () => ({ full: true }), {
          public: true,
          response: pot('TeaPot'),
          detail: { operationId: 'listTeas', tags: ['health'] },
        })
        .get('/b', () => ({ full: true }), {
          public: true,
          response: pot('Teapot'),
          detail: { operationId: 'listteas', tags: ['health'] },
        }),
    ) as Named
    expect(namingFaults({ ...document, tags: [{ name: 'health', description: 'Tea' }] })).toEqual([
      'operation listteas reads like listTeas',
      'model Teapot reads like TeaPot',
    ])
  })
  test('a tag that is not explained, one without an operation, and an operation without any', () => {
    const document = {
      tags: [{ name: 'cups', description: 'Cups' }, { name: 'pots' }],
      paths: { '/a': { get: { operationId: 'a', tags: ['pots'] }, put: { operationId: 'b' } } },
      components: {},
    }
    expect(namingFaults(document)).toEqual([
      'operation b has not one tag',
      'tag pots is not explained',
      'tag cups has no operation',
    ])
  })
})
