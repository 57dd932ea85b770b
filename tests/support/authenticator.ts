import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { config } from '../../src/config'

// A WebAuthn authenticator in software: it makes passkeys and answers challenges, honestly or as told.

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>

/** As much of CBOR (RFC 8949) as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

function head(major: number, length: number) {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type Key = { id: Buffer; userHandle: string; privateKey: KeyObject; counter: number }

/** What an answer lies about. */
export type Lie = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  /** What the authenticator says that it counted. */
  counter?: number
  userHandle?: string
  challenge?: string
  type?: string
}

type CreationOptions = { challenge: string; user: { id: string }; excludeCredentials?: { id: string }[] }
type AssertionOptions = { challenge: string }

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 }

export class Authenticator {
  readonly #keys: Key[] = []

  /** The credential id of its first passkey. */
  get id() {
    return text(this.#key.id)
  }

  get #key(): Key {
    const [first] = this.#keys
    if (first === undefined) throw new Error('the authenticator has no passkey')
    return first
  }

  /** Another device with the same keys. */
  cloned(): Authenticator {
    const clone = new Authenticator()
    clone.#keys.push(...this.#keys.map((key) => ({ ...key })))
    return clone
  }

  create({ challenge, user }: CreationOptions, lie: Lie = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = { id: randomBytes(32), userHandle: user.id, privateKey, counter: 0 }
    this.#keys.unshift(key)
    const coordinates = [x, y].map((each) => new Uint8Array(Buffer.from(each, 'base64url')))
    const cose = new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0] ?? ''],
      [-3, coordinates[1] ?? ''],
    ])
    const length = Buffer.from([0, key.id.length])
    const authData = Buffer.concat([
      this.#data(key, lie, FLAGS.hasCredential),
      Buffer.alloc(16),
      length,
      key.id,
      cbor(cose),
    ])
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const clientDataJSON = text(this.#clientData('webauthn.create', challenge, lie))
    const response = { clientDataJSON, attestationObject: text(cbor(attestation)), transports: ['internal'] }
    return { id: text(key.id), rawId: text(key.id), type: 'public-key', response }
  }

  answer({ challenge }: AssertionOptions, lie: Lie = {}) {
    const key = this.#key
    key.counter++
    const authData = this.#data(key, lie)
    const clientData = this.#clientData('webauthn.get', challenge, lie)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), key.privateKey)
    const response = {
      clientDataJSON: text(clientData),
      authenticatorData: text(authData),
      signature: text(signature),
      userHandle: lie.userHandle ?? key.userHandle,
    }
    return { id: text(key.id), rawId: text(key.id), type: 'public-key', response }
  }

  #data({ counter }: Key, lie: Lie, more = 0) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? counter)
    const flags = FLAGS.present | (lie.isVerified === false ? 0 : FLAGS.verified) | more
    return Buffer.concat([sha256(lie.rpId ?? new URL(config.publicUrl).hostname), Buffer.from([flags]), count])
  }

  #clientData(type: string, challenge: string, lie: Lie) {
    const origin = lie.origin ?? config.publicUrl
    const data = { type: lie.type ?? type, challenge: lie.challenge ?? challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }
}
