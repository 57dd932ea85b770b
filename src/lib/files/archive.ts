import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { signature, signatureHolds } from '../crypto/keys'
import { decryptStream, encryptStream, isEncrypted } from '../crypto/sealing'
import { parseObject } from '../text/json'
import { writePieces } from './durable-files'

const MANIFEST_NAME = 'manifest.json'

/** A hundred thousand images are 15 MB of manifest. */
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024

/** Called with the number of bytes that were processed since the last call. */
type Progress = (done: number) => void

export const isArchivable = (name: string): boolean => new RegExp(NAME).test(name)
export const sizeOf = (files: readonly ArchivedFile[]): number => files.reduce((sum, each) => sum + each.size, 0)

export async function describeFile(name: string, path: string, progress?: Progress): Promise<ArchivedFile> {
  const hasher = new Bun.CryptoHasher('sha256')
  let length = 0
  for await (const chunk of Bun.file(path).stream()) {
    hasher.update(chunk)
    length += chunk.length
    progress?.(chunk.length)
  }
  return { name, size: length, sha256: hasher.digest('hex') }
}

/** Writes a new tar file, encrypted with a recipient, and has it on disk when it returns. */
export async function writeArchive(
  path: string,
  manifest: NewManifest,
  pathOf: (name: string) => string,
  progress?: Progress,
  recipient?: string,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const bytes = recipient === undefined ? readable : await encryptStream(recipient, readable)
  const mtime = new Date(manifest.createdAt)
  const add = (name: string, content: Blob) =>
    content.stream().pipeTo(controller.add({ name, size: content.size, mode: 0o600, mtime }))
  const pack = async () => {
    await add(MANIFEST_NAME, new Blob([sealManifest(manifest)]))
    for (const { name, size: listed } of manifest.files) {
      const file = Bun.file(pathOf(name))
      if (file.size !== listed) throw new Error(`${name} changed while it was packed`)
      await add(name, file)
    }
    controller.finalize()
  }
  await Promise.all([
    writePieces(path, bytes, ({ length }) => progress?.(length)),
    pack().catch((error) => controller.error(error)),
  ])
}

/** Unpacks into an empty directory. `accept` sees the manifest before anything is written. @throws ArchiveRefused */
export async function readArchive(
  path: string,
  into: string,
  accept: (manifest: Manifest) => void,
  { progress, identities }: { progress?: Progress; identities?: readonly string[] | undefined } = {},
): Promise<Manifest> {
  const bytes = await openBytes(path, identities)
  try {
    const entries = bytes.pipeThrough(createTarDecoder({ strict: true })).getReader()
    const { value: first } = await entries.read()
    if (first?.header.name !== MANIFEST_NAME || first.header.size > MANIFEST_MAX_BYTES)
      throw damaged('it does not begin with a manifest')
    const manifest = openManifest(await new Response(first.body).text())
    accept(manifest)
    const missing = new Map(manifest.files.map((file) => [file.name, file]))
    if (missing.size !== manifest.files.length) throw damaged('its manifest names a file twice')
    for (let { value: entry } = await entries.read(); entry; { value: entry } = await entries.read()) {
      const { name, type } = entry.header
      const listed = missing.get(name)
      if (!listed || type !== 'file')
        throw damaged(`it holds ${JSON.stringify(name)}, which its manifest does not name`)
      missing.delete(name)
      await unpackFile(entry, listed, join(into, name), progress)
    }
    const [name] = missing.keys()
    if (name !== undefined) throw damaged(`${name} is missing`)
    return manifest
  } catch (error) {
    if (error instanceof ArchiveRefused || !(error instanceof Error) || 'syscall' in error) throw error
    throw damaged(error.message)
  }
}

async function openBytes(path: string, identities: readonly string[] = []): Promise<ReadableStream<Uint8Array>> {
  const bytes = Bun.file(path).stream()
  if (!(await isEncrypted(path))) return bytes
  if (identities.length === 0)
    throw new ArchiveRefused('The backup is encrypted: name the file of its age identity with --identity FILE.')
  try {
    return await decryptStream(identities, bytes)
  } catch {
    throw new ArchiveRefused('The backup is encrypted for another identity than the one in that file, or damaged.')
  }
}

