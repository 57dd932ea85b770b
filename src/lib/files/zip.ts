/** Loaded with the first archive. */
const fflate = (): typeof import('fflate') => require('fflate')

export type ZipEntry = { name: string; text: Iterable<string | Uint8Array> }

/** Deflated at once: the event loop waits for it. */
const CHUNK = 64 * 1024
/** Sizes take four bytes (APPNOTE.TXT 6.3.9), without ZIP64. */
const LARGEST = 0xffff_ffff

/** The bytes of an archive of texts and pictures, as they are made. @throws RangeError above four gigabytes */
export function* zip(entries: Iterable<ZipEntry>, at: Date): Generator<Uint8Array> {
  const { Zip, ZipDeflate } = fflate()
  // In UTC, as the format knows no zone: the library takes that of the server.
  const mtime = new Date(at.getTime() + at.getTimezoneOffset() * 60_000)
  const made: Uint8Array[] = []
  let total = 0
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    total += bytes.length
    if (total > LARGEST) throw new RangeError('an archive of more than four gigabytes')
    made.push(bytes)
  })
  for (const { name, text } of entries) {
    const file = Object.assign(new ZipDeflate(name), { mtime })
    archive.add(file)
    for (const bytes of chunks(text)) {
      file.push(bytes)
      yield* made.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  archive.end()
  yield* made
}

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
