import type { Server } from 'bun'
import { type AnyElysia, Elysia } from 'elysia'
import { adminAccounts, users } from './api/accounts/routes'
import { aliases } from './api/aliases/routes'
import { appeals } from './api/appeals/routes'
import { auditLog } from './api/audit/routes'
import { providerSignIn } from './api/auth/idp-routes'
import { passkeys } from './api/auth/passkey-routes'
import { campusTrials, registration, signUpRequests } from './api/auth/registration-routes'
import { auth } from './api/auth/routes'
import { bookmarks } from './api/bookmarks/routes'
import { adminColleges, branchMerges, colleges } from './api/colleges/routes'
import { comments } from './api/comments/routes'
import { dashboard } from './api/dashboard/routes'
import { digest } from './api/digest/routes'
import { events } from './api/events/routes'
import { exports } from './api/exports/routes'
import { adminFeedback, feedbacks } from './api/feedback/routes'
import { replication } from './api/follower/routes'
import { follows } from './api/follows/routes'
import { health } from './api/health/routes'
import { held, heldQueue } from './api/held/routes'
import { LARGEST_BODY_BYTES, registerBodies } from './api/http/body'
import { failures, notFenced, onUnknownPage, registerRoutes } from './api/http/failures'
import { registerReads, upgradeBy } from './api/http/follower'
import { openapi } from './api/http/openapi'
import { csrf, type Handle, ownHost } from './api/http/origins'
import { runPipeline } from './api/http/pipeline'
import { cookieAttributes } from './api/http/session-cookies'
import { instance } from './api/instance/routes'
import { invitations } from './api/invitations/routes'
import { membership, memberships } from './api/membership/routes'
import { metrics } from './api/metrics/routes'
import { moderation } from './api/moderation/routes'
import { mutes } from './api/mutes/routes'
import { notes } from './api/notes/routes'
import { notices } from './api/notices/routes'
import { notifications } from './api/notifications/routes'
import { pages, shellNotFound } from './api/pages/routes'
import { posts } from './api/posts/routes'
import { push } from './api/push/routes'
import { realtime } from './api/realtime/routes'
import { escalations, reportQueue, reports } from './api/reports/routes'
import { search } from './api/search/routes'
import { settings } from './api/settings/routes'
import { firstRun, setup } from './api/setup/routes'
import { transparency } from './api/transparency/routes'
import { uploads } from './api/uploads/routes'
import { votes } from './api/votes/routes'
import { webhooks } from './api/webhooks/routes'
import { SOCKET_OPTIONS } from './lib/sockets/peer'

/**
 * Elysia reads the source of each handler to see which parts of the context it needs, and misreads some; this hook
 * mentions them for all routes. Not the cookies: to parse them costs every request 5 microseconds, and the few handlers
 * that need them destructure them.
 */
const touch = new Elysia({ name: 'touch' }).onTransform({ as: 'global' }, ({ headers, query }) => {
  void headers
  void query
})

// Functions, because an instance would add each of its routes once more; two, because one chain of all modules is deeper
// than the compiler follows types.
const administration = (routes: Elysia) =>
  routes
    .use(appeals)
    .use(notes)
    .use(escalations)
    .use(adminColleges)
    .use(branchMerges)
    .use(adminAccounts)
    .use(adminFeedback)
    .use(auditLog)
    .use(reportQueue)
    .use(dashboard)
    .use(settings)
    .use(memberships)
    .use(signUpRequests)
    .use(campusTrials)
    .use(firstRun)
    .use(invitations)
    .use(webhooks)

const api = (routes: Elysia) =>
  routes
    .use(registration)
    .use(auth)
    .use(passkeys)
    .use(providerSignIn)
    .use(users)
    .use(exports)
    .use(aliases)
    .use(membership)
    .use(held)
    .use(posts)
    .use(comments)
    .use(votes)
    .use(bookmarks)
    .use(search)
    .use(events)
    .use(follows)
    .use(mutes)
    .use(colleges)
    .use(moderation)
    .use(heldQueue)
    .use(reports)
    .use(administration)
    .use(feedbacks)
    .use(notices)
    .use(notifications)
    .use(push)
    .use(digest)
    .use(realtime)
    .use(instance)
    .use(transparency)
    .use(setup)

const composed = (): AnyElysia => app

/** Above this Bun cuts a body off, without an envelope; `readBody` refuses smaller ones. */
const MAX_BODY_BYTES = Math.max(LARGEST_BODY_BYTES * 4, 1_048_576)

/** @internal Its type is too long to be written out; the package writes out the routes of its clients alone. */
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
  .use(replication)
  .use(api)
  .use(uploads)
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

export type App = typeof app
