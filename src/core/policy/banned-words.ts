import { sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { Cache } from '../../lib/cache'
import type { WordLabel } from './built-in-words'
import type { Severity } from './finding'
import { Matcher } from './matcher'
import { wordKey } from './normalize'

export type BannedWord = {
  id: string
  word: string
  strictMode: boolean
  severity: Severity
  createdAt: string
  updatedAt: string
}

type Row = Omit<BannedWord, 'strictMode'> & { strictMode: 0 | 1 }

const COLUMNS = 'id, word, strict_mode AS strictMode, severity, created_at AS createdAt, updated_at AS updatedAt'
const all = sqlStatement<Row>(`SELECT ${COLUMNS} FROM banned_words`)
const insert = sqlStatement<Row, Omit<Row, 'createdAt' | 'updatedAt'> & { key: string; now: string }>(`
  INSERT INTO banned_words (id, word, key, strict_mode, severity, created_at, updated_at)
  VALUES ($id, $word, $key, $strictMode, $severity, $now, $now)
  ON CONFLICT (key) DO NOTHING RETURNING ${COLUMNS}`)
const update = sqlStatement<
  Row,
  { id: string; word: string; key: string; strictMode: number; severity: Severity; now: string }
>(`
  UPDATE OR IGNORE banned_words
  SET word = $word, key = $key, strict_mode = $strictMode, severity = $severity, updated_at = $now
  WHERE id = $id RETURNING ${COLUMNS}`)
const remove = sqlStatement<Row, { id: string }>(`DELETE FROM banned_words WHERE id = $id RETURNING ${COLUMNS}`)

const compiled = new Cache<'words', Matcher<WordLabel>>(1)

/** The words of the moderators, ready to look for: the same object until one of them changes. */
export async function bannedWordMatcher(): Promise<Matcher<WordLabel>> {
  return compiled.get('words', async () => new Matcher(all(storage.reader).all().map(sought)))
}

const sought = ({ word, strictMode, severity }: Row) => ({
  word,
  reach: strictMode === 1 ? ('anywhere' as const) : ('whole' as const),
  label: { reason: 'banned_word' as const, severity },
})

const toBannedWord = (row: Row): BannedWord => ({ ...row, strictMode: row.strictMode === 1 })

export type BannedWordInput = Pick<BannedWord, 'word' | 'strictMode' | 'severity'>

/** Bans a word from the next write on. Undefined where it is banned already, in whatever spelling. */
export async function addBannedWord(
  tx: Tx,
  { word, strictMode, severity }: BannedWordInput,
): Promise<BannedWord | undefined> {
  const now = new Date().toISOString()
  const values = {
    id: Bun.randomUUIDv7(),
    word,
    key: keyOf(word),
    strictMode: strictMode ? (1 as const) : (0 as const),
    severity,
    now,
  }
  return changed(tx, insert(tx).get(values))
}

/** Undefined where there is no such word, or the new spelling is another entry. */
export async function changeBannedWord(
  tx: Tx,
  id: string,
  { word, strictMode, severity }: BannedWordInput,
): Promise<BannedWord | undefined> {
  const now = new Date().toISOString()
  return changed(tx, update(tx).get({ id, word, key: keyOf(word), strictMode: Number(strictMode), severity, now }))
}

/** Undefined where there is no such word. */
export async function removeBannedWord(tx: Tx, id: string): Promise<BannedWord | undefined> {
  return changed(tx, remove(tx).get({ id }))
}

function changed(tx: Tx, row: Row | undefined): BannedWord | undefined {
  tx.afterCommit(() => compiled.clear())
  return row === undefined ? undefined : toBannedWord(row)
}

function keyOf(word: string): string {
  const key = wordKey(word)
  if (key === '') throw new RangeError('There is nothing in this word that one could look for')
  return key
}
