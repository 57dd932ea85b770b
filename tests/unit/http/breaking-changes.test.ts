import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breakingChanges } from '../../../docs/contract/breaking-changes'
import type { Json } from '../../../docs/contract/schemas'

// biome-ignore lint/suspicious/noExplicitAny: a document that the test itself has written below, to be changed anywhere
type Document = any

const json = (schema: object) => ({ 'application/json': { schema } })

/** A document with one of everything. */
const TEAS = (): Document => ({
  info: { version: '1.2.0' },
  paths: {
    '/teas/{id}': {
      get: {
        operationId: 'getTea',
        summary: 'Read a tea',
        'x-access': 'member',
        security: [{ session: [] }, { bearer: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'size', in: 'query', schema: { type: 'string', enum: ['cup', 'pot'], default: 'cup' } },
        ],
        responses: {
          200: {
            headers: { ETag: {} },
            content: json({
              type: 'object',
              required: ['tea'],
              properties: { tea: { $ref: '#/components/schemas/Tea' } },
            }),
          },
          404: { content: json({ $ref: '#/components/schemas/Failure' }) },
        },
      },
      delete: { operationId: 'deleteTea', 'x-access': 'public', responses: { 204: {} } },
    },
    '/teas': {
      post: {
        operationId: 'createTea',
        requestBody: {
          content: json({
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 20 },
              kind: { type: 'string', enum: ['green', 'black'] },
              minutes: { type: 'number', minimum: 0, maximum: 10 },
              herbs: { type: 'array', maxItems: 3, items: { type: 'string' } },
              origin: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            },
          }),
        },
        responses: { 201: { content: json({ $ref: '#/components/schemas/Tea' }) } },
      },
    },
  },
  components: {
    schemas: {
      Tea: {
        type: 'object',
        required: ['id', 'name', 'kind', 'cups'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string', maxLength: 20 },
          kind: { type: 'string', enum: ['green', 'black'] },
          cups: { type: 'integer' },
          note: { type: 'string' },
          blend: { type: 'array', items: { $ref: '#/components/schemas/Tea' } },
          notes: { type: 'object', patternProperties: { '^(.*)$': { type: 'string' } } },
        },
      },
      Failure: { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ['NOT_FOUND'] } } },
    },
  },
})

const read = (document: Document) => document.paths['/teas/{id}'].get
const removal = (document: Document) => document.paths['/teas/{id}'].delete
const creation = (document: Document) => document.paths['/teas'].post
const bodyOf = (document: Document) => creation(document).requestBody.content['application/json'].schema
const sent = (document: Document) => bodyOf(document).properties
const tea = (document: Document) => document.components.schemas.Tea
const shown = (document: Document) => tea(document).properties
const size = (document: Document) => read(document).parameters[1]

type Change = (document: Document) => void

const changesBy = (change: Change) => {
  const document = TEAS()
  change(document)
  return breakingChanges(TEAS(), document)
}

