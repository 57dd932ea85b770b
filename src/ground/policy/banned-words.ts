import { eq } from 'drizzle-orm'
import { bannedWords } from '../../../db/schema/moderation'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { exactId } from '../../lib/crypto/ids'
import { Cache } from '../../lib/process/cache'
import { Matcher } from './matcher'
import { wordKey } from './normalize'
import type { WordLabel } from './patterns'

export const BANNED_WORD = pick(bannedWords, 'id', 'word', 'strictMode', 'severity', 'createdAt', 'updatedAt')
export type BannedWord = Omit<typeof bannedWords.$inferSelect, 'key'>

const cache = new Cache<'words', Matcher<WordLabel>>('banned words', 1)

/** Finds the moderators' words. Returns the same object until a word changes. */
export const bannedWordMatcher = (): Matcher<WordLabel> =>
  cache.get(
    'words',
    () => new Matcher(storage.reader.orm.select(BANNED_WORD).from(bannedWords).all().map(toWordToFind)),
  )

const toWordToFind = ({ word, strictMode, severity }: BannedWord) => ({
  word,
  reach: strictMode ? ('anywhere' as const) : ('whole' as const),
  label: { reason: 'banned_word' as const, severity },
})

export const readBannedWord = (db: Connection, id: string): BannedWord | undefined =>
  db.orm.select(BANNED_WORD).from(bannedWords).where(eq(bannedWords.id, id)).get()

export type BannedWordInput = Pick<BannedWord, 'word' | 'strictMode' | 'severity'>

/** Bans a word from the next write on. Undefined if it is banned already, in any spelling. */
export function addBannedWord(tx: Tx, word: BannedWordInput): BannedWord | undefined {
  const now = new Date().toISOString()
  const added = tx.orm
    .insert(bannedWords)
    .values({ id: exactId(), ...word, key: requireKey(word.word), createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: bannedWords.key })
    .returning(BANNED_WORD)
    .get()
  forgetMatcher(tx)
  return added
}

/** Undefined if there is no such word, or if another entry has the new spelling. */
export function changeBannedWord(
  tx: Tx,
  id: string,
  { word, strictMode, severity }: BannedWordInput,
): BannedWord | undefined {
  const { changes } = sql`
    UPDATE OR IGNORE banned_words SET word = ${word}, key = ${requireKey(word)}, strict_mode = ${strictMode},
      severity = ${severity}, updated_at = ${new Date().toISOString()}
    WHERE id = ${id}`.run(tx)
  forgetMatcher(tx)
  return changes > 0 ? readBannedWord(tx, id) : undefined
}

/** Undefined if there is no such word. */
export function removeBannedWord(tx: Tx, id: string): BannedWord | undefined {
  forgetMatcher(tx)
  return tx.orm.delete(bannedWords).where(eq(bannedWords.id, id)).returning(BANNED_WORD).get()
}

function forgetMatcher(tx: Tx): void {
  tx.afterCommit(() => cache.clear())
}

function requireKey(word: string): string {
  const key = wordKey(word)
  if (key === '') throw new RangeError('moderation.wordEmpty')
  return key
}
