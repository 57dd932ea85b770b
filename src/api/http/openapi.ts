import { type AnyElysia, Elysia } from 'elysia'
import packageJson from '../../../package.json'
import { config } from '../../config'
import { ERRORS, type ErrorCode } from '../../errors'
import { resolveMessage } from '../../messages/message'
import { access, CREATION_CODES, listedFailure } from './access'
import { bodyLimits, TEXT_BODY_BYTES } from './body'
import { failure } from './envelope'
import { addExamples } from './openapi/examples'
import { tags } from './openapi/tags'
import { IDEMPOTENCY_COMPONENTS, withIdempotencyKey } from './openapi-idempotency'

type Json = { [key: string]: unknown }
type Operation = Json & {
  responses?: Record<string, Json>
  requestBody?: Json
  'x-access'?: string
  'x-codes'?: string[]
  'x-fails'?: string[]
  'x-reauthentication'?: boolean
  'x-creates'?: boolean
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

const DESCRIPTION = [
  'Responses are `{success: true, message, data}`; refusals are `{success: false, message, code, errors?, meta?}`.',
  'What a refusal says follows `Accept-Language` (`en`, `hi`); a success says the same in every language.',
  `A body has ${TEXT_BODY_BYTES} bytes at most, or as many as its operation says: above that it has no other fields.`,
  'The codes and the status each usually comes with:',
  '',
  ...ERROR_CODES.map((code) => `- \`${code}\` (${ERRORS[code]}): ${resolveMessage(`errors.${code}`, 'en')}`),
].join('\n')

/** Codes of every route. */
const EVERYWHERE: readonly ErrorCode[] = ['MISDIRECTED_REQUEST', 'RATE_LIMITED', 'INTERNAL', 'STORAGE_UNAVAILABLE']
const WITH_BODY: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** The codes of the operation by status. */
function failuresByStatus(method: string, operation: Operation): Map<number, Set<ErrorCode>> {
  const unsafe = method !== 'get'
  const listed = [
    ...(operation['x-codes'] ?? []),
    ...(operation['x-fails'] ?? []),
    ...(operation['x-creates'] ? CREATION_CODES : []),
    ...(operation['x-reauthentication'] ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...EVERYWHERE,
    ...(unsafe ? ['CSRF_REJECTED'] : []),
    ...(operation.requestBody ? WITH_BODY : operation.parameters ? ['VALIDATION_FAILED'] : []),
  ]
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const each of listed) {
    const { status, code } = listedFailure(each)
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  return byStatus
}

/** A format of lib/schema in the terms of JSON Schema; any other stays. */
function jsonSchemaFormat(format: string, fallback: unknown): Json {
  const [, min, max] = /^(?:text|range)-(\d+)-(\d+|Infinity)$/.exec(format) ?? []
  if (min === undefined) return { format }
  if (format.startsWith('range'))
    return { type: 'integer', minimum: Number(min), maximum: Number(max), default: Number(fallback) }
  return { minLength: Number(min), ...(max === 'Infinity' ? {} : { maxLength: Number(max) }) }
}

/** Moves named models into `components`, and drops keywords that OpenAPI does not know. */
function tidy(value: unknown, models: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, models))
  if (!isJson(value)) return value
  if (isJson(value['x-clamped'])) return value['x-clamped']
  const { 'x-model': name, 'x-format': documented, 'x-message': _message, format = documented, ...rest } = value
  // Elysia adds this when it compiles a schema, at the first request of its route; unknown fields are ignored either
  // way.
  if (rest.additionalProperties === false) delete rest.additionalProperties
  if (typeof format === 'string') Object.assign(rest, jsonSchemaFormat(format, value.default))
  else if (format !== undefined) Object.assign(rest, { format })
  const tidied = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, tidy(each, models)]))
  if (typeof name !== 'string') return tidied
  models[name] = tidied
  return { $ref: `#/components/schemas/${name}` }
}

const failureContent = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

function describe(method: string, operation: Operation): Json {
  const { 'x-codes': _codes, 'x-fails': _fails, 'x-creates': creates, ...rest } = operation
  const successes = Object.entries(operation.responses ?? {}).filter(([status]) => Number(status) < 400)
  const failed = [...failuresByStatus(method, operation)].map(([status, codes]) => [
    status,
    { description: [...codes].map((code) => `\`${code}\``).join(', '), content: failureContent },
  ])
  const described = { ...rest, responses: Object.fromEntries([...successes, ...failed]) }
  return creates ? withIdempotencyKey(described) : described
}

/** Says how long the body may be where its fields may take more than other bodies. */
function limited(path: string, method: string, operation: Operation): Operation {
  const { json, form } = bodyLimits(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'))
  if (!operation.requestBody || Math.max(json, form) === TEXT_BODY_BYTES) return operation
  const description = `At most ${json} bytes as JSON, ${form} as a form.`
  return { ...operation, requestBody: { description, ...operation.requestBody } }
}

/** The OpenAPI document of the routes of `app`. */
export function openapiDocument(app: AnyElysia): Json {
  // Loaded with the first document: the start of the server does not need it.
  const { toOpenAPISchema }: typeof import('@elysiajs/openapi/openapi') = require('@elysiajs/openapi/openapi')
  const { paths, components } = toOpenAPISchema(app)
  const models: Json = {}
  const described: Json = {}
  for (const [path, item] of Object.entries(paths as unknown as Record<string, Record<string, Operation>>)) {
    const operations = Object.entries(item).filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
    if (operations.length > 0)
      described[path] = Object.fromEntries(
        operations.map(([method, each]) => [method, describe(method, limited(path, method, each))]),
      )
  }
  const tidied = tidy(described, models) as Json
  addExamples(tidied)
  tidy(failure, models)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quad',
      version: packageJson.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: config.publicUrl }],
    tags,
    paths: tidied,
    components: {
      ...IDEMPOTENCY_COMPONENTS,
      schemas: { ...(tidy(components.schemas ?? {}, models) as Json), ...models },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'identity.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

const sorted = (record: unknown): Json =>
  Object.fromEntries(Object.entries(record as Json).sort(([left], [right]) => (left < right ? -1 : 1)))

/** The document without the address of this server, in an order that does not depend on where a route is mounted. */
export function portableDocument(app: AnyElysia): Json {
  const { components, paths, ...rest } = openapiDocument(app)
  const listed = Object.entries(components as Json).map(([kind, record]) => [kind, sorted(record)])
  return { ...rest, servers: [{ url: '/' }], paths: sorted(paths), components: Object.fromEntries(listed) }
}

/** Serves the document of the app that `composed` returns; made at the first request. */
export const openapi = (composed: () => AnyElysia) => {
  let text: string | undefined
  return new Elysia({ name: 'openapi' }).use(access).get(
    '/api/v1/openapi.json',
    () => {
      text ??= JSON.stringify(openapiDocument(composed()))
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
    { public: true, detail: { hide: true } },
  )
}
