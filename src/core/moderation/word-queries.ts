import { sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { BannedWord } from '../policy/banned-words'

type Row = Omit<BannedWord, 'strictMode'> & { strictMode: 0 | 1 }

const COLUMNS = 'id, word, strict_mode AS strictMode, severity, created_at AS createdAt, updated_at AS updatedAt'

/** Every word has a key, and every key holds the empty part. By the index banned_words_key, from one end. */
const SOUGHT = "(instr(key, $part) > 0 OR ($text <> '' AND instr(lower(word), $text) > 0))"

export const PAGE_TEXT = `
  SELECT ${COLUMNS} FROM banned_words INDEXED BY banned_words_key WHERE ${SOUGHT} ORDER BY key LIMIT $limit OFFSET $offset`

export type Sought = {
  /** As keys spell it. */
  part: string
  /** As it was typed, in lower case. */
  text: string
}

const page = sqlStatement<Row, Sought & { limit: number; offset: number }>(PAGE_TEXT)
const count = sqlStatement<{ total: number }, Sought>(`SELECT count(*) AS total FROM banned_words WHERE ${SOUGHT}`)
const byId = sqlStatement<Row, { id: string }>(`SELECT ${COLUMNS} FROM banned_words WHERE id = $id`)

const toBannedWord = (row: Row): BannedWord => ({ ...row, strictMode: row.strictMode === 1 })

export async function wordPage(
  db: Connection,
  sought: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<BannedWord[]> {
  return page(db)
    .all({ ...sought, limit, offset })
    .map(toBannedWord)
}

export async function countWords(db: Connection, sought: Sought): Promise<number> {
  return count(db).get(sought)?.total ?? 0
}

export async function wordById(db: Connection, id: string): Promise<BannedWord | undefined> {
  const row = byId(db).get({ id })
  return row && toBannedWord(row)
}
