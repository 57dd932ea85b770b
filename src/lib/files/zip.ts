// ZIP archives (APPNOTE.TXT 6.3.9) of texts and pictures, in one pass: sizes follow each file. Without ZIP64, less than four
// gigabytes.

/** Loaded with the first archive. */
const zlib = (): typeof import('node:zlib') => require('node:zlib')

export type ZipEntry = { name: string; text: Iterable<string | Uint8Array> }

/** Deflated at once: the event loop waits for it. */
const CHUNK = 64 * 1024
const LARGEST = 0xffff_ffff

/** Version 2.0; names in UTF-8, sizes in a descriptor; deflated. */
const VERSION = 20
const FORM = [VERSION, 0x0808, 8]
/** Of the last block of a deflated text, which is empty: each before it ends at a whole byte. */
const LAST_BLOCK = Uint8Array.of(3, 0)

/** The bytes of an archive, as they are made. @throws RangeError above four gigabytes */
export function* zip(entries: Iterable<ZipEntry>, at: Date): Generator<Uint8Array> {
  const form = [...FORM, ...moment(at)]
  const directory: Uint8Array[] = []
  let count = 0
  let offset = 0
  for (const { name, text } of entries) {
    const { constants, crc32, deflateRawSync } = zlib()
    const named = Buffer.from(name)
    yield Buffer.concat([longs(0x04034b50), shorts(...form), longs(0, 0, 0), shorts(named.length, 0), named])
    let [crc, packed, size] = [0, 0, 0]
    for (const bytes of chunks(text)) {
      crc = crc32(bytes, crc)
      size += bytes.length
      const deflated = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
      packed += deflated.length
      yield deflated
    }
    packed += LAST_BLOCK.length
    yield LAST_BLOCK
    yield longs(0x08074b50, crc, packed, size)
    const place = [shorts(named.length, 0, 0, 0, 0), longs(0, offset), named]
    directory.push(longs(0x02014b50), shorts(VERSION, ...form), longs(crc, packed, size), ...place)
    offset += HEAD_BYTES + named.length + packed + DESCRIPTOR_BYTES
    if (Math.max(offset, size) > LARGEST) throw new RangeError('an archive of more than four gigabytes')
    count++
  }
  const written = Buffer.concat(directory)
  yield written
  yield Buffer.concat([longs(0x06054b50), shorts(0, 0, count, count), longs(written.length, offset), shorts(0)])
}

const HEAD_BYTES = 30
const DESCRIPTOR_BYTES = 16

/** Numbers of two or four bytes: every machine that Bun runs on has the lowest first, as the format does. */
const shorts = (...values: number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer)
const longs = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)

/** Time and day in the form of MS-DOS, of UTC: the format knows no zone. */
const moment = (at: Date): [time: number, day: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]

function* chunks(text: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let waiting = ''
  for (const part of text) {
    if (typeof part !== 'string') {
      yield part
      continue
    }
    waiting += part
    if (waiting.length < CHUNK) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
