import { Broken, type Bytes, type Layout } from './bytes'

type Box = { type: string; start: number; end: number }

/**
 * Its boxes fill the file; the largest of the image sizes told in meta/iprp/ipco/ispe counts (ISO/IEC 23008-12 §6.5.3).
 */
export function readAvif(bytes: Bytes): Layout {
  const top = boxesIn(bytes, 0, bytes.length)
  if (!top.some(({ type }) => type === 'mdat')) throw new Broken()
  // Behind the header of meta stand a version and flags.
  const meta = top.filter(({ type }) => type === 'meta').flatMap(({ start, end }) => boxesIn(bytes, start + 4, end))
  const sizes = within(bytes, within(bytes, meta, 'iprp'), 'ipco').filter(({ type }) => type === 'ispe')
  if (sizes.length === 0) throw new Broken()
  const width = Math.max(...sizes.map(({ start }) => bytes.u32(start + 4)))
  const height = Math.max(...sizes.map(({ start }) => bytes.u32(start + 8)))
  return { width, height, end: bytes.length }
}

const within = (bytes: Bytes, boxes: readonly Box[], type: string): Box[] =>
  boxes.filter((box) => box.type === type).flatMap(({ start, end }) => boxesIn(bytes, start, end))

function boxesIn(bytes: Bytes, from: number, until: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < until; ) {
    const size = bytes.u32(at)
    // 0 reaches to the end of the file; 1 announces 64 bits, which no file of this size needs.
    const end = size === 0 ? until : at + size
    if (end < at + 8 || end > until) throw new Broken()
    boxes.push({ type: bytes.mark(at + 4, 4), start: at + 8, end })
    at = end
  }
  return boxes
}
