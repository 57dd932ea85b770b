import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { config } from '../config'
import { currentKey, encryptionKey, keyById } from './keyring'
import { keyIdOf } from './keys'

// Sealed texts: unreadable without a key that is not in the database. Under a key of the server the value is
// `<key id>.<nonce, ciphertext, tag>`, for an offline recipient `age-<end of the recipient>.<age file>`.

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

const age = (): Promise<typeof import('age-encryption')> => import('age-encryption')

/** The end of a recipient tells two apart. */
const recipientName = (recipient: string): string => `age-${recipient.slice(-8)}`

/** Encrypts for the holder of the recipient's identity; this server cannot read it. */
export async function sealTo(recipient: string, text: string): Promise<string> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const sealed = await encrypter.encrypt(padded(text))
  return `${recipientName(recipient)}.${Buffer.from(sealed).toString('base64url')}`
}

/** What `sealTo` sealed. @throws when no identity fits, or the value is damaged */
export async function unsealWith(identities: readonly string[], sealed: string): Promise<string> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  return unpadded(Buffer.from(await decrypter.decrypt(new Uint8Array(bytes))))
}

/** What values that are sealed from now on name. */
export const sealer = (): string =>
  config.addressRecipient === undefined ? currentKey().id : recipientName(config.addressRecipient)

function padded(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes, Buffer.alloc(PADDED_BYTES - (bytes.length % PADDED_BYTES))])
}

const unpadded = (bytes: Buffer): string => bytes.toString().replace(/\0+$/, '')
