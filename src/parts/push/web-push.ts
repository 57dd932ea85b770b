import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign as signWith,
} from 'node:crypto'
import { config } from '../../config'
import type { Key } from '../../lib/crypto/keys'

// Web Push: a push is encrypted for one browser (RFC 8291, by RFC 8188), so that the service that pushes it reads
// nothing of it, and signed by this server (VAPID, RFC 8292), so that the service takes pushes for that browser from
// nobody else. The key pair of a server is computed from its key: where that is, and as long as it is kept, so is this.

const CURVE = 'prime256v1'
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const TAG_BYTES = 16
const SALT_BYTES = 16
/** Every push is so long, whatever it says. The record limit of services is 4096. */
const PADDED_BYTES = 2_048
const RECORD_BYTES = 4_096
const HOUR_S = 3_600

type Pair = { publicKey: string; privateKey: KeyObject }
const pairs = new WeakMap<Key, Pair>()
const toBytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** The private key by FIPS 186-5 A.2.1: 64 bits more than it needs, so that none is likelier. */
function makePair(key: Key): Pair {
  const seed = BigInt(`0x${Buffer.from(hkdfSync('sha256', key.secret, '', 'quad web push', 40)).toString('hex')}`)
  const scalar = Buffer.from(((seed % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: scalar.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

const pairOf = (key: Key): Pair => pairs.getOrInsertComputed(key, makePair)

/** What a browser subscribes with: `applicationServerKey`. */
export const pushPublicKey = (key: Key): string => pairOf(key).publicKey

/** The header by which the service of the endpoint knows this server. */
export function vapidAuthorization(key: Key, endpoint: string, now = Date.now()): string {
  const { publicKey, privateKey } = pairOf(key)
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1_000) + 12 * HOUR_S, sub: config.publicUrl }
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const signature = signWith('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}

export type BrowserKeys = { p256dh: string; auth: string }

/** Whether they are a point of the curve, and 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = toBytes(p256dh)
  if (toBytes(auth).length !== 16 || point.length !== 65 || point[0] !== 4) return false
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** Given by a test alone: a push has a key and a salt of its own. */
type Fixed = { privateKey: Buffer; salt: Buffer; paddedTo: number }

/** The body of a push, `Content-Encoding: aes128gcm`. */
export function encryptPush(text: string, { p256dh, auth }: BrowserKeys, fixed?: Fixed): Uint8Array<ArrayBuffer> {
  const [browser, salt] = [toBytes(p256dh), fixed?.salt ?? randomBytes(SALT_BYTES)]
  const ecdh = createECDH(CURVE)
  if (fixed === undefined) ecdh.generateKeys()
  else ecdh.setPrivateKey(fixed.privateKey)
  const own = ecdh.getPublicKey()
  const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own])
  const secret = hkdfSync('sha256', ecdh.computeSecret(browser), toBytes(auth), keyInfo, 32)
  const contentKey = Buffer.from(hkdfSync('sha256', secret, salt, info('aes128gcm'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, info('nonce'), 12))
  const plain = Buffer.from(text)
  const padding = (fixed?.paddedTo ?? PADDED_BYTES) - TAG_BYTES - 1 - plain.length
  // 2: the end of the last record. What follows is padding.
  const record = Buffer.concat([plain, Buffer.from([2]), Buffer.alloc(Math.max(0, padding))])
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const header = Buffer.concat([salt, size, Buffer.from([own.length]), own])
  return Uint8Array.from(Buffer.concat([header, cipher.update(record), cipher.final(), cipher.getAuthTag()]))
}
