import { LRUCache } from 'lru-cache'
import { refuse } from '../../errors'
import { type ComparedText, comparedText, isSame } from './alike'
import type { Stage } from './stages'

// What an account wrote is remembered in memory only: nothing of a deleted text stays on the disk.

const HOUR_MS = 3_600_000
/** Bounds the memory to some 30 MB: accounts, and texts of each. Nobody's texts are forgotten for a reader's sake. */
const MAX_ACCOUNTS = 2_000
const MAX_TEXTS = 30

/** Letters and digits from which a post is more than two words, and a comment more than "Thanks, that helped!". */
export const LEAST_LETTERS = { post: 12, comment: 32 }

type Written = { id: string | null; at: number; text: ComparedText }

const writtenBy = new LRUCache<string, Written[]>({ max: MAX_ACCOUNTS })

/** 409 `DUPLICATE` for nearly the same within an hour. Counts before the write: of two at once one is refused. */
export const refuseDuplicate: Stage = {
  name: 'duplicate',
  admit({ author: { id: userId }, kind, texts, replaces }) {
    const text = comparedText(texts)
    if (text.letters < LEAST_LETTERS[kind]) return undefined
    const written: Written = { id: null, at: Date.now(), text }
    const earlier = current(userId).filter(({ at }) => at > written.at - HOUR_MS)
    // What was written while the clock was ahead counts as written now.
    for (const each of earlier) each.at = Math.min(each.at, written.at)
    if (earlier.some((each) => (replaces === undefined || each.id !== replaces) && isSame(each.text, text)))
      refuse('DUPLICATE')
    remember(userId, [...earlier, written])
    return {
      undo: () => forget(userId, (each) => each === written),
      done({ id }) {
        written.id = id
        if (replaces !== undefined) forget(userId, (each) => each !== written && each.id === replaces)
      },
    }
  },
}

/** The author took it back before anybody read it: what replaces it may stay nearly as it was. */
export const forgetText = (userId: string, id: string): void => forget(userId, (each) => each.id === id)

/** What waited to appear has another id now. */
export function renameText(userId: string, from: string, to: string): void {
  for (const each of current(userId)) if (each.id === from) each.id = to
}

const current = (userId: string): Written[] => writtenBy.get(userId) ?? []

const forget = (userId: string, matches: (each: Written) => boolean): void =>
  remember(
    userId,
    current(userId).filter((each) => !matches(each)),
  )

function remember(userId: string, written: Written[]): void {
  if (written.length === 0) writtenBy.delete(userId)
  else writtenBy.set(userId, written.slice(-MAX_TEXTS))
}
