import { breakingChanges } from '../../docs/contract/breaking-changes'

// biome-ignore lint/suspicious/noExplicitAny: a document that the test itself has written below, to be changed anywhere
export type Document = any

export const json = (schema: object) => ({ 'application/json': { schema } })

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

export const read = (document: Document) => document.paths['/teas/{id}'].get
export const removal = (document: Document) => document.paths['/teas/{id}'].delete
export const creation = (document: Document) => document.paths['/teas'].post
export const bodyOf = (document: Document) => creation(document).requestBody.content['application/json'].schema
export const sent = (document: Document) => bodyOf(document).properties
export const tea = (document: Document) => document.components.schemas.Tea
export const shown = (document: Document) => tea(document).properties
export const size = (document: Document) => read(document).parameters[1]

export type Change = (document: Document) => void

export const changesBy = (change: Change) => {
  const document = TEAS()
  change(document)
  return breakingChanges(TEAS(), document)
}

/** What breaks, the sentence for it, and its twin that breaks nothing. */
export type Rule = [rule: string, breaks: Change, sentence: string, twin: Change]
