import { AppError } from '../../errors'

// A process has few connections to the primary at a time (256 in Bun). Whoever sends slowly must not hold one of them.

/** A body that says it is no longer than this is read first. */
const READ_FIRST_BYTES = 65_536

/** Pictures, and what does not say how long it is, are passed on while they come: so many at a time. */
const MOST_STREAMS = 32
const BUSY_SECONDS = 5

const BODILESS = new Set(['GET', 'HEAD'])

let streams = 0

/**
 * Calls `send` with the body of a request.
 * @throws AppError `BUSY` while too many long ones are under way
 */
export async function sendWithBody<T>(
  request: Request,
  send: (body: ArrayBuffer | ReadableStream | null) => Promise<T>,
): Promise<T> {
  if (BODILESS.has(request.method) || request.body === null) return send(null)
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length <= READ_FIRST_BYTES) return send(await request.arrayBuffer())
  if (streams >= MOST_STREAMS) throw new AppError('BUSY', undefined, { retrySeconds: BUSY_SECONDS })
  streams++
  try {
    return await send(request.body)
  } finally {
    streams--
  }
}
