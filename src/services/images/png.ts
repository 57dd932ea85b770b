import { Broken, type Bytes, type Layout } from './bytes'

/** Walks the chunks: IHDR first, IEND last (https://www.w3.org/TR/png-3/#5DataRep). */
export function readPng(bytes: Bytes): Layout {
  if (bytes.mark(12, 4) !== 'IHDR') throw new Broken()
  const [width, height] = [bytes.u32(16), bytes.u32(20)]
  let pixels = false
  for (let at = 8; ; ) {
    const type = bytes.mark(at + 4, 4)
    const end = at + 12 + bytes.u32(at)
    bytes.u8(end - 1)
    pixels ||= type === 'IDAT'
    if (type === 'IEND' && pixels) return { width, height, end }
    if (type === 'IEND') throw new Broken()
    at = end
  }
}
