import { type MessageOrKey, message } from '../messages/message'
import { Semaphore } from './semaphore'

/** Bun reads more, but some only on some platforms (AVIF, HEIC, TIFF), and BMP comes from no camera. */
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif']

/** As many as phone cameras make; decoded, each takes 4 bytes. */
const MAX_PIXELS = 50_000_000

/** Pages show pictures much smaller, on screens with up to three device pixels a pixel. */
const MAX_SIDE = 1024

/** One at a time: the largest picture takes 200 MB while it is decoded. */
const decoding = new Semaphore(1)

/**
 * The picture as a WebP of its pixels alone, at most 1024 of them a side: comments, EXIF with its place and time,
 * colour profiles (so colours beyond sRGB fade a little), later frames and whatever lies behind the image are gone.
 * Returns the problem instead where the bytes are no picture of a known format, or declare too many pixels. What a
 * truncated file lacks is grey, as browsers show it.
 */
export function reencodeImage(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | Problem> {
  return decoding.run(async () => {
    try {
      const image = new Bun.Image(bytes, { maxPixels: MAX_PIXELS })
      const { format } = await image.metadata()
      if (!FORMATS.includes(format)) return PROBLEMS.ERR_IMAGE_UNKNOWN_FORMAT
      image.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 })
      return pixelsOnly(await image.bytes())
    } catch (error) {
      const problem = PROBLEMS[(error as { code?: string }).code as keyof typeof PROBLEMS]
      if (problem === undefined) throw error
      return problem
    }
  })
}

type Problem = { problem: MessageOrKey }

const UNKNOWN: Problem = { problem: 'uploads.format' }

/** By the error codes of `Bun.Image`. */
const PROBLEMS = {
  ERR_IMAGE_UNKNOWN_FORMAT: UNKNOWN,
  ERR_IMAGE_FORMAT_UNSUPPORTED: UNKNOWN,
  ERR_IMAGE_TOO_MANY_PIXELS: { problem: message('uploads.tooManyPixels', { megapixels: MAX_PIXELS / 1e6 }) },
  ERR_IMAGE_DECODE_FAILED: { problem: 'uploads.damaged' },
} as const

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
