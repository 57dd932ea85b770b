import packageJson from '../../../package.json'
import { net } from '../../config/lazy'
import type { Network } from '../../config/parse'
import { ask } from '../tracing/outgoing'
import { AddressRefused, connectableAddressWithin } from './address'

// One request to a server whose address somebody gave: of a webhook, or of a service that pushes.

const TIMEOUT_MS = 10_000

export type Outcome = {
  /** Null without a response. */
  statusCode: number | null
  /** Null for a success. */
  problem: 'status' | 'timeout' | 'unreachable' | 'address' | null
  retryAfterMs?: number
}

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }

/** `networks`: which that are not of the internet the request may go to. `stop` aborts it. */
type Bounds = {
  service: 'webhook' | 'push'
  networks: readonly Network[]
  stop: AbortSignal
  timeoutMs?: number | undefined
}

/**
 * Posts the body, and reads nothing of the response but its status. Connects to the address that was checked, not to
 * what the name means a moment later; the certificate must still be of the name. Rejects only when `stop` is aborted.
 */
export const postTo = (request: OutgoingRequest, bounds: Bounds): Promise<Outcome> =>
  ask(bounds.service, () => post(request, bounds))

async function post(
  { url, headers, body }: OutgoingRequest,
  { networks, stop, timeoutMs = TIMEOUT_MS }: Bounds,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([timeout, stop])
  try {
    const target = new URL(url)
    const { host, hostname } = target
    target.hostname = inUrl(await unlessAborted(connectableAddressWithin(target, networks), signal))
    const response = await fetch(target, {
      method: 'POST',
      headers: { ...headers, host, 'user-agent': `Quad/${packageJson.version}` },
      body,
      redirect: 'manual',
      // A connection of another name at the same address has another certificate.
      keepalive: false,
      tls: { serverName: hostname },
      signal,
    })
    await response.body?.cancel()
    return outcomeOf(response)
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof AddressRefused) return { statusCode: null, problem: 'address' }
    return { statusCode: null, problem: timeout.aborted ? 'timeout' : 'unreachable' }
  }
}

const inUrl = (address: string): string => (net().isIPv6(address) ? `[${address}]` : address)

/** A look-up cannot be aborted; nobody waits for it any more. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

function outcomeOf({ status, headers }: Response): Outcome {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return {
    statusCode: status,
    problem: status >= 200 && status < 300 ? null : 'status',
    ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}),
  }
}
