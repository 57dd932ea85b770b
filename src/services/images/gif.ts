import { Broken, type Bytes, type Layout } from './bytes'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

/** Walks the blocks up to the trailer (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). */
export function readGif(bytes: Bytes): Layout {
  let [width, height] = [bytes.u16le(6), bytes.u16le(8)]
  let at = 13 + tableSize(bytes.u8(10))
  let pixels = false
  for (;;) {
    const block = bytes.u8(at)
    if (block === TRAILER && pixels) return { width, height, end: at + 1 }
    if (block === EXTENSION) at = afterSubBlocks(bytes, at + 2)
    else if (block === IMAGE) {
      // Browsers make room for what sticks out of the screen, too.
      width = Math.max(width, bytes.u16le(at + 1) + bytes.u16le(at + 5))
      height = Math.max(height, bytes.u16le(at + 3) + bytes.u16le(at + 7))
      at = afterSubBlocks(bytes, at + 11 + tableSize(bytes.u8(at + 9)))
      pixels = true
    } else throw new Broken()
  }
}

const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function afterSubBlocks(bytes: Bytes, start: number): number {
  let at = start
  for (let size = bytes.u8(at); size !== 0; size = bytes.u8(at)) at += 1 + size
  return at + 1
}
