import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { resolveAlias } from '../../../src/http/deprecations'
import { isTrustedOrigin, trustedUrl } from '../../../src/http/origins'
import { clientAddress, openContext, requestContext, requestOrigin } from '../../../src/http/request'
import { addressKey, networkKey, networkWidths } from '../../../src/lib/net/network'

describe("the client's address", () => {
  test.each([
    ['no proxy: nothing forwarded is believed', '203.0.113.9', '198.51.100.7', 0, '203.0.113.9'],
    ['no proxy, nothing forwarded', '203.0.113.9', null, 0, '203.0.113.9'],
    ['a proxy that forwards nothing', '10.0.0.1', null, 1, '10.0.0.1'],
    ['a proxy that forwards an empty header', '10.0.0.1', '', 1, '10.0.0.1'],
    ['one proxy', '10.0.0.1', '198.51.100.7', 1, '198.51.100.7'],
    ['one proxy, and a client that makes up more', '10.0.0.1', '1.1.1.1, 2.2.2.2, 198.51.100.7', 1, '198.51.100.7'],
    ['two proxies', '10.0.0.2', '198.51.100.7, 10.0.0.1', 2, '198.51.100.7'],
    ['two proxies, and a client that makes up more', '10.0.0.2', '1.1.1.1,198.51.100.7,10.0.0.1', 2, '198.51.100.7'],
    ['fewer than expected: the outermost that a proxy saw', '10.0.0.2', '198.51.100.7', 2, '198.51.100.7'],
    ['IPv6', '::1', '2001:db8::7', 1, '2001:db8::7'],
    ['a proxy that writes the port', '10.0.0.1', '198.51.100.7:51234', 1, '198.51.100.7'],
    ['IPv6 with a port', '10.0.0.1', '[2001:db8::7]:51234', 1, '2001:db8::7'],
    ['IPv4 written as IPv6', '::ffff:203.0.113.9', null, 0, '203.0.113.9'],
    ['IPv4 written as IPv6 in hexadecimal', '::FFFF:cb00:7109', null, 0, '203.0.113.9'],
    ['IPv4 written as IPv6 with a port', '10.0.0.1', '[::ffff:203.0.113.9]:51234', 1, '203.0.113.9'],
  ])('%s', (_, peer, forwarded, hops, address) => expect(clientAddress(peer, forwarded, hops)).toBe(address))

  const written = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[a-z0-9 .:]{0,60}$/)), { maxLength: 6 })

  test('without proxies nothing that a client writes changes it', () => {
    fc.assert(
      fc.property(fc.ipV4(), written, (peer, claimed) => expect(clientAddress(peer, claimed.join(', '), 0)).toBe(peer)),
    )
  })
  test('what a client writes is never believed over what the proxies saw', () => {
    fc.assert(
      fc.property(written, fc.array(fc.ipV4(), { minLength: 1, maxLength: 3 }), (claimed, seen) => {
        // `seen` is what the operator's proxies appended, the outermost first.
        const header = [...claimed, ...seen].join(', ')
        expect(clientAddress('10.0.0.1', header, seen.length)).toBe(seen[0]!)
      }),
    )
  })
  test('it is always short enough to be kept', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 4 }), (header, hops) => {
        expect(clientAddress('10.0.0.1', header, hops).length).toBeLessThanOrEqual(45)
      }),
    )
  })
})

describe('what is noted of a request', () => {
  const request = (headers: Record<string, string> = {}) => new Request('http://localhost:3000/', { headers })

  test('its own id, and the same facts whenever they are asked for', () => {
    const [one, two] = [request(), request()]
    const facts = openContext(one, '203.0.113.9')
    expect(requestContext(one)).toBe(facts)
    expect(requestContext(two).id).not.toBe(facts.id)
    expect(facts).toMatchObject({ ip: '203.0.113.9', personal: false, route: undefined })
  })
  test('where it came from, for the log of actions, which has an id of its own', () => {
    const one = request({ 'user-agent': 'Otter/1', 'sec-fetch-site': 'same-origin', 'x-request-id': 'mine' })
    const { id } = openContext(one, '203.0.113.9')
    const origin = requestOrigin(one)
    const { auditId } = requestContext(one)
    expect(origin).toEqual({
      ip: '203.0.113.9',
      userAgent: 'Otter/1',
      requestId: auditId!,
      platform: 'web',
      device: null,
      language: 'en',
    })
    expect([id, auditId]).not.toContain('mine')
    expect(auditId).toMatch(/^[\da-f-]{36}$/)
    expect(auditId).not.toBe(id)
    expect(requestOrigin(request())).toMatchObject({ platform: 'api', userAgent: null })
  })
})

describe('trusted origins', () => {
  const here = new Request('http://192.0.2.1:3000/', { headers: { host: '192.0.2.1:3000' } })

  test.each(['http://localhost:3000', 'http://192.0.2.1:3000'])('%s is one', (origin) => {
    expect(isTrustedOrigin(origin, here)).toBe(true)
  })
  test.each([
    '',
    ...`null https://localhost:3000 http://localhost http://localhost:3000.evil.example http://evil.example
      192.0.2.1:3000`.split(/\s+/),
  ])('%j is none', (origin) => expect(isTrustedOrigin(origin, here)).toBe(false))
})

