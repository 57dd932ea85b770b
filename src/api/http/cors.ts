import { cors as plugin } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { isTrustedOrigin } from './origins'

type Handle = (request: Request) => Response | Promise<Response>

/** What goes on with a request once the plugin is done with it. */
const onward = new WeakMap<Request, Handle>()

const plugged = new Elysia()
  .use(
    plugin({
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
  .all('/*', ({ request }) => onward.get(request)?.(request), { parse: 'none' })

/**
 * Cross-origin requests by the plugin's rules, everything else past it. Mounted in the app itself it would look at every
 * request and set headers on every answer, for which Elysia copies the finished ones: 8 microseconds a request.
 */
export function byOrigin(request: Request, handle: Handle): Response | Promise<Response> {
  if (!request.headers.has('origin') && request.method !== 'OPTIONS') return handle(request)
  onward.set(request, handle)
  return plugged.handle(request)
}
