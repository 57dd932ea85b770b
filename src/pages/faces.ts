import { ANIMALS_BY_EMOJI } from '../ground/names/pseudonym-words'

/** What the sheet has for names of another form, and for deleted accounts. */
const NO_ANIMAL = { '🐾': ['none'] }

const GLYPHS: Readonly<Record<string, readonly string[]>> = { ...ANIMALS_BY_EMOJI, ...NO_ANIMAL }

const opened = (animals: readonly string[]) => animals.map((animal) => `<g id="${animal}">`).join('')

/**
 * One file with the glyphs of all animals, a line each. Whoever watches the network sees how much a device loads: a file
 * for each glyph would tell which animals somebody reads of, and which name for a thread somebody is shown before it is
 * used. `draw` returns the elements of an emoji.
 */
export function faceSheet(draw: (emoji: string) => string): string {
  const lines = Object.entries(GLYPHS).map(
    ([emoji, animals]) => opened(animals) + draw(emoji) + '</g>'.repeat(animals.length),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\n${lines.join('\n')}\n</svg>\n`
}

/** The glyph of an animal as a picture; the paw of a word that is none. */
export function glyphIn(sheet: string, animal: string): string {
  const lines = sheet.split('\n')
  const lineOf = (id: string) => lines.find((line) => line.includes(`<g id="${id}">`))
  const glyph = lineOf(animal) ?? lineOf('none')
  if (glyph === undefined) throw new Error('no sheet of faces')
  return `${lines[0]}${glyph}</svg>`
}
