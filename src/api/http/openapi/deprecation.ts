import { DEPRECATIONS, type Deprecations } from '../deprecations'
import type { Json } from './json-schema'

// What the OpenAPI document says of what clients should stop using: the table of deprecations.ts.

type Route = { method: string; path: string }

/** The operation of a route, marked where it or one of its parameters is deprecated. */
export function withDeprecation<Operation extends { parameters: Json[] }>(
  { method, path }: Route,
  operation: Operation,
  table: Deprecations = DEPRECATIONS,
): Operation {
  const name = `${method} ${path}`
  const parameters = operation.parameters.map((each) =>
    each.in === 'query' && `${name}?${each.name}` in table ? { ...each, deprecated: true } : each,
  )
  return { ...operation, parameters, ...(name in table ? { deprecated: true } : {}) }
}
