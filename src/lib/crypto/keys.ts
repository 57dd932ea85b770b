import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ForOperator, lacksHandles } from '../../../db/error-code'
import { config } from '../../config'
import { SHORTEST_SECRET } from '../../config/variables'
import { QUAD } from '../../packaged'
import { makeFolderDurably, writeDurably } from '../files/durable-files'

// Keys are outside of the database, so that a copy of it opens nothing. Each has a file in DATA_DIR/keys, whose name
// says its time and id. SECRET is a key, too, and then the current one.

export type Key = {
  /** Computed from the secret, so that a replaced key is never taken for the one before. */
  id: string
  secret: string
  createdAt: string
  isFile: boolean
}

export const keysFolder = (): string => join(config.dataDir, 'keys')
const FILE = /^(?<at>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-(?<id>[0-9a-f]{8})\.key$/

let keyring: readonly Key[] | undefined

/** Every key, the current one first. Without any, makes one. */
export function allKeys(): readonly Key[] {
  keyring ??= readKeyring()
  if (keyring.length === 0) {
    addKey()
    keyring = readKeyring()
  }
  return keyring
}

/** As `allKeys`, but makes none. */
export const existingKeys = (): readonly Key[] => (keyring ??= readKeyring())

export const currentKey = (): Key => allKeys()[0]!
export const keyById = (id: string): Key | undefined => allKeys().find((key) => key.id === id)

/** Reads the keys again: another process may have added one. */
export function reloadKeys(): void {
  keyring = undefined
}

/** Reads the keys again and returns what is wrong. While a file is gone they stay: a new key would find no address. */
export function refreshKeys(): string | undefined {
  const before = allKeys()
  try {
    const now = readKeyring()
    const lost = before.filter(({ id }) => !now.some((key) => key.id === id))
    if (lost.length > 0) return `no file in ${keysFolder()} holds ${lost.map(({ id }) => id).join(', ')}`
    keyring = now
    return undefined
  } catch (error) {
    // Of the file this says nothing, and the log names it where handles are looked for.
    if (lacksHandles(error)) return undefined
    return error instanceof Error ? error.message : String(error)
  }
}

export const keyId = (secret: string): string =>
  createHmac('sha256', secret).update('quad key id').digest('hex').slice(0, 8)

const derived = new WeakMap<Key, Buffer>()

export const encryptionKey = (key: Key): Buffer =>
  derived.getOrInsertComputed(key, () => Buffer.from(hkdfSync('sha256', key.secret, '', 'quad sealing', 32)))

/** Adds a key, a new random one by default, and has it on disk. The file of that key is mended if it holds another. */
export function addKey(secret = randomToken(), createdAt = new Date().toISOString()): Key {
  const folder = keysFolder()
  makeFolderDurably(folder)
  chmodSync(folder, 0o700)
  const id = keyId(secret)
  const name = fileOf(id) ?? `${createdAt.replace(/[:.]/g, '-')}-${id}.key`
  if (!hasKey(id)) writeDurably(join(folder, name), secret)
  reloadKeys()
  return { id, secret, createdAt: timeOf(name), isFile: true }
}

export function hasKey(id: string): boolean {
  const name = fileOf(id)
  return name !== undefined && keyId(contentOf(join(keysFolder(), name))) === id
}

const fileOf = (id: string): string | undefined =>
  existsSync(keysFolder()) ? readdirSync(keysFolder()).find((name) => FILE.exec(name)?.groups?.id === id) : undefined

/** Others on the machine cannot read the keys, whatever a copy has made of their modes. */
export function closeKeysToOthers(): void {
  const folder = keysFolder()
  if (!existsSync(folder)) return
  try {
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600)
  } catch {
    // On a read-only mount, or of another user: `doctor` says what others may do.
  }
}

/** Newest first; a key of the configuration before them. */
function readKeyring(): Key[] {
  const folder = keysFolder()
  const names = existsSync(folder) ? readdirSync(folder).sort().reverse() : []
  const files = names.flatMap((name) => readKey(folder, name) ?? [])
  if (config.secret === undefined) return files
  const id = keyId(config.secret)
  const current: Key = { id, secret: config.secret, createdAt: new Date().toISOString(), isFile: false }
  return [current, ...files.filter((key) => key.id !== id)]
}

function readKey(folder: string, name: string): Key | undefined {
  const groups = FILE.exec(name)?.groups
  if (groups?.id === undefined) return undefined
  const file = join(folder, name)
  const secret = contentOf(file)
  if (keyId(secret) !== groups.id || secret.length < SHORTEST_SECRET)
    throw new ForOperator(
      `${file} ${secret === '' ? 'is empty' : 'does not hold the key that its name says, or is cut off'}. Put the right file back, or import it from the file that \`quad keys export\` wrote: ${QUAD} keys import FILE.`,
    )
  return { id: groups.id, secret, createdAt: timeOf(name), isFile: true }
}

const contentOf = (file: string): string => readFileSync(file, 'utf8').replace(/\r?\n$/, '')

const timeOf = (name: string): string =>
  (FILE.exec(name)?.groups?.at ?? '').replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.')

/** HMAC-SHA-256 with the current key, in base64url; each use has its own `purpose`. For what need not outlive a key. */
export const keyedHash = (purpose: string, text: string, { secret }: Pick<Key, 'secret'> = currentKey()): string =>
  new Bun.CryptoHasher('sha256', secret).update(`${purpose}\0${text}`).digest('base64url')

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

export const keyIdOf = (stored: string): string => stored.slice(0, stored.indexOf('.'))

/** SHA-256 in base64url, for tokens with 256 random bits. */
export const tokenHash = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('base64url')

export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Compares in a time that does not reveal where the strings differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
