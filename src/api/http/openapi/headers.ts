import type { Json } from './json-schema'

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
} as const

type Name = keyof typeof HEADERS

const refs = (names: readonly Name[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of a response of that status; `isShared` where everybody gets the same without a session. */
export function headersOf(status: number, isShared = false): Json {
  return refs([
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
