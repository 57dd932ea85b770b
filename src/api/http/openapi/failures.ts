import { ERRORS, type ErrorCode } from '../../../errors'
import { resolveMessage } from '../../../messages/message'
import { CREATION_CODES, listedFailure } from '../access'
import { isUnlimited } from '../limits'
import { type Json, modelRef } from './json-schema'

/** What a route says of its refusals: the codes of its level, those of its rules, and whether it asks for a proof. */
export type Refusals = {
  'x-codes'?: string[]
  'x-fails'?: string[]
  'x-reauthentication'?: boolean
  'x-creates'?: boolean
}

type Asked = { method: string; path: string; hasBody: boolean; hasParameters: boolean }

/** Codes of every route. */
const EVERYWHERE: readonly ErrorCode[] = ['MISDIRECTED_REQUEST', 'INTERNAL', 'NOT_PRIMARY', 'STORAGE_UNAVAILABLE']
const WITH_BODY: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** The codes of an operation by status. */
export function failuresByStatus(refusals: Refusals, asked: Asked): Map<number, ErrorCode[]> {
  const listed = [
    ...(refusals['x-codes'] ?? []),
    ...(refusals['x-fails'] ?? []),
    ...(refusals['x-creates'] ? CREATION_CODES : []),
    ...(refusals['x-reauthentication'] ? ['REAUTHENTICATION_REQUIRED'] : []),
    ...EVERYWHERE,
    ...(isUnlimited(asked.path) ? [] : ['RATE_LIMITED']),
    ...(asked.method === 'GET' ? [] : ['CSRF_REJECTED']),
    ...(asked.hasBody ? WITH_BODY : asked.hasParameters ? ['VALIDATION_FAILED'] : []),
  ]
  const byStatus = new Map<number, ErrorCode[]>()
  for (const each of new Set(listed)) {
    const { status, code } = listedFailure(each)
    byStatus.set(status, [...new Set([...(byStatus.get(status) ?? []), code])].sort())
  }
  return byStatus
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
  content: { 'application/json': { schema } },
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
export function refusalResponse(
  status: number,
  codes: readonly ErrorCode[],
  components: { schemas: Json; responses: Json },
): Json {
  const [code] = codes
  const isUsual = codes.length === 1 && code !== undefined && status === ERRORS[code]
  const name = FREQUENT[codes.join()] ?? (isUsual ? pascal(code) : undefined)
  if (name === undefined) return response(status, codes, narrowed(codes))
  const model = `${name}Failure`
  components.schemas[model] = narrowed(codes)
  components.responses[name] = response(status, codes, modelRef(model))
  return { $ref: `#/components/responses/${name}` }
}

/** Every code with its usual status, for people. */
export const codeList = (): string =>
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => `- ${explained(code)} (${ERRORS[code]})`).join('\n')

const header = (type: string, description: string, required = false): Json => ({
  description,
  ...(required ? { required } : {}),
  schema: { type },
})

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

export const headerRefs = (names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of a response of that status; `isShared` where everybody gets the same without a session. */
export function headersOf(status: number, isShared = false): Json {
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
