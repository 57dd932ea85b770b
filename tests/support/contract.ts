import { listedFailure } from '../../src/api/http/access'
import { resolveAlias } from '../../src/api/http/aliases'
import type { ErrorCode } from '../../src/errors'

type Route = { method: string; path: string; hooks?: { detail?: Record<string, unknown> } }

/** What the runPipeline of the server may refuse with on any route. */
const ANYWHERE: ReadonlySet<string> = new Set<ErrorCode>([
  'RATE_LIMITED',
  'INTERNAL',
  'CSRF_REJECTED',
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
])

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`)
const listOf = (detail: Record<string, unknown> | undefined, key: string): string[] =>
  (detail?.[key] as string[] | undefined) ?? []

/**
 * What is wrong with a refusal by the routes' own word: a status and code that its route does not list. Undefined for
 * one that is listed, and for an address that no route answers.
 */
export function unlistedRefusal(
  routes: readonly Route[],
  method: string,
  url: string,
  status: number,
  code: string,
): string | undefined {
  const given = new URL(url, 'http://localhost').pathname
  const path = resolveAlias(given) ?? given
  const exact = routes.filter((route) => route.path === path.replace(/\/$/, ''))
  const candidates = exact.length > 0 ? exact : routes.filter((route) => pattern(route.path).test(path))
  const found = candidates.filter((route) => route.method === method)
  if (found.length === 0 || ANYWHERE.has(code)) return undefined
  const listed = found.some(({ hooks }) =>
    [...listOf(hooks?.detail, 'x-codes'), ...listOf(hooks?.detail, 'x-fails')]
      .map(listedFailure)
      .some((failure) => failure.status === status && failure.code === code),
  )
  return listed ? undefined : `${method} ${found[0]?.path} refused with ${status} ${code}, which it does not list`
}
