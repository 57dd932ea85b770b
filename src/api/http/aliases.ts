/**
 * The other base paths of the API. Longer ones first: the first that matches rewrites the path. `docs/deprecations.md`
 * says how long they work.
 */
const ALIASES: readonly (readonly [alias: string, base: string])[] = [
  ['/api/v1/moderation/reports', '/api/v1/reports'],
  ['/moderation/reports', '/api/v1/reports'],
  ['/api/v1/vote', '/api/v1/votes'],
  ['/api/v1/bookmark', '/api/v1/bookmarks'],
  ['/api/auth', '/api/v1/auth'],
  ['/api/users', '/api/v1/users'],
  ['/api/colleges', '/api/v1/colleges'],
  ['/api/admin', '/api/v1/admin'],
  ['/auth', '/api/v1/auth'],
  ['/comments', '/api/v1/comments'],
  ['/vote', '/api/v1/votes'],
  ['/bookmark', '/api/v1/bookmarks'],
  ['/admin', '/api/v1/admin'],
  ['/moderation', '/api/v1/moderation'],
  ['/feedbacks', '/api/v1/feedbacks'],
  ['/notifications', '/api/v1/notifications'],
]

/** The path that an alias stands for, or undefined for any other path. */
export function resolveAlias(path: string): string | undefined {
  for (const [alias, base] of ALIASES)
    if (path.startsWith(alias) && (path.length === alias.length || path[alias.length] === '/'))
      return base + path.slice(alias.length)
  return undefined
}
