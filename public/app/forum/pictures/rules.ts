// Sizes of pictures and areas in them. Pure rules.

export type Size = { width: number; height: number }
type Point = { x: number; y: number }
/** In parts of the width and height of a picture. */
export type Area = Point & Size

/** As large as pictures are shown: what is larger would be sent for nothing. */
const MOST: Size = { width: 1600, height: 3200 }

/** The size in which all of it has room, never larger than it is. */
export function fitted({ width, height }: Size, most = MOST): Size {
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** What is smaller cannot be found again. */
const LEAST = 0.04
const STEP = 0.02

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)

export function areaBetween(one: Point, other: Point): Area {
  const [left = 0, right = 0] = [one.x, other.x].map((each) => between(0, each, 1)).sort((a, b) => a - b)
  const [top = 0, bottom = 0] = [one.y, other.y].map((each) => between(0, each, 1)).sort((a, b) => a - b)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A tap draws nothing. */
export const isSeen = ({ width, height }: Size): boolean => width >= LEAST && height >= LEAST

const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Arrow keys move an area, with Shift its corner. */
export function afterKey({ x, y, width, height }: Area, key: string, isCorner: boolean): Area | undefined {
  const [right, down] = ARROWS[key] ?? []
  if (right === undefined || down === undefined) return undefined
  return isCorner
    ? { x, y, width: between(LEAST, width + right, 1 - x), height: between(LEAST, height + down, 1 - y) }
    : { x: between(0, x + right, 1 - width), y: between(0, y + down, 1 - height), width, height }
}

/** The pixels that an area touches, so that no edge of what it covers is left. */
export function pixelsOf({ x, y, width, height }: Area, size: Size): Area {
  const [left, top] = [Math.floor(x * size.width), Math.floor(y * size.height)]
  const [right, bottom] = [Math.ceil((x + width) * size.width), Math.ceil((y + height) * size.height)]
  return { x: left, y: top, width: Math.min(size.width, right) - left, height: Math.min(size.height, bottom) - top }
}

/** So few colours are left of an area that neither a face nor letters can be told from them. */
export const coloursOf = (pixels: Size): Size => fitted(pixels, { width: 5, height: 5 })
