import { type AnyElysia, Elysia } from 'elysia'
import packageJson from '../../../package.json'
import { config } from '../../config'
import { access } from './access'
import { failure } from './envelope'
import { DESCRIPTION } from './openapi/description'
import { addExamples } from './openapi/examples'
import { HEADERS } from './openapi/headers'
import { IDEMPOTENCY_COMPONENTS } from './openapi/idempotency'
import { type Json, SchemaWriter } from './openapi/json-schema'
import { documentedRoutes, operationOf, PARAMETERS } from './openapi/operations'
import { tags } from './openapi/tags'
import { cookieNames } from './session-cookies'

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieNames.token,
    description: 'Set by signing in. With it, whatever is no GET needs the `Origin` of this Quad, or of a trusted site',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `accessToken` that signing in returns for `tokens: true`; `POST /api/v1/auth/refresh` renews it',
  },
}

/** The OpenAPI document of the routes of `app`. */
export function openapiDocument(app: AnyElysia): Json {
  const writer = new SchemaWriter()
  const responses: Json = {}
  writer.write(failure)
  const paths: Record<string, Json> = {}
  for (const [path, route] of documentedRoutes(app))
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, { writer, responses }) }
  addExamples(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quad',
      version: packageJson.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: config.publicUrl }],
    tags,
    paths,
    components: {
      schemas: writer.models,
      responses,
      headers: { ...HEADERS, ...IDEMPOTENCY_COMPONENTS.headers },
      parameters: { ...PARAMETERS, ...IDEMPOTENCY_COMPONENTS.parameters },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const sorted = (record: unknown): Json =>
  Object.fromEntries(Object.entries(record as Json).sort(([left], [right]) => (left < right ? -1 : 1)))

/** The document without the address of this server, in an order that does not depend on where a route is mounted. */
export function portableDocument(app: AnyElysia): Json {
  const { components, paths, ...rest } = openapiDocument(app)
  const listed = Object.entries(components as Json).map(([kind, record]) => [kind, sorted(record)])
  return { ...rest, servers: [{ url: '/' }], paths: sorted(paths), components: Object.fromEntries(listed) }
}

/** Serves the document of the app that `composed` returns; made at the first request. */
export const openapi = (composed: () => AnyElysia) => {
  let text: string | undefined
  return new Elysia({ name: 'openapi' }).use(access).get(
    '/api/v1/openapi.json',
    () => {
      text ??= JSON.stringify(openapiDocument(composed()))
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
    { public: true, detail: { hide: true } },
  )
}
