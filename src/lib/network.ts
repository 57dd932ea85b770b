import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, `::` filled in with zeros. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  if (tail === undefined) return left
  const right = tail === '' ? [] : tail.split(':')
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}

const prefix64 = (address: string): string =>
  groups(address.replace(/%.*$/, ''))
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')

/** What counts as one address: an IPv4 address, or an IPv6 /64, which belongs to one customer. */
export const addressKey = (address: string): string => (isIPv6(address) ? `${prefix64(address)}::/64` : address)

/** What counts as one network: an IPv4 /24, an IPv6 /64. */
export const networkKey = (address: string): string =>
  isIPv6(address) ? addressKey(address) : `${address.split('.').slice(0, 3).join('.')}.0/24`
