import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../../db/error-code'
import { config } from '../../config'
import { type MessageOrKey, message } from '../../messages/message'
import { Semaphore } from '../process/semaphore'
import { syncFolder, syncFolderAside } from './durable-files'

const uploadsFolder = (): string => join(config.dataDir, 'uploads')
const PATH = '/uploads/'

/** SHA-256 of the content: no name that a user chose reaches the disk. New files are WebP, older ones may be others. */
const NAME = /^[0-9a-f]{64}\.(?:png|jpg|webp|gif|avif)$/

export type StagedUpload = { url: string; place(): void; discard(): void }

/**
 * Has the image on disk before a transaction stores its URL. Call `place` in that transaction, for another write may
 * have removed the same image, and `discard` after it.
 */
export async function stageImage(webp: Uint8Array): Promise<StagedUpload> {
  const name = `${new Bun.CryptoHasher('sha256').update(webp).digest('hex')}.webp`
  const folder = uploadsFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const staged = join(folder, `.${crypto.randomUUID()}.part`)
  const path = join(folder, name)
  try {
    await writeFile(staged, webp, { mode: 0o600, flag: 'wx', flush: true })
    if (!existsSync(path)) giveName(staged, path)
    await syncFolderAside(folder)
  } catch (error) {
    rmSync(staged, { force: true })
    throw error
  }
  return {
    url: `${config.publicUrl}${PATH}${name}`,
    place: () => {
      if (existsSync(path)) return
      giveName(staged, path)
      syncFolder(folder)
    },
    discard: () => rmSync(staged, { force: true }),
  }
}

/** By a link, so that the file can get its name once more. */
function giveName(staged: string, path: string): void {
  try {
    linkSync(staged, path)
  } catch {
    // Some file systems have no links.
    renameSync(staged, path)
  }
}

const STAGED = /^\.[0-9a-f-]{36}\.part$/

/** The uploads from before `time`. Removes staged files of that age, which a crash left behind. */
export function uploadsBefore(time: number): string[] {
  const folder = uploadsFolder()
  if (!existsSync(folder)) return []
  const writtenAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? time
  const old = readdirSync(folder).filter((name) => writtenAt(name) < time)
  for (const name of old) if (STAGED.test(name)) rmSync(join(folder, name), { force: true })
  return old.filter((name) => NAME.test(name))
}

export function uploadName(url: string): string | undefined {
  const path = url.startsWith(config.publicUrl) ? url.slice(config.publicUrl.length) : url
  const name = path.startsWith(PATH) ? path.slice(PATH.length) : ''
  return NAME.test(name) ? name : undefined
}

/** The path of an upload as a URL; any other URL unchanged. */
export const absoluteUrl = (url: string): string => (url.startsWith(PATH) ? `${config.publicUrl}${url}` : url)

/** The file of that name, if there is one; its type follows from its name. Undefined for a name that Quad did not give. */
export async function readUpload(name: string): Promise<Bun.BunFile | undefined> {
  if (!NAME.test(name)) return undefined
  const file = Bun.file(join(uploadsFolder(), name))
  return (await file.exists()) ? file : undefined
}

export function removeUpload(name: string): void {
  if (NAME.test(name)) rmSync(join(uploadsFolder(), name), { force: true })
}

/** Bun reads more, but some only on some platforms (AVIF, HEIC, TIFF), and BMP comes from no camera. */
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif']

/** As many as phone cameras make; decoded, each takes 4 bytes. */
const MAX_PIXELS = 50_000_000

/** Pages show pictures much smaller, on screens with up to three device pixels a pixel. */
const MAX_SIDE = 1024

/** One at a time: the largest picture takes 200 MB while it is decoded. */
const decoding = new Semaphore(1)

/**
 * A WebP of the pixels alone: EXIF with its place and time, comments, later frames and what lies behind the image are
 * gone. Or the problem: no picture of a known format, or too many pixels.
 */
export function reencodeImage(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | { problem: MessageOrKey }> {
  return decoding.run(async () => {
    try {
      const image = new Bun.Image(bytes, { maxPixels: MAX_PIXELS })
      const { format } = await image.metadata()
      if (!FORMATS.includes(format)) return { problem: 'uploads.format' }
      image.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 })
      return pixelsOnly(await image.bytes())
    } catch (error) {
      const problem = PROBLEMS[errorCode(error)]
      if (problem === undefined) throw error
      return { problem }
    }
  })
}

/** By the error codes of `Bun.Image`. */
const PROBLEMS: Partial<Record<string, MessageOrKey>> = {
  ERR_IMAGE_UNKNOWN_FORMAT: 'uploads.format',
  ERR_IMAGE_FORMAT_UNSUPPORTED: 'uploads.format',
  ERR_IMAGE_TOO_MANY_PIXELS: message('uploads.tooManyPixels', { megapixels: MAX_PIXELS / 1e6 }),
  ERR_IMAGE_DECODE_FAILED: 'uploads.damaged',
}

const PIXELS: readonly string[] = ['VP8X', 'ALPH', 'VP8 ', 'VP8L']
const ALPHA = 0x10

/** Without the colour profile, which Bun copies and which may contain any text (RFC 9649 §2.7). */
function pixelsOnly(webp: Uint8Array): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength)
  const parts = [file.subarray(0, 12)]
  for (let at = 12; at < file.length; ) {
    const size = file.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const type = file.toString('latin1', at, at + 4)
    if (type === 'VP8X') file[at + 8]! &= ALPHA
    if (PIXELS.includes(type)) parts.push(file.subarray(at, end))
    at = end
  }
  const bare = Buffer.concat(parts)
  bare.writeUInt32LE(bare.length - 8, 4)
  return new Uint8Array(bare)
}
