import { lookup } from 'node:dns/promises'
import { config } from '../../config'
import { net } from '../../config/lazy'
import { isLoopbackHost, type Network } from '../../config/parse'
import { isPublicAddress, isThisMachine, isWithin } from '../network'

// Where requests may go to addresses that people give: webhooks, pushes. Whoever may name an address that the server connects to could reach what only the server
// reaches: databases, the console of the router, the secrets of a cloud machine.

export const MAX_URL_LENGTH = 2_000

/** Of a trial on one machine, whose bots are there, too. */
const mayBeHere = (address: string): boolean => config.loopback && isThisMachine(address)

const isAllowed = (address: string, networks: readonly Network[]): boolean =>
  isPublicAddress(address) || mayBeHere(address) || isWithin(address, networks)

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

export type UrlFault = 'url' | 'https' | 'credentials' | 'private'

/**
 * What is wrong with a URL, as far as it shows without looking its host up. `networks`: which that are not of the internet
 * it may lead to.
 */
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

/** The host leads to an address that requests must not go to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

type Look = (host: string) => Promise<readonly { address: string }[]>
const ask: Look = (host) => lookup(host, { all: true, order: 'ipv4first' })

/**
 * The address to connect to, looked up for each try: a name may lead elsewhere by now. One refused address among several
 * is enough, so that nobody tries until the other comes first.
 * @throws AddressRefused, or an error of the look-up
 */
export async function connectableAddressWithin(
  { hostname }: URL,
  networks: readonly Network[],
  look = ask,
): Promise<string> {
  const host = bare(hostname)
  const addresses = net().isIP(host) !== 0 ? [host] : (await look(host)).map(({ address }) => address)
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowed(address, networks))) throw new AddressRefused()
  return first
}
