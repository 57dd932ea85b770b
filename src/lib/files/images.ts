import { errorCode } from '../../../db/error-code'
import { type MessageOrKey, message } from '../../messages/message'
import { Semaphore } from '../process/semaphore'

type Bytes = Uint8Array<ArrayBuffer>

/** AVIF and HEIC only where Bun asks the system for them, which Linux lacks; BMP comes from no camera. */
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heic']

/** One at a time: decoded, each pixel takes 4 bytes. */
const decoding = new Semaphore(1)

/** Decoded, 16 MB. */
const MANY_PIXELS = 4_000_000

type Wanted = {
  maxPixels: number
  quality: number
  /** The boxes that it is made to fit in, the largest first; a smaller one only if that makes it narrower. */
  sides: readonly (readonly [width: number, height: number])[]
  /** A JPEG that breaks off is refused, too: Bun decodes it as far as it goes. */
  isWhole?: boolean
}
export type Rendition = { webp: Bytes; width: number; height: number }
type Reencoded = { renditions: Rendition[] } | { problem: MessageOrKey }

/**
 * WebPs of the pixels alone: EXIF with its place and time, comments, thumbnails, later frames and what lies behind the
 * image are gone. Or the problem: no picture of a known format, too many pixels, or a damaged one.
 */
export const reencodeImage = (
  sent: Blob | Bytes,
  { maxPixels, quality, sides, isWhole = false }: Wanted,
): Promise<Reencoded> =>
  decoding.run(async () => {
    try {
      let image = new Bun.Image(sent, { maxPixels })
      const { format, width, height } = await image.metadata()
      // The engine does not see how large the buffers of the one before are, and lets them lie. It takes 15 milliseconds.
      if (width * height > MANY_PIXELS) Bun.gc(true)
      if (!FORMATS.includes(format)) return { problem: 'uploads.format' }
      if (isWhole && format === 'jpeg' && (await breaksOff(sent instanceof Blob ? sent : new Blob([sent]))))
        return { problem: 'uploads.damaged' }
      const renditions: Rendition[] = []
      for (const [width, height] of sides) {
        if (width >= (renditions.at(-1)?.width ?? Number.POSITIVE_INFINITY)) continue
        image.resize(width, height, { fit: 'inside', withoutEnlargement: true }).webp({ quality })
        const webp = pixelsOnly(await image.bytes())
        renditions.push({ webp, width: image.width, height: image.height })
        // Each from the one before: the original is decoded once.
        image = new Bun.Image(webp)
      }
      return { renditions }
    } catch (error) {
      const problem = problemOf(errorCode(error), maxPixels)
      if (problem === undefined) throw error
      return { problem }
    }
  })

/** By the error codes of `Bun.Image`. */
const problemOf = (code: string, maxPixels: number): MessageOrKey | undefined =>
  ({
    ERR_IMAGE_UNKNOWN_FORMAT: 'uploads.format' as const,
    ERR_IMAGE_FORMAT_UNSUPPORTED: 'uploads.unsupported' as const,
    ERR_IMAGE_TOO_MANY_PIXELS: message('uploads.tooManyPixels', { megapixels: maxPixels / 1e6 }),
    ERR_IMAGE_DECODE_FAILED: 'uploads.damaged' as const,
  })[code]

const END = '\xff\xd9'
const TAIL_BYTES = 65_536

/** Whether no end follows where its pixels begin; headers before them may hold a thumbnail with an end of its own. */
async function breaksOff(jpeg: Blob): Promise<boolean> {
  // Nearly all end there, and their bytes are not in memory once more.
  if (jpeg.size > TAIL_BYTES && Buffer.from(await jpeg.slice(-TAIL_BYTES).arrayBuffer()).includes(END, 0, 'latin1'))
    return false
  const file = Buffer.from(await jpeg.arrayBuffer())
  let at = 2
  while (at + 4 <= file.length && file[at + 1] !== 0xda) at += 2 + file.readUInt16BE(at + 2)
  return !file.includes(END, at, 'latin1')
}

const PIXELS: readonly string[] = ['VP8X', 'ALPH', 'VP8 ', 'VP8L']
const ALPHA = 0x10

/** Without the colour profile, which Bun copies and which may contain any text (RFC 9649 §2.7). */
function pixelsOnly(webp: Uint8Array): Bytes {
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

type Colour = [red: number, green: number, blue: number]

/** Of the picture at that size. From a PNG that is not compressed: libspng filters no row of one. */
async function pixelsOf(image: Bytes, width: number, height: number): Promise<Colour[]> {
  const png = await new Bun.Image(image)
    .resize(width, height, { filter: 'bilinear' })
    .png({ compressionLevel: 0 })
    .buffer()
  // Signature and IHDR take 33 bytes; IDAT follows, whose zlib stream has a header of two.
  const rows = Bun.inflateSync(png.subarray(43, 41 + png.readUInt32BE(33)) as Uint8Array<ArrayBuffer>)
  const row = rows.length / height
  const step = (row - 1) / width
  return Array.from({ length: width * height }, (_, pixel) => {
    const at = Math.floor(pixel / width) * row + 1 + (pixel % width) * step
    return [rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0]
  })
}

const PLACEHOLDER_SIDE = 3

/** Three rows of three colours, of three bytes each, in base64. */
export const placeholderOf = async (image: Bytes): Promise<string> =>
  Buffer.from((await pixelsOf(image, PLACEHOLDER_SIDE, PLACEHOLDER_SIDE)).flat()).toString('base64')

const HASH_SIDE = 8

/** Whether it gets lighter to the right, at 64 places (dHash): nearly the same for a picture that was changed a little. */
export async function likenessOf(image: Bytes): Promise<string> {
  const light = (await pixelsOf(image, HASH_SIDE + 1, HASH_SIDE)).map(([r, g, b]) => 299 * r + 587 * g + 114 * b)
  let bits = 0n
  for (let y = 0; y < HASH_SIDE; y++)
    for (let x = 0; x < HASH_SIDE; x++) {
      const at = y * (HASH_SIDE + 1) + x
      bits = (bits << 1n) | BigInt(light[at]! < light[at + 1]!)
    }
  return bits.toString(16).padStart(16, '0')
}

/** Of 64. Cropped by a fiftieth, made smaller, lighter or darker, a picture differs in up to seven; two of others in sixteen and more. */
const LIKE = 10

/** Of what is flat, as a page with a few lines, most places are as in any other: the few that are not must be the same. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [BigInt(`0x${one}`), BigInt(`0x${other}`)]
  const [differing, telling] = [onesIn(a ^ b), Math.min(onesIn(a | b), 64 - onesIn(a & b))]
  return differing <= LIKE && differing * 3 < telling
}

const onesIn = (bits: bigint): number => bits.toString(2).replaceAll('0', '').length
