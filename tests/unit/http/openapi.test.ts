import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { type AnyElysia, Elysia, type TSchema, t } from 'elysia'
import { app } from '../../../src/app'
import { access } from '../../../src/http/access'
import { ok } from '../../../src/http/envelope'
import { openapiDocument } from '../../../src/http/openapi'
import { SchemaWriter } from '../../../src/http/openapi/json-schema'
import * as schema from '../../../src/lib/text/schema'
import { wordList } from '../../../src/order/reports/record'

const written = (each: TSchema) => new SchemaWriter().write(each)

describe('a schema in the document', () => {
  const WORDS = { type: 'string', enum: ['a', 'b'] }
  test.each([
    [
      'null beside what else it may be',
      schema.nullable(schema.choice(['a', 'b'])),
      { anyOf: [WORDS, { type: 'null' }] },
    ],
    ['words of a query as an enumeration', schema.oneOf(['a', 'b'], 'Letter'), { ...WORDS, description: 'Letter' }],
    ['no default that Elysia gives an enumeration', t.UnionEnum(['a', 'b']), WORDS],
    ['a number for one that Elysia also takes as text', t.Integer({ minimum: 1 }), { type: 'integer', minimum: 1 }],
    ['a boolean for a flag', schema.flag(), { type: 'boolean' }],
    [
      'any field for a record',
      t.Record(t.String(), t.Number()),
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
    [
      'the length of a text, not blank',
      schema.text(1, 9),
      { type: 'string', minLength: 1, maxLength: 9, pattern: '\\S' },
    ],
    [
      'that of a text of several letters without its ends',
      schema.untrimmed(3, 9),
      { type: 'string', minLength: 3, maxLength: 9, pattern: '\\S[\\s\\S]{1,}\\S' },
    ],
    [
      'the range of a number in the query',
      schema.ranged(2, 1, 5),
      { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    ],
    ['that a change has a field', schema.notEmpty(t.Object({})), { type: 'object', properties: {}, minProperties: 1 }],
    ['the format of an id that is not checked', schema.recordId, { type: 'string', format: 'uuid' }],
  ])('has %s', (_, each, expected) => {
    expect(written(each)).toEqual(expected)
  })
  test('has what it is named in one place, and two of a name are a mistake', () => {
    const writer = new SchemaWriter()
    const cup = schema.named('Cup', t.Object({ full: t.Boolean() }))
    expect(writer.write(t.Object({ cup, other: t.Optional(cup) }))).toMatchObject({
      required: ['cup'],
      properties: { cup: { $ref: '#/components/schemas/Cup' }, other: { $ref: '#/components/schemas/Cup' } },
    })
    expect(Object.keys(writer.models)).toEqual(['Cup'])
    expect(() => writer.write(schema.named('Cup', t.String()))).toThrow('two schemas are named Cup')
  })
  test('may not have a format that only this server knows', () => {
    expect(() => written(t.String({ format: 'instant' }))).toThrow('instant is not documented')
  })
})

type Document = { paths: Record<string, Record<string, Operation>> }
type Operation = {
  security?: object[]
  parameters: { name: string; in: string; required?: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { headers: object }>
}
const operations = (routes: AnyElysia, path: string) => (openapiDocument(routes) as Document).paths[path]!

describe('an operation', () => {
  const routes = new Elysia()
    .use(access)
    .get('/api/v1/teas/:id', () => ({ cups: 1 }), {
      viewer: true,
      params: t.Object({ id: t.String() }),
      query: t.Object({
        leaf: wordList(['green', 'black'], 'Leaves'),
        sortBy: t.UnionEnum(['name', 'age'], { default: 'age' }),
        cups: t.String(),
      }),
      response: t.Object({ cups: t.Integer() }),
    })
    .patch('/api/v1/teas/:id', () => ok('Tea', {}), {
      session: true,
      body: t.Object({ hot: t.Optional(schema.flag()) }),
    })
    .put('/api/v1/teas/:id', () => ok('Tea', {}), { public: true, body: t.Object({ cups: t.Array(t.String()) }) })
    .post('/api/v1/teas/:id', () => ok('Tea', {}), {
      public: true,
      body: t.Object({ leaf: schema.nullable(t.String()) }),
    })
  const { get, patch, put, post } = operations(routes, '/api/v1/teas/{id}') as Record<string, Operation>

  test('requires of its parameters those without a default, and takes several words with commas', () => {
    const named = Object.fromEntries(get!.parameters.map((each) => [each.name, each]))
    expect(named).toMatchObject({
      id: { in: 'path', required: true },
      cups: { in: 'query', required: true },
      leaf: { style: 'form', explode: false, schema: { type: 'array', items: { enum: ['green', 'black'] } } },
      sortBy: { schema: { default: 'age' } },
    })
    expect([named.leaf!.required, named.sortBy!.required]).toEqual([undefined, undefined])
  })
  test('says whether it needs a session', () => {
    const [session, bearer] = [{ session: [] }, { bearer: [] }]
    expect([get, patch, put].map((each) => each!.security)).toEqual([[{}, session, bearer], [session, bearer], []])
  })
  test('with a body takes a form where every field is a text or a flag, and needs it where a field is needed', () => {
    const bodies = [patch, put, post].map((each) => each!.requestBody!)
    expect(bodies.map(({ content }) => Object.keys(content))).toEqual([
      ['application/json', 'application/x-www-form-urlencoded'],
      ['application/json'],
      ['application/json'],
    ])
    expect(bodies.map(({ required }) => required)).toEqual([false, true, true])
  })
  test('that reads what everybody may read has an ETag, and 304 for whoever has it', () => {
    expect(get!.responses['200']!.headers).toHaveProperty('ETag')
    expect([get, patch].map((each) => '304' in each!.responses)).toEqual([true, false])
  })
})

test('uploads alone take multipart', () => {
  const { paths } = openapiDocument(app) as Document
  const multipart = Object.entries(paths).filter(([, item]) => JSON.stringify(item).includes('multipart/form-data'))
  expect(multipart.map(([path]) => path)).toEqual(['/api/v1/pictures', '/api/v1/admin/colleges/upload/profile/{id}'])
})
test('what is documented for a form can be sent as one: its booleans are words', () => {
  const { paths } = openapiDocument(app) as Document
  const flags = app.routes.flatMap(({ method, path, hooks }) => {
    const operation = paths[path.replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const form = operation?.requestBody?.content['application/x-www-form-urlencoded']
    if (form === undefined || hooks?.detail?.hide) return []
    const { properties } = hooks.body as { properties: Record<string, TSchema> }
    return Object.values(properties).filter((each) => written(each).type === 'boolean')
  })
  expect(flags.length).toBeGreaterThan(3)
  for (const each of flags) expect(['true', 'false'].map((word) => Value.Decode(each, word))).toEqual([true, false])
})
