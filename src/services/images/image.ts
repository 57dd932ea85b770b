import { readAvif } from './avif'
import { Broken, Bytes, type Layout } from './bytes'
import { readGif } from './gif'
import { readJpeg } from './jpeg'
import { readPng } from './png'
import { readWebp } from './webp'

/** By the extension under which it is stored. */
export type ImageKind = 'png' | 'jpg' | 'gif' | 'webp' | 'avif'

const SIGNATURES: readonly (readonly [ImageKind, (head: string) => boolean])[] = [
  ['png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['jpg', (head) => head.startsWith('\xff\xd8\xff')],
  ['gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  [
    'avif',
    (head) => head.startsWith('ftyp', 4) && brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis'),
  ],
]

/** The major and the compatible brands of a file of that family (ISO/IEC 14496-12 §4.3): films have others. */
const brandsOf = (head: string): string[] => [head.slice(8, 12), ...(head.slice(16).match(/.{4}/gs) ?? [])]

/** What the content is, whatever its sender calls it; undefined where it is no image that Quad serves. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return SIGNATURES.find(([, begins]) => begins(head))?.[0]
}

const READERS: Record<ImageKind, (bytes: Bytes) => Layout> = {
  png: readPng,
  jpg: readJpeg,
  gif: readGif,
  webp: readWebp,
  avif: readAvif,
}

/** What a telephone's camera makes; 4 bytes each in the memory of every browser that shows it. */
const MOST_PIXELS = 50_000_000
const LONGEST_SIDE = 16_384

export type Image = { kind: ImageKind; bytes: Uint8Array }

/**
 * The image alone: filler behind its end is cut off. Answers what is wrong with it where it is of no kind that Quad
 * serves, broken off, too large to be shown, or not all that the file holds.
 */
export function readImage(bytes: Uint8Array): Image | { problem: string } {
  const kind = imageKind(bytes)
  if (kind === undefined) return { problem: 'The image must be a PNG, JPEG, WebP, GIF or AVIF' }
  const layout = layoutOf(kind, bytes)
  if (layout === undefined) return { problem: 'The image is damaged or incomplete' }
  const { width, height, end } = layout
  if (width === 0 || height === 0) return { problem: 'The image is damaged or incomplete' }
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS)
    return { problem: `The image may have ${MOST_PIXELS / 1e6} million pixels and ${LONGEST_SIDE} in a row at most` }
  if (!isFiller(bytes.subarray(end)))
    return { problem: 'The file holds more than the image; save the image anew and send that' }
  return { kind, bytes: bytes.subarray(0, end) }
}

function layoutOf(kind: ImageKind, bytes: Uint8Array): Layout | undefined {
  try {
    return READERS[kind](new Bytes(bytes))
  } catch (error) {
    if (error instanceof Broken) return undefined
    throw error
  }
}

/** One byte, repeated: some programs fill up the last block, while a document behind an image says something. */
const isFiller = (rest: Uint8Array): boolean => Buffer.compare(rest.subarray(1), rest.subarray(0, -1)) === 0
