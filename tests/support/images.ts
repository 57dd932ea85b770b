import { constants, deflateRawSync, deflateSync } from 'node:zlib'

export type Bytes = Uint8Array<ArrayBuffer>

export const bytes = (latin1: string): Bytes => new Uint8Array(Buffer.from(latin1, 'latin1'))
export const joined = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

const number = (size: 1 | 2 | 3 | 4, value: number, littleEndian = false) => {
  const buffer = Buffer.alloc(size)
  littleEndian ? buffer.writeUIntLE(value, 0, size) : buffer.writeUIntBE(value, 0, size)
  return buffer
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const chunk = (type: string, data: Uint8Array | string) => {
  const body = joined(type, data)
  return joined(number(4, body.byteLength - 4), body, number(4, Bun.hash.crc32(body)))
}

/** Random colours, or black where it is large; `extra` are chunks before the pixels. */
export function png(width = 8, height = 8, ...extra: Uint8Array[]): Bytes {
  const row = 1 + width * 3
  const pixels = row * height > 65_000 ? Buffer.alloc(row * height) : Buffer.from(random(row * height))
  for (let y = 0; y < height; y++) pixels[y * row] = 0
  const header = joined(number(4, width), number(4, height), '\x08\x02\0\0\0')
  const data = new Uint8Array(deflateSync(pixels))
  return joined('\x89PNG\r\n\x1a\n', chunk('IHDR', header), ...extra, chunk('IDAT', data), chunk('IEND', ''))
}

const compressed = (data: Uint8Array | string) => new Uint8Array(deflateSync(Buffer.from(data)))

/** A colour profile that says something. */
const profile = (words: string) => {
  const head = Buffer.alloc(128)
  head.writeUInt32BE(head.length + words.length)
  head.write('mntrRGB XYZ ', 12)
  head.write('acsp', 36)
  return joined(head, words)
}

/** Its codes have eight bits and are pixels: the code table does not grow as far as nine within 64 of them. */
function gif(): Bytes {
  const pixels = [...random(64)].map((value) => value & 127)
  const codes = joined('\x80', new Uint8Array(pixels), '\x81')
  const screen = joined('GIF89a', number(2, 8, true), number(2, 8, true), '\xf6\0\0')
  const frame = joined('\x2c\0\0\0\0', number(2, 8, true), number(2, 8, true), '\0')
  return joined(screen, random(128 * 3), frame, '\x07', number(1, codes.length), codes, '\0', '\x3b')
}

const encoded = async (kind: 'jpeg' | 'webp'): Promise<Bytes> =>
  new Uint8Array(await new Bun.Image(png())[kind]().bytes())

export const TYPES = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const
export type Kind = keyof typeof TYPES
export const KINDS = Object.keys(TYPES) as Kind[]

/** A picture of 8 x 8 pixels that no other test has. */
export const picture: Record<Kind, () => Promise<Bytes>> = {
  png: async () => png(),
  jpg: () => encoded('jpeg'),
  gif: async () => gif(),
  webp: () => encoded('webp'),
}

/** A small file that declares another size than it has. */
export async function declaring(kind: Kind, width: number, height: number): Promise<Bytes> {
  const file = Buffer.from(await picture[kind]())
  const littleEndian = kind === 'gif' || kind === 'webp'
  const size = kind === 'png' ? 4 : 2
  const sides = [number(size, width, littleEndian), number(size, height, littleEndian)]
  // Where each format has its size: IHDR; SOF0, whose height comes first; the first frame; the VP8 key frame.
  const at = { png: 16, jpg: file.indexOf('\xff\xc0', 0, 'latin1') + 5, gif: 402, webp: 26 }[kind]
  file.set(joined(...(kind === 'jpg' ? sides.reverse() : sides)), at)
  if (kind === 'png') file.writeUInt32BE(Bun.hash.crc32(file.subarray(12, 29)), 29)
  return new Uint8Array(file)
}

/** Colours by place, as a bitmap, which Bun encodes as anything. */
export function scene(width: number, height: number, seed: number, margin = 0): Bytes {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + row * height)
  file.write('BM')
  for (const [at, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    file.writeUInt32LE(value, at)
  file.set([1, 0, 24, 0], 26)
  const drawn = (n: number) => Number(Bun.hash(`${seed} ${n}`) % 1000n) / 1000
  const shapes = Array.from({ length: 25 }, (_, n) => Array.from({ length: 7 }, (_, part) => drawn(n * 7 + part)))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [margin + (x / width) * (1 - 2 * margin), margin + (y / height) * (1 - 2 * margin)]
      const inside = shapes.findLast(
        ([left = 0, top = 0, wide = 0, high = 0]) =>
          Math.abs(u - left) < 0.03 + wide / 6 && Math.abs(v - top) < 0.03 + high / 6,
      )
      const colour = inside?.slice(4).map((each) => each * 255) ?? [120 + 80 * v, 130 + 50 * u, 160 - 60 * v]
      file.set(colour, 54 + y * row + x * 3)
    }
  return new Uint8Array(file)
}

/** A photograph of 160 x 120 pixels that no other test has, or a given one. */
export const photo = async (seed = crypto.getRandomValues(new Uint32Array(1))[0]!, margin = 0): Promise<Bytes> =>
  new Uint8Array(await new Bun.Image(scene(160, 120, seed, margin)).jpeg({ quality: 90 }).bytes())

const segment = (marker: string, data: Uint8Array) => joined('\xff', marker, number(2, data.byteLength + 2), data)

/** EXIF of one entry, the pointer to GPS, whose two entries are the hemisphere and 28° 32' 40'' of latitude. */
function exif(words: string) {
  const entry = (tag: number, type: number, count: number, value: Uint8Array | string) =>
    joined(number(2, tag), number(2, type), number(4, count), value)
  const directory = (...entries: Uint8Array[]) => joined(number(2, entries.length), ...entries, '\0\0\0\0')
  const camera = directory(entry(0x010f, 2, words.length, number(4, 92)), entry(0x8825, 4, 1, number(4, 38)))
  const gps = directory(entry(1, 2, 2, 'N\0\0\0'), entry(2, 5, 3, number(4, 68)))
  const degrees = joined(...[28, 32, 40].map((each) => joined(number(4, each), number(4, 1))))
  return joined('Exif\0\0MM\0\x2a\0\0\0\x08', camera, gps, degrees, words)
}

/** Pictures that say `words` wherever their formats have a place for texts, and behind their end. */
export const TALKATIVE: Record<'png' | 'jpg', (words: string) => Promise<Bytes>> = {
  jpg: async (words) => {
    const bare = await picture.jpg()
    const headers = [
      segment('\xe1', exif(words)),
      segment('\xe1', joined('http://ns.adobe.com/xap/1.0/\0', words)),
      segment('\xe2', joined('ICC_PROFILE\0\x01\x01', profile(words))),
      segment('\xfe', bytes(words)),
    ]
    return joined(bare.subarray(0, 2), ...headers, bare.subarray(2), words)
  },
  png: async (words) => {
    const extra = [
      chunk('iCCP', joined('profile\0\0', compressed(profile(words)))),
      chunk('tEXt', `Comment\0${words}`),
      chunk('zTXt', joined('Comment\0\0', compressed(words))),
      chunk('eXIf', exif(words).subarray(6)),
    ]
    return joined(png(8, 8, ...extra), words)
  },
}

/** With a smaller picture in its headers, as cameras add one. */
export const withThumbnail = (jpeg: Bytes, thumbnail: Bytes): Bytes =>
  joined(jpeg.subarray(0, 2), segment('\xe1', joined('Exif\0\0', thumbnail)), jpeg.subarray(2))

const riff = (type: string, data: Uint8Array) =>
  joined(type, number(4, data.length, true), data, '\0'.repeat(data.length % 2))

/** Moving pictures of two frames; the first is the only one that is shown. */
export const animated = {
  gif: (): Bytes => {
    const file = gif()
    // The second frame is the first once more: from behind the colours up to the end.
    return joined(file.subarray(0, -1), file.subarray(13 + 128 * 3))
  },
  webp: async (): Promise<Bytes> => {
    const still = await encoded('webp')
    const frame = joined(number(3, 0), number(3, 0), number(3, 7, true), number(3, 7, true), number(3, 9), '\0')
    const frames = riff('ANMF', joined(frame, still.subarray(12)))
    const head = riff('VP8X', joined('\x02\0\0\0', number(3, 7, true), number(3, 7, true)))
    return joined(riff('RIFF', joined('WEBP', head, riff('ANIM', joined(number(4, 0), number(2, 0))), frames, frames)))
  },
}

const BLOCK = new Uint8Array(1_000_000)

/**
 * A zlib stream (RFC 1950) of so many zeros, without as many in memory: one block after another, and their Adler-32.
 */
function zeros(megabytes: number) {
  const block = new Uint8Array(deflateRawSync(BLOCK, { finishFlush: constants.Z_FULL_FLUSH }))
  const sum = joined(number(2, (megabytes * BLOCK.length) % 65_521), '\0\x01')
  return joined('\x78\x9c', ...Array.from({ length: megabytes }, () => block), '\x03\0', sum)
}

/** A PNG of 8 x 8 pixels in which a colour profile or a text inflates to 400 MB. */
export const bomb = (type: 'iCCP' | 'zTXt'): Bytes => png(8, 8, chunk(type, joined('Comment\0\0', zeros(400))))
