import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chars, icons } from '@iconify-json/fluent-emoji-flat'
import { faceSheet } from '../src/pages/faces'

/** The set names a glyph by its code points, without the one that asks for colour. */
const codePoints = (emoji: string): string =>
  [...emoji.replace('\u{FE0F}', '')].map((character) => character.codePointAt(0)!.toString(16)).join('-')

function elementsOf(emoji: string): string {
  const glyph = icons.icons[chars[codePoints(emoji)] ?? '']
  if (!glyph) throw new Error(`no glyph for ${emoji}`)
  return glyph.body
}

/** Writes the sheet of all faces, under a name that changes with it; returns its path. */
export function writeFaces(outdir: string): string {
  const sheet = faceSheet(elementsOf)
  const hash = Bun.hash(sheet).toString(36).padStart(8, '0').slice(0, 8)
  const path = `assets/faces-${hash}.svg`
  mkdirSync(dirname(join(outdir, path)), { recursive: true })
  writeFileSync(join(outdir, path), sheet)
  return path
}
