import { OptionalKind } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import { ERRORS, type ErrorCode } from '../../errors'
import { resolveMessage } from '../../messages/message'
import { CREATION_CODES, IDEMPOTENCY_KEY, listedFailure } from '../access'
import { bodyLimits, isObject, TEXT_BODY_BYTES, takesFile } from '../body'
import { DEPRECATIONS, type Deprecations } from '../deprecations'
import { isUnlimited } from '../limits'
import { type Json, modelRef, type SchemaWriter } from './json-schema'

type Schema = Json & { properties?: Record<string, Json>; required?: string[]; [OptionalKind]?: string }
type Detail = Json & {
  'x-codes'?: string[]
  'x-fails'?: string[]
  'x-reauthentication'?: boolean
  'x-creates'?: boolean
  security?: Json[]
  responses?: Record<string, Json>
}
type Hooks = { detail?: Detail; params?: Schema; query?: Schema; body?: Schema; response?: Json }
type Route = { method: string; path: string; hooks: Hooks }

/** The path as OpenAPI writes it. */
const pathOf = (path: string): string => path.replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}')

/** The routes that the converter of Elysia takes for operations, by their paths: no page, no preflight, no socket. */
export function* documentedRoutes(app: AnyElysia): Generator<[path: string, route: Route]> {
  // Loaded with the first document: the start of the server does not need it.
  const { toOpenAPISchema }: typeof import('@elysiajs/openapi/openapi') = require('@elysiajs/openapi/openapi')
  const { paths } = toOpenAPISchema(app)
  for (const route of app.routes as Route[]) {
    const path = pathOf(route.path)
    if (route.method !== 'OPTIONS' && paths[path]?.[route.method.toLowerCase() as 'get']) yield [path, route]
  }
}

const sent = (name: string, description: string, schema: Json = { type: 'string' }): Json => {
  return { name, in: 'header', description, schema }
}

/** `components.parameters`: headers that requests may have. */
export const PARAMETERS = {
  AcceptLanguage: sent(
    'Accept-Language',
    'What the reader understands: a refusal is in the first of these languages that Quad has, `en` or `hi`',
  ),
  IfNoneMatch: sent('If-None-Match', 'The `ETag` of the version that the client has'),
  IdempotencyKey: sent(
    'Idempotency-Key',
    'Makes a repeat safe: within 30 days the same request with the same key creates nothing again, and is ' +
      'answered with what the first created, as it is now (404 `NOT_FOUND` once that is gone). Another request ' +
      'with the same key is refused with `IDEMPOTENCY_KEY_REUSED`. A refused request leaves no key and may be tried ' +
      'again. Use a random UUID for each thing that is to be created.',
    IDEMPOTENCY_KEY,
  ),
}

const parameterRef = (name: keyof typeof PARAMETERS): Json => ({ $ref: `#/components/parameters/${name}` })

function parametersIn(place: 'path' | 'query', schema: Schema | undefined, writer: SchemaWriter): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...written } = writer.write(property)
    // Elysia requires what has a default, too, and then fills it in.
    const isRequired = schema?.required?.includes(name) && property.default === undefined
    const fallback = 'default' in written || property.default === undefined ? {} : { default: property.default }
    return {
      name,
      in: place,
      ...(isRequired ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      // Several words in one parameter have commas between them.
      ...(written.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: { ...written, ...fallback },
    }
  })
}

/** Whether a form can hold whatever the field may be: text, or a `flag`. Null, lists and numbers need JSON. */
const fitsForm = ({ type, 'x-document': documented }: Json): boolean =>
  type === 'string' || (type === undefined && isObject(documented) && documented.type === 'boolean')

function requestBody({ method, path }: Route, body: Schema, writer: SchemaWriter): Json {
  const { json, form } = bodyLimits(method, path)
  const isLarge = Math.max(json, form) > TEXT_BODY_BYTES
  const isForm = Object.values(body.properties ?? {}).every(fitsForm)
  const isRequired =
    body[OptionalKind] === undefined && (body.required?.length || body.minProperties || body['x-not-empty'])
  const schema = writer.write(body)
  const types = takesFile(body)
    ? { 'multipart/form-data': { schema } }
    : {
        'application/json': { schema },
        ...(isForm ? { 'application/x-www-form-urlencoded': { schema: spelledOut(schema, writer) } } : {}),
      }
  return {
    ...(isLarge ? { description: `At most ${json} bytes as JSON, ${form} as a form.` } : {}),
    required: Boolean(isRequired),
    content: types,
  }
}

