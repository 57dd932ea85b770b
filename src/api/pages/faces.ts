import { ANIMALS_BY_EMOJI } from '../../core/names/pseudonym-words'

/** For names of another form, and for deleted accounts. */
export const NO_ANIMAL = '🐾'

/** The name of a glyph's file: its code points, without the one that asks for colour. */
export const faceFile = (emoji: string): string =>
  [...emoji.replace('\u{FE0F}', '')].map((character) => character.codePointAt(0)!.toString(16)).join('-')

const emojis = new Map(
  Object.entries(ANIMALS_BY_EMOJI).flatMap(([emoji, animals]) => animals.map((animal) => [animal, emoji])),
)

/** The built glyph of an animal, beneath `dist/web`. */
export const facePath = (animal: string): string => `assets/faces/${faceFile(emojis.get(animal) ?? NO_ANIMAL)}.svg`