describe('a URL that may stand in a mail', () => {
  test.each([
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['http://localhost:3000/reset?from=mail', 'http://localhost:3000/reset?from=mail'],
    ['http://localhost:3000/reset#old', 'http://localhost:3000/reset'],
    ['HTTP://LOCALHOST:3000/a/../reset', 'http://localhost:3000/reset'],
    ['http://localhost:3000/\nhttp://evil.example/', 'http://localhost:3000/http://evil.example/'],
    ['http://localhost:3000/ http://evil.example/', 'http://localhost:3000/%20http://evil.example/'],
    ['http:\\\\localhost:3000\\reset', 'http://localhost:3000/reset'],
  ])('%j becomes %s', (given, plain) => expect(trustedUrl(given)).toBe(plain))
  test.each([
    '',
    'http://evil.example\\@localhost:3000/',
    ...`/reset //evil.example/ http://evil.example/ https://localhost:3000/ http://localhost:3001/
      http://localhost:3000@evil.example/ http://user@localhost:3000/ http://:secret@localhost:3000/
      http://localhost:3000.evil.example/ javascript:alert(1) data:text/html,x blob:http://localhost:3000/x`.split(
      /\s+/,
    ),
  ])('%j may not', (given) => expect(trustedUrl(given)).toBeUndefined())
  test('what may is one word on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (tail) => {
        const url = trustedUrl(`http://localhost:3000/${tail}`)
        if (url !== undefined) expect(url).toMatch(/^http:\/\/localhost:3000\/[!-~]*$/)
      }),
    )
  })
})

describe('one address', () => {
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002::'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::2%eth1'],
  ])('is the /64 of an IPv6 address: %s and %s are one', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other))
  })
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db9::1'],
    ['1::', '::1'],
    ['198.51.100.7', '198.51.100.8'],
  ])('%s and %s are two', (one, other) => expect(addressKey(one)).not.toBe(addressKey(other)))
  test.each([
    ...['::ffff:198.51.100.7', '::FFFF:C633:6407', '0:0:0:0:0:ffff:198.51.100.7', '0000::ffff:c633:6407'],
    ...['::ffff:198.51.100.7%eth0', '64:ff9b::198.51.100.7', '64:FF9B:0::c633:6407'],
  ])('is the IPv4 address that %s spells', (spelling) => {
    expect(addressKey(spelling)).toBe('198.51.100.7')
    expect(networkKey(spelling)).toBe(networkKey('198.51.100.7'))
    expect(networkWidths(spelling)).toEqual(networkWidths('198.51.100.7'))
  })
  test.each(['::198.51.100.7', '::fffe:198.51.100.7', '64:ff9b:1::198.51.100.7', '2002:c633:6407::1'])(
    'is no IPv4 address: %s',
    (address) => expect(addressKey(address)).toEndWith('::/64'),
  )
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
  test.each([
    ['an IPv4 /24', '198.51.100.7', '198.51.100.250', '198.51.101.7'],
    ['an IPv6 /48', '2001:db8:1:2::1', '2001:db8:1:ffff::1', '2001:db8:2:2::1'],
  ])('is %s', (_, one, within, beyond) => {
    expect(networkKey(one)).toBe(networkKey(within))
    expect(networkKey(one)).not.toBe(networkKey(beyond))
  })
  test('has widths: /64, /56 and /48, or the address and its /24', () => {
    const found = networkWidths('2001:db8:1:abcd::1').map(({ key }) => key)
    expect(found).toEqual(['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48'])
    expect(networkWidths('198.51.100.7').map(({ key }) => key)).toEqual(['198.51.100.7', '198.51.100.0/24'])
    for (const address of ['2001:db8::1', '198.51.100.7', '', 'nonsense']) {
      const factors = networkWidths(address).map(({ factor }) => factor)
      expect(factors[0]).toBe(1)
      expect(factors).toEqual([...new Set(factors)].sort((a, b) => a - b))
    }
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

describe('an alternative base', () => {
  test.each([
    ['/vote', '/api/v1/votes'],
    ['/vote/', '/api/v1/votes/'],
    ['/api/v1/vote', '/api/v1/votes'],
    ['/bookmark/user', '/api/v1/bookmarks/user'],
    ['/api/v1/bookmark/user', '/api/v1/bookmarks/user'],
    ['/moderation/reports/1', '/api/v1/reports/1'],
    ['/api/v1/moderation/reports', '/api/v1/reports'],
    ...'auth/me admin/manage/logs users/me colleges/1/branches'
      .split(' ')
      .map((path) => [`/api/${path}`, `/api/v1/${path}`]),
    ...`auth/me comments/post/1 admin/manage/logs moderation/users moderation/reportsofother feedbacks/1/status
      notifications/list`
      .split(/\s+/)
      .map((path) => [`/${path}`, `/api/v1/${path}`]),
  ])('%s stands for %s', (alias, base) => expect(resolveAlias(alias!)).toBe(base))
  test.each([
    ...`/ /api/v1/auth/me /api/v1/votes /api/v1/bookmarks/user /api/v1/reports /api/v1/moderation/users /authority
      /voted /administrators /AUTH/me //auth/me /x/auth/me /api/posts /posts /healthz`.split(/\s+/),
  ])('%s stands for nothing else', (path) => expect(resolveAlias(path)).toBeUndefined())
  test('what an alias stands for is none itself', () => {
    for (const alias of ['/auth', '/vote', '/bookmark', '/moderation/reports', '/admin', '/feedbacks'])
      expect(resolveAlias(resolveAlias(alias) ?? '')).toBeUndefined()
  })
})
