import { cors } from '@elysiajs/cors'
import { type AnyElysia, Elysia } from 'elysia'
import { LARGEST_BODY_BYTES } from './http/body'
import { csrf } from './http/csrf'
import { answerUnknownPages, failures, noteRoutes } from './http/failures'
import { headers } from './http/headers'
import { openapi } from './http/openapi'
import { isTrustedOrigin } from './http/origins'
import { cookieAttributes } from './http/session-cookies'
import { type Handle, surface } from './http/surface'
import { admin } from './modules/admin/routes'
import { auth } from './modules/auth/routes'
import { bookmarks } from './modules/bookmarks/routes'
import { colleges } from './modules/colleges/routes'
import { comments } from './modules/comments/routes'
import { health } from './modules/health/routes'
import { instance } from './modules/instance/routes'
import { metrics } from './modules/metrics/routes'
import { pages, shellNotFound } from './modules/pages/routes'
import { posts } from './modules/posts/routes'
import { setup } from './modules/setup/routes'
import { uploads } from './modules/uploads/routes'
import { users } from './modules/users/routes'
import { votes } from './modules/votes/routes'

/**
 * Elysia reads each handler's source to see which parts of the context it needs, and misreads some; mentioning them
 * once, for all routes, makes that harmless.
 */
const touch = new Elysia({ name: 'touch' }).onTransform({ as: 'global' }, ({ headers, cookie, query }) => {
  void headers
  void cookie
  void query
})

const api = new Elysia({ prefix: '/api/v1' })
  .use(auth)
  .use(users)
  .use(posts)
  .use(comments)
  .use(votes)
  .use(bookmarks)
  .use(colleges)
  .use(admin)
  .use(instance)
  .use(setup)

const composed = (): AnyElysia => app

/** Above this the runtime itself cuts a body off, without an envelope; what is below is refused by `readBody`. */
const MOST_BYTES = LARGEST_BODY_BYTES * 4

export const app = new Elysia({ cookie: cookieAttributes, serve: { maxRequestBodySize: MOST_BYTES } })
  .use(headers)
  .use(
    cors({
      origin: (request) => isTrustedOrigin(request.headers.get('origin') ?? '', request),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type'],
      exposeHeaders: [
        'ETag',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'Retry-After',
        'X-Request-Id',
      ],
      maxAge: 600,
    }),
  )
  .use(csrf)
  .use(failures)
  .use(touch)
  .use(health)
  .use(metrics)
  .use(api)
  .use(uploads)
  .use(pages)
  .use(openapi(composed))
  .wrap((handle) => surface(handle as unknown as Handle, peerOf))

function peerOf(request: Request): string {
  return app.server?.requestIP(request)?.address ?? '127.0.0.1'
}

answerUnknownPages(shellNotFound)
noteRoutes(app.routes.filter(({ method }) => method !== 'OPTIONS'))

export type App = typeof app