/** What breaks, its sentence, and its twin that breaks nothing; by what the sentence begins with. */
const RULES: Record<string, [breaks: Change, sentence: string, twin: Change][]> = {
  '': [
    [
      (d) => delete d.paths['/teas/{id}'].delete,
      'DELETE /teas/{id} was removed',
      (d) => (d.paths['/teas'].get = { operationId: 'listTeas', responses: { 200: {} } }),
    ],
    [
      (d) => delete d.paths['/teas'],
      'POST /teas was removed',
      (d) => {
        d.paths['/teas/{teaId}'] = d.paths['/teas/{id}']
        delete d.paths['/teas/{id}']
      },
    ],
  ],
  'GET /teas/{id}: ': [
    [
      (d) => (read(d).operationId = 'readTea'),
      'its operationId getTea is readTea now',
      (d) => (read(d).summary = 'Read a tea by its id'),
    ],
    [
      (d) => read(d).parameters.pop(),
      'query parameter size was removed',
      (d) => read(d).parameters.push({ name: 'milk', in: 'query', schema: { type: 'boolean' } }),
    ],
    [
      (d) => read(d).parameters.push({ name: 'milk', in: 'query', required: true, schema: { type: 'boolean' } }),
      'query parameter milk is new and required',
      (d) => read(d).parameters.reverse(),
    ],
    [(d) => (size(d).required = true), 'query parameter size is required now', (d) => (size(d).required = false)],
    [
      (d) => (size(d).schema.enum = ['cup']),
      'query parameter size no longer takes "pot"',
      (d) => (size(d).schema.enum = ['cup', 'pot', 'mug']),
    ],
    [
      (d) => (size(d).schema.default = 'pot'),
      'query parameter size is "pot" by default now',
      (d) => (sent(d).minutes.default = 3),
    ],
    [
      (d) => (read(d).parameters[0].schema = { type: 'integer' }),
      'path parameter id no longer takes string',
      (d) => (read(d).parameters[0].schema = {}),
    ],
    [
      (d) => delete read(d).responses[404],
      'it no longer answers 404',
      (d) => (read(d).responses[409] = read(d).responses[404]),
    ],
    [
      (d) => (read(d).responses[200].headers = {}),
      '200 has no header ETag any more',
      (d) => (read(d).responses[200].headers = { etag: {}, 'X-Request-Id': {} }),
    ],
    [(d) => read(d).security.pop(), 'it no longer lets in bearer', (d) => read(d).security.push({ key: [] })],
    [(d) => (read(d)['x-access'] = 'author'), 'it requires onboarding now', (d) => (read(d)['x-access'] = 'session')],
    [
      (d) => (read(d)['x-reauthentication'] = true),
      'it requires a proof of identity of the last minutes now',
      (d) => (read(d)['x-reauthentication'] = false),
    ],
  ],
  'POST /teas: ': [
    [(d) => bodyOf(d).required.push('kind'), 'body.kind is required now', (d) => (bodyOf(d).required = [])],
    [
      (d) => {
        sent(d).cups = { type: 'integer' }
        bodyOf(d).required.push('cups')
      },
      'body.cups is required now',
      (d) => (sent(d).cups = { type: 'integer' }),
    ],
    [(d) => delete sent(d).kind, 'body.kind was removed', (d) => (sent(d).kind.description = 'How it was dried')],
    [
      (d) => (sent(d).minutes.type = 'integer'),
      'body.minutes no longer takes number',
      (d) => (sent(d).minutes = { anyOf: [sent(d).minutes, { type: 'string' }] }),
    ],
    [
      (d) => (sent(d).origin = { type: 'string' }),
      'body.origin no longer takes null',
      (d) => (sent(d).origin = { type: ['string', 'null'] }),
    ],
    [(d) => (sent(d).kind = { const: 'green' }), 'body.kind no longer takes "black"', (d) => delete sent(d).kind.enum],
    [
      (d) => (sent(d).name.enum = ['Assam']),
      'body.name no longer takes other values',
      (d) => sent(d).kind.enum.push('white'),
    ],
    [(d) => (sent(d).name.maxLength = 10), 'body.name has maxLength 10 now', (d) => (sent(d).name.maxLength = 30)],
    [(d) => (sent(d).name.minLength = 2), 'body.name has minLength 2 now', (d) => (sent(d).name.minLength = 0)],
    [(d) => (sent(d).minutes.minimum = 1), 'body.minutes has minimum 1 now', (d) => delete sent(d).minutes.maximum],
    [(d) => (sent(d).herbs.maxItems = 2), 'body.herbs has maxItems 2 now', (d) => (sent(d).herbs.maxItems = 5)],
    [
      (d) => (sent(d).herbs.items.format = 'uuid'),
      'body.herbs[] has the format uuid now',
      (d) => (sent(d).herbs.minItems = 0),
    ],
    [
      (d) => (sent(d).name.pattern = '^[a-z]+$'),
      'body.name has the pattern ^[a-z]+$ now',
      (d) => (sent(d).name.title = 'Name'),
    ],
    [
      (d) => (creation(d).requestBody.required = true),
      'a body is required now',
      (d) => (creation(d).requestBody.content['application/x-www-form-urlencoded'] = { schema: {} }),
    ],
    [
      (d) => {
        const { content } = creation(d).requestBody
        creation(d).requestBody.content = { 'multipart/form-data': content['application/json'] }
      },
      'body is no application/json any more',
      (d) => (removal(d).requestBody = { content: json({ type: 'object' }) }),
    ],
    [
      (d) => (creation(d).responses[201].content = { 'text/plain': { schema: {} } }),
      '201 is no application/json any more',
      (d) => (creation(d).responses[201].content['text/plain'] = { schema: {} }),
    ],
  ],
  'in responses: ': [
    [
      (d) => delete shown(d).note,
      'Tea.note was removed',
      (d) => {
        shown(d).leaves = { type: 'integer' }
        tea(d).required.push('leaves')
      },
    ],
    [(d) => tea(d).required.pop(), 'Tea.cups may be missing now', (d) => tea(d).required.push('note')],
    [
      (d) => (shown(d).cups.type = 'number'),
      'Tea.cups may now be number',
      (d) => (shown(d).cups = { type: 'integer', minimum: 0 }),
    ],
    [
      (d) => (shown(d).name = { anyOf: [shown(d).name, { type: 'null' }] }),
      'Tea.name may now be null',
      (d) => (sent(d).name.type = ['string', 'null']),
    ],
    [(d) => delete shown(d).kind.enum, 'Tea.kind may be any string now', (d) => shown(d).kind.enum.push('white')],
    [(d) => delete shown(d).id.format, 'Tea.id is no uuid any more', (d) => (shown(d).note.format = 'uri')],
    [
      (d) => delete shown(d).notes.patternProperties,
      'Tea.notes no longer has other properties',
      (d) => (shown(d).notes.patternProperties['^(.*)$'].enum = ['warm']),
    ],
    [
      (d) => (shown(d).blend.items = { type: 'string' }),
      'Tea.blend[] may now be string',
      (d) => {
        d.components.schemas.Brew = d.components.schemas.Tea
        shown(d).blend.items = { $ref: '#/components/schemas/Brew' }
      },
    ],
  ],
  'DELETE /teas/{id}: ': [
    [
      (d) => (removal(d).security = [{ session: [] }]),
      'it no longer lets in everybody',
      (d) => read(d).security.push({}),
    ],
  ],
}

const ALL = Object.entries(RULES).flatMap(([where, rules]) =>
  rules.map(([breaks, words, twin]) => [where + words, breaks, twin] as const),
)
test.each(ALL)('a client breaks, and by the change that is like it does not: %s', (sentence, breaks, twin) => {
  const changes = changesBy(breaks)
  expect(changes).toContain(sentence)
  // What is wrong with a model is said once, wherever it is.
  expect(changes).toEqual([...new Set(changes)])
  expect(changesBy(twin)).toEqual([])
})

test('in the document of the API a lost operation, field and status are noticed, and nothing where nothing changes', () => {
  const api: Document = JSON.parse(readFileSync(join(import.meta.dir, '../../../docs/openapi.json'), 'utf8'))
  const next = structuredClone(api) as Json & Document
  expect(breakingChanges(api, next)).toEqual([])
  delete next.paths['/api/v1/notices']
  delete next.paths['/api/v1/posts'].post.responses[201]
  delete next.components.schemas.Post.properties.title
  expect(breakingChanges(api, next).toSorted()).toEqual([
    'GET /api/v1/notices was removed',
    'POST /api/v1/posts: it no longer answers 201',
    'in responses: Post.title was removed',
  ])
})
