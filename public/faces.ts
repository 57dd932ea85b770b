import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chars, icons } from '@iconify-json/fluent-emoji-flat'
import { faceFile, NO_ANIMAL } from '../src/api/pages/faces'
import { ANIMALS_BY_EMOJI } from '../src/core/names/pseudonym-words'

/** The glyphs of all animals by their files. Throws if the set has none for one of them. */
function glyphs(): Map<string, string> {
  const { width, height } = icons
  return new Map(
    [...Object.keys(ANIMALS_BY_EMOJI), NO_ANIMAL].map((emoji) => {
      const file = faceFile(emoji)
      const glyph = icons.icons[chars[file] ?? '']
      if (!glyph) throw new Error(`no glyph for ${emoji}`)
      return [
        file,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width ?? 16} ${height ?? 16}">${glyph.body}</svg>`,
      ]
    }),
  )
}

/** In the addresses of faces: changes with every glyph, and with which animal has which. */
export const facesVersion = (): string =>
  Bun.hash(JSON.stringify([[...glyphs()], ANIMALS_BY_EMOJI]))
    .toString(36)
    .slice(0, 8)

/** A file for each glyph, so that a page loads those that it shows. */
export function writeFaces(outdir: string): void {
  mkdirSync(outdir, { recursive: true })
  for (const [file, svg] of glyphs()) writeFileSync(join(outdir, `${file}.svg`), svg)
}
