/** Of a campus without a hue, as in the style sheet. */
const DEFAULT_HUE = 285

/** What pages, mails and pictures outside of the style sheet show of a campus's hue; the formulas are those of it. */
export function campusColors(hue: number | null) {
  const at = hue ?? DEFAULT_HUE
  return {
    sky: oklchHex(0.28, 0.085, at),
    ground: oklchHex(0.962, 0.012, at),
    accent: oklchHex(0.45, 0.13, at),
    onAccent: oklchHex(0.99, 0.01, at),
  }
}

/** As `#rrggbb`, with as much of the chroma as sRGB has room for at that lightness (CSS Color 4 §13.2). */
export function oklchHex(lightness: number, chroma: number, hue: number): string {
  let [least, most] = [0, chroma]
  for (let halved = 0; halved < 12 && !isInGamut(lightness, most, hue); halved++) {
    const middle = (least + most) / 2
    if (isInGamut(lightness, middle, hue)) least = middle
    else most = middle
  }
  const fitting = isInGamut(lightness, most, hue) ? most : least
  return `#${toLinear(lightness, fitting, hue).map(toByte).join('')}`
}

const isInGamut = (lightness: number, chroma: number, hue: number): boolean =>
  toLinear(lightness, chroma, hue).every((channel) => channel >= -1e-4 && channel <= 1.0001)

/** Björn Ottosson, "A perceptual color space for image processing". */
function toLinear(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toByte(linear: number): string {
  const bound = Math.min(1, Math.max(0, linear))
  const encoded = bound <= 0.0031308 ? bound * 12.92 : 1.055 * bound ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
