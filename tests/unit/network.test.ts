import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addressKey, networkKey } from '../../src/lib/network'

describe('one address', () => {
  test('is an IPv4 address', () => {
    expect(addressKey('198.51.100.7')).toBe('198.51.100.7')
    expect(addressKey('198.51.100.7')).not.toBe(addressKey('198.51.100.8'))
  })
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002::'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::2%eth1'],
    ['64:ff9b::198.51.100.7', '64:ff9b::198.51.100.8'],
  ])('is the /64 of an IPv6 address: %s and %s are one', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other))
  })
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db9::1'],
    ['1::', '::1'],
  ])('%s and %s are two', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other))
  })
  test('however it is written', () => {
    const group = fc.nat({ max: 0xffff })
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (net, host) => {
        const plain = [...net, ...host].map((each) => each.toString(16)).join(':')
        const padded = [...net, ...host].map((each) => each.toString(16).padStart(4, '0').toUpperCase()).join(':')
        const shortened = `${net.map((each) => each.toString(16)).join(':')}::`
        expect(addressKey(padded)).toBe(addressKey(plain))
        expect(addressKey(shortened)).toBe(addressKey(plain))
      }),
    )
  })
})

describe('one network', () => {
  test('is an IPv4 /24', () => {
    expect(networkKey('198.51.100.7')).toBe(networkKey('198.51.100.250'))
    expect(networkKey('198.51.100.7')).not.toBe(networkKey('198.51.101.7'))
  })
  test('is an IPv6 /64', () => {
    expect(networkKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2::1'))
  })
  test('anything at all is some network', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (address) => {
        expect(networkKey(address).length).toBeGreaterThan(0)
        expect(() => addressKey(address)).not.toThrow()
      }),
    )
  })
})
