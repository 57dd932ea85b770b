import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Red, green and blue, each from 0 to 1, as they are written (not linear). */
export type Color = readonly [number, number, number]

const linearOf = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const encoded = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** As a browser paints it on an ordinary screen, which cuts off what it cannot show (CSS Color 4). */
function fromOklch(l: number, c: number, h: number): Color {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const [x, y, z] = [
    [0.3963377774, 0.2158037573],
    [-0.1055613458, -0.0638541728],
    [-0.0894841775, -1.291485548],
  ].map(([ofA, ofB]) => (l / 100 + ofA! * a + ofB! * b) ** 3) as [number, number, number]
  const parts = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
  return parts.map((part) => encoded(Math.min(1, Math.max(0, part)))) as unknown as Color
}

export const hexOf = (color: Color) =>
  `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** So much of one color upon, or between it and, another. */
export const mixed = (top: Color, share: number, ground: Color): Color =>
  top.map((part, at) => part * share + ground[at]! * (1 - share)) as unknown as Color

const luminance = ([r, g, b]: Color) => 0.2126 * linearOf(r) + 0.7152 * linearOf(g) + 0.0722 * linearOf(b)

/** WCAG 2.2, from 1 to 21. */
export function contrast(one: Color, other: Color) {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const STYLES = readFileSync(join(import.meta.dir, '../../public/styles.css'), 'utf8')
export const DEFAULT_HUE = Number(/--hue: (\d+);/.exec(STYLES)![1])

const OKLCH = /oklch\(([\d.]+)% ([\d.]+) (?:([\d.]+)|var\(--hue\)|calc\(var\(--hue\) \+ (\d+)\))\)/g

/** The colors in a piece of the style sheet, in the order in which it names them, for a campus of that hue. */
function colorsIn(css: string, hue: number): Color[] {
  return [...css.matchAll(OKLCH)].map(([, l, c, fixed, offset]) =>
    fromOklch(Number(l), Number(c), fixed === undefined ? hue + Number(offset ?? 0) : Number(fixed)),
  )
}

const BLOCKS = { quad: /@theme static \{([^}]*)\}/, 'quad-night': /@utility night \{([^}]*)\}/ }

/** The colors of a theme by their names without `--color-`. */
export function themeColors(theme: keyof typeof BLOCKS, hue = DEFAULT_HUE): Record<string, Color> {
  const [, block] = BLOCKS[theme].exec(STYLES)!
  const named = [...block!.matchAll(/--color-([\w-]+): (oklch\([^;]+);/g)]
  return Object.fromEntries(named.map(([, name, color]) => [name!, colorsIn(color!, hue)[0]!]))
}

/** From the height to the horizon. */
export const skyColors = (hue = DEFAULT_HUE): Color[] => colorsIn(/--sky:([^;]+);/.exec(STYLES)![1]!, hue)
