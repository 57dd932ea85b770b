import { Broken, type Bytes, type Layout } from './bytes'

/** The size stands in the first chunk, of any of three kinds (RFC 9649 §2.5 to §2.7); the file tells its own length. */
export function readWebp(bytes: Bytes): Layout {
  const end = 8 + bytes.u32le(4)
  bytes.u8(end - 1)
  for (let at = 12; at < end; ) {
    const size = bytes.u32le(at + 4)
    if (at + 8 + size > end) throw new Broken()
    at += 8 + size + (size % 2)
  }
  const at = 20
  switch (bytes.mark(12, 4)) {
    case 'VP8X':
      return { width: bytes.u24le(at + 4) + 1, height: bytes.u24le(at + 7) + 1, end }
    case 'VP8L': {
      const bits = bytes.u32le(at + 1)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, end }
    }
    case 'VP8 ':
      return { width: bytes.u16le(at + 6) & 0x3fff, height: bytes.u16le(at + 8) & 0x3fff, end }
    default:
      throw new Broken()
  }
}
