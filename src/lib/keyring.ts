import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lacksHandles } from '../../db/error-code'
import { config } from '../config'
import { SHORTEST_SECRET } from '../config/variables'
import { QUAD } from '../packaged'
import { makeFolderDurably, writeDurably } from './durable-files'

// Keys are outside of the database, so that a copy of it, or a backup, opens nothing. Each has a file in DATA_DIR/keys,
// whose name says when it was made and what its id is. SECRET is a key, too, and then the current one.

export type Key = {
  /** Computed from the secret, so that a replaced key is never taken for the one before. */
  id: string
  secret: string
  createdAt: string
  isFile: boolean
}

/** A file does not hold the key that it should. The message is for the operator. */
class KeyDamaged extends Error {
  override name = 'KeyDamaged'
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

/** The key that new values are made with. */
export const currentKey = (): Key => allKeys()[0]!

export const keyById = (id: string): Key | undefined => allKeys().find((key) => key.id === id)

/** Reads the keys again: another process may have added one. */
export function reloadKeys(): void {
  keyring = undefined
}

/**
 * Reads the keys again in a running server. While the file of a key is gone or cannot be read, the keys stay as they
 * were: a new one in its place would take every address for another. Returns what is wrong.
 */
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

/** The key of AES-256-GCM that belongs to a key of the ring. */
export function encryptionKey(key: Key): Buffer {
  const existing = derived.get(key)
  if (existing !== undefined) return existing
  const made = Buffer.from(hkdfSync('sha256', key.secret, '', 'quad sealing', 32))
  derived.set(key, made)
  return made
}

/**
 * Adds a key to `DATA_DIR/keys`, a new random one by default, and has it on disk when it returns. The file of that key
 * is mended if it holds another.
 */
export function addKey(secret = randomBytes(32).toString('base64url'), createdAt = new Date().toISOString()): Key {
  const folder = makeFolder()
  const id = keyId(secret)
  const name = fileOf(id) ?? fileName(createdAt, id)
  if (!hasKey(id)) writeDurably(join(folder, name), secret)
  reloadKeys()
  return { id, secret, createdAt: timeOf(name), isFile: true }
}

/** Whether the file of a key is here and holds it. */
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
    return
  }
}

const fileName = (createdAt: string, id: string): string => `${createdAt.replace(/[:.]/g, '-')}-${id}.key`

function makeFolder(): string {
  const folder = keysFolder()
  makeFolderDurably(folder)
  chmodSync(folder, 0o700)
  return folder
}

function readKeyring(): Key[] {
  const files = readFiles()
  if (config.secret === undefined) return files
  const id = keyId(config.secret)
  const current: Key = { id, secret: config.secret, createdAt: new Date().toISOString(), isFile: false }
  return [current, ...files.filter((key) => key.id !== id)]
}

/** Newest first. */
function readFiles(): Key[] {
  const folder = keysFolder()
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => readKey(folder, name) ?? [])
}

function readKey(folder: string, name: string): Key | undefined {
  const groups = FILE.exec(name)?.groups
  if (groups?.id === undefined) return undefined
  const file = join(folder, name)
  const secret = contentOf(file)
  if (keyId(secret) !== groups.id || secret.length < SHORTEST_SECRET)
    throw new KeyDamaged(
      `${file} ${secret === '' ? 'is empty' : 'does not hold the key that its name says, or is cut off'}. Put the right file back, or import it from the file that \`quad keys export\` wrote: ${QUAD} keys import FILE.`,
    )
  return { id: groups.id, secret, createdAt: timeOf(name), isFile: true }
}

const contentOf = (file: string): string => readFileSync(file, 'utf8').replace(/\r?\n$/, '')

/** The time in the name of a key's file. */
const timeOf = (name: string): string =>
  (FILE.exec(name)?.groups?.at ?? '').replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.')
