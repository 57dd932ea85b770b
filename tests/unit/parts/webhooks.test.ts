import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { config } from '../../../src/config'
import { networks } from '../../../src/config/parse'
import { isPublicAddress } from '../../../src/lib/net/network'
import { AddressRefused, connectableAddressWithin, urlFaultWithin } from '../../../src/lib/net/outgoing'
import { withinNextMinute } from '../../../src/lib/text/coarse-time'
import { LONGEST_PAUSE_MS, MAX_ATTEMPTS, rest, retryPause } from '../../../src/parts/webhooks/delivery'
import { newSecret, sign, signedHeaders } from '../../../src/parts/webhooks/requests'

const HOUR = 3_600_000

const urlFault = (text: string) => urlFaultWithin(text, config.webhookPrivateNetworks)
const connectableAddress = (url: URL, look: Parameters<typeof connectableAddressWithin>[2]) =>
  connectableAddressWithin(url, config.webhookPrivateNetworks, look)

describe('signatures', () => {
  test('are those of the vector that the libraries of Standard Webhooks are tested with', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
    expect(sign('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })
  test('depend on every part of the message and on the secret', () => {
    const message = { id: 'a', seconds: 1, body: '{}' }
    const others = [
      { ...message, id: 'b' },
      { ...message, seconds: 2 },
      { ...message, body: '{ }' },
    ]
    const [one, two] = [newSecret(), newSecret()]
    const signatures = [...[message, ...others].map((each) => sign(one, each)), sign(two, message)]
    expect(new Set(signatures).size).toBe(5)
  })
  test('secrets are 256 random bits, in the form of the specification', () => {
    const secret = newSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    expect(newSecret()).not.toBe(secret)
  })
  test('two secrets sign beside each other, with a space between', () => {
    const [one, two] = [newSecret(), newSecret()]
    const message = { id: 'a', seconds: 1, body: '{}' }
    expect(signedHeaders([one, two], message)).toEqual({
      'webhook-id': 'a',
      'webhook-timestamp': '1',
      'webhook-signature': `${sign(one, message)} ${sign(two, message)}`,
    })
  })
})

describe('the schedule', () => {
  const all = () => Array.from({ length: MAX_ATTEMPTS - 1 }, (_, at) => retryPause(at + 1))

  test('tries for three days, each time after a longer pause', () => {
    const pauses = all()
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
    const total = pauses.reduce((sum, each) => sum + each, 0)
    expect(total).toBeGreaterThan(72 * HOUR)
    expect(total).toBeLessThan(96 * HOUR)
    expect(pauses[0]).toBeGreaterThanOrEqual(5_000)
    expect(Math.max(...pauses, retryPause(1_000))).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
  })
  test('is another one each time', () => expect(all()).not.toEqual(all()))
  test('an event is sent within the minute after its own, at a second that says nothing of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
        const at = withinNextMinute(now)
        const next = Math.floor(now / 60_000) + 1
        return Math.floor(at / 60_000) === next
      }),
    )
    const seconds = new Set(Array.from({ length: 200 }, () => Math.floor(withinNextMinute(30_000) / 1_000)))
    expect(seconds.size).toBeGreaterThan(20)
  })
  test('a webhook that fails rests longer and longer, and as long as its server asks, within bounds', () => {
    expect(rest(1)).toBeLessThan(rest(4))
    expect(rest(10_000)).toBeLessThanOrEqual(HOUR)
    expect(rest(1, 90_000)).toBe(90_000)
    expect(rest(1, 1e12)).toBe(HOUR)
  })
})