/** The schema without a name: generated clients choose between JSON and a form by the type of what they are given. */
const spelledOut = (schema: Json, { models }: SchemaWriter): Json =>
  typeof schema.$ref === 'string' ? (models[schema.$ref.split('/').at(-1) ?? ''] as Json) : schema

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  304: 'The client has this version',
}

/** The successes by status. */
function successes({ response = {}, detail }: Hooks, isShared: boolean, writer: SchemaWriter): Record<number, Json> {
  const isByStatus = Object.keys(response).every((key) => /^\d+$/.test(key))
  const schemas = Object.entries(isByStatus ? response : { 200: response })
  const described: [string, Json][] = [
    ...Object.entries(detail?.responses ?? {}),
    ...schemas.map(([status, schema]): [string, Json] => [status, { content: inJson(writer.write(schema)) }]),
    ...(isShared ? [['304', {}] as [string, Json]] : []),
  ]
  return Object.fromEntries(
    described.map(([key, each]) => {
      const status = Number(key)
      return [status, { description: DESCRIPTIONS[status], headers: headersOf(status, isShared), ...each }]
    }),
  )
}

const inJson = (schema: Json): Json => ({ 'application/json': { schema } })

type Components = { writer: SchemaWriter; responses: Json }

/** What the route does, as an operation. */
export function operationOf(route: Route, components: Components): Json {
  const { writer } = components
  const { method, path, hooks } = route
  const {
    'x-codes': _codes,
    'x-fails': _fails,
    'x-creates': creates,
    'x-follower': _follower,
    responses: _responses,
    ...detail
  } = hooks.detail ?? {}
  // What everybody gets without a session has an ETag (`isSharedResponse` in pipeline.ts).
  const isOpen = ['public', 'viewer', 'content'].includes(String(detail['x-access']))
  const isShared = method === 'GET' && path.startsWith('/api/') && isOpen && hooks.response !== undefined
  const responses = successes(hooks, isShared, writer)
  const parameters = [
    ...parametersIn('path', hooks.params, writer),
    ...parametersIn('query', hooks.query, writer),
    ...(isShared ? [parameterRef('IfNoneMatch')] : []),
    // openapi-python-client 0.29 makes code that does not run of a body of two types, where no parameter is optional.
    parameterRef('AcceptLanguage'),
    ...(creates ? [parameterRef('IdempotencyKey')] : []),
  ]
  for (const [status, codes] of failuresByStatus(route)) responses[status] = refusalResponse(status, codes, components)
  if (creates) {
    const { headers, ...created } = responses[201] ?? {}
    responses[201] = { ...created, headers: { ...(headers as Json), ...headerRefs(['Idempotency-Replayed']) } }
  }
  return withDeprecation(route, {
    ...detail,
    security: detail.security ?? [],
    parameters,
    ...(hooks.body === undefined ? {} : { requestBody: requestBody(route, hooks.body, writer) }),
    responses,
  })
}

/** The operation of a route, marked where it or one of its parameters is deprecated. */
export function withDeprecation<Operation extends { parameters: Json[] }>(
  { method, path }: Pick<Route, 'method' | 'path'>,
  operation: Operation,
  table: Deprecations = DEPRECATIONS,
): Operation {
  const name = `${method} ${path}`
  const parameters = operation.parameters.map((each) =>
    each.in === 'query' && `${name}?${each.name}` in table ? { ...each, deprecated: true } : each,
  )
  return { ...operation, parameters, ...(name in table ? { deprecated: true } : {}) }
}

