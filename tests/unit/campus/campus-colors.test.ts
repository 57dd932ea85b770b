import { expect, test } from 'bun:test'
import { campusColors, oklchHex } from '../../../src/lib/text/campus-colors'

const HUES = Array.from({ length: 360 }, (_, hue) => hue)

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

test('text on the accent, the accent as text, and white on the sky are read at every hue', () => {
  const faint = HUES.flatMap((hue) => {
    const { sky, ground, accent, onAccent } = campusColors(hue)
    const pairs = {
      onAccent: [accent, onAccent],
      accent: [accent, ground],
      white: [accent, '#ffffff'],
      sky: [sky, '#ffffff'],
    }
    return Object.entries(pairs)
      .filter(([, [one, other]]) => contrast(one!, other!) < 4.5)
      .map(([name]) => `${name} at ${hue}`)
  })
  expect(faint).toEqual([])
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})

test('the accents of hues differ, and zero is a hue', () => {
  expect(new Set(HUES.map((hue) => campusColors(hue).accent)).size).toBeGreaterThan(300)
  expect(campusColors(0)).not.toEqual(campusColors(null))
  expect(campusColors(null)).toEqual(campusColors(285))
})

test('known colours come out', () => {
  expect(oklchHex(1, 0, 0)).toBe('#ffffff')
  expect(oklchHex(0, 0, 0)).toBe('#000000')
  expect(oklchHex(0.627955, 0.257683, 29.2339)).toBe('#ff0000')
  // Beyond sRGB it loses chroma, not lightness.
  expect(oklchHex(0.9, 0.4, 264)).toMatch(/^#[cd][0-9a-f]{5}$/)
})
