import { treaty } from '@elysiajs/eden/treaty2'
import type { Fetch, PlatformResponse, RequestOptions } from './platform'
import type { ErrorCode, ErrorStatus, Refusals, Routes } from './routes'

/** The envelope of a refusal. `message` is for people, in the language of the request; `code` is for programs. */
export type Failure<Code extends ErrorCode = ErrorCode> = {
  success: false
  message: string
  code: Code
  /** What is wrong with which field of the request. */
  errors?: { field: string; message: string }[]
  meta?: {
    /** Of `CONTENT_POLICY_VIOLATION`: what the policy objects to, in the text that was sent. */
    matches?: { field: string; start: number; end: number }[]
    /** Of `PROOF_OF_WORK_REQUIRED`: what to solve before the request is repeated. */
    challenge?: unknown
    /** Of `INTERNAL`: by which the operator finds it in the log. */
    requestId?: string
    [more: string]: unknown
  }
}

type Answer<Success, Code extends ErrorCode> = { status: number; response: PlatformResponse } & (
  | { data: Success; error: null }
  | { data: null; error: { status: ErrorStatus; value: Failure<Code> } }
)

/** A leaf of the tree of paths: one method of one path. `success` is the body of a response that is no refusal. */
type Route = { body: unknown; query: unknown; success: unknown }

type Nothing = Record<never, never>
type CallOptions = { headers?: Record<string, string>; fetch?: RequestOptions }
type WithQuery<Query> = Nothing extends Query ? CallOptions & { query?: Query } : CallOptions & { query: Query }
type OptionsFor<Query> = Nothing extends Query ? [options?: WithQuery<Query>] : [options: WithQuery<Query>]
type WithBody<Body, Query> = Nothing extends Query
  ? Nothing extends Body
    ? [body?: Body | null, options?: WithQuery<Query>]
    : [body: Body, options?: WithQuery<Query>]
  : [body: Body, options: WithQuery<Query>]

type CodesAt<Place> = Place extends keyof Refusals ? Refusals[Place] : ErrorCode

type Call<Method, Each extends Route, Path extends string> = (
  ...parameters: Method extends 'get' ? OptionsFor<Each['query']> : WithBody<Each['body'], Each['query']>
) => Promise<Answer<Each['success'], CodesAt<`${Uppercase<Method & string>} ${Path}`>>>

type Endpoints<Tree, Path extends string = ''> = {
  [Key in keyof Tree as Key extends `:${string}` ? never : Key]: Tree[Key] extends Route
    ? Call<Key, Tree[Key], Path>
    : Endpoints<Tree[Key], `${Path}/${Key & string}`>
} & ByParameter<Tree, Extract<keyof Tree, `:${string}`>, Path>

type ByParameter<Tree, Key extends string & keyof Tree, Path extends string> = [Key] extends [never]
  ? unknown
  : (
      params: { [Name in Key as Name extends `:${infer Plain}` ? Plain : never]: string | number },
    ) => Endpoints<Tree[Key], `${Path}/${Key}`>

/** The endpoints of Quad: `api.posts({ id }).get()`, `api.posts.post({ title, content, topic })`. */
export type Api = Endpoints<Routes>

export type ApiOptions = {
  /** Sends the requests; the platform's `fetch` without. */
  fetch?: Fetch
  /** More headers of each request, asked for each time. */
  headers?: () => Record<string, string>
}

/** The endpoints of the Quad at `origin`. */
export function makeApi(
  origin: string,
  { fetch = globalThis.fetch as Fetch, headers = () => ({}) }: ApiOptions = {},
): Api {
  // Dates stay text: a title such as "2026-01-02" is no date.
  const options = { fetcher: fetch as typeof globalThis.fetch, headers, parseDate: false }
  return dependable(treaty(origin, options) as unknown as Node).api!.v1 as unknown as Api
}

/** A node of Eden's tree: its children by name, and by parameter; a leaf sends a request. */
type Node = { [name: string]: Node } & ((...parameters: unknown[]) => unknown)
type Sent = { data: unknown; error: { value: unknown } | null; response?: PlatformResponse; status: number }

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/**
 * Eden puts ids into a path as they are, throws where a response breaks off, takes for data whatever a network says in
 * place of Quad, and sends a request when somebody asks whether its tree is a promise.
 */
function dependable(node: Node, name = ''): Node {
  return new Proxy(node, {
    get: (_, key: string) => (key === 'then' ? undefined : dependable(node[key]!, key)),
    apply(_, __, [first, ...rest]) {
      if (METHODS.has(name)) return orUnreachable(node(first, ...rest) as Promise<Sent>)
      const segments = Object.entries(first).map(([param, id]) => [
        param,
        Array.isArray(id) ? id.map(segment).join('/') : alone(id),
      ])
      return dependable(node(Object.fromEntries(segments)) as Node)
    },
  })
}

/** An id as one segment. URLs take `.` and `..` for steps even if they are encoded once. */
function segment(id: unknown): string {
  const text = encodeURIComponent(String(id))
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%252E') : text
}

/** Eden takes a last segment `post` for a method, and sends a request. Encoded it is the same to the server. */
function alone(id: unknown): string {
  const text = segment(id)
  return METHODS.has(text) ? `%${text.charCodeAt(0).toString(16)}${text.slice(1)}` : text
}

async function orUnreachable(request: Promise<Sent>): Promise<Sent> {
  const sent = await request.catch(() => undefined)
  if (isSuccess(sent?.data) || isFailure(sent?.error?.value)) return sent!
  const value = { success: false, code: 'UNREACHABLE', message: 'Quad can’t be reached' }
  const response = sent?.response ?? Response.json(value, { status: 503 })
  return { data: null, error: { status: 503, value } as Sent['error'], response, status: 503 }
}

const isSuccess = (body: unknown) => (body as { success?: unknown } | null | undefined)?.success === true

function isFailure(body: unknown): boolean {
  const { success, code } = (body ?? {}) as { success?: unknown; code?: unknown }
  return success === false && typeof code === 'string'
}

/**
 * The endpoint of a path in which a method's name stands before the id, such as `/comments/post/:postId`: the client
 * takes `api.comments.post({ postId })` for a request.
 */
export function endpointAt<
  Name extends 'post' | 'delete',
  Parent extends { [Key in Name]: (params: Params) => unknown },
  Params extends Record<string, string | number>,
>(parent: Parent, name: Name, params: Params): ReturnType<Parent[Name]> {
  return (parent as unknown as (segments: { path: unknown[] }) => ReturnType<Parent[Name]>)({
    path: [name, ...Object.values(params)],
  })
}

/** The `data` of a successful response of an endpoint: `Data<typeof quad.api.posts.get>`. */
export type Data<Endpoint extends (...parameters: never[]) => Promise<{ data: unknown }>> = Extract<
  Awaited<ReturnType<Endpoint>>['data'],
  { success: true; data: unknown }
>['data']
