import { randomBytes, timingSafeEqual } from 'node:crypto'
import { allKeys, currentKey, existingKeys, type Key, keyById } from './keyring'

/** HMAC-SHA-256 with the current key, in base64url; each use has its own `purpose`. For what need not outlive a key. */
export function keyedHash(purpose: string, text: string, { secret }: Pick<Key, 'secret'> = currentKey()): string {
  return new Bun.CryptoHasher('sha256', secret).update(`${purpose}\0${text}`).digest('base64url')
}

const named = (purpose: string, text: string, key: Key): string => `${key.id}.${keyedHash(purpose, text, key)}`

/** A keyed hash to be stored: it names its key, so that it stays valid when that is no longer the current one. */
export const storedHash = (purpose: string, text: string): string => named(purpose, text, currentKey())

/** What `storedHash` returns with each key, the current one first: to look a stored value up. */
export const storedHashes = (purpose: string, text: string): string[] =>
  allKeys().map((key) => named(purpose, text, key))

/** Whether `storedHash` returned `stored` for the text, now or under a former key. */
export function matchesStoredHash(stored: string, purpose: string, text: string): boolean {
  const key = keyById(keyIdOf(stored))
  return key !== undefined && sameText(stored, named(purpose, text, key))
}

/** What `storedHash` returns, for a file that leaves this machine; null where there is no key, for it makes none. */
export function signature(purpose: string, text: string): string | null {
  const [key] = existingKeys()
  return key === undefined ? null : named(purpose, text, key)
}

/** Whether that is the signature of the text; undefined where its key is not here. */
export function signatureHolds(signature: string, purpose: string, text: string): boolean | undefined {
  const key = existingKeys().find(({ id }) => id === keyIdOf(signature))
  return key && sameText(signature, named(purpose, text, key))
}

/** The id of the key that a stored hash or a sealed value names. */
export const keyIdOf = (stored: string): string => stored.slice(0, stored.indexOf('.'))

/** SHA-256 in base64url, for tokens with 256 random bits. */
export function tokenHash(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('base64url')
}

/** An opaque token of 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in a time that does not reveal where the strings differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