async function unpackFile({ header, body }: ParsedTarEntry, listed: ArchivedFile, path: string, progress?: Progress) {
  if (header.size !== listed.size) throw damaged(`${listed.name} does not have the size that its manifest says`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const hasher = new Bun.CryptoHasher('sha256')
  await writePieces(path, body, (piece) => {
    hasher.update(piece)
    progress?.(piece.length)
  })
  if (hasher.digest('hex') !== listed.sha256) throw damaged(`${listed.name} is not the file that was packed`)
}

/** No archive of Quad, a damaged one, or one of a newer version. The message is for the operator. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}

const damaged = (why: string): ArchiveRefused =>
  new ArchiveRefused(`The file is no backup that Quad made, or it is damaged: ${why}`)

/** The only names that are ever written to disk. */
const NAME = '^(?:quad\\.db|uploads/[0-9a-f]{64}\\.[a-z]{3,4}|pictures/[0-9a-f]{64}-\\d{3,4}\\.webp)$'

const FORMAT = 1
const PURPOSE = 'backup-manifest'
/** Shown on the operator's terminal: no control characters. */
const text = Type.String({ maxLength: 200, pattern: '^[\\w.:+-]*$' })
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  quad: text,
  createdAt: text,
  migrations: Type.Array(text),
  /** The last hash of the audit log; null where there is none, or the log is older than the chain. */
  auditHead: Type.Union([hash, Type.Null()]),
  auditEntries: size,
  /** Ids of the keys that its values need, none of which is in the archive. */
  keys: Type.Array(text),
  files: Type.Array(Type.Object({ name: Type.String({ pattern: NAME }), size, sha256: hash })),
  /** Of all that comes before it, with the key that was current; null where there was none. */
  signature: Type.Union([Type.String({ pattern: '^[0-9a-f]{8}\\.[\\w-]{43}$' }), Type.Null()]),
  /** Of all that comes before it. */
  sha256: hash,
})

export type Manifest = Static<typeof Manifest>
export type ArchivedFile = Manifest['files'][number]
export type NewManifest = Omit<Manifest, 'format' | 'sha256' | 'signature'>

const written = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
const digest = (value: string): string => new Bun.CryptoHasher('sha256').update(value).digest('hex')

/** The manifest as it is packed: with its own hash and, where there is a key, a signature. */
export function sealManifest(manifest: NewManifest): string {
  const head = { format: FORMAT, ...manifest }
  const signed = { ...head, signature: signature(PURPOSE, written(head)) }
  return written({ ...signed, sha256: digest(written(signed)) })
}

/** @throws ArchiveRefused unless it is, to the byte, as it was written, and signed as it says where that key is here */
export function openManifest(packed: string): Manifest {
  const manifest = parseObject(packed)
  if (typeof manifest.format === 'number' && manifest.format > FORMAT)
    throw new ArchiveRefused('The backup was made by a newer version of Quad: install that one to restore it.')
  if (!Value.Check(Manifest, manifest)) {
    const wrong = Value.Errors(Manifest, manifest).First()
    throw damaged(`its manifest is wrong at ${wrong?.path || 'the top'}`)
  }
  const { sha256, signature, ...head } = manifest
  // Not what it says alone: also how it is written, so that no byte is without meaning.
  const signed = { ...head, signature }
  if (packed !== written({ ...signed, sha256 }) || sha256 !== digest(written(signed)))
    throw damaged('its manifest is not as it was written')
  if (signature && signatureHolds(signature, PURPOSE, written(head)) === false)
    throw new ArchiveRefused(
      `The backup says that the key ${signerOf(manifest)} signed it, and it did not: somebody has altered it.`,
    )
  return manifest
}

export const signerOf = ({ signature }: Manifest): string | undefined => signature?.split('.')[0]
