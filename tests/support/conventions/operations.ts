import type { AnyElysia } from 'elysia'

type Tagged = { operationId?: string; summary?: string; tags?: string[] }
export type Named = {
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Tagged>>
  components: { schemas?: object }
}

/** What generators of clients in any language make one word of. */
const squashed = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

function collisions(kind: string, names: readonly string[]) {
  const seen = new Map<string, string>()
  return names.flatMap((name) => {
    const first = seen.get(squashed(name))
    if (first === undefined) seen.set(squashed(name), name)
    return first === undefined ? [] : [`${kind} ${name} reads like ${first}`]
  })
}

/**
 * Routes that name no operation of their own, or say nothing about it. Their own word counts: the converter makes up an
 * operationId where there is none.
 */
export function namelessRoutes(app: AnyElysia) {
  return app.routes
    .filter(({ hooks, method }) => method !== 'OPTIONS' && hooks?.detail?.hide !== true)
    .flatMap(({ method, path, hooks: { detail } }) => [
      ...(/^[a-z]+(?:[A-Z][a-z]+)*$/.test(detail?.operationId ?? '') ? [] : [`${method} ${path} has no operationId`]),
      ...(/^[A-Z].*[^.]$/.test(detail?.summary ?? '') ? [] : [`${method} ${path} has no summary`]),
    ])
}

/** Operations and models whose names generated code could not tell apart, and tags that are not explained. */
export function namingFaults({ paths, components, tags = [] }: Named) {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const explained = tags.filter(({ description }) => description).map(({ name }) => name)
  const used = new Set(operations.flatMap((operation) => operation.tags ?? []))
  const untagged = operations.filter((operation) => operation.tags?.length !== 1)
  return [
    ...collisions(
      'operation',
      operations.map(({ operationId = '' }) => operationId),
    ),
    ...collisions('model', Object.keys(components.schemas ?? {})),
    ...untagged.map(({ operationId }) => `operation ${operationId} has not one tag`),
    ...[...used].filter((name) => !explained.includes(name)).map((name) => `tag ${name} is not explained`),
    ...explained.filter((name) => !used.has(name)).map((name) => `tag ${name} has no operation`),
  ]
}
