import { INTEGER, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { BANNED_WORD, type BannedWord } from '../policy/banned-words'

// SQL text: the builder has no INDEXED BY.

/** By the index banned_words_key, from one end. Each key contains the empty part. */
const MATCHES = "(instr(key, $part) > 0 OR ($text <> '' AND instr(lower(word), $text) > 0))"

export const PAGE_TEXT = `
  SELECT ${selectList(BANNED_WORD)} FROM banned_words INDEXED BY banned_words_key WHERE ${MATCHES} ORDER BY key LIMIT $limit OFFSET $offset`

export type WordSearch = {
  /** In the spelling of keys. */
  part: string
  /** As typed, in lower case. */
  text: string
}

const PARAMS = { part: TEXT, text: TEXT }
const page = sqlStatement(PAGE_TEXT, {
  returns: BANNED_WORD,
  params: { ...PARAMS, limit: INTEGER, offset: INTEGER },
})
const count = sqlStatement(`SELECT count(*) AS total FROM banned_words WHERE ${MATCHES}`, {
  returns: { total: INTEGER },
  params: PARAMS,
})

export async function wordPage(
  db: Connection,
  search: WordSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<BannedWord[]> {
  return page(db)
    .all({ ...search, limit, offset })
    .map((row) => ({ ...row, strictMode: row.strictMode === 1 }))
}

export async function countWords(db: Connection, search: WordSearch): Promise<number> {
  return count(db).get(search)?.total ?? 0
}
