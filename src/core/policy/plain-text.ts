import { glyphs, Kind } from './confusables'

/** A text with digits of any script as plain ones and without invisible characters; `offset` leads back to the source. */
export type PlainText = { text: string; offset: (index: number) => number }

const ASCII = /^[\n\r\t\x20-\x7e]*$/

export function plainText(source: string): PlainText {
  if (ASCII.test(source)) return { text: source, offset: (index) => index }
  let text = ''
  const offsets: number[] = []
  let at = 0
  for (const character of source) {
    for (const { kind, code } of glyphs(character.codePointAt(0) ?? 0)) {
      if (kind === Kind.IGNORED || kind === Kind.MARK) continue
      const plain = kind === Kind.DIGIT ? String.fromCharCode(code) : character
      text += plain
      for (let unit = 0; unit < plain.length; unit++) offsets.push(at)
      if (kind !== Kind.DIGIT) break
    }
    at += character.length
  }
  offsets.push(at)
  return { text, offset: (index) => offsets[index] ?? at }
}
