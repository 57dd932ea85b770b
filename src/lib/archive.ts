import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTarDecoder, createTarPacker, type ParsedTarEntry, type TarPackController } from 'modern-tar'
import { decryptStream, encryptStream, isEncrypted } from './age-stream'
import { appendPaced } from './durable-files'
import {
  type ArchivedFile,
  ArchiveRefused,
  damaged,
  type Manifest,
  NAME,
  type NewManifest,
  openManifest,
  sealManifest,
} from './manifest'

const MANIFEST_NAME = 'manifest.json'

/** A hundred thousand images are 15 MB of manifest. */
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024

/** Called with the number of bytes that were processed since the last call. */
type Progress = (done: number) => void

export const isArchivable = (name: string): boolean => new RegExp(NAME).test(name)

export const sizeOf = (files: readonly ArchivedFile[]): number => files.reduce((sum, each) => sum + each.size, 0)

/** Size and SHA-256 of a file, read once. */
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

/**
 * Writes a tar file (0600, a new one) of the manifest and the files that it lists, and has it on disk when it returns.
 * `pathOf` returns where a file is now. With a recipient the whole archive is encrypted for it. Throws if a file has
 * another size than listed, or the error of the file system.
 */
export async function writeArchive(
  path: string,
  manifest: NewManifest,
  pathOf: (name: string) => string,
  progress?: Progress,
  recipient?: string,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const bytes = recipient === undefined ? readable : await encryptStream(recipient, readable)
  const target = await open(path, 'wx', 0o600)
  const append = appendPaced(target)
  try {
    const packed = pack(controller, manifest, pathOf).catch((error) => controller.error(error))
    for await (const chunk of bytes) {
      await append(chunk)
      progress?.(chunk.length)
    }
    await packed
    await target.sync()
  } finally {
    await target.close()
  }
}

async function pack(controller: TarPackController, manifest: NewManifest, pathOf: (name: string) => string) {
  const mtime = new Date(manifest.createdAt)
  const add = (name: string, content: Blob) =>
    content.stream().pipeTo(controller.add({ name, size: content.size, mode: 0o600, mtime }))
  await add(MANIFEST_NAME, new Blob([sealManifest(manifest)]))
  for (const { name, size: listed } of manifest.files) {
    const file = Bun.file(pathOf(name))
    if (file.size !== listed) throw new Error(`${name} changed while it was packed`)
    await add(name, file)
  }
  controller.finalize()
}

/**
 * Unpacks an archive into a directory that exists and is empty, and returns its manifest; every file is then as it was
 * packed. `accept` sees the manifest before anything is written, and may refuse it by throwing.
 *
 * @throws ArchiveRefused if it is no archive, truncated, altered, or holds other files
 */
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
    const manifest = await readManifest(first)
    accept(manifest)
    await unpack(entries, manifest, into, progress)
    return manifest
  } catch (error) {
    if (error instanceof ArchiveRefused || isFileFault(error)) throw error
    throw damaged(error instanceof Error ? error.message : String(error))
  }
}

/** The archive itself, if it is encrypted. */
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

const isFileFault = (error: unknown): boolean => error instanceof Error && 'syscall' in error

async function readManifest(entry: ParsedTarEntry | undefined): Promise<Manifest> {
  if (entry?.header.name !== MANIFEST_NAME || entry.header.size > MANIFEST_MAX_BYTES)
    throw damaged('it does not begin with a manifest')
  return openManifest(await new Response(entry.body).text())
}

/** What is read of the decoder's stream: its types in Bun and in Node differ. */
type Entries = { read(): Promise<{ value?: ParsedTarEntry | undefined }> }

async function unpack(entries: Entries, { files }: Manifest, into: string, progress?: Progress): Promise<void> {
  const missing = new Map(files.map((file) => [file.name, file]))
  if (missing.size !== files.length) throw damaged('its manifest names a file twice')
  for (;;) {
    const { value: entry } = await entries.read()
    if (!entry) break
    const { name, type } = entry.header
    const listed = missing.get(name)
    if (!listed || type !== 'file') throw damaged(`it holds ${JSON.stringify(name)}, which its manifest does not name`)
    missing.delete(name)
    await unpackFile(entry, listed, join(into, name), progress)
  }
  const [name] = missing.keys()
  if (name !== undefined) throw damaged(`${name} is missing`)
}

async function unpackFile(
  entry: ParsedTarEntry,
  listed: ArchivedFile,
  path: string,
  progress?: Progress,
): Promise<void> {
  if (entry.header.size !== listed.size) throw damaged(`${listed.name} does not have the size that its manifest says`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const hasher = new Bun.CryptoHasher('sha256')
  const file = await open(path, 'wx', 0o600)
  const append = appendPaced(file)
  try {
    for await (const chunk of entry.body) {
      hasher.update(chunk)
      await append(chunk)
      progress?.(chunk.length)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (hasher.digest('hex') !== listed.sha256) throw damaged(`${listed.name} is not the file that was packed`)
}
