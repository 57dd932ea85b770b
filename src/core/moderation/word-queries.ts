import { INTEGER, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { BANNED_WORD, type BannedWord } from '../policy/banned-words'

// SQL text: the builder has no INDEXED BY.

/** Every word has a key, and every key holds the empty part. By the index banned_words_key, from one end. */
const SOUGHT = "(instr(key, $part) > 0 OR ($text <> '' AND instr(lower(word), $text) > 0))"

export const PAGE_TEXT = `
  SELECT ${selectList(BANNED_WORD)} FROM banned_words INDEXED BY banned_words_key WHERE ${SOUGHT} ORDER BY key LIMIT $limit OFFSET $offset`

export type Sought = {
  /** As keys spell it. */
  part: string
  /** As it was typed, in lower case. */
  text: string
}

const PARAMS = { part: TEXT, text: TEXT }
const page = sqlStatement(PAGE_TEXT, {
  returns: BANNED_WORD,
  params: { ...PARAMS, limit: INTEGER, offset: INTEGER },
})
const count = sqlStatement(`SELECT count(*) AS total FROM banned_words WHERE ${SOUGHT}`, {
  returns: { total: INTEGER },
  params: PARAMS,
})

export async function wordPage(
  db: Connection,
  sought: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<BannedWord[]> {
  return page(db)
    .all({ ...sought, limit, offset })
    .map((row) => ({ ...row, strictMode: row.strictMode === 1 }))
}

export async function countWords(db: Connection, sought: Sought): Promise<number> {
  return count(db).get(sought)?.total ?? 0
}
