import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { access } from '../../src/api/http/access'
import { ok } from '../../src/api/http/envelope'
import { openapiDocument } from '../../src/api/http/openapi'
import { named } from '../../src/lib/schema'
import { type Named, namelessRoutes, namingFaults } from '../support/conventions/operations'

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
