import { Elysia } from 'elysia'
import { AppError, refuse } from '../../errors'
import { isFenced, nextLook } from '../../lib/primary/standing'
import { refusalResponse } from './failures'
import { mayWrite, type RequestContext } from './request'

const RETRY_SECONDS = 5

/** Whoever asks how the server does is told. */
const TOLD = /^https?:\/\/[^/]+\/(healthz|readyz|up|metrics)$/

/**
 * 503 `NOT_PRIMARY` for everything else once another server has taken over. For reads, too: what is deleted, hidden or
 * ended there would be here for ever.
 */
export const notFenced = new Elysia({ name: 'not-fenced' }).onRequest(({ request }) => {
  if (isFenced() && !TOLD.test(request.url)) refuse('NOT_PRIMARY', undefined, { retrySeconds: RETRY_SECONDS })
})

/**
 * The last step of an answer. A process that stood still, between a commit and its answer for one, looks first whether
 * another server has taken over. The write may be what the other one went on from, or not.
 */
export async function unlessFenced(request: Request, response: Response, context: RequestContext): Promise<Response> {
  for (let look = nextLook(); look !== undefined; look = nextLook()) await look
  if (!isFenced() || response.status >= 500 || TOLD.test(request.url)) return response
  const isUnconfirmed = response.ok && mayWrite(request)
  const refusal = isUnconfirmed
    ? new AppError('INTERNAL', 'requests.unconfirmed')
    : new AppError('NOT_PRIMARY', undefined, { retrySeconds: RETRY_SECONDS })
  Object.assign(context, { renewedCookies: undefined, rateLimit: undefined })
  return refusalResponse(refusal, request, context)
}
