import { expect, test } from 'bun:test'
import { allKeys, currentKey } from '../../../src/lib/crypto/keys'
import { areBrowserKeys, encryptPush, pushPublicKey, vapidAuthorization } from '../../../src/parts/push/web-push'
import { PushedBrowser, vapidHolds } from '../../support/push-service'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** RFC 8291, appendix A. */
const VECTOR = {
  plain: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browserPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  serverPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('encrypts what the specification encrypts', () => {
  const keys = { p256dh: VECTOR.browserPublic, auth: VECTOR.auth }
  const fixed = { privateKey: bytes(VECTOR.serverPrivate), salt: bytes(VECTOR.salt), paddedTo: 0 }
  expect(Buffer.from(encryptPush(VECTOR.plain, keys, fixed)).toString('base64url')).toBe(VECTOR.body)
  const browser = new PushedBrowser(bytes(VECTOR.browserPrivate), bytes(VECTOR.auth))
  expect(browser.keys.p256dh).toBe(VECTOR.browserPublic)
  expect(browser.open(bytes(VECTOR.body))).toBe(VECTOR.plain)
})

test('every push has another key and the same length, and only its browser opens it', () => {
  const [browser, other] = [new PushedBrowser(), new PushedBrowser()]
  const pushes = ['', 'New reply', 'x'.repeat(900)].map((text) => encryptPush(text, browser.keys))
  expect(pushes.map((each) => browser.open(each))).toEqual(['', 'New reply', 'x'.repeat(900)])
  expect(new Set(pushes.map(({ length }) => length)).size).toBe(1)
  expect(new Set(pushes.map((each) => Buffer.from(each.subarray(0, 86)).toString('hex'))).size).toBe(3)
  expect(() => other.open(pushes[1]!)).toThrow()
})

test('is signed for the origin of the endpoint, by a key that stays the same', () => {
  const key = currentKey()
  const header = vapidAuthorization(key, 'https://push.example.org/abc?d=1')
  expect(vapidHolds(header, 'https://push.example.org')).toBe(true)
  expect(vapidHolds(header, 'https://other.example.org')).toBe(false)
  const altered = header.replace(/\.[\w-]{8}(?=[\w-]+, k=)/, '.AAAAAAAA')
  expect(vapidHolds(altered, 'https://push.example.org')).toBe(false)
  expect(header).toEndWith(`k=${pushPublicKey(key)}`)
  expect(pushPublicKey({ ...key })).toBe(pushPublicKey(key))
  expect(pushPublicKey({ ...allKeys()[0]!, secret: 'x'.repeat(43) })).not.toBe(pushPublicKey(key))
})

test('knows keys that no browser has', () => {
  const { p256dh, auth } = new PushedBrowser().keys
  expect(areBrowserKeys({ p256dh, auth })).toBe(true)
  expect(areBrowserKeys({ p256dh: p256dh.slice(0, -4), auth })).toBe(false)
  expect(areBrowserKeys({ p256dh: `B${'A'.repeat(86)}`, auth })).toBe(false)
  expect(areBrowserKeys({ p256dh, auth: auth.slice(2) })).toBe(false)
})
