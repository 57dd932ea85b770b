// How muted words are found in a text: by the server for notifications, by the web client for what it shows.

export const mutedForm = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Vowel signs of Devanagari are marks, and belong to their word. */
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u

/** Whether the word, in its muted form, stands in the text, and not within a longer word. */
export function holdsWord(text: string, word: string): boolean {
  const form = mutedForm(text)
  const isPartOfWord = (character: string | undefined) => character !== undefined && WORD_CHARACTER.test(character)
  for (let at = form.indexOf(word); at >= 0; at = form.indexOf(word, at + 1)) {
    const before = [...form.slice(Math.max(0, at - 2), at)].at(-1)
    const [after] = form.slice(at + word.length)
    if (!isPartOfWord(before) && !isPartOfWord(after)) return true
  }
  return false
}
