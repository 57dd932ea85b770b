import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Decrypter, Encrypter } from 'age-encryption'
import { config } from '../../config'
import { currentKey, encryptionKey, keyById, keyIdOf } from './keys'

// Under a key of the server a sealed text is `<key id>.<nonce, ciphertext, tag>`, for an offline recipient `age-<end of
// the recipient>.<age file>`.

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The ciphertext tells no length below this: addresses differ by it. */
const PADDED_BYTES = 64

/** Encrypts under the current key. `row` is the id of the row that holds the value: in another row it opens nothing. */
export function seal(row: string, text: string): string {
  const key = currentKey()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, encryptionKey(key), nonce).setAAD(Buffer.from(row))
  const sealed = Buffer.concat([nonce, cipher.update(padded(text)), cipher.final(), cipher.getAuthTag()])
  return `${key.id}.${sealed.toString('base64url')}`
}

/** What was sealed in this row; null for a value that this server cannot read, or that is not of this row. */
export function unseal(row: string, sealed: string): string | null {
  const key = keyById(keyIdOf(sealed))
  if (key === undefined) return null
  const bytes = Buffer.from(sealed.slice(key.id.length + 1), 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, encryptionKey(key), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return unpadded(Buffer.concat(opened))
  } catch {
    return null
  }
}

const recipientName = (recipient: string): string => `age-${recipient.slice(-8)}`

async function encrypterFor(recipient: string): Promise<Encrypter> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter
}

async function decrypterWith(identities: readonly string[]): Promise<Decrypter> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter
}

/** Encrypts for the holder of the recipient's identity; this server cannot read it. */
export async function sealTo(recipient: string, text: string): Promise<string> {
  const sealed = await (await encrypterFor(recipient)).encrypt(padded(text))
  return `${recipientName(recipient)}.${Buffer.from(sealed).toString('base64url')}`
}

/** What `sealTo` sealed. @throws when no identity fits, or the value is damaged */
export async function unsealWith(identities: readonly string[], sealed: string): Promise<string> {
  const bytes = Uint8Array.from(Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url'))
  return unpadded(Buffer.from(await (await decrypterWith(identities)).decrypt(bytes)))
}

export const sealer = (): string =>
  config.addressRecipient === undefined ? currentKey().id : recipientName(config.addressRecipient)

function padded(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes, Buffer.alloc(PADDED_BYTES - (bytes.length % PADDED_BYTES))])
}

const unpadded = (bytes: Buffer): string => bytes.toString().replace(/\0+$/, '')

/** What an age file begins with (https://age-encryption.org/v1). */
const MAGIC = 'age-encryption.org/v1'

type Stream = ReadableStream<Uint8Array>

export const encryptStream = async (recipient: string, bytes: Stream): Promise<Stream> =>
  (await encrypterFor(recipient)).encrypt(bytes)

/** @throws when none of the identities fits, or the bytes are damaged */
export const decryptStream = async (identities: readonly string[], bytes: Stream): Promise<Stream> =>
  (await decrypterWith(identities)).decrypt(bytes)

export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export const isEncrypted = async (path: string): Promise<boolean> =>
  (await Bun.file(path).slice(0, MAGIC.length).text()) === MAGIC