/** Codes of every route. */
const EVERYWHERE = ['MISDIRECTED_REQUEST', 'INTERNAL', 'NOT_PRIMARY', 'STORAGE_UNAVAILABLE'] as const
const WITH_BODY = ['VALIDATION_FAILED', 'INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

/** The codes of an operation by status. */
function failuresByStatus({ method, path, hooks }: Route): Map<number, ErrorCode[]> {
  const { detail = {}, params, query, body } = hooks
  const listed = [
    ...(detail['x-codes'] ?? []),
    ...(detail['x-fails'] ?? []),
    ...(detail['x-creates'] ? CREATION_CODES : []),
    ...(detail['x-reauthentication'] ? ['REAUTHENTICATION_REQUIRED'] : []),
    ...EVERYWHERE,
    ...(isUnlimited(path) ? [] : ['RATE_LIMITED']),
    ...(method === 'GET' ? [] : ['CSRF_REJECTED']),
    ...(body ? WITH_BODY : (params ?? query) ? ['VALIDATION_FAILED'] : []),
  ]
  const byStatus = Map.groupBy(listed.map(listedFailure), ({ status }) => status)
  return new Map([...byStatus].map(([status, found]) => [status, [...new Set(found.map(({ code }) => code))].sort()]))
}

const explained = (code: ErrorCode): string => `\`${code}\`: ${resolveMessage(`errors.${code}`, 'en')}`

/** `Failure` with these codes and no other. */
const narrowed = (codes: readonly ErrorCode[]): Json => ({
  allOf: [modelRef('Failure'), { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
})

const pascal = (code: ErrorCode): string =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

const response = (status: number, codes: readonly ErrorCode[], schema: Json): Json => ({
  description: codes.map(explained).join('\n'),
  headers: headersOf(status),
  content: inJson(schema),
})

/** What many operations refuse with, under a name, so that generated clients have a type for it only once. */
const FREQUENT: Readonly<Record<string, string>> = {
  'INVALID_JSON,VALIDATION_FAILED': 'BadRequest',
  'FORBIDDEN,PASSKEY_REQUIRED,USER_BLOCKED,USER_SUSPENDED': 'AdministratorRead',
  'CSRF_REJECTED,FORBIDDEN,PASSKEY_REQUIRED,USER_BLOCKED,USER_SUSPENDED': 'AdministratorWrite',
  'CSRF_REJECTED,FORBIDDEN,PASSKEY_REQUIRED,REAUTHENTICATION_REQUIRED,USER_BLOCKED,USER_SUSPENDED':
    'AdministratorProof',
}

/** The response that refuses with one of the codes: a component for a frequent set, and for one code under its status. */
function refusalResponse(status: number, codes: readonly ErrorCode[], { writer, responses }: Components): Json {
  const [code] = codes
  const isUsual = codes.length === 1 && code !== undefined && status === ERRORS[code]
  const name = FREQUENT[codes.join()] ?? (isUsual ? pascal(code) : undefined)
  if (name === undefined) return response(status, codes, narrowed(codes))
  const model = `${name}Failure`
  writer.models[model] = narrowed(codes)
  responses[name] = response(status, codes, modelRef(model))
  return { $ref: `#/components/responses/${name}` }
}

/** Every code with its usual status, for people. */
export const codeList = (): string =>
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => `- ${explained(code)} (${ERRORS[code]})`).join('\n')

const header = (type: string, description: string, required = false): Json => {
  return { description, ...(required ? { required } : {}), schema: { type } }
}

/** `components.headers`: what clients may want of the headers of responses. */
export const HEADERS = {
  'X-Request-Id': header('string', 'The id of the request in the log of the server', true),
  'RateLimit-Limit': header('integer', 'How many such requests the limit allows, where there is one'),
  'RateLimit-Remaining': header('integer', "How many are left, where the limit is the account's own"),
  'RateLimit-Reset': header('integer', "Seconds until the limit is whole again, where it is the account's own"),
  'Retry-After': header('integer', 'Seconds after which to try again'),
  'Content-Language': header('string', 'The language of `message`: `en` or `hi`'),
  ETag: header('string', 'The version of what everybody gets without a session; for `If-None-Match`'),
  Location: header('string', 'Where the browser goes next', true),
  'Idempotency-Replayed': {
    description: '`true` if an earlier request with the same `Idempotency-Key` had created it',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

const headerRefs = (names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of a response of that status; `isShared` where everybody gets the same without a session. */
function headersOf(status: number, isShared = false): Json {
  return headerRefs([
    'X-Request-Id',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 302 ? (['Location'] as const) : []),
    ...(status >= 400 ? (['Content-Language'] as const) : []),
    ...(isShared && status < 400 ? (['ETag'] as const) : []),
  ])
}
