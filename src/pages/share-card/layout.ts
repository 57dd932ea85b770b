import { campusColors, oklchHex } from '../../lib/text/campus-colors'

/** What a card shows: nothing that the public page of the post does not. */
export type Card = {
  title: string
  topic: string
  campus: string
  name: string
  /** The SVG of the author's animal, and the hue behind it. */
  glyph: string
  ground: number
  /** Of the campus; null for that of Quad. */
  hue: number | null
}

/** The width of a text in one script, in em. */
export type Measure = (text: string) => number

export const WIDTH = 1200
export const HEIGHT = 630
const MARGIN = 72
const ROOM = WIDTH - 2 * MARGIN
const SPACE = 0.26

/** What the font has glyphs for; of anything else, emoji for example, it would draw an empty box. */
const UNDRAWABLE =
  /[^\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u0900-\u097f\u200c-\u200d\u2010-\u2027\u2030-\u203a₹€™−]+/gu

/** Joiners join nothing where what was beside them is left out. */
const LONE_JOINERS = /(?<![\u0900-\u097f])[\u200c-\u200d]/g

export const drawable = (text: string): string =>
  text.normalize('NFC').replace(UNDRAWABLE, ' ').replace(LONE_JOINERS, '').replace(/\s+/g, ' ').trim()

/** A syllable: consonants that a virama joins, with their vowel and marks. */
const SYLLABLE =
  /[\u0904-\u0939\u0958-\u0961\u0972-\u097f]\u093c?(?:\u094d[\u200c-\u200d]?[\u0915-\u0939\u0958-\u095f]\u093c?)*[\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u200c-\u200d]*|[^\u0904-\u097f]+|./gu

/** What is placed one by one: syllables of Devanagari, which the renderer would set too close, and the rest. */
export const parts = (word: string): string[] => word.match(SYLLABLE) ?? []
const widthOf = (word: string, measure: Measure): number => parts(word).reduce((sum, part) => sum + measure(part), 0)

/** Lines of words at most `room` em wide, at most `most` of them; the last one says where it was cut. */
export function wrap(text: string, room: number, most: number, measure: Measure): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let width = 0
  for (const word of text.split(' ').flatMap((each) => broken(each, room, measure))) {
    const more = widthOf(word, measure)
    if (line.length > 0 && width + SPACE + more > room) {
      lines.push(line)
      if (lines.length === most) return cut(lines, room, measure)
      line = []
      width = 0
    }
    width += (line.length > 0 ? SPACE : 0) + more
    line.push(word)
  }
  return line.length > 0 ? [...lines, line] : lines
}

const DEVANAGARI = /[\u0900-\u097f]/

function broken(word: string, room: number, measure: Measure): string[] {
  // Longer ones are wider, so that they need not be measured.
  if (word.length <= 4 * room && widthOf(word, measure) <= room) return [word]
  const pieces = ['']
  let width = 0
  for (const letter of parts(word).flatMap((part) => (DEVANAGARI.test(part) ? [part] : [...part]))) {
    width += measure(letter)
    if (width <= room || pieces.at(-1) === '') pieces.push(pieces.pop() + letter)
    else {
      pieces.push(letter)
      width = measure(letter)
    }
  }
  return pieces
}

function cut(lines: string[][], room: number, measure: Measure): string[][] {
  const last = lines.at(-1)!
  const width = () => last.reduce((sum, word) => sum + widthOf(word, measure) + SPACE, 0)
  while (last.length > 1 && width() + 0.7 > room) last.pop()
  last.push('…')
  return lines
}

function placed(line: readonly string[], x: number, size: number, measure: Measure) {
  let at = x
  return line.flatMap((word) => {
    const places = parts(word).map((text) => {
      const place = { text, x: at }
      at += measure(text) * size
      return place
    })
    at += SPACE * size
    return places
  })
}

const FACE = 96
const LARGE = { size: 80, lines: 3 }
const SMALL = { size: 60, lines: 4 }

export function cardSvg({ glyph, ground, hue, ...texts }: Card, measure: Measure): string {
  const [title, topic, campus] = [texts.title, texts.topic, texts.campus].map(drawable) as [string, string, string]
  const text = (line: readonly string[], x: number, y: number, size: number) => {
    const style = `y="${y}" font-size="${size}" fill="#ffffff"`
    const parts = placed(line, x, size, measure)
    return parts.map((part) => `<text x="${part.x.toFixed(1)}" ${style}>${Bun.escapeHTML(part.text)}</text>`).join('')
  }
  const oneLine = (words: string, width: number, size: number) => wrap(words, width / size, 1, measure)[0] ?? []
  const headline = title === '' ? topic : title
  const few = wrap(headline, ROOM / LARGE.size, LARGE.lines + 1, measure)
  const isLarge = few.length <= LARGE.lines
  const { size } = isLarge ? LARGE : SMALL
  const lines = isLarge ? few : wrap(headline, ROOM / size, SMALL.lines, measure)
  const { sky } = campusColors(hue)
  const at = hue ?? 285
  const bottom = HEIGHT - MARGIN - FACE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Mukta" font-weight="700">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0.25" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="0.55" stop-color="${oklchHex(0.37, 0.105, at + 25)}"/><stop offset="1" stop-color="${oklchHex(0.5, 0.115, at + 75)}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
${text(oneLine(campus, ROOM, 36), MARGIN, MARGIN + 32, 36)}
${lines.map((line, index) => text(line, MARGIN, MARGIN + 72 + Math.round((index + 0.8) * size * 1.15), size)).join('\n')}
<circle cx="${MARGIN + FACE / 2}" cy="${bottom + FACE / 2}" r="${FACE / 2}" fill="${oklchHex(0.87, 0.07, ground)}"/>
${glyph.replace('<svg ', `<svg x="${MARGIN + 12}" y="${bottom + 12}" width="${FACE - 24}" height="${FACE - 24}" `)}
${text(oneLine(drawable(texts.name), 700, 36), MARGIN + FACE + 28, bottom + 44, 36)}
${text(oneLine(topic, 700, 30), MARGIN + FACE + 28, bottom + 84, 30)}
</svg>`
}
