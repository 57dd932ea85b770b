import { deflateSync } from 'node:zlib'

export type Bytes = Uint8Array<ArrayBuffer>

export const bytes = (latin1: string): Bytes => new Uint8Array(Buffer.from(latin1, 'latin1'))
export const joined = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

const number = (size: 1 | 2 | 3 | 4, value: number, littleEndian = false): Uint8Array => {
  const buffer = Buffer.alloc(size)
  littleEndian ? buffer.writeUIntLE(value, 0, size) : buffer.writeUIntBE(value, 0, size)
  return buffer
}

/** A picture of one colour, of the size that it tells, or tells only. `words` make it another file. */
export type Picture = { width?: number; height?: number; words?: string }

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const body = joined(type, data)
  return joined(number(4, data.byteLength), body, number(4, Bun.hash.crc32(body)))
}

function png({ width = 1, height = 1, words = '' }: Picture): Bytes {
  const header = joined(number(4, width), number(4, height), '\x08\x00\x00\x00\x00')
  const pixels = new Uint8Array(deflateSync(Buffer.alloc(2)))
  const text = chunk('tEXt', joined('Comment\0', words))
  return joined('\x89PNG\r\n\x1a\n', chunk('IHDR', header), text, chunk('IDAT', pixels), chunk('IEND', bytes('')))
}

function gif({ width = 1, height = 1, words = '' }: Picture): Bytes {
  const size = joined(number(2, width, true), number(2, height, true))
  const comment = words === '' ? '' : joined('\x21\xfe', number(1, words.length), words, '\0')
  return joined(
    'GIF89a',
    size,
    '\x80\0\0\0\0\0\xff\xff\xff',
    comment,
    '\x2c\0\0\0\0',
    size,
    '\0\x02\x02\x44\x01\0',
    '\x3b',
  )
}

function jpg({ width = 1, height = 1, words = '' }: Picture): Bytes {
  const segment = (marker: string, data: Uint8Array) => joined('\xff', marker, number(2, data.byteLength + 2), data)
  const frame = joined('\x08', number(2, height), number(2, width), '\x01\x01\x11\0')
  const scan = segment('\xda', bytes('\x01\x01\0\0\x3f\0'))
  return joined(
    '\xff\xd8',
    segment('\xfe', bytes(words)),
    segment('\xc0', frame),
    scan,
    'a\xff\0b\xff\xd0c',
    '\xff\xd9',
  )
}

function webp({ width = 1, height = 1, words = '' }: Picture): Bytes {
  const part = (type: string, data: Uint8Array) =>
    joined(type, number(4, data.byteLength, true), data, data.byteLength % 2 ? '\0' : '')
  const canvas = joined('\0\0\0\0', number(3, width - 1, true), number(3, height - 1, true))
  const body = joined('WEBP', part('VP8X', canvas), part('VP8L', bytes('\x2f\0\0\0\0\0')), part('EXIF', bytes(words)))
  return joined('RIFF', number(4, body.byteLength, true), body)
}

function avif({ width = 1, height = 1, words = '' }: Picture): Bytes {
  const box = (type: string, ...parts: (Uint8Array | string)[]): Uint8Array => {
    const content = joined(...parts)
    return joined(number(4, content.byteLength + 8), type, content)
  }
  const size = box('ispe', '\0\0\0\0', number(4, width), number(4, height))
  return joined(
    box('ftyp', 'avif\0\0\0\0mif1miaf'),
    box('meta', '\0\0\0\0', box('iprp', box('ipco', size))),
    box('mdat', words),
  )
}

export const PICTURES = { png, jpg, gif, webp, avif } as const
export const TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const
export type Kind = keyof typeof PICTURES
export const KINDS = Object.keys(PICTURES) as Kind[]
