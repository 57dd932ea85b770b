import type { AnyElysia } from 'elysia'
import { resolveAlias } from '../../../src/http/deprecations'

type Json = { [key: string]: unknown }
type Response = { $ref?: string; description?: string; content?: Record<string, { schema?: Json }> }
type Body = { content: Record<string, { schema?: Json }> }
type Operation = {
  'x-access'?: string
  tags?: string[]
  requestBody?: Body
  security?: Json[]
  responses?: Record<string, Response>
}
export type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Json>; responses?: Record<string, Response> }
}

/** Registered by the CORS plugin alone. */
const PREFLIGHT = 'OPTIONS'
/** An upgrade is no operation of an OpenAPI document. */
const UPGRADE = 'WS'

type Hook = { fn?: unknown }
const hooksOf = (value: unknown): Hook[] => (Array.isArray(value) ? value : value ? [value] : [])
/** Every access level puts one hook before validation; it is known by what it calls. */
const gates = (transform: unknown) => hooksOf(transform).filter(({ fn }) => /\badmit\(/.test(String(fn))).length

type Route = { method: string; path: string; level: unknown; gates: number; hidden: boolean }

function routesOf(app: AnyElysia): Route[] {
  return app.routes
    .filter(({ method }) => method !== PREFLIGHT)
    .map(({ method, path, hooks }) => ({
      method,
      path: path.length > 1 ? path.replace(/\/$/, '') : path,
      level: hooks?.detail?.['x-access'],
      gates: gates(hooks?.transform),
      hidden: hooks?.detail?.hide === true,
    }))
}

/** Routes that declare no access level, or two. Pages, which are hidden from the document, need none. */
export function accessFaults(app: AnyElysia) {
  return routesOf(app).flatMap(({ method, path, level, gates, hidden }) => {
    if (hidden && level === undefined && !path.startsWith('/api/')) return []
    if (typeof level !== 'string') return [`${method} ${path} declares no access level`]
    return gates === 1 ? [] : [`${method} ${path} declares ${gates} access levels`]
  })
}

/** Routes that the document leaves out, operations that no route serves, and aliases that it names. */
export function coverageFaults(app: AnyElysia, { paths }: Document) {
  const documented = new Map<string, unknown>(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { 'x-access': level }]) => [`${method.toUpperCase()} ${path}`, level] as const,
      ),
    ),
  )
  const mounted = routesOf(app).filter(({ method, hidden }) => !hidden && method !== UPGRADE)
  const expected = new Map(
    mounted.map(({ method, path, level }) => [`${method} ${path.replace(/:(\w+)\??/g, '{$1}')}`, level]),
  )
  return [
    ...[...expected]
      .filter(([name, level]) => documented.get(name) !== level || !documented.has(name))
      .map(([name]) => `${name} is not documented`),
    ...[...documented.keys()]
      .filter((name) => !expected.has(name))
      .map((name) => `${name} is documented and not there`),
    ...Object.keys(paths)
      .filter((path) => resolveAlias(path) !== undefined)
      .map((path) => `${path} is an alias`),
  ]
}

/** Statuses that an operation answers with, whatever its own rules are. */
function certainFailures(method: string, { 'x-access': level, requestBody, tags }: Operation) {
  return [
    ...(tags?.includes('health') ? [] : ['429']),
    '500',
    ...(method === 'get' ? [] : ['403']),
    ...(requestBody === undefined ? [] : ['400', '413', '415']),
    ...(level === 'public' || level === 'viewer' ? [] : ['401']),
    ...(['public', 'viewer', 'content', 'session'].includes(String(level)) ? [] : ['403']),
  ]
}

const schemaOf = (response: Response | undefined): Json | undefined => Object.values(response?.content ?? {})[0]?.schema
const isFilled = (schema: Json | undefined) => schema !== undefined && Object.keys(schema).length > 0

const lastPart = (ref: unknown) => String(ref).split('/').at(-1) ?? ''

function operationFaults(method: string, operation: Operation, { components }: Document) {
  const responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).map(([status, response]) => [
      status,
      response.$ref ? (components.responses?.[lastPart(response.$ref)] ?? {}) : response,
    ]),
  )
  const codesIn = (response: Response | undefined): unknown[] => {
    const schema = schemaOf(response)
    const own = schema?.$ref ? components.schemas?.[lastPart(schema.$ref)] : schema
    const [envelope, narrowed] = (own?.allOf ?? []) as [Json?, { properties?: { code?: { enum?: string[] } } }?]
    return envelope?.$ref === '#/components/schemas/Failure' ? (narrowed?.properties?.code?.enum ?? []) : []
  }
  const statuses = Object.keys(responses)
  const [successes, failures] = [
    statuses.filter((each) => Number(each) < 400),
    statuses.filter((each) => Number(each) >= 400),
  ]
  const bodies = operation.requestBody === undefined ? [] : Object.values(operation.requestBody.content)
  return [
    ...(operation.security === undefined ? ['says of no session whether it needs one'] : []),
    ...(operation.requestBody !== undefined && bodies.length === 0 ? ['has a body of no type'] : []),
    ...bodies.filter(({ schema }) => !isFilled(schema)).map(() => 'has a body without a schema'),
    ...(successes.length === 0 ? ['says of no success what it looks like'] : []),
    // A redirect has no body.
    ...successes
      .filter((each) => Number(each) < 300 && !isFilled(schemaOf(responses[each])))
      .map((each) => `${each} has no schema`),
    ...failures
      .filter((each) => codesIn(responses[each]).length === 0)
      .map((each) => `${each} is no failure envelope that names its codes`),
    ...certainFailures(method, operation)
      .filter((each) => !failures.includes(each))
      .map((each) => `does not list ${each}`),
  ]
}

/** Operations without a schema for a success, or without the failures that they are bound to have. */
export function responseFaults(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operationFaults(method, operation, document).map((fault) => `${method.toUpperCase()} ${path} ${fault}`),
    ),
  )
}

/** Codes that the document does not explain. */
export function unexplainedCodes({ info }: Document, codes: readonly string[]) {
  return codes.filter((code) => !info.description.includes(`\`${code}\``))
}
