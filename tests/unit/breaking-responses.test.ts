import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breakingChanges } from '../../docs/contract/breaking-changes'
import type { Json } from '../../docs/contract/schemas'
import { changesBy, creation, type Document, type Rule, read, removal, sent, shown, tea } from '../support/teas'

// What responses have, and who gets one.

const RULES: Rule[] = [
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

describe('a client breaks when, and does not when', () => {
  test.each(RULES)('%s', (_rule, breaks, sentence, twin) => {
    expect(changesBy(breaks)).toContain(sentence)
    expect(changesBy(twin)).toEqual([])
  })
})

test('what is wrong with a model is said once, wherever it is', () => {
  expect(changesBy((d) => delete shown(d).note)).toEqual(['in responses: Tea.note was removed'])
})

test('nothing breaks where nothing changes, in a made-up document and in that of the API', () => {
  expect(changesBy(() => undefined)).toEqual([])
  const api = JSON.parse(readFileSync(join(import.meta.dir, '../../docs/openapi.json'), 'utf8'))
  expect(breakingChanges(api, structuredClone(api))).toEqual([])
})

test('in the document of the API a lost operation, field and status are noticed', () => {
  const api: Document = JSON.parse(readFileSync(join(import.meta.dir, '../../docs/openapi.json'), 'utf8'))
  const next = structuredClone(api) as Json & Document
  delete next.paths['/api/v1/notices']
  delete next.paths['/api/v1/posts'].post.responses[201]
  delete next.components.schemas.Post.properties.title
  expect(breakingChanges(api, next).toSorted()).toEqual([
    'GET /api/v1/notices was removed',
    'POST /api/v1/posts: it no longer answers 201',
    'in responses: Post.title was removed',
  ])
})
