import { type AnyElysia, Elysia } from 'elysia'
import packageJson from '../../package.json'
import { config } from '../config'
import { access } from './access'
import { TEXT_BODY_BYTES } from './body'
import { failure } from './envelope'
import { type Json, SchemaWriter } from './openapi/json-schema'
import { codeList, documentedRoutes, HEADERS, operationOf, PARAMETERS } from './openapi/operations'
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
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: writer.models,
      responses,
      headers: HEADERS,
      parameters: PARAMETERS,
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

/** `info.description`: what holds for every operation. */
const DESCRIPTION = `
Responses are \`{success: true, message, data}\`; refusals are \`{success: false, message, code, errors?, meta?}\`. Clients
switch on \`code\`, never on \`message\`.

**Language.** \`message\` of a refusal, and those of its \`errors\`, follow \`Accept-Language\` (\`en\`, \`hi\`). A success says the
same in every language.

**Signing in.** Browsers get a session cookie. Other clients send \`tokens: true\` when they sign in, and then
\`Authorization: Bearer <accessToken>\`.

**Texts** are counted in UTF-16 units, as \`maxlength\` of HTML does, and without the white space around them. Fields that a
request has beyond the documented ones are ignored.

**Bodies** have ${TEXT_BODY_BYTES} bytes at most, or as many as the operation says: above that with no other fields.

**Lists** that have pages say \`total\`, \`page\`, \`limit\`, \`totalPages\` and \`hasMore\` (\`Pagination\`). Those of posts and
comments also have \`nextCursor\` (\`CursoredPagination\`): send it as \`cursor\` to go on at any depth, whatever was added since.

**Caching.** What everybody gets without a session has an \`ETag\`; with \`If-None-Match\` it is 304 without a body.

**Live updates** come over a WebSocket at \`/api/v1/ws\`, which OpenAPI cannot describe: see \`/docs/clients.md\`.

The codes, and the status each usually comes with:

${codeList()}
`
  .trim()
  .replace(/(?<=\S)\n(?=[^\n-])/g, ' ')

/** What each tag of a route stands for, in the order of the document. */
const TAGS = {
  instance: 'What this Quad is and offers, before anybody signs in',
  auth: "Signing up and in, and one's own account: passwords, passkeys, sessions, the identity provider",
  users: 'Oneself and others by their pseudonyms, and blocks between them',
  posts: 'Posts, their lists, and posts that wait to appear',
  comments: 'Comments on posts, and replies to comments',
  search: 'Posts, comments and people by their words',
  events: 'Posts with a date, by that date',
  votes: "One's vote on a post or a comment",
  bookmarks: "One's bookmarked posts",
  follows: 'Posts and topics that one follows',
  mutes: 'Threads, topics and words that one wants to hear nothing of',
  notices: 'What Quad tells one about the own account, such as a suspension',
  notifications: 'Replies and votes that one may want to see',
  push: 'Web Push of notifications to browsers',
  digest: 'The weekly digest by email',
  realtime: 'Live updates over a WebSocket, which `docs/clients.md` describes',
  reports: 'Reports of posts and comments, and what became of them',
  feedbacks: 'What users tell the operators of Quad',
  courses: 'The courses of a college, which posts may name',
  colleges: 'Colleges, their branches, and requests for a college that is not here yet',
  moderation: 'For administrators: what is banned and who is suspended, its history, banned words',
  admin: 'For administrators: the console',
  setup: 'The first start, until there are a college and an administrator',
  health: 'Probes of the process; outside `/api/v1`',
} as const

type Body = { content?: Record<string, { example?: unknown }> }
type Operation = {
  operationId?: string
  parameters?: { name?: string; schema?: { type?: string }; example?: unknown }[]
  requestBody?: Body
  responses?: Record<string, Body>
}
export type Example = { parameters: Json; request?: unknown; status: number; response?: unknown }

/** A file is sent by nobody who copies an example. */
const TAKING_EXAMPLES = ['application/json', 'application/x-www-form-urlencoded']

function typed(value: string, type: string | undefined): unknown {
  if (type === 'integer') return Number(value)
  if (type === 'boolean') return value === 'true'
  return type === 'array' ? value.split(',') : value
}

function exemplify({ content }: Body = {}, example: unknown): void {
  if (example === undefined) return
  for (const type of TAKING_EXAMPLES) if (content?.[type]) content[type].example = example
}

/** With what `tests/api/http/examples.test.ts` recorded of each operation, in made-up values. */
function addExamples(paths: Json): void {
  // Loaded with the first document: the start of the server does not need it.
  const recorded: Record<string, Example> = require('./openapi/examples.json')
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item as Record<string, Operation>))) {
    const example = recorded[operation.operationId ?? '']
    if (example === undefined) continue
    for (const parameter of operation.parameters ?? []) {
      const value = example.parameters[parameter.name ?? '']
      if (value !== undefined) parameter.example = typed(String(value), parameter.schema?.type)
    }
    exemplify(operation.requestBody, example.request)
    exemplify(operation.responses?.[example.status], example.response)
  }
}
