// ZIP archives (APPNOTE.TXT 6.3.9) of texts, made and read in one pass: sizes follow each file. Without ZIP64, so less than
// four gigabytes.

/** Loaded with the first archive. */
const zlib = (): typeof import('node:zlib') => require('node:zlib')

export type ZipEntry = { name: string; text: Iterable<string> }

/** Deflated at once: the event loop waits for it. */
const CHUNK = 64 * 1024
const LARGEST = 0xffff_ffff

/** Version 2.0; names in UTF-8, sizes in a descriptor; deflated. */
const VERSION = 20
const FLAGS = 0x0808
const DEFLATED = 8
/** Of the last block of a deflated text, which is empty: each before it ends at a whole byte. */
const LAST_BLOCK = Uint8Array.of(3, 0)

type Written = { name: Uint8Array; offset: number; crc: number; packed: number; size: number }

/** The bytes of an archive, as they are made. @throws RangeError above four gigabytes */
export function* zip(entries: Iterable<ZipEntry>, at: Date): Generator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    const head = record(
      0x04034b50,
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      ...moment(at),
      [4, 0],
      [4, 0],
      [4, 0],
      [2, entry.name.length],
      [2, 0],
    )
    yield head
    yield entry.name
    const { constants, crc32, deflateRawSync } = zlib()
    for (const bytes of chunks(text)) {
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      const packed = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
      entry.packed += packed.length
      yield packed
    }
    entry.packed += LAST_BLOCK.length
    yield LAST_BLOCK
    const end = record(0x08074b50, [4, entry.crc], [4, entry.packed], [4, entry.size])
    yield end
    offset += head.length + entry.name.length + entry.packed + end.length
    if (Math.max(offset, entry.size) > LARGEST) throw new RangeError('an archive of more than four gigabytes')
    written.push(entry)
  }
  const directory = Buffer.concat(written.flatMap((entry) => [directoryRecord(entry, at), entry.name]))
  yield directory
  const count = written.length
  yield record(0x06054b50, [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0])
}

const directoryRecord = ({ name, offset, crc, packed, size }: Written, at: Date): Buffer =>
  record(
    0x02014b50,
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    ...moment(at),
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  )

type Field = [bytes: 2 | 4, value: number]

function record(signature: number, ...fields: Field[]): Buffer {
  const all: Field[] = [[4, signature], ...fields]
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of all) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Time and day in the form of MS-DOS, of UTC: the format knows no zone. */
const moment = (at: Date): [Field, Field] => [
  [2, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)],
  [2, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()],
]

/** The text in pieces of about the same length. */
function* chunks(text: Iterable<string>): Generator<Uint8Array> {
  let waiting = ''
  for (const part of text) {
    waiting += part
    if (waiting.length < CHUNK) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
