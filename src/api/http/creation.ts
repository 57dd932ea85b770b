import type { Creation } from '../../core/access/account'
import { refuseField } from '../../errors'
import { requestContext } from './request'

/** Visible ASCII characters. */
const PATTERN = /^[!-~]+$/
const MAX_LENGTH = 255

const isKey = (text: string): boolean => text.length <= MAX_LENGTH && PATTERN.test(text)

/** A key, as the OpenAPI document describes it. */
export const IDEMPOTENCY_KEY = { type: 'string', minLength: 1, maxLength: MAX_LENGTH, pattern: PATTERN.source } as const

type Sent = { request: Request; route: string; params?: unknown; body?: unknown }

/**
 * The idempotency key of a request that creates (draft-ietf-httpapi-idempotency-key-header), with what it was sent
 * for; undefined without one. 400 for one that is no key.
 */
export async function readCreation(
  { request, route, params, body }: Sent,
  by: 'viewer' | 'nobody',
): Promise<Creation | undefined> {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!isKey(key)) refuseField('Idempotency-Key', 'requests.idempotencyKey')
  const context = requestContext(request)
  const viewer = by === 'viewer' ? await context.viewer : undefined
  const sent = inOrder([route, params, body])
  const creation: Creation = { userId: viewer?.id ?? null, key, request: sent, isReplayed: false }
  if (viewer) viewer.creation = creation
  context.creation = creation
  return creation
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON of a value, whatever the order of its fields. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
