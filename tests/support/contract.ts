import { CREATION_CODES, listedFailure } from '../../src/api/http/access'
import { resolveAlias } from '../../src/api/http/aliases'
import type { ErrorCode } from '../../src/errors'
import type { Visitor } from './kit'

type Route = { method: string; path: string; hooks?: { detail?: Record<string, unknown> } }

/** What the runPipeline of the server may refuse with on any route. */
const ANYWHERE: ReadonlySet<string> = new Set<ErrorCode>([
  'MISDIRECTED_REQUEST',
  'RATE_LIMITED',
  'INTERNAL',
  'STORAGE_UNAVAILABLE',
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
    [
      ...listOf(hooks?.detail, 'x-codes'),
      ...listOf(hooks?.detail, 'x-fails'),
      ...(hooks?.detail && 'x-creates' in hooks.detail ? CREATION_CODES : []),
      ...(hooks?.detail && 'x-reauthentication' in hooks.detail ? ['REAUTHENTICATION_REQUIRED'] : []),
    ]
      .map(listedFailure)
      .some((failure) => failure.status === status && failure.code === code),
  )
  return listed ? undefined : `${method} ${found[0]?.path} refused with ${status} ${code}, which it does not list`
}

type Api = Visitor['api']
type Call = (...parameters: never[]) => Promise<{ data: unknown }>

/** The data of the response to a call of the typed client. */
export type DataOf<Endpoint extends Call> = Extract<
  NonNullable<Awaited<ReturnType<Endpoint>>['data']>,
  { success: true; data: unknown }
>['data']

// What tests read by raw requests, as the typed client has it: a field that is renamed fails to compile.
export type Me = DataOf<Api['auth']['me']['get']>['user']
export type Post = DataOf<Api['posts']['post']>['post']
export type PostList = DataOf<Api['posts']['get']>
export type CommentList = DataOf<ReturnType<Api['comments']['post']>['get']>
export type Comment = CommentList['comments'][number]
export type Vote = DataOf<Api['votes']['post']>['vote']
export type Bookmarks = DataOf<Api['bookmarks']['user']['get']>
export type Report = DataOf<Api['reports']['post']>['report']
export type Reports = DataOf<Api['reports']['get']>
type Queue = DataOf<Api['admin']['manage']['reports']['get']>
/** With every field, as where none is chosen. */
export type ReportQueue = { data: Required<Queue['data'][number]>[]; pagination: Queue['pagination'] }
export type History = DataOf<ReturnType<Api['moderation']['history']>['get']>['history']
export type College = DataOf<Api['colleges']['post']>['college']
export type CollegeRequest = DataOf<Api['admin']['college-requests']['get']>[number]
export type Branch = DataOf<Api['admin']['branches']['create']['post']>
export type Notifications = DataOf<Api['notifications']['list']['get']>
export type Notices = DataOf<Api['notices']['get']>['notices']
export type Feedback = DataOf<Api['feedbacks']['post']>['feedback']
export type Feedbacks = DataOf<Api['feedbacks']['get']>
export type Settings = DataOf<Api['admin']['settings']['get']>
export type Instance = DataOf<Api['instance']['get']>
export type Overview = DataOf<Api['admin']['dashboard']['overview']['get']>
export type Logs = DataOf<Api['admin']['manage']['logs']['get']>
export type Sessions = DataOf<Api['auth']['sessions']['get']>['sessions']
