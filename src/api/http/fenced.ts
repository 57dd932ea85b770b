import { Elysia } from 'elysia'
import { refuse } from '../../errors'
import { isFenced } from '../../lib/primary/standing'

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
