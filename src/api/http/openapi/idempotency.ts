import { IDEMPOTENCY_KEY } from '../creation'
import type { Json } from './json-schema'

// What the OpenAPI document says of requests that create, and of their repeats.

export const IDEMPOTENCY_COMPONENTS = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a repeat safe: within 30 days the same request with the same key creates nothing again, and is ' +
        'answered with what the first created, as it is now (404 `NOT_FOUND` once that is gone). Another request ' +
        'with the same key is refused with `IDEMPOTENCY_KEY_REUSED`. A refused request leaves no key and may be tried ' +
        'again. Use a random UUID for each thing that is to be created.',
      schema: IDEMPOTENCY_KEY,
    },
  },
  headers: {
    'Idempotency-Replayed': {
      description: '`true` if an earlier request with the same `Idempotency-Key` had created it',
      schema: { type: 'string', enum: ['true'] },
    },
  },
} as const

/** The operation with the header that a client may send and the one that it gets. */
export function withIdempotencyKey(operation: { parameters?: unknown; responses: Record<string, Json> }): Json {
  const { parameters = [], responses } = operation
  const { headers, ...created } = responses[201] ?? {}
  const replayed = { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } }
  return {
    ...operation,
    parameters: [...(parameters as Json[]), { $ref: '#/components/parameters/IdempotencyKey' }],
    responses: { ...responses, 201: { ...created, headers: { ...(headers as Json), ...replayed } } },
  }
}
