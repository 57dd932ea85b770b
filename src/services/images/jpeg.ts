import { Broken, type Bytes, type Layout } from './bytes'

const SCAN = 0xda
const END = 0xd9
/** Frame headers: C0 to CF but DHT, JPG and DAC among them (ITU-T T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** What may stand within a scan: a stuffed FF and the restart markers. */
const isOfScan = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Walks the segments, and the scans from marker to marker, up to the end of the image, or of the file within a scan:
 * there are programs that leave the end mark out, and everything that shows a JPEG puts up with it.
 */
export function readJpeg(bytes: Bytes): Layout {
  let size: { width: number; height: number } | undefined
  let scanned = false
  for (let at = 2; ; ) {
    if (size && scanned && at === bytes.length) return { ...size, end: at }
    if (bytes.u8(at) !== 0xff) throw new Broken()
    const marker = bytes.u8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === END && size && scanned) return { ...size, end: at + 2 }
    const length = bytes.u16(at + 2)
    if (marker < 0xc0 || marker === 0xd8 || marker === END || length < 2) throw new Broken()
    if (isFrame(marker)) size = { height: bytes.u16(at + 5), width: bytes.u16(at + 7) }
    at += 2 + length
    if (marker === SCAN) {
      scanned = true
      at = afterScan(bytes, at)
    }
  }
}

/** Where the next marker stands, or the file ends. */
function afterScan(bytes: Bytes, start: number): number {
  bytes.u8(start - 1)
  let at = bytes.all.indexOf(0xff, start)
  while (at !== -1 && isOfScan(bytes.u8(at + 1))) at = bytes.all.indexOf(0xff, at + 2)
  return at === -1 ? bytes.length : at
}
