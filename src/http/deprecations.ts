import { requestQuery } from './request'

/** The other base paths, longer ones first: the first that matches counts. docs/clients.md says how long. */
const ALIASES: readonly (readonly [alias: string, base: string])[] = [
  ['/api/v1/moderation/reports', '/api/v1/reports'],
  ['/moderation/reports', '/api/v1/reports'],
  ['/api/v1/vote', '/api/v1/votes'],
  ['/api/v1/bookmark', '/api/v1/bookmarks'],
  ['/vote', '/api/v1/votes'],
  ['/bookmark', '/api/v1/bookmarks'],
  ...['auth', 'users', 'colleges', 'admin'].map((name) => [`/api/${name}`, `/api/v1/${name}`] as const),
  ...['auth', 'comments', 'admin', 'moderation', 'feedbacks', 'notifications'].map(
    (name) => [`/${name}`, `/api/v1/${name}`] as const,
  ),
]

/** The path that an alias stands for, or undefined for any other path. */
export function resolveAlias(path: string): string | undefined {
  for (const [alias, base] of ALIASES)
    if (path.startsWith(alias) && (path.length === alias.length || path[alias.length] === '/'))
      return base + path.slice(alias.length)
  return undefined
}

/** Since which day clients should stop using something, and the day on which it ends, once that is decided. */
export type Deprecation = { since: string; until?: string }

export type Deprecations = Readonly<Record<string, Deprecation>>

/** `aliases`, routes (`GET /api/v1/posts/:id`) and parameters (`GET /api/v1/posts?page`), as in docs/clients.md. */
export const DEPRECATIONS = { aliases: { since: '2026-01-01' } } as const satisfies Deprecations

const linkTo = (relation: string): string => `</docs/clients.md>; rel="${relation}"; type="text/markdown"`

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to what to do. */
export function deprecationHeaders({ since, until }: Deprecation): (readonly [name: string, value: string])[] {
  const deprecation = ['deprecation', `@${Date.parse(since) / 1000}`] as const
  if (until === undefined) return [deprecation, ['link', linkTo('deprecation')]]
  const links = `${linkTo('deprecation')}, ${linkTo('sunset')}`
  return [deprecation, ['sunset', new Date(until).toUTCString()], ['link', links]]
}

/** Finds the deprecated route or parameter that a request used. Undefined without any, so that requests cost nothing. */
export function deprecationFinder(table: Deprecations) {
  const entries = Object.entries(table).filter(([name]) => name !== 'aliases')
  if (entries.length === 0) return undefined
  return ({ method, route, url }: { method: string; route: string | undefined; url: string }) => {
    const name = `${method} ${route}`
    const sent = requestQuery({ url })
    const isUsed = ([each]: [string, Deprecation]) =>
      each === name || (each.startsWith(`${name}?`) && sent.has(each.slice(name.length + 1)))
    return entries.find(isUsed)?.[1]
  }
}
