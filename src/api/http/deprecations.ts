import { requestQuery } from './request'

/** Since which day clients should stop using something, and the day on which it ends, once that is decided. */
export type Deprecation = { since: string; until?: string }

export type Deprecations = Readonly<Record<string, Deprecation>>

/**
 * What clients should stop using: `aliases`, routes (`GET /api/v1/posts/:id`) and parameters of the query
 * (`GET /api/v1/posts?page`). docs/deprecations.md names each, with what to use instead.
 */
export const DEPRECATIONS = { aliases: { since: '2026-01-01' } } as const satisfies Deprecations

type Header = readonly [name: string, value: string]

const PAGE = '</docs/deprecations.md>'
const linkTo = (relation: string): string => `${PAGE}; rel="${relation}"; type="text/markdown"`

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to what to do. */
export function deprecationHeaders({ since, until }: Deprecation): readonly Header[] {
  const deprecation: Header = ['deprecation', `@${Date.parse(since) / 1000}`]
  if (until === undefined) return [deprecation, ['link', linkTo('deprecation')]]
  const links = `${linkTo('deprecation')}, ${linkTo('sunset')}`
  return [deprecation, ['sunset', new Date(until).toUTCString()], ['link', links]]
}

type Used = { method: string; route: string | undefined; url: string }

/**
 * Finds what is deprecated of a route that a request used: the route, or else a parameter that it sent. Undefined where
 * the table has no routes, so that requests cost nothing.
 */
export function deprecationFinder(table: Deprecations): ((used: Used) => Deprecation | undefined) | undefined {
  const entries = Object.entries(table).filter(([name]) => name !== 'aliases')
  if (entries.length === 0) return undefined
  return ({ method, route, url }) => {
    const name = `${method} ${route}`
    const sent = requestQuery({ url })
    const found = (each: string) =>
      each === name || (each.startsWith(`${name}?`) && sent.has(each.slice(name.length + 1)))
    return entries.find(([each]) => found(each))?.[1]
  }
}
