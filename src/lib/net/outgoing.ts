import { lookup } from 'node:dns/promises'
import packageJson from '../../../package.json'
import { config } from '../../config'
import { net } from '../../config/lazy'
import { isLoopbackHost, type Network } from '../../config/parse'
import { ask } from '../tracing/spans'
import { isPublicAddress, isThisMachine, isWithin } from './network'

// Requests to addresses that people give: webhooks, pushes. They must not reach what only the server reaches.

export const MAX_URL_LENGTH = 2_000

/** In a trial on one machine, bots are there, too. */
const isAllowed = (address: string, networks: readonly Network[]): boolean =>
  isPublicAddress(address) || (config.loopback && isThisMachine(address)) || isWithin(address, networks)

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

export type UrlFault = 'url' | 'https' | 'credentials' | 'private'

/** What shows to be wrong without a look-up. `networks`: which that are not of the internet it may lead to. */
export function urlFaultWithin(text: string, networks: readonly Network[]): UrlFault | undefined {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null
  if (url === null || url.hostname === '') return 'url'
  const host = bare(url.hostname)
  const isHere = host === 'localhost' || (net().isIP(host) !== 0 && isThisMachine(host))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere && config.loopback)) return 'https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const isLocalName = isLoopbackHost(host.replace(/\.$/, ''))
  if (net().isIP(host) !== 0 ? !isAllowed(host, networks) : isLocalName && !config.loopback) return 'private'
  return undefined
}

export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

const lookUp = (host: string): Promise<readonly { address: string }[]> =>
  lookup(host, { all: true, order: 'ipv4first' })

/** Looked up for each try. One refused address among several is enough. @throws AddressRefused */
export async function connectableAddressWithin({ hostname }: URL, networks: readonly Network[], look = lookUp) {
  const host = bare(hostname)
  const addresses = net().isIP(host) !== 0 ? [host] : (await look(host)).map(({ address }) => address)
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowed(address, networks))) throw new AddressRefused()
  return first
}

const TIMEOUT_MS = 10_000

export type Outcome = {
  statusCode: number | null
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
 * Reads nothing but the status. Connects to the address that was checked, not to what the name means a moment later;
 * the certificate must still be of the name. Rejects only when `stop` is aborted.
 */
export const postTo = (request: OutgoingRequest, bounds: Bounds): Promise<Outcome> =>
  ask(bounds.service, () => post(request, bounds))

async function post({ url, headers, body }: OutgoingRequest, bounds: Bounds): Promise<Outcome> {
  const { networks, stop, timeoutMs = TIMEOUT_MS } = bounds
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([timeout, stop])
  try {
    const target = new URL(url)
    const { host, hostname } = target
    const address = await unlessAborted(connectableAddressWithin(target, networks), signal)
    target.hostname = net().isIPv6(address) ? `[${address}]` : address
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
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    const problem = response.ok ? null : 'status'
    return { statusCode: response.status, problem, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) }
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof AddressRefused) return { statusCode: null, problem: 'address' }
    return { statusCode: null, problem: timeout.aborted ? 'timeout' : 'unreachable' }
  }
}

/** For what cannot be aborted, or may ignore its signal: nobody waits for it any more. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}
