import type { Connection } from '../../../db/storage'
import { hasMutes, mutesOf } from './queries'

/** A text in the form in which words are muted. */
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

export type Mutable = { postId: string; topic: string; texts: readonly string[] }

/** What a user muted, as a decision about one post or comment after another. */
export function readMuted(db: Connection, userId: string): (news: Mutable) => boolean {
  if (!hasMutes(db, userId)) return () => false
  const rows = mutesOf(db, userId)
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  const [posts, topics, words] = [new Set(ofKind('post')), new Set(ofKind('topic')), ofKind('word')]
  return ({ postId, topic, texts }) =>
    posts.has(postId) || topics.has(topic) || words.some((word) => texts.some((text) => holdsWord(text, word)))
}
