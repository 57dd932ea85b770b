import type { BlockList } from 'node:net'
import { atFirstUse, net } from '../../config/lazy'
import { type Network, networks } from '../../config/parse'

const isIPv6 = (address: string): boolean => net().isIPv6(address)

/** The eight groups of an IPv6 address as numbers: `::` filled in with zeros, an IPv4 tail as two groups. */
function groups(address: string): number[] {
  const hexTail = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (tail) => {
    const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = hexTail.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [parse(head), parse(tail ?? '')]
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right]
}

/** Prefixes in front of an IPv4 address: mapped (RFC 4291 §2.5.5.2) and translated by NAT64 (RFC 6052 §2.1). */
const IPV4_INSIDE = ['0,0,0,0,0,65535', '100,65435,0,0,0,0']

/** Without its zone, and as IPv4 if it is that in IPv6 spelling (`::ffff:1.2.3.4`). Other text as it is. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  const all = groups(bare)
  if (!IPV4_INSIDE.includes(all.slice(0, 6).join())) return bare
  return all
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The first `bits` of an IPv6 address, as `2001:db8:0:0::/64`. */
function prefix(address: string, bits: 64 | 56 | 48): string {
  const [a = 0, b = 0, c = 0, d = 0] = groups(address)
  const kept = bits === 64 ? [a, b, c, d] : bits === 56 ? [a, b, c, d & 0xff00] : [a, b, c]
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}

const ipv4Network = (address: string): string => `${address.split('.').slice(0, 3).join('.')}.0/24`

/** What counts as one address: an IPv4 address, or an IPv6 /64, which belongs to one customer. */
export function addressKey(address: string): string {
  // Most addresses are IPv4, and this runs with each request.
  if (!address.includes(':')) return address
  const plain = plainAddress(address)
  return isIPv6(plain) ? prefix(plain, 64) : plain
}

/** What counts as one network: an IPv4 /24, or an IPv6 /48, the most that one site is given (RFC 6177). */
export function networkKey(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? prefix(plain, 48) : ipv4Network(plain)
}

/** The narrowest first, with how many times its limit: a /48 has 65,536 /64s, so the wider ones count, too. */
export function networkWidths(address: string): { key: string; factor: number }[] {
  const plain = plainAddress(address)
  if (isIPv6(plain)) return ([64, 56, 48] as const).map((bits, at) => ({ key: prefix(plain, bits), factor: 2 ** at }))
  return [
    { key: plain, factor: 1 },
    { key: ipv4Network(plain), factor: 4 },
  ]
}

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function blockList(list: readonly Network[]): BlockList {
  const all = new (net().BlockList)()
  for (const { address, bits } of list) all.addSubnet(address, bits, family(address))
  return all
}

/** Made with the first address. */
function isIn(text: string): (address: string) => boolean {
  const all = atFirstUse(() => blockList(networks(text)))
  return (address) => all().check(address, family(address))
}

/** The special purposes of IPv4 (RFC 6890) and multicast. Cloud machines find their secrets in 169.254.0.0/16. */
const isSpecialIPv4 = isIn(
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24,' +
    '192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/3',
)
const isGlobalIPv6 = isIn('2000::/3')
/** Of the global ones: protocols, documentation, and 6to4, which has an IPv4 address inside. */
const isSpecialIPv6 = isIn('2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20')
const isLoopbackAddress = isIn('127.0.0.0/8, ::1')
export const isThisMachine = (address: string): boolean => isLoopbackAddress(plainAddress(address))

/** Whether the address is of the public internet. Text that is no address is not. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  if (isIPv6(plain)) return isGlobalIPv6(plain) && !isSpecialIPv6(plain)
  return net().isIPv4(plain) && !isSpecialIPv4(plain)
}

export function isWithin(address: string, list: readonly Network[]): boolean {
  const plain = plainAddress(address)
  return list.length > 0 && blockList(list).check(plain, family(plain))
}
