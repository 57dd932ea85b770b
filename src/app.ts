import type { Server } from 'bun'
import { type AnyElysia, Elysia } from 'elysia'
import { adminAccounts, users } from './campus/accounts/routes'
import { providerSignIn } from './campus/auth/idp-routes'
import { passkeys } from './campus/auth/passkey-routes'
import { campusTrials, registration, signUpRequests } from './campus/auth/registration-routes'
import { auth } from './campus/auth/routes'
import { adminColleges, colleges } from './campus/colleges/routes'
import { adminCourses, courses } from './campus/courses/routes'
import { instance } from './campus/instance/routes'
import { invitations } from './campus/invitations/routes'
import { membership, memberships } from './campus/membership/routes'
import { notices } from './campus/notices/routes'
import { bookmarks } from './forum/bookmarks/routes'
import { branchMerges } from './forum/branches/routes'
import { answers, comments } from './forum/comments/routes'
import { held } from './forum/held/routes'
import { pictureUploads, posts } from './forum/posts/routes'
import { pollVotes, votes } from './forum/votes/routes'
import { settings } from './ground/settings/routes'
import { LARGEST_BODY_BYTES, registerBodies } from './http/body'
import { failures, notFenced, onUnknownPage, registerRoutes } from './http/failures'
import { registerReads, upgradeBy } from './http/follower'
import { openapi } from './http/openapi'
import { csrf, type Handle, ownHost } from './http/origins'
import { runPipeline } from './http/pipeline'
import { cookieAttributes } from './http/session-cookies'
import { dashboard } from './keeping/dashboard/routes'
import { erasure } from './keeping/erasure/routes'
import { exports } from './keeping/exports/routes'
import { health, metrics } from './keeping/health/routes'
import { firstRun, setup } from './keeping/setup/routes'
import { SOCKET_OPTIONS } from './lib/net/sockets/peer'
import { appeals } from './order/appeals/routes'
import { heldQueue } from './order/moderation/held-routes'
import { moderation } from './order/moderation/routes'
import { notes } from './order/notes/routes'
import { escalations, reportQueue, reports } from './order/reports/routes'
import { auditLog, transparency } from './order/transparency/routes'
import { pages, shellNotFound } from './pages/routes'
import { pictureFiles, uploads } from './pages/upload-routes'
import { PARTS } from './parts'

/**
 * Elysia reads the source of each handler to see which parts of the context it needs, and misreads some; this hook
 * mentions them for all routes. Not the cookies: to parse them costs every request 5 microseconds, and the few handlers
 * that need them destructure them.
 */
const touch = new Elysia({ name: 'touch' }).onTransform({ as: 'global' }, ({ headers, query }) => {
  void headers
  void query
})

/** @internal Of the wings; those of parts follow. Its type is too long to be written out. */
const MODULES = [
  registration,
  auth,
  erasure,
  passkeys,
  providerSignIn,
  users,
  exports,
  membership,
  held,
  posts,
  pictureUploads,
  comments,
  answers,
  votes,
  pollVotes,
  bookmarks,
  colleges,
  courses,
  moderation,
  heldQueue,
  reports,
  appeals,
  notes,
  escalations,
  adminColleges,
  adminCourses,
  branchMerges,
  adminAccounts,
  auditLog,
  reportQueue,
  dashboard,
  settings,
  memberships,
  signUpRequests,
  campusTrials,
  firstRun,
  invitations,
  notices,
  instance,
  transparency,
  setup,
] as const
const modules: readonly AnyElysia[] = [...MODULES, ...PARTS.flatMap(({ routes }) => [...routes])]

const composed = (): AnyElysia => app

/** Above this Bun cuts a body off, without an envelope; `readBody` refuses smaller ones. */
const MAX_BODY_BYTES = Math.max(LARGEST_BODY_BYTES * 4, 1_048_576)

/** @internal The package writes out the routes of its clients alone. */
export const app = new Elysia({
  cookie: cookieAttributes,
  serve: { maxRequestBodySize: MAX_BODY_BYTES },
  websocket: SOCKET_OPTIONS,
})
  .use(notFenced)
  .use(ownHost)
  .use(csrf)
  .use(failures)
  .use(touch)
  .use(health)
  .use(metrics)
  .use((routes) => modules.reduce((all, each) => all.use(each), routes as AnyElysia) as typeof routes)
  .use(uploads)
  .use(pictureFiles)
  .use(pages)
  .use(openapi(composed))
  .wrap((handle) => (request: Request) => runPipeline(request, handle as unknown as Handle, peerAddress(request)))

function peerAddress(request: Request): string {
  return app.server?.requestIP(request)?.address ?? '127.0.0.1'
}

onUnknownPage(shellNotFound)
const routes = app.routes.filter(({ method }) => method !== 'OPTIONS')
registerRoutes(routes)
registerBodies(routes)
registerReads(routes)
// Elysia calls the methods of whatever has the names of its events.
upgradeBy((request, options) => (app.server as Server<object> | null)?.upgrade(request, options) ?? false)

type RoutesOf<Module> = Module extends { '~Routes': infer Routes } ? Routes : never
type Together<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never
type Module = (typeof MODULES)[number] | (typeof PARTS)[number]['routes'][number] | ReturnType<typeof openapi>

/** Every route beneath `/api/v1`, as clients know it. */
export type ApiRoutes = Together<RoutesOf<Module>>
