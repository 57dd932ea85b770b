import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breakingChanges } from '../../docs/contract/breaking-changes'
import type { Json } from '../../docs/contract/schemas'
import {
  bodyOf,
  changesBy,
  creation,
  type Document,
  json,
  type Rule,
  read,
  removal,
  sent,
  shown,
  size,
  tea,
} from '../support/teas'

const RULES: Rule[] = [
  // What a client may ask for.
  [
    'an operation is removed, or added',
    (d) => delete d.paths['/teas/{id}'].delete,
    'DELETE /teas/{id} was removed',
    (d) => (d.paths['/teas'].get = { operationId: 'listTeas', responses: { 200: {} } }),
  ],
  [
    'a path is removed, or its parameter renamed',
    (d) => delete d.paths['/teas'],
    'POST /teas was removed',
    (d) => {
      d.paths['/teas/{teaId}'] = d.paths['/teas/{id}']
      delete d.paths['/teas/{id}']
    },
  ],
  [
    'an operation gets another name, or another summary',
    (d) => (read(d).operationId = 'readTea'),
    'GET /teas/{id}: its operationId getTea is readTea now',
    (d) => (read(d).summary = 'Read a tea by its id'),
  ],
  [
    'a parameter is removed, or added and optional',
    (d) => read(d).parameters.pop(),
    'GET /teas/{id}: query parameter size was removed',
    (d) => read(d).parameters.push({ name: 'milk', in: 'query', schema: { type: 'boolean' } }),
  ],
  [
    'a parameter is added and required, or in another order',
    (d) => read(d).parameters.push({ name: 'milk', in: 'query', required: true, schema: { type: 'boolean' } }),
    'GET /teas/{id}: query parameter milk is new and required',
    (d) => read(d).parameters.reverse(),
  ],
  [
    'a parameter becomes required, or says that it is not',
    (d) => (size(d).required = true),
    'GET /teas/{id}: query parameter size is required now',
    (d) => (size(d).required = false),
  ],
  [
    'a parameter takes fewer words, or more',
    (d) => (size(d).schema.enum = ['cup']),
    'GET /teas/{id}: query parameter size no longer takes "pot"',
    (d) => (size(d).schema.enum = ['cup', 'pot', 'mug']),
  ],
  [
    'a parameter has another default, or the first',
    (d) => (size(d).schema.default = 'pot'),
    'GET /teas/{id}: query parameter size is "pot" by default now',
    (d) => (sent(d).minutes.default = 3),
  ],
  [
    'a parameter in the path has another type, or takes more',
    (d) => (read(d).parameters[0].schema = { type: 'integer' }),
    'GET /teas/{id}: path parameter id no longer takes string',
    (d) => (read(d).parameters[0].schema = {}),
  ],
  [
    'a field of a request becomes required, or optional',
    (d) => bodyOf(d).required.push('kind'),
    'POST /teas: body.kind is required now',
    (d) => (bodyOf(d).required = []),
  ],
  [
    'a request has a new field that is required, or optional',
    (d) => {
      sent(d).cups = { type: 'integer' }
      bodyOf(d).required.push('cups')
    },
    'POST /teas: body.cups is required now',
    (d) => (sent(d).cups = { type: 'integer' }),
  ],
  [
    'a field of a request is removed, or described',
    (d) => delete sent(d).kind,
    'POST /teas: body.kind was removed',
    (d) => (sent(d).kind.description = 'How it was dried'),
  ],
  [
    'a field of a request has another type, or one more',
    (d) => (sent(d).minutes.type = 'integer'),
    'POST /teas: body.minutes no longer takes number',
    (d) => (sent(d).minutes = { anyOf: [sent(d).minutes, { type: 'string' }] }),
  ],
  [
    'a field of a request may no longer be null, or in other words',
    (d) => (sent(d).origin = { type: 'string' }),
    'POST /teas: body.origin no longer takes null',
    (d) => (sent(d).origin = { type: ['string', 'null'] }),
  ],
  [
    'a field of a request takes fewer words, or any',
    (d) => (sent(d).kind = { const: 'green' }),
    'POST /teas: body.kind no longer takes "black"',
    (d) => delete sent(d).kind.enum,
  ],
  [
    'a field of a request takes some words only, or more of them',
    (d) => (sent(d).name.enum = ['Assam']),
    'POST /teas: body.name no longer takes other values',
    (d) => sent(d).kind.enum.push('white'),
  ],
  [
    'a text may be less long, or longer',
    (d) => (sent(d).name.maxLength = 10),
    'POST /teas: body.name has maxLength 10 now',
    (d) => (sent(d).name.maxLength = 30),
  ],
  [
    'a text must be longer, or may be empty',
    (d) => (sent(d).name.minLength = 2),
    'POST /teas: body.name has minLength 2 now',
    (d) => (sent(d).name.minLength = 0),
  ],
  [
    'a number has a bound, or none',
    (d) => (sent(d).minutes.minimum = 1),
    'POST /teas: body.minutes has minimum 1 now',
    (d) => delete sent(d).minutes.maximum,
  ],
  [
    'a list may be less long, or longer',
    (d) => (sent(d).herbs.maxItems = 2),
    'POST /teas: body.herbs has maxItems 2 now',
    (d) => (sent(d).herbs.maxItems = 5),
  ],
  [
    'the items of a list have a format, or a least number that is none',
    (d) => (sent(d).herbs.items.format = 'uuid'),
    'POST /teas: body.herbs[] has the format uuid now',
    (d) => (sent(d).herbs.minItems = 0),
  ],
  [
    'a text has a pattern, or a title',
    (d) => (sent(d).name.pattern = '^[a-z]+$'),
    'POST /teas: body.name has the pattern ^[a-z]+$ now',
    (d) => (sent(d).name.title = 'Name'),
  ],
  [
    'a body is required, or of one more type',
    (d) => (creation(d).requestBody.required = true),
    'POST /teas: a body is required now',
    (d) => (creation(d).requestBody.content['application/x-www-form-urlencoded'] = { schema: {} }),
  ],
  [
    'a type of a body is removed, or said of the first time',
    (d) => {
      const { content } = creation(d).requestBody
      creation(d).requestBody.content = { 'multipart/form-data': content['application/json'] }
    },
    'POST /teas: body is no application/json any more',
    (d) => (removal(d).requestBody = { content: json({ type: 'object' }) }),
  ],
  // What responses have, and who gets one.
  [
    'a field of a response is removed, or added',
    (d) => delete shown(d).note,
    'in responses: Tea.note was removed',
    (d) => {
      shown(d).leaves = { type: 'integer' }
      tea(d).required.push('leaves')
    },
  ],
  [
    'a field of a response may be missing, or is always there',
    (d) => tea(d).required.pop(),
    'in responses: Tea.cups may be missing now',
    (d) => tea(d).required.push('note'),
  ],
  [
    'a field of a response has another type, or a narrower one',
    (d) => (shown(d).cups.type = 'number'),
    'in responses: Tea.cups may now be number',
    (d) => (shown(d).cups = { type: 'integer', minimum: 0 }),
  ],
  [
    'a field of a response may be null, or one of a request',
    (d) => (shown(d).name = { anyOf: [shown(d).name, { type: 'null' }] }),
    'in responses: Tea.name may now be null',
    (d) => (sent(d).name.type = ['string', 'null']),
  ],
  [
    'a text of a response may be any, or a word that was not there',
    (d) => delete shown(d).kind.enum,
    'in responses: Tea.kind may be any string now',
    (d) => shown(d).kind.enum.push('white'),
  ],
  [
    'a text of a response loses its format, or gets one',
    (d) => delete shown(d).id.format,
    'in responses: Tea.id is no uuid any more',
    (d) => (shown(d).note.format = 'uri'),
  ],
  [
    'an object of a response loses its other properties, or its others are fewer',
    (d) => delete shown(d).notes.patternProperties,
    'in responses: Tea.notes no longer has other properties',
    (d) => (shown(d).notes.patternProperties['^(.*)$'].enum = ['warm']),
  ],
  [
    'the items of a list of a response change, or their model has another name',
    (d) => (shown(d).blend.items = { type: 'string' }),
    'in responses: Tea.blend[] may now be string',
    (d) => {
      d.components.schemas.Brew = d.components.schemas.Tea
      shown(d).blend.items = { $ref: '#/components/schemas/Brew' }
    },
  ],
  [
    'a status is removed, or added',
    (d) => delete read(d).responses[404],
    'GET /teas/{id}: it no longer answers 404',
    (d) => (read(d).responses[409] = read(d).responses[404]),
  ],
  [
    'a header of a response is removed, or spelt otherwise',
    (d) => (read(d).responses[200].headers = {}),
    'GET /teas/{id}: 200 has no header ETag any more',
    (d) => (read(d).responses[200].headers = { etag: {}, 'X-Request-Id': {} }),
  ],
  [
    'a type of a response is removed, or added',
    (d) => (creation(d).responses[201].content = { 'text/plain': { schema: {} } }),
    'POST /teas: 201 is no application/json any more',
    (d) => (creation(d).responses[201].content['text/plain'] = { schema: {} }),
  ],
  [
    'a way to sign in is removed, or added',
    (d) => read(d).security.pop(),
    'GET /teas/{id}: it no longer lets in bearer',
    (d) => read(d).security.push({ key: [] }),
  ],
  [
    'nobody is let in without a session, or everybody is',
    (d) => (removal(d).security = [{ session: [] }]),
    'DELETE /teas/{id}: it no longer lets in everybody',
    (d) => read(d).security.push({}),
  ],
  [
    'more is required of an account, or less',
    (d) => (read(d)['x-access'] = 'author'),
    'GET /teas/{id}: it requires onboarding now',
    (d) => (read(d)['x-access'] = 'session'),
  ],
  [
    'a proof of identity is required, or said not to be',
    (d) => (read(d)['x-reauthentication'] = true),
    'GET /teas/{id}: it requires a proof of identity of the last minutes now',
    (d) => (read(d)['x-reauthentication'] = false),
  ],
]

test.each(RULES)('a client breaks, and does not, when %s', (_rule, breaks, sentence, twin) => {
  const changes = changesBy(breaks)
  expect(changes).toContain(sentence)
  // What is wrong with a model is said once, wherever it is.
  expect(changes).toEqual([...new Set(changes)])
  expect(changesBy(twin)).toEqual([])
})

test('in the document of the API a lost operation, field and status are noticed, and nothing where nothing changes', () => {
  const api: Document = JSON.parse(readFileSync(join(import.meta.dir, '../../docs/openapi.json'), 'utf8'))
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
