import { describe, expect, test } from 'bun:test'
import { bodyOf, changesBy, creation, json, type Rule, read, removal, sent, size } from '../support/teas'

// What a client may ask for.

const RULES: Rule[] = [
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
]

describe('a client breaks when, and does not when', () => {
  test.each(RULES)('%s', (_rule, breaks, sentence, twin) => {
    expect(changesBy(breaks)).toContain(sentence)
    expect(changesBy(twin)).toEqual([])
  })
})
