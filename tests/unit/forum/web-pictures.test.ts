import { describe, expect, test } from 'bun:test'
import {
  type Area,
  afterKey,
  areaBetween,
  coloursOf,
  fitted,
  isSeen,
  pixelsOf,
} from '../../../public/app/forum/pictures/rules'

describe('a picture is sent', () => {
  test.each([
    [4000, 3000, 1600, 1200],
    [3000, 4000, 1600, 2133],
    [1080, 2400, 1080, 2400],
    [1080, 9600, 360, 3200],
    [320, 200, 320, 200],
    [9000, 2, 1600, 1],
  ])('of %d x %d pixels as %d x %d', (width, height, sentWidth, sentHeight) => {
    expect(fitted({ width, height })).toEqual({ width: sentWidth, height: sentHeight })
  })
})

const AREA: Area = { x: 0.2, y: 0.2, width: 0.5, height: 0.5 }
const rounded = (area: Area): number[] =>
  [area.x, area.y, area.width, area.height].map((each) => Math.round(each * 1000) / 1000)

describe('a blurred area', () => {
  test('is drawn from any corner, and ends where the picture does', () => {
    expect(rounded(areaBetween({ x: 0.8, y: 0.9 }, { x: 0.5, y: -1 }))).toEqual([0.5, 0, 0.3, 0.9])
    expect(rounded(areaBetween({ x: 0.5, y: 0.5 }, { x: 7, y: 7 }))).toEqual([0.5, 0.5, 0.5, 0.5])
  })
  test('of a tap is none', () => {
    expect(isSeen(areaBetween({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.8 }))).toBe(false)
    expect(isSeen(areaBetween({ x: 0.5, y: 0.5 }, { x: 0.6, y: 0.8 }))).toBe(true)
  })
  test.each([
    ['ArrowLeft', false, [0.18, 0.2, 0.5, 0.5]],
    ['ArrowDown', false, [0.2, 0.22, 0.5, 0.5]],
    ['ArrowRight', true, [0.2, 0.2, 0.52, 0.5]],
    ['ArrowUp', true, [0.2, 0.2, 0.5, 0.48]],
  ])('takes %s with Shift: %p', (key, shiftKey, area) => {
    expect(rounded(afterKey(AREA, key, shiftKey)!)).toEqual(area)
  })
  test('leaves other keys to others', () => expect(afterKey(AREA, 'Tab', true)).toBeUndefined())
  test.each([
    ['ArrowRight', false, [0.5, 0.2, 0.5, 0.5]],
    ['ArrowUp', false, [0.2, 0, 0.5, 0.5]],
    ['ArrowRight', true, [0.2, 0.2, 0.8, 0.5]],
    ['ArrowUp', true, [0.2, 0.2, 0.5, 0.04]],
  ])('stays in the picture and is found again, however often %s is pressed, with Shift: %p', (key, shiftKey, area) => {
    let after = AREA
    for (let times = 0; times < 60; times++) after = afterKey(after, key, shiftKey)!
    expect(rounded(after)).toEqual(area)
  })
  test('covers every pixel that it touches', () => {
    const size = { width: 100, height: 50 }
    const pixels = pixelsOf({ x: 0.101, y: 0.5, width: 0.2, height: 0.501 }, size)
    expect(pixels).toEqual({ x: 10, y: 25, width: 21, height: 25 })
  })
  test.each([
    [1600, 1200, 5, 4],
    [600, 30, 5, 1],
    [30, 600, 1, 5],
    [3, 2, 3, 2],
  ])('of %d x %d pixels has %d x %d colours left', (width, height, columns, rows) => {
    expect(coloursOf({ width, height })).toEqual({ width: columns, height: rows })
  })
})