const PRIVATE = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1
  198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1
  fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 ff02::1 2001:db8::1 2001::1 2002:7f00:1:: 3fff::1 bot.example.org`
const PUBLIC = '8.8.8.8 172.32.0.1 100.128.0.1 192.169.0.1 2606:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808'

describe('addresses', () => {
  test.each(['', ...PRIVATE.split(/\s+/)])('%p is not of the internet', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )
  test.each(PUBLIC.split(' '))('%p is', (address) => expect(isPublicAddress(address)).toBe(true))
  test('no spelling of this machine or of the metadata of a cloud is', () => {
    const spellings = fc.constantFrom('127.0.0.1', '169.254.169.254', '10.0.0.1').chain((address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
      return fc.constantFrom(
        `http://${((a * 256 + b) * 256 + c) * 256 + d}/`,
        `http://0x${Buffer.from([a, b, c, d]).toString('hex')}/`,
        `http://${a}.${b * 65536 + c * 256 + d}/`,
        `http://0${a.toString(8)}.${b}.${c}.${d}/`,
        `http://[::ffff:${address}]/`,
        `http://[0:0:0:0:0:FFFF:${hex}]/`,
        `http://[64:ff9b::${hex}]/`,
        `http://[::${hex}]/`,
      )
    })
    fc.assert(fc.property(spellings, (url) => !isPublicAddress(new URL(url).hostname.replace(/^\[|\]$/g, ''))))
  })
})

describe('the URL of a webhook', () => {
  const before = { loopback: config.loopback, webhookPrivateNetworks: config.webhookPrivateNetworks }
  const on = (changes: Partial<typeof before>) => Object.assign(config, before, changes)
  afterAll(() => on({}))

  test.each([
    ['https://bot.example.org/hook?a=b', undefined],
    ['https://bot.example.org:8443/', undefined],
    ['https://8.8.8.8/', undefined],
    ['http://bot.example.org/', 'https'],
    ['ftp://bot.example.org/', 'https'],
    ['file:///etc/passwd', 'url'],
    ['javascript:alert(1)', 'url'],
    ['bot.example.org', 'url'],
    ['', 'url'],

    ['https://me@bot.example.org/', 'credentials'],
    ['https://me:secret@bot.example.org/', 'credentials'],
    ['http://127.0.0.1/', 'https'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://localhost/', 'private'],
    ['https://localhost./', 'private'],
    ['https://console.localhost/', 'private'],
    ['https://localhost.example.org/', undefined],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:10.0.0.1]/', 'private'],
    ['https://10.1.2.3/', 'private'],
  ])('%s: %p', (url, fault) => {
    on({ loopback: false })
    expect(urlFault(url)).toBe(fault as ReturnType<typeof urlFault>)
  })
  test('has 2,000 characters at most', () =>
    expect(urlFault(`https://bot.example.org/${'x'.repeat(2_000)}`)).toBe('url'))
  test('of a trial on one machine may lead to that machine, also by http, and not into the network', () => {
    on({ loopback: true })
    for (const url of ['http://localhost:9000/', 'http://127.0.0.1/', 'https://[::1]/'])
      expect(urlFault(url)).toBeUndefined()
    expect(urlFault('http://10.1.2.3/')).toBe('https')
    expect(urlFault('https://10.1.2.3/')).toBe('private')
  })
  test('may lead into a network that the operator names, and into no other', async () => {
    on({ loopback: false, webhookPrivateNetworks: networks('10.1.0.0/16, fd00::/8, 192.168.7.7') })
    for (const host of ['10.1.2.3', '[fd00::5]', '192.168.7.7', '[::ffff:10.1.9.9]'])
      expect(urlFault(`https://${host}/`)).toBeUndefined()
    for (const host of ['10.2.0.1', '[fe80::1]', '192.168.7.8', '127.0.0.1'])
      expect(urlFault(`https://${host}/`)).toBe('private')
    expect(urlFault('http://10.1.2.3/')).toBe('https')
    expect(await connectableAddress(new URL('https://bot.lan/'), async () => [{ address: '10.1.2.3' }])).toBe(
      '10.1.2.3',
    )
  })

  const at = (...addresses: string[]) =>
    connectableAddress(new URL('https://bot.example.org/'), async () => addresses.map((address) => ({ address })))
  test('a name is judged by where it leads at that moment', async () => {
    on({ loopback: false })
    expect(await at('8.8.8.8')).toBe('8.8.8.8')
    for (const addresses of [['127.0.0.1'], ['169.254.169.254'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], []])
      expect(at(...addresses)).rejects.toThrow(AddressRefused)
    on({ loopback: true })
    expect(at('10.0.0.1')).rejects.toThrow(AddressRefused)
  })
})

test.each(['10.0.0.0/33', '::/129', '10.0.0/8', 'bot.lan', '', '10.0.0.0/8;'])('%p is no network', (text) => {
  expect(() => networks(text)).toThrow()
})
